import { nextPiece } from "../../../src/source/flows/cut-line.js";
import type { FlowRecord } from "../../../src/source/flows/record.js";
import { LogParser } from "../../../src/source/flows/log-parser.js";
import type {
  LineFault,
  LogFormat,
  LogLine,
  RepeatedRecord,
  SkipReason,
} from "../../../src/source/flows/reader.js";

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

/** What a stream makes of a log whose format is forced, each with its line. A repeated record is taken by its parts. */
export function streamed(format: LogFormat, pieces: readonly Uint8Array[]): readonly string[] {
  const entries: string[] = [];
  const add = (entry: unknown, line: number): void =>
    void entries.push(
      `${line} ${JSON.stringify(entry, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value))}`,
    );
  // What is in front of a destination isn't one of the parts that are told.
  const addRecord = (record: FlowRecord, line: number): void =>
    add(Object.entries({ ...record, via: undefined }).toSorted(), line);
  const parser = new LogParser([format], {
    record: addRecord,
    repeated: ({ like, source, destination, first, last, count, sourcePort, port }: RepeatedRecord, line) => {
      addRecord({ ...like, source, destination, first, last, count, sourcePort, port }, line);
      return true;
    },
    skip: (skip, line) => add({ skip }, line),
    bad: (bad, line) => add({ bad }, line),
    lost: (lost, line) => add({ lost }, line),
  });
  for (const each of pieces) parser.push(each);
  parser.end();
  return entries;
}
