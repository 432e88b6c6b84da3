import { nextPiece } from "../../../src/source/flows/line-cutter.js";
import type { FlowRecord } from "../../../src/source/flows/record.js";
import type { LineFault, LogFormat, LogLine, SkipReason } from "../../../src/source/flows/reader.js";

/** What a reader made of a log, in the log's order. */
export type ReadEntry =
  | { readonly record: FlowRecord }
  | { readonly skip: SkipReason }
  | { readonly bad: LineFault }
  | { readonly lost: number };

/** A line as a stream hands it to a reader: somewhere inside of a larger piece. */
export function lineOf(text: string): LogLine {
  const before = new TextEncoder().encode("#");
  const own = new TextEncoder().encode(text);
  const bytes = new Uint8Array(before.length + own.length + before.length);
  bytes.set(before);
  bytes.set(own, before.length);
  bytes.set(before, before.length + own.length);
  const [start, end] = [before.length, before.length + own.length];
  return { bytes, start, end, piece: nextPiece(), text: () => text };
}

/** Reads the lines of a log with one reader. */
export function readLog(format: LogFormat, text: string): readonly ReadEntry[] {
  const entries: ReadEntry[] = [];
  const sink = {
    record: (record: FlowRecord) => void entries.push({ record }),
    skip: (skip: SkipReason) => void entries.push({ skip }),
    bad: (bad: LineFault) => void entries.push({ bad }),
    lost: (lost: number) => void entries.push({ lost }),
  };
  const reader = format.reader();
  for (const line of text.split("\n")) reader.read(lineOf(line), sink);
  reader.end(sink);
  return entries;
}
