import { sourceAddress } from "../semantics/plugins/row.js";
import { count } from "../base/text/count.js";
import { PLUGINS } from "../semantics/plugins/plugins.js";
import { wrapped } from "./columns.js";
import type { Plugin, PluginRow, RowEffect } from "../semantics/plugins/row.js";
import type { PluginsReport } from "./plugins-report.js";
import type { View } from "./view.js";

/** A paragraph is read more easily where its lines are short. */
const TEXT_WIDTH = 100;

/** The plugins with how much is known of each; of one that is named, its rows with their sources. */
export function* pluginsText({ names, rows, isDetailed }: PluginsReport, view: View): Generator<string> {
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const { title, newest, aliases } = PLUGINS[name];
    const own = rows.filter(({ plugin }) => plugin === name);
    const deciding = own.filter(({ reading }) => reading !== undefined);
    const read = newest === undefined ? "" : `, checked up to ${newest.join(".")}`;
    const what = `${title}${read}: ${count(own.length, "difference")}, ${deciding.length} of them ${deciding.length === 1 ? "changes" : "change"} verdicts`;
    if (!isDetailed) {
      yield* wrapped(`${name.padEnd(width)}  ${what}`, view.width, width + 2);
      continue;
    }
    yield view.paint.bold(what);
    if (aliases.length > 0) yield `also called ${aliases.join(", ")}`;
    const [first] = Object.keys(PLUGINS[name].features);
    if (first !== undefined) yield `off by default; --plugin ${name}+${first} answers as if it were on:`;
    for (const feature of featureLines(PLUGINS[name])) yield `  ${feature}`;
    for (const row of own) yield* rowLines(row, view);
  }
  if (isDetailed) return;
  yield "";
  yield "anp plugins NAME lists what differs, with sources; other commands answer as NAME does with --plugin NAME";
}

/** What a difference comes to beside the spec, for people. */
const EFFECTS: Readonly<Record<RowEffect, string>> = {
  opens: "allows more",
  closes: "allows less",
  "opens and closes": "allows more here and less there",
  same: "allows what the spec allows",
  settles: "settles what the spec leaves open",
  "no policy": "ignores the policy",
  note: "changes no verdict",
};

function* rowLines(row: PluginRow, { width, paint }: View): Generator<string> {
  const { id, does, effect, confidence, date, about, sources } = row;
  const most = Math.min(width, TEXT_WIDTH);
  yield "";
  const [first = "", ...rest] = wrapped(`${id}  ${does}`, most, id.length + 2);
  yield first.replace(id, () => paint.bold(id));
  yield* rest;
  const margin = " ".repeat(id.length + 2);
  const changes = row.reading === undefined ? "changes no verdict" : EFFECTS[effect];
  yield* wrapped(
    `${margin}${[changes, ...conditions(row), about.join(", ")].join("; ")}`,
    most,
    margin.length,
  );
  yield `${margin}${confidence}, ${date}`;
  for (const source of sources) yield `${margin}${sourceAddress(source)}`;
}

/** What can be switched on: `+sctp: sctp.enabled`, with the first release that has it. */
export function featureLines({ features, since = {} }: Plugin): readonly string[] {
  return Object.entries(features).map(([feature, setting]) => {
    const first = since[feature];
    return `+${feature}: ${setting}${first === undefined ? "" : ` (from ${first.join(".")})`}`;
  });
}

/** For which releases and settings a row holds. */
export function conditions({ from, before, feature }: PluginRow): readonly string[] {
  return [
    ...(from === undefined ? [] : [`from ${from.join(".")}`]),
    ...(before === undefined ? [] : [`before ${before.join(".")}`]),
    ...(feature === undefined ? [] : [`${feature.isOn ? "with" : "without"} ${feature.name}`]),
  ];
}
