import type { Keep, RestoredKey } from "./composed.js";
import type { Cut } from "./stream.js";
import type { JsonObjects } from "./json.js";
import type { DuplicateKey, ReadProblem } from "./problem.js";
import type { SourceFile } from "./source.js";
import type { TwinItems } from "./twin-items.js";
import type { Value } from "./value.js";

/** One document of a stream: its place, and what is needed to find places in it. Origins hold on to it, not to its value. */
export interface Document {
  readonly file: SourceFile;
  /** Counts every document of the stream from 0, empty ones too. */
  readonly index: number;
  readonly cut: Cut;
  /** The path that helm wrote in front (`# Source:`), which people know better than the stream's name. */
  readonly sourceComment?: string;
  /** Where the items of a JSON list lie. */
  readonly objects?: JsonObjects;
  /** Keys that are stored under another text than the one that is written. */
  readonly restoredKeys: readonly RestoredKey[];
}

/** A document that holds nothing of its file: for what was not read, and what is not written yet. */
export function emptyDocument(file: SourceFile): Document {
  return { file, index: 0, cut: { start: 0, end: 0, body: 0, syntax: "yaml" }, restoredKeys: [] };
}

/** The text of a document, as it stands in its file. */
export function textIn({ file, cut }: Document): string {
  return file.text.slice(cut.start, cut.end);
}

/** A document as it was read: its value, or what is wrong with it. */
export interface DocumentReading {
  readonly document: Document;
  /** Undefined where the document cannot be read: then `problem` says why. */
  readonly value: Value | undefined;
  readonly problem?: ReadProblem;
  /** Text behind the value that kubectl drops in silence. */
  readonly rest?: ReadProblem;
  readonly duplicates: readonly DuplicateKey[];
  readonly collisions: readonly DuplicateKey[];
}

/** Decides how much of a document to build. */
export interface Keeping {
  /** The parts that are read of what has this root `apiVersion` and `kind` (decoded: `"k\x69nd"` counts). */
  readonly parts: (apiVersion: string | undefined, kind: string | undefined) => true | Keep | "nothing";
  /** The lists of another state of the same cluster, of which most objects are the same. */
  readonly twins?: TwinItems;
}

/** The parts that say what an object is. */
export const HEADER: Keep = { apiVersion: true, kind: true };

/** Builds every part. */
export const KEEP_ALL: Keeping = { parts: () => true };
