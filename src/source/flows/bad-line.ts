import type { LineFault, RecordSink } from "./reader.js";

/** Ends the reading of one line that can't be read. */
export class BadLine extends Error {
  readonly fault: LineFault;

  constructor(fault: LineFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Reads one line; what is wrong with it is handed on as well. */
export function orBadLine(sink: RecordSink, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    sink.bad(error.fault);
  }
}
