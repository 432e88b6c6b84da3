import type { FlowRecord, RecordedEnd } from "./record.js";

/** A line of a log: UTF-8 without its end and without the prefix of a container runtime. */
export interface LogLine {
  /** A piece of the log. It is used again for the next one: keep nothing of it beyond the call. */
  readonly bytes: Uint8Array;
  /** Where the line begins in `bytes`, and where it ends (exclusive). */
  readonly start: number;
  readonly end: number;
  /** A number for what is in `bytes`: the same one means the same bytes. */
  readonly piece: number;
  /** The line as text, decoded on the first call. Invalid UTF-8 becomes U+FFFD. */
  text(): string;
}

/** Every {@link SkipReason}. */
export const SKIP_REASONS = [
  /** A message about something else than traffic, a header, a blank line. */
  "no-flow",
  /** A step on the way to a decision, such as OVN's `pass`. */
  "step",
  /** An entry of a connection table that ended or was removed. */
  "connection-state",
  /** A record about the application's protocol, whose connection has a record of its own. */
  "application",
  /** Half of a record whose other half never came, or came too late. */
  "half",
] as const;

/** Why a line holds nothing to judge, though there is nothing wrong with it. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What is wrong with a line; a field is named as in the log, with dots: `flow.IP.source`. */
export type LineFault =
  /** It isn't JSON, CSV or whatever its format is made of; a cut line ends in the middle. */
  | { readonly code: "not-json" | "cut" | "not-this-format" | "nested-too-deeply" | "too-long" }
  /** A line of a log that no format of the table claims, or whose first line that some claim is claimed by several. */
  | { readonly code: "no-format" | "several-formats" }
  | { readonly code: "missing-field"; readonly field: string }
  /** A field has a value of another type, or one outside of what it may be: port 70000, an address that is none. */
  | { readonly code: "bad-value"; readonly field: string };

/**
 * A record whose parts its reader has told before: all but its times, its count and its ports is known by numbers. It is one object, used
 * again for the next record: keep nothing of it beyond the call.
 */
export interface RepeatedRecord extends RecordNumbers {
  /** Numbers mean the same parts as long as this is the same object. */
  readonly numbering: object;
  /** A record that is the same but for its ends, the Service in front, and its own numbers. */
  readonly like: FlowRecord;
  readonly likeNumber: number;
  readonly source: RecordedEnd;
  readonly sourceNumber: number;
  readonly destination: RecordedEnd;
  readonly destinationNumber: number;
}

/** What of a record is new in most lines. */
export type RecordNumbers = Pick<FlowRecord, "first" | "last" | "count" | "sourcePort" | "port">;

/**
 * Which records a sink makes the same of: those of one `like` whose ends have the same numbers and whose ports are of the same classes, as
 * far as it needs them. It may be told many of them as one, with the sum of their counts and the first and the last of their times, once it
 * has taken the first of them. Classes and numbers of ends mean the same as long as this is the same object.
 */
export interface AlikeRecords {
  /** The class of every port that is reached, and of every port of a client. */
  readonly portClasses: Uint16Array;
  readonly clientClasses: Uint16Array;
  /** What it needs of records like one that it has taken. */
  needs(record: RepeatedRecord): { readonly ends: boolean; readonly port: boolean; readonly client: boolean };
  /** The number of an end of a record that it has taken, from 1; 0 where there is none. @param number the end's own */
  end(record: RepeatedRecord, number: number): number;
}

/** Takes what a reader finds in a line: one thing, several, or nothing so far. */
export interface RecordSink {
  record(record: FlowRecord): void;
  /** Takes a record by its parts, which is faster; it means what the whole record does. @returns false where it has to be told as a whole */
  repeated?(record: RepeatedRecord): boolean;
  /** Records that may be counted by the reader; only where `repeated` takes all. */
  readonly alike?: AlikeRecords | undefined;
  skip(reason: SkipReason): void;
  bad(fault: LineFault): void;
  /** The log says that events were lost before it could write them. @param events how many, at least 1 */
  lost(events: number): void;
}

/**
 * Reads one stream, line by line. A reader that joins lines keeps no more than `RECORDS_KEPT` halves, drops the oldest first, and
 * reports each as skipped (`half`). It never throws: any bytes at all are one of the things that a sink takes.
 */
export interface LogReader {
  read(line: LogLine, sink: RecordSink): void;
  /**
   * Reads the line that begins at a place of a piece, as `read` would, if its end is found on the way; a byte for its end and one of a
   * return before it don't belong to it. @returns the place behind its end; 0 where nothing was read
   */
  readNext?(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): number;
  /**
   * Counts lines that the sink makes the same of as of others before: from a place of a piece on, as long as there are such lines. They are
   * told when others follow that need the room, or at the end. @returns the place behind them
   */
  countNext?(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): CountedLines;
  /** The last header as text, where the format has some: whoever reads it first reads what follows as this reader does. */
  readonly header?: string | undefined;
  /** The stream is over: reports what was kept for lines that didn't come. */
  end(sink: RecordSink): void;
}

/** Lines that were counted: how many, and the place behind them. One object, used again by the next call. */
export interface CountedLines {
  readonly lines: number;
  readonly next: number;
}

/** How many halves of records a reader that joins lines keeps at most. */
export const RECORDS_KEPT = 10_000;

/** What the meaning of a line hangs on: nothing before it, the last header before it alone, or any of the lines before it. */
export type LineMemory = "none" | "header" | "lines";

/** A format of logs: a row of the table of formats. */
export interface LogFormat {
  /** What `--format` takes: lower case, with hyphens. */
  readonly id: string;
  /** What people call it. */
  readonly title: string;
  /** True where a line can't be of another format of the table. The first lines of a stream are asked, by every format in turn. */
  detects(line: LogLine): boolean;
  readonly memory: LineMemory;
  /** A reader for one stream. */
  reader(): LogReader;
  /** What a log of this format never contains, whatever happened. */
  readonly lacks: readonly LogGap[];
}

/** What a format of logs leaves out; it limits what can be said about a comparison. */
export type LogGap =
  /** Without extra configuration it has drops only. */
  | "allowed-by-default"
  /** Lines beyond a rate are dropped silently. */
  | "rate-limited"
  /** Connections are seen, decisions of policies are not. */
  | "decisions"
  /** Decisions are those of something else, such as a security group. */
  | "policy-decisions"
  /** The direction of a decision. */
  | "direction"
  /** Names of pods. */
  | "pods"
  /** Single pods: they are put together. */
  | "single-pods"
  /** Which of the two packets' directions opened the connection. */
  | "replies"
  /** Times. */
  | "times";
