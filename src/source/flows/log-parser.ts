import { LineCutter, type LineTaker } from "./line-cutter.js";
import { nextPiece } from "./cut-line.js";
import type { FlowRecord } from "./record.js";
import type {
  AlikeRecords,
  CountedLines,
  LineFault,
  LogFormat,
  LogLine,
  LogReader,
  RecordSink,
  RepeatedRecord,
  SkipReason,
} from "./reader.js";

/** Takes what a log has, with the line that it comes from (from 1). */
export interface LogTaker {
  record(record: FlowRecord, line: number): void;
  /** The same by its parts, where there are many. @returns false where it has to be told as a whole */
  repeated?(record: RepeatedRecord, line: number): boolean;
  /** As {@link RecordSink.alike}. */
  readonly alike?: AlikeRecords | undefined;
  skip(reason: SkipReason, line: number): void;
  bad(fault: LineFault, line: number): void;
  lost(events: number, line: number): void;
}

/** Which lines of a stream are read: all of them, or those of one of several shards. */
export interface LogShard {
  readonly index: number;
  readonly count: number;
  /** The number of the stream among all, from 0: formats whose lines belong together are read as a whole, by one shard. */
  readonly stream: number;
}

/** So many lines in a row are one shard's. */
const LINES_TOGETHER = 1024;

/** So many lines, and characters of them, are kept until one tells the format: programs say other things first. */
const LINES_TRIED = 10_000;
const TEXT_TRIED = 8 << 20;

/**
 * Reads one stream of bytes: finds its format by its first lines, and hands every line to the reader of that format. It never
 * throws, whatever the bytes are.
 */
export class LogParser implements LineTaker {
  readonly #formats: readonly LogFormat[];
  readonly #shard: LogShard | undefined;
  readonly #cutter = new LineCutter(this);
  readonly #sink: RecordSink;
  #format: LogFormat | undefined;
  #reader: LogReader | undefined;
  #tried: { readonly text: string; readonly number: number }[] = [];
  #triedLength = 0;
  #number = 0;
  #isMine = true;

  /** @param formats the one that is forced, or all that are tried */
  constructor(formats: readonly LogFormat[], taker: LogTaker, shard?: LogShard) {
    this.#formats = formats;
    this.#shard = shard;
    this.#sink = {
      record: (record) => {
        if (this.#isMine) taker.record(record, this.#number);
      },
      // Lines of other shards are not counted.
      alike: shard === undefined ? taker.alike : undefined,
      repeated: (record) => !this.#isMine || (taker.repeated?.(record, this.#number) ?? false),
      skip: (reason) => {
        if (this.#isMine) taker.skip(reason, this.#number);
      },
      bad: (fault) => {
        if (this.#isMine) taker.bad(fault, this.#number);
      },
      lost: (events) => {
        if (this.#isMine) taker.lost(events, this.#number);
      },
    };
  }

  /** The format; undefined until a line has told it, and for a stream without such a line. */
  get format(): LogFormat | undefined {
    return this.#format;
  }

  /** The last header; undefined where there was none. */
  get header(): string | undefined {
    return this.#reader?.header;
  }

  /** How many lines have ended. */
  get lines(): number {
    return this.#cutter.lines;
  }

  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  /** Leaves out lines that somebody else has read: whole ones, between whole ones. */
  pass(lines: number): void {
    this.#cutter.pass(lines);
  }

  /** The stream is over. */
  end(): void {
    this.#cutter.end();
    if (this.#reader === undefined) this.#giveUp("no-format");
    this.#isMine = this.#format === undefined || !this.#isShared || this.#isOfShard(this.#number);
    this.#reader?.end(this.#sink);
  }

  line(line: LogLine, number: number): void {
    if (this.#reader === undefined) {
      this.#detect(line, number);
      return;
    }
    this.#read(line, number);
  }

  nextLine(bytes: Uint8Array, start: number, piece: number, number: number): number {
    const reader = this.#reader;
    // Lines of other shards are passed without a look.
    if (reader?.readNext === undefined || this.#shard !== undefined) return 0;
    this.#number = number;
    this.#isMine = true;
    return reader.readNext(bytes, start, piece, this.#sink);
  }

  countNext(bytes: Uint8Array, start: number, piece: number, number: number): CountedLines | undefined {
    if (this.#sink.alike === undefined) return undefined;
    this.#number = number;
    this.#isMine = true;
    return this.#reader?.countNext?.(bytes, start, piece, this.#sink);
  }

  tooLong(number: number): void {
    this.#number = number;
    this.#isMine = this.#isOfShard(number);
    this.#sink.bad({ code: "too-long" });
  }

  /** True where the lines of the stream are divided among shards. */
  get #isShared(): boolean {
    return this.#format === undefined || this.#format.memory === "none";
  }

  #isOfShard(number: number): boolean {
    if (this.#shard === undefined) return true;
    const { index, count, stream } = this.#shard;
    return (this.#isShared ? Math.floor((number - 1) / LINES_TOGETHER) : stream) % count === index;
  }

  #read(line: LogLine, number: number): void {
    this.#number = number;
    this.#isMine = this.#isOfShard(number);
    if (this.#isMine) this.#reader?.read(line, this.#sink);
  }

  #detect(line: LogLine, number: number): void {
    const [only, ...others] = this.#formats;
    const fitting = others.length === 0 ? [only] : this.#formats.filter((format) => format.detects(line));
    const [found, second] = fitting;
    if (found === undefined || second !== undefined) {
      const text = line.text();
      this.#tried.push({ text, number });
      this.#triedLength += text.length;
      if (second !== undefined) this.#giveUp("several-formats");
      else if (this.#tried.length >= LINES_TRIED || this.#triedLength >= TEXT_TRIED)
        this.#giveUp("no-format");
      return;
    }
    this.#format = found;
    this.#reader = found.reader();
    this.#again();
    this.#read(line, number);
  }

  /** Lines before the one that told the format. */
  #again(): void {
    for (const { text, number } of this.#tried) {
      const bytes = ENCODER.encode(text);
      this.#read({ bytes, start: 0, end: bytes.length, piece: nextPiece(), text: () => text }, number);
    }
    this.#tried = [];
  }

  /** Nothing tells the format: all lines are counted as bad. */
  #giveUp(code: "no-format" | "several-formats"): void {
    this.#reader = {
      read: (line, sink) => {
        if (line.text().trim() === "") sink.skip("no-flow");
        else sink.bad({ code });
      },
      end: () => undefined,
    };
    this.#again();
  }
}

const ENCODER = new TextEncoder();
