import { changedFlowText, mutationText } from "./mutant-words.js";
import { encodeJson, encodeWhole } from "./encode.js";
import { fileName, repositoryPath, showPlace } from "./place.js";
import { spanOf } from "../cluster/problems/span-of.js";
import { groupBy } from "../base/collections/group-by.js";
import { PLAIN_VIEW } from "./view.js";
import type { JudgedMutant, MutantFate } from "../questions/mutate/mutate.js";
import { pathOf } from "../source/manifest/origin.js";
import type { Mutant } from "../questions/mutate/mutants.js";
import type { SourceFile, Span } from "../source/manifest/source.js";
import type { TestReport } from "./test-report.js";

/** The words of the schema. What is not decided in time has not been tried. */
const STATUS: Readonly<Record<MutantFate["status"], string>> = {
  killed: "Killed",
  survived: "Survived",
  "no-coverage": "NoCoverage",
  equivalent: "Ignored",
  undecided: "Pending",
};

/** Below which a score is shown in red, and from which in green, by the viewers of the schema. */
const THRESHOLDS = { high: 80, low: 60 };

/** The mutants as Stryker's report has them (schema version 2), for its viewers. Of a file, only policies are told. */
export function* testStryker({ mutants = [] }: TestReport): Generator<string> {
  const numbered = mutants.map((judged, i) => ({ ...judged, id: String(i + 1) }));
  const byFile = groupBy(numbered, ({ mutant }) => mutant.at.document.file);
  const files: Record<string, object> = {};
  for (const [file, own] of byFile) {
    const [first] = own;
    const name = encodeWhole(repositoryPath(fileName(first.mutant.at.document)));
    files[uniqueIn(files, name)] = {
      language: "yaml",
      source: policyText(file, own),
      mutants: own.map(mutantJson),
    };
  }
  yield encodeJson({ schemaVersion: "2", thresholds: THRESHOLDS, files });
}

function uniqueIn(files: Readonly<Record<string, unknown>>, name: string): string {
  for (let i = 1, key = name; ; key = `${name} (${++i})`) if (!Object.hasOwn(files, key)) return key;
}

function mutantJson({ mutant, fate, id }: JudgedMutant & { readonly id: string }): object {
  const { start, end } = showPlace(mutant.at);
  return {
    id,
    mutatorName: mutant.mutator,
    description: mutationText(mutant),
    ...(mutant.replacement === undefined ? {} : { replacement: mutant.replacement }),
    location: {
      start: { line: start.line, column: start.column },
      end: { line: end.line, column: end.column },
    },
    status: STATUS[fate.status],
    ...reasonOf(fate),
  };
}

function reasonOf(fate: MutantFate): { readonly statusReason?: string } {
  switch (fate.status) {
    case "killed":
      return { statusReason: `the test fails: ${fate.test}` };
    case "survived":
    case "no-coverage":
      return { statusReason: changedFlowText(fate.flow, PLAIN_VIEW) };
    case "equivalent":
      return { statusReason: "no flow changes" };
    case "undecided":
      return { statusReason: "not decided within the limits of the run" };
  }
}

/** The text of a file with blanks for all but its policies, in the same lines and columns: what else stands there is nobody's to pass on. */
function policyText(file: SourceFile, mutants: readonly JudgedMutant[]): string {
  const spans = [...groupBy(mutants, ({ mutant }) => mutant.policy).values()]
    .map((own) => policySpan(own.map(({ mutant }) => mutant)))
    .toSorted((a, b) => a.start - b.start);
  let text = "";
  let at = 0;
  for (const { start, end } of spans) {
    text += blank(file.text.slice(at, start)) + file.text.slice(Math.max(at, start), end);
    at = Math.max(at, end);
  }
  text += blank(file.text.slice(at));
  return text.replaceAll(/(?<! ) +$/gm, "");
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}

/** Where a policy is written: a document, or of one in a list from the first to the last of its places. */
function policySpan(mutants: readonly Mutant[]): Span {
  const [first] = mutants;
  const origin = first?.policy.origin;
  if (origin !== undefined && pathOf(origin).length === 0) {
    const { cut } = origin.document;
    return { start: cut.body, end: cut.end };
  }
  return mutants
    .map(({ at }) => spanOf(at))
    .reduce((all, { start, end }) => ({
      start: Math.min(all.start, start),
      end: Math.max(all.end, end),
    }));
}
