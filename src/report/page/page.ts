// The build makes the default export.
// oxlint-disable-next-line import/default
import script from "../../page/main.js?browser";
import style from "../../page/style.css";
import { changesSection } from "./sections/changes.js";
import { egressSection } from "./sections/egress.js";
import { exposureSection } from "./sections/exposure.js";
import { findingsSection } from "./sections/findings.js";
import { Html, html, ofOurs } from "./html.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { pageBytes } from "./page-data.js";
import { pairsSection } from "./sections/pairs.js";
import { PolicySpans } from "./policy-spans.js";
import { summarySection } from "./sections/summary.js";
import type { Detail } from "../../page/model.js";
import type { PageReport, PageTools, PageUse } from "./page-report.js";

/** Characters of the data of all flows, as they stand in the page: beyond, it has less detail, and says so. */
const MOST_DATA = 4_400_000;

/** Least to most that is left out. */
const DETAILS: readonly Detail[] = ["chains", "verdicts", "counts"];

/** One page for a whole cluster: it asks nobody for anything, and can be read without its script. */
export function page(report: PageReport, tools: PageTools, { isServed }: PageUse): string {
  const policies = new PolicySpans([report.cluster, ...report.lintedClusters]);
  const data = fittingData(report, tools);
  const [summary, changes, findings, exposure, pairs] = [
    summarySection(report),
    changesSection(report.diff, policies),
    findingsSection(report, policies),
    exposureSection(report),
    pairsSection(report),
  ];
  // What takes longest comes last: a limit that ends it has taken nothing from the others.
  const egress = report.audit === undefined ? undefined : egressSection(report.audit());
  const csp = pagePolicy(tools, isServed);
  const views = [
    ["map", "Map", true],
    ["workload", "Workload", true],
    ["policies", "Policies", true],
    ["findings", "Findings", report.lint !== undefined],
    ["exposure", "Exposure", true],
    ["egress", "Egress audit", egress !== undefined],
    ["changes", "Changes", report.diff !== undefined],
    ["pairs", "Tables", true],
  ] as const;
  const text = html`<!doctype html>
    <html lang="en" ${isServed ? Html.ofOurs('data-served="yes"') : ""}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${csp}" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${`${report.name}: network policy`}</title>
        ${ofOurs("style", style)}
      </head>
      <body>
        <header>
          <h1><span class="app">anp</span> ${report.name}</h1>
          <nav aria-label="Views">
            ${views.flatMap(([id, name, isThere]) => (isThere ? [html`<a href="#${id}">${name}</a>`] : []))}
          </nav>
        </header>
        <main>
          ${summary} ${scripted("map", "Who reaches whom")} ${scripted("workload", "One workload")}
          ${scripted("policies", "Policies in the order of precedence")} ${changes} ${findings} ${exposure}
          ${egress} ${pairs}
        </main>
        <noscript>
          <p class="note">
            The map, the view of one workload and the policies need a script, which is in this file;
            everything else is above.
          </p>
        </noscript>
        ${ofOurs("script", data, ' type="application/octet-stream" id="data"')} ${ofOurs("script", script)}
      </body>
    </html>`;
  return `${text.text}\n`;
}

/** A view that the script fills. */
function scripted(id: string, name: string): Html {
  return html`<section id="${id}" class="scripted" aria-labelledby="${id}-h">
    <h2 id="${id}-h">${name}</h2>
  </section>`;
}

function fittingData(report: PageReport, { deflated }: PageTools): string {
  for (const detail of DETAILS) {
    const data = orAtLimit(
      () => deflated(pageBytes(report, detail)),
      () => undefined,
    );
    if (data !== undefined && (data.length <= MOST_DATA || detail === "counts")) return data;
  }
  throw new Error("invariant: counts are made whatever work is left");
}

/** What a page may load and run: its own script and style, by their hashes, and nothing else. */
export function pagePolicy({ sha256 }: PageTools, isServed: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script)}'`,
    `style-src 'sha256-${sha256(style)}'`,
    "img-src data:",
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
