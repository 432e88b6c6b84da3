import { conditionsText, unreviewedText } from "./conditions.js";
import { encodeJson } from "./encode.js";
import { foundInText } from "./roots-words.js";
import { lineHashes } from "./line-hash.js";
import { limitText } from "./incomplete-text.js";
import { fileName, placeText, showPlace } from "./place.js";
import { sarifLocation, sarifText } from "./sarif-parts.js";
import { RULES } from "../linter/rules/index.js";
import { ruleUrl, VERSION } from "../version.js";
import { shownWitness, witnessText } from "./witness.js";
import type { Category, Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { Suppression } from "../cluster/problems/suppression.js";
import { worstFirst } from "./lint-words.js";
import type { LintReport } from "./lint-report.js";
import type { LintRule } from "../linter/rules/rule.js";
import type { SourceFile } from "../source/manifest/source.js";

/** GitHub code scanning takes no more results of one run. */
const MAX_RESULTS = 5000;

const LEVELS: Readonly<Record<Level, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** How grave a finding of a category is, on the scale from 0 to 10 that code scanning sorts by. */
const SEVERITY: Readonly<Record<Category, string>> = {
  rejected: "5.0",
  input: "7.0",
  "never-works": "7.5",
  misleading: "8.0",
  risky: "6.0",
  portability: "4.0",
  style: "1.0",
  gate: "6.0",
};

/** The findings of a run in SARIF 2.1.0, as GitHub code scanning needs it. */
export function* lintSarif(report: SarifReport): Generator<string> {
  const { diagnostics, suppressed, baselined, hasBaseline = false, ask, isIncomplete, limit } = report;
  const { conditions = [], unreviewed = [] } = report;
  const onCondition = conditionsText(conditions);
  const unread = diagnostics.filter(({ category }) => category === "input");
  const notes = [
    ...unread.slice(0, MAX_NOTES).map(unreadNote),
    ...(unread.length > MAX_NOTES ? [noteOf("error", `${unread.length - MAX_NOTES} more not read`)] : []),
    ...(unreviewed.length === 0 ? [] : [noteOf("error", unreviewedText(unreviewed))]),
    ...(limit === undefined ? [] : [noteOf("error", limitText(limit))]),
    ...(onCondition === undefined ? [] : [noteOf("note", `on condition: ${onCondition}`)]),
  ];
  const silenced = new Map(suppressed.map(({ diagnostic, suppression }) => [diagnostic, suppression]));
  const all = [...worstFirst(diagnostics), ...worstFirst(baselined), ...worstFirst([...silenced.keys()])];
  const known = hasBaseline ? new Set(baselined) : undefined;
  yield sarif(all, { isSuccessful: !isIncomplete, notes, ask, silenced, known });
}

/** A run that came to no findings, and why: whoever waits for the file does not take an older one for it. */
export function failedSarif(message: string): string {
  return sarif([], { isSuccessful: false, notes: [noteOf("error", message)] });
}

/** How a run ended. */
interface Invocation {
  readonly isSuccessful: boolean;
  readonly notes: readonly unknown[];
  /** What makes another command read the same input. */
  readonly ask?: string | undefined;
  /** The findings that do not count, with what says so. */
  readonly silenced?: ReadonlyMap<Diagnostic, Suppression>;
  /** The findings that are known; undefined where nobody says which are. */
  readonly known?: ReadonlySet<Diagnostic> | undefined;
}

/** What of a report is in it. */
type SarifReport = Pick<
  LintReport,
  | "diagnostics"
  | "suppressed"
  | "baselined"
  | "hasBaseline"
  | "ask"
  | "isIncomplete"
  | "limit"
  | "conditions"
  | "unreviewed"
>;

/** Of what was not read, so many are told by name. */
const MAX_NOTES = 20;

function unreadNote({ wording, problem }: Diagnostic): unknown {
  return {
    ...(noteOf("error", `${placeText(problem.at)}: ${wording.message}`) as object),
    locations: [sarifLocation(showPlace(problem.at))],
  };
}

function noteOf(level: "error" | "warning" | "note", text: string): unknown {
  return { level, message: { text: sarifText(text) } };
}

/** @param diagnostics worst first: what is over the limit is left out */
function sarif(
  diagnostics: readonly Diagnostic[],
  { isSuccessful, notes, ask, silenced, known }: Invocation,
): string {
  const used = RULES.filter(({ id }) => diagnostics.some(({ rule }) => rule === id));
  const indexes = new Map<string, number>(used.map(({ id }, i) => [id, i]));
  const hashes = new Map<SourceFile, (line: number) => string>();
  const hashOf = (file: SourceFile, line: number): string => {
    const known = hashes.get(file) ?? lineHashes(file.text);
    hashes.set(file, known);
    return known(line);
  };
  // Whether what is suppressed was there before, nobody has asked.
  const stateOf = (each: Diagnostic): ResultContext["state"] => {
    if (known === undefined || silenced?.has(each) === true) return undefined;
    return known.has(each) ? "unchanged" : "new";
  };
  const shown = diagnostics.slice(0, MAX_RESULTS);
  const left = diagnostics.length - shown.length;
  const said = [...notes, ...(left > 0 ? [noteOf("warning", `${left} more findings omitted`)] : [])];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "anp", semanticVersion: VERSION, rules: used.map(ruleSarif) } },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: isSuccessful,
            ...(said.length > 0 ? { toolExecutionNotifications: said } : {}),
          },
        ],
        results: shown.map((diagnostic) =>
          resultSarif(diagnostic, {
            ruleIndex: indexes.get(diagnostic.rule) ?? 0,
            hashOf,
            ask,
            suppression: silenced?.get(diagnostic),
            state: stateOf(diagnostic),
          }),
        ),
      },
    ],
  };
  return encodeJson(log);
}

function ruleSarif({ id, level, category, summary, rationale, examples }: LintRule): unknown {
  const help = `${rationale}\n\nBad:\n\n${examples.bad}\nGood:\n\n${examples.good}`;
  const markdown = `${rationale}\n\n**Bad**\n\n\`\`\`yaml\n${examples.bad}\`\`\`\n\n**Good**\n\n\`\`\`yaml\n${examples.good}\`\`\`\n`;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: rationale },
    help: { text: help, markdown },
    helpUri: ruleUrl(id),
    defaultConfiguration: { level: LEVELS[level] },
    properties: {
      tags: ["security", "kubernetes", category],
      precision: "high",
      "security-severity": SEVERITY[category],
    },
  };
}

/** What a result needs beside its finding. */
interface ResultContext {
  readonly ruleIndex: number;
  readonly hashOf: (file: SourceFile, line: number) => string;
  readonly ask: string | undefined;
  readonly suppression: Suppression | undefined;
  readonly state: "new" | "unchanged" | undefined;
}

function resultSarif(
  { rule, level, wording, problem, foundIn }: Diagnostic,
  { ruleIndex, hashOf, ask, suppression, state }: ResultContext,
): unknown {
  const place = showPlace(problem.at);
  const related = (problem.related ?? []).map((each, i) => ({
    id: i,
    message: { text: sarifText(wording.related?.[i] ?? each.role) },
    ...sarifLocation(showPlace(each.at)),
  }));
  const roots = foundInText(foundIn, fileName(problem.at.document));
  const remarks = [wording.help, roots].filter((each) => each !== undefined);
  const rest = remarks.length === 0 ? "" : ` (${remarks.join("; ")})`;
  const flow = shownWitness(problem);
  const witness = flow === undefined ? "" : `; ${witnessText(flow, foundIn?.ask ?? ask)}`;
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[level],
    message: { text: sarifText(`${wording.message}${rest}${witness}`) },
    locations: [sarifLocation(place)],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    partialFingerprints: { primaryLocationLineHash: hashOf(problem.at.document.file, place.start.line) },
    ...(foundIn === undefined ? {} : { properties: { roots: foundIn.names } }),
    ...(state === undefined ? {} : { baselineState: state }),
    ...(suppression === undefined ? {} : { suppressions: [suppressionSarif(suppression)] }),
  };
}

function suppressionSarif({ by, reason, at }: Suppression): unknown {
  return {
    kind: by === "config" ? "external" : "inSource",
    status: "accepted",
    justification: sarifText(reason),
    location: sarifLocation(showPlace(at)),
  };
}
