import { conditionsText } from "./conditions.js";
import { encode, encodeJson, encodeWhole } from "./encode.js";
import { fingerprints } from "./fingerprint.js";
import { foundInText } from "./roots-words.js";
import { incompleteReason } from "./lint-words.js";
import { renderedFrom } from "../base/text/rendered-name.js";
import { fileName, placeText, repositoryPath, showPlace } from "./place.js";
import type { Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { LintReport } from "./lint-report.js";

/** GitLab's scale, worst first; `minor` lies between a warning and an info. */
type Severity = "blocker" | "critical" | "major" | "minor" | "info";

const SEVERITIES: Readonly<Record<Level, Severity>> = { error: "critical", warning: "major", info: "info" };

/** An entry of a report of GitLab Code Quality: what GitLab reads of one, and nothing else. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  /** GitLab keeps one issue of each, and compares branches by it. */
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** The findings of a run as a report of GitLab Code Quality; one that is incomplete begins with an entry that says so. */
export function* lintGitlab(report: LintReport): Generator<string> {
  const { diagnostics } = report;
  const reason = incompleteReason(report);
  const conditions = conditionsText(report.conditions ?? []);
  const prints = fingerprints(diagnostics);
  yield encodeJson([
    ...(reason === undefined ? [] : [runIssue("incomplete", `anp lint is incomplete: ${reason}`)]),
    ...(conditions === undefined
      ? []
      : [runIssue("conditions", `anp lint rests on a condition: ${conditions}`)]),
    ...diagnostics.map((each, i) => issueOf(each, prints[i] ?? "")),
  ]);
}

/** A run that came to no findings, and why: GitLab would take an empty report for a clean one. */
export function failedGitlab(message: string): string {
  return encodeJson([runIssue("failed", `anp lint failed: ${message}`)]);
}

/** What is about the whole run stands at the root of the repository, for GitLab asks for a place. */
function runIssue(name: "incomplete" | "failed" | "conditions", text: string): Issue {
  return {
    description: plain(text),
    check_name: name,
    fingerprint: `anp-${name}`,
    severity: name === "conditions" ? "info" : "blocker",
    location: { path: ".", lines: { begin: 1 } },
  };
}

function issueOf(
  { rule, level, category, wording, problem, foundIn }: Diagnostic,
  fingerprint: string,
): Issue {
  const roots = foundInText(foundIn, fileName(problem.at.document));
  const { file, isStored, start } = showPlace(problem.at);
  const stored = isStored ? `${placeText(problem.at)}: ` : "";
  const remarks = [wording.help, roots].filter((each) => each !== undefined);
  const rest = remarks.length === 0 ? "" : ` (${remarks.join("; ")})`;
  return {
    description: plain(`${stored}${wording.message}${rest}`),
    check_name: rule,
    fingerprint,
    severity: category === "input" ? "blocker" : SEVERITIES[level],
    location: {
      path: encodeWhole(repositoryPath(file)),
      lines: { begin: isStored || renderedFrom(file) !== undefined ? 1 : start.line },
    },
  };
}

/** GitLab's widgets read `%{strong_start}` as markup. */
function plain(text: string): string {
  return encode(text).replaceAll("%{", "% {");
}
