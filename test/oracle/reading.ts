import { decodeBytes } from "../../src/source/manifest/bytes.js";
import { expand, listProblem } from "../../src/cluster/load/expand.js";
import { namesVersion } from "./names-version.js";
import type { DocumentReading, Keeping } from "../../src/source/manifest/document.js";
import { load } from "../../src/cluster/load/load.js";
import { locate } from "../../src/source/manifest/locate.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { bytesOf, type Text } from "./text.js";
import type { Refusal } from "./allowed.js";
import type { Loaded } from "../../src/cluster/load/options.js";
import type { SourceFile } from "../../src/source/manifest/source.js";

/** What the program makes of a text. */
export interface Reading {
  /** The values up to the first document that cannot be read; null ones are left out. */
  readonly documents: readonly unknown[];
  /** That document, and why it cannot be read. */
  readonly refusal?: Refusal;
  /** Documents of which more than one reading is right: Kubernetes keeps one of two values, now this, now that. */
  readonly ambiguous: ReadonlySet<number>;
  /** How many objects of each kind these documents hold. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Where the ways to read one file do not say the same of it, which must not be. */
  readonly disagreement?: string;
}

/** As `explain` reads a kind that it does not need: nothing is built, everything is looked through. */
const KEEP_NOTHING: Keeping = { parts: () => "nothing" };

/**
 * Reads a text as the program does, from the bytes on.
 * @param isLoaded true to load it too, as `lint` does and as `explain` does, which takes a hundred times as long
 */
export async function readingOf(text: Text, isLoaded: boolean): Promise<Reading> {
  const { file, problem } = decodeBytes("text.yaml", bytesOf(text));
  if (problem !== undefined) {
    const { code, at, text: shown } = problem;
    const refusal = { code, text: shown, index: 0, at: { start: at, end: at } };
    return { documents: [], ambiguous: new Set(), kinds: new Map(), refusal };
  }
  const whole = [...readDocuments(file)];
  const reading = documentsOf(whole);
  const headers = [...readDocuments(file, KEEP_NOTHING)];
  const disagreement =
    unequal("with all parts", problemsOf(whole), "with none", problemsOf(headers)) ??
    (isLoaded ? await disagreementLoaded(file, whole) : undefined);
  return disagreement === undefined ? reading : { ...reading, disagreement };
}

function documentsOf(readings: readonly DocumentReading[]): Reading {
  const documents: unknown[] = [];
  const ambiguous = new Set<number>();
  const kinds = new Map<string, number>();
  for (const { document, value, problem, collisions } of readings) {
    if (problem !== undefined) {
      const { code, at } = problem;
      const refusal = { code, text: document.file.text, index: document.index, at };
      return { documents, ambiguous, kinds, refusal };
    }
    if (value === null || value === undefined) continue;
    if (collisions.length > 0) ambiguous.add(documents.length);
    documents.push(value);
    if (listProblem(document, value) !== undefined) continue;
    for (const { apiVersion, kind } of expand(document, value))
      if (namesVersion(apiVersion) && kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return { documents, ambiguous, kinds };
}

function problemsOf(readings: readonly DocumentReading[]): string {
  return readings
    .flatMap(({ document: { index }, problem, rest }) =>
      [problem, rest].flatMap((each) =>
        each === undefined ? [] : [`${index} ${each.code} ${each.at.start}`],
      ),
    )
    .join(", ");
}

async function disagreementLoaded(
  file: SourceFile,
  readings: readonly DocumentReading[],
): Promise<string | undefined> {
  const lint = await loaded(file, "lint");
  const flows = await loaded(file, "flows");
  const isRead = readings.every(({ problem, rest }) => problem === undefined && rest === undefined);
  if (!isRead && notAnalysed(lint).length === 0) return "lint: green, with a document that cannot be read";
  return unequal("lint", summaryOf(lint), "explain", summaryOf(flows));
}

function unequal(name: string, said: string, other: string, saidToo: string): string | undefined {
  return said === saidToo ? undefined : `${name}: ${said}; ${other}: ${saidToo}`;
}

async function loaded(file: SourceFile, purpose: "lint" | "flows"): Promise<Loaded> {
  return load([{ type: "file", file, isNamed: true }], { ...READ_OPTIONS, purpose });
}

function notAnalysed({ problems }: Loaded): string[] {
  return problems
    .filter(({ code }) => code === "not-analysed")
    .map(({ facts, at }) => {
      const { start } = "span" in at ? at.span : locate(at);
      return `${String((facts as { readonly reason?: unknown }).reason)} ${start}`;
    })
    .toSorted();
}

/** What a run says of its reading, apart from what only one of the commands looks for. */
function summaryOf(each: Loaded): string {
  const { documents, objects, other } = each.summary;
  return JSON.stringify([documents, [...objects], other, notAnalysed(each)]);
}
