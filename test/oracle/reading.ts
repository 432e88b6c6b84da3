import { decodeBytes } from "../../src/manifest/bytes.js";
import { load } from "../../src/load/load.js";
import { locate } from "../../src/manifest/locate.js";
import { readDocuments } from "../../src/manifest/read.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { bytesOf, type Text } from "./text.js";
import type { Input } from "../../src/load/input.js";
import type { Loaded } from "../../src/load/options.js";
import type { SourceFile } from "../../src/manifest/source.js";

/** What the program makes of a text. */
export interface Reading {
  /** The values up to the first document that cannot be read; null ones are left out. */
  readonly documents: readonly unknown[];
  /** Why that document cannot be read. */
  readonly error?: string;
  /** Documents of which more than one reading is right: Kubernetes keeps one of two values, now this, now that. */
  readonly ambiguous: ReadonlySet<number>;
  /** The problems that turn a gate red, as `lint` tells them. */
  readonly notAnalysed: readonly string[];
  /** How many objects of each kind `lint` has met. */
  readonly kinds: ReadonlyMap<string, number>;
  /** What `explain` says otherwise about the same file, which must be nothing. */
  readonly disagreement?: string;
}

/** Reads a text as the program does, from the bytes on: for its documents, and as `lint` and `explain` load it. */
export async function readingOf(text: Text): Promise<Reading> {
  const { file, problem } = decodeBytes("text.yaml", bytesOf(text));
  if (problem !== undefined) {
    const none = { documents: [], ambiguous: new Set<number>(), kinds: new Map<string, number>() };
    return { ...none, error: problem.code, notAnalysed: [problem.code] };
  }
  const lint = await loaded(file, "lint");
  const flows = await loaded(file, "flows");
  const [said, saidToo] = [summaryOf(lint), summaryOf(flows)];
  return {
    ...documentsOf(file),
    notAnalysed: notAnalysed(lint),
    kinds: lint.summary.objects,
    ...(said === saidToo ? {} : { disagreement: `lint: ${said}, explain: ${saidToo}` }),
  };
}

function documentsOf(file: SourceFile): Pick<Reading, "documents" | "error" | "ambiguous"> {
  const documents: unknown[] = [];
  const ambiguous = new Set<number>();
  for (const { value, problem, collisions } of readDocuments(file)) {
    if (problem !== undefined) return { documents, ambiguous, error: problem.code };
    if (value === null || value === undefined) continue;
    if (collisions.length > 0) ambiguous.add(documents.length);
    documents.push(value);
  }
  return { documents, ambiguous };
}

async function loaded(file: SourceFile, purpose: "lint" | "flows"): Promise<Loaded> {
  const input: Input = { type: "file", file, isNamed: true };
  return load([input], { ...READ_OPTIONS, purpose });
}

function notAnalysed({ problems }: Loaded): string[] {
  return problems
    .filter(({ code }) => code === "not-analysed")
    .map(({ facts, at }) => {
      const { start, end } = "span" in at ? at.span : locate(at);
      return `${String((facts as { readonly reason?: unknown }).reason)} ${start}-${end}`;
    })
    .toSorted();
}

/** What a run says of its reading, apart from what only one of the commands looks for. */
function summaryOf(each: Loaded): string {
  const { documents, objects, other } = each.summary;
  return JSON.stringify([documents, [...objects], other, notAnalysed(each)]);
}
