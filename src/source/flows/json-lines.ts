import { Fields } from "./fields.js";
import { orBadLine } from "./bad-line.js";
import type { LogLine, LogReader, RecordSink } from "./reader.js";

const OPEN_BRACE = 0x7b;

/** True for a line whose first byte, but for white space of JSON, opens an object: the only lines that a format of JSON may claim. */
export function opensObject({ bytes, start, end }: LogLine): boolean {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d)) at++;
  return at < end && bytes[at] === OPEN_BRACE;
}

/** The object that a line is; undefined for anything else. */
export function lineObject(line: LogLine): Fields | undefined {
  return opensObject(line) ? Fields.ofJson(line.text()) : undefined;
}

/** A reader of lines that each are one object of JSON. Blank lines are nothing; the rest is what is wrong with the log. */
export function jsonReader(read: (fields: Fields, sink: RecordSink) => void): LogReader {
  return {
    read(line, sink) {
      const fields = lineObject(line);
      if (fields !== undefined) orBadLine(sink, () => read(fields, sink));
      else if (line.text().trim() === "") sink.skip("no-flow");
      else sink.bad({ code: opensObject(line) ? "cut" : "not-json" });
    },
    end() {
      // Every line stands for itself.
    },
  };
}

/** A reader of lines of text. @param read throws a BadLine for what is wrong with a line */
export function textReader(read: (text: string, sink: RecordSink) => void): LogReader {
  return {
    read(line, sink) {
      const text = line.text().trim();
      if (text === "") sink.skip("no-flow");
      else orBadLine(sink, () => read(text, sink));
    },
    end() {
      // Every line stands for itself.
    },
  };
}
