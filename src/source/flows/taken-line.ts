import type { FlowRecord } from "./record.js";
import type { LineFault, RecordSink, SkipReason } from "./reader.js";

/** Keeps what a reader says of one line, to look at it before it is told. */
export class TakenLine implements RecordSink {
  #records: FlowRecord[] = [];
  readonly #others: ((sink: RecordSink) => void)[] = [];
  #skipped: SkipReason | undefined;

  /** The records of a line that has nothing else. */
  get records(): readonly FlowRecord[] {
    return this.#others.length === 0 ? this.#records : [];
  }

  /** Why a line was skipped that has nothing else. */
  get skipped(): SkipReason | undefined {
    return this.#others.length === 1 && this.#records.length === 0 ? this.#skipped : undefined;
  }

  clear(): void {
    this.#records = [];
    this.#others.length = 0;
    this.#skipped = undefined;
  }

  record(record: FlowRecord): void {
    this.#records.push(record);
  }

  skip(reason: SkipReason): void {
    this.#skipped = reason;
    this.#others.push((sink) => sink.skip(reason));
  }

  bad(fault: LineFault): void {
    this.#others.push((sink) => sink.bad(fault));
  }

  lost(events: number): void {
    this.#others.push((sink) => sink.lost(events));
  }

  /** Hands on what was taken: records first. */
  tell(sink: RecordSink): void {
    for (const record of this.#records) sink.record(record);
    for (const each of this.#others) each(sink);
  }
}
