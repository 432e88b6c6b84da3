import { recordOf } from "./record-of.js";
import { UNKNOWN_END } from "./made-ends.js";
import type { FlowRecord, RecordedRule } from "./record.js";
import type { RecordSink, RepeatedRecord } from "./reader.js";

/** A line that says what was asked, with the numbers of its parts where they have some. */
export type AskedLine = {
  -readonly [K in keyof RepeatedRecord]: RepeatedRecord[K] | (K extends "numbering" ? undefined : never);
};

/** What a line comes to that says what was asked: it stands for one direction, or for both. */
const ANSWERS = ["allowed", "dropped", "both allowed"] as const;

/** Stands for a line that isn't written yet. */
export const UNWRITTEN_LINE: AskedLine = {
  numbering: undefined,
  like: recordOf({ source: UNKNOWN_END, destination: UNKNOWN_END, protocol: "unknown", seen: "none" }),
  likeNumber: 0,
  source: UNKNOWN_END,
  sourceNumber: 0,
  destination: UNKNOWN_END,
  destinationNumber: 0,
  first: undefined,
  last: undefined,
  // A packet is one.
  count: 1,
  sourcePort: undefined,
  port: undefined,
};

/** @param into is written anew */
export function asked(into: AskedLine, like: FlowRecord, line: FlowRecord | RepeatedRecord): AskedLine {
  const isNumbered = "numbering" in line;
  into.numbering = isNumbered ? line.numbering : undefined;
  into.like = like;
  into.likeNumber = isNumbered ? line.likeNumber : 0;
  into.source = line.source;
  into.sourceNumber = isNumbered ? line.sourceNumber : 0;
  into.destination = line.destination;
  into.destinationNumber = isNumbered ? line.destinationNumber : 0;
  into.first = line.first;
  into.last = line.last;
  into.sourcePort = line.sourcePort;
  into.port = line.port;
  return into;
}

/** Records of lines with their answers, by the numbers of the lines. */
export class KnownAnswers {
  #numbering: object | undefined;
  #likes: (FlowRecord | undefined)[] = [];

  /** @param line is its record behind the call */
  tell(
    line: AskedLine,
    answer: (typeof ANSWERS)[number],
    deciders: readonly RecordedRule[],
    sink: RecordSink,
  ): void {
    const { like, likeNumber } = line;
    if (isNumbered(line) && deciders.length === 0 && sink.repeated !== undefined) {
      // Lines by themselves are told to nobody: the numbers that they take are these.
      const number = likeNumber * ANSWERS.length + ANSWERS.indexOf(answer);
      if (line.numbering !== this.#numbering) this.#likes = [];
      this.#numbering = line.numbering;
      line.like = this.#likes[number] ?? (this.#likes[number] = answered(line, answer, deciders));
      line.likeNumber = number;
      if (sink.repeated(line)) return;
      line.like = like;
    }
    sink.record(answered(line, answer, deciders));
  }
}

function isNumbered(line: AskedLine): line is AskedLine & { numbering: object } {
  return line.numbering !== undefined;
}

function answered(
  { like, source, destination, first, last, sourcePort, port }: AskedLine,
  answer: (typeof ANSWERS)[number],
  deciders: readonly RecordedRule[],
): FlowRecord {
  return recordOf({
    ...like,
    source,
    destination,
    first,
    last,
    sourcePort,
    port,
    count: 1,
    seen: answer === "dropped" ? "dropped" : "allowed",
    cause: { code: "policy" },
    point: answer === "both allowed" ? "connection" : like.point,
    deciders,
  });
}
