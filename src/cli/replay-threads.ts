import { boundaryIn } from "../source/flows/log-part.js";
import { LogFile, piecesOf, type FilePart } from "../input/log-file.js";
import { PartTeller, type PartCounts } from "../questions/replay/count-part.js";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { CountingRequest, CountingTask } from "./replay-worker.js";
import type { LogParser } from "../source/flows/log-parser.js";
import type { Tally } from "../questions/replay/tally.js";

/** The log that threads read, and who is told what it has. */
export interface ThreadedLog {
  readonly path: string;
  readonly cwd: string;
  /** Its number among all. */
  readonly number: number;
  readonly tally: Tally;
  /** Reads the stream in this thread; nothing was pushed yet, and it is not ended here. */
  readonly parser: LogParser;
  readonly told: (bytes: number) => void;
}

/** Bytes that this thread reads first, which tell the format. */
const HEAD = 1 << 18;
const MOST_PART = 64 << 20;
const LEAST_PART = 1 << 18;
/** Lines by which most kinds of records have been met, where there are few. */
const FAR = 60_000;
/** Parts for each thread, so that all of them end at about the same time. */
const PARTS_EACH = 4;
/** Parts that a thread has before it: one in work, one that waits. */
const PARTS_AHEAD = 2;

/**
 * Counts a plain file by threads that read parts of it. It comes to what one thread makes of it: parts are told in their order, and where
 * one can't be told this thread reads the rest.
 * @param count of threads, this one among them
 * @returns false where nothing was read: the file is small, packed or a pipe, or there are several states
 * @throws {LogStreamError}
 */
export async function tallyInThreads(log: ThreadedLog, count: number): Promise<boolean> {
  const { path, cwd, tally, parser, told } = log;
  // What a record is compared with hangs on its time, where there are several states.
  if (count < 2 || path === "-" || tally.timeline.states.length > 1) return false;
  const file = LogFile.open(resolve(cwd, path), 2 * HEAD);
  if (file === undefined) return false;
  try {
    const head = boundaryAt(file, HEAD) ?? 0;
    for (const piece of piecesOf(file.descriptor, { start: 0, end: head })) parser.push(piece);
    told(head);
    const { format } = parser;
    const isDivided = format !== undefined && format.memory !== "lines";
    const start = isDivided ? await inParts(file, head, { ...log, format: format.id }, count) : head;
    if (start === undefined) return true;
    for await (const piece of file.from(start)) {
      parser.push(piece);
      told(piece.length);
    }
    return true;
  } finally {
    file.close();
  }
}

/** @returns where the rest begins that couldn't be told by parts; undefined where all was */
async function inParts(
  file: LogFile,
  head: number,
  { format, number, tally, parser, told }: ThreadedLog & { readonly format: string },
  count: number,
): Promise<number | undefined> {
  const { descriptor } = file;
  const { default: code } = await import("./replay-worker.js?code");
  const task: CountingTask = { descriptor, format, header: parser.header, portStarts: tally.folds.starts };
  // This thread is one of them: it reads every so many parts itself.
  const threads = Array.from({ length: count - 1 }, () => new CountingThread(code, task, tally));
  const parts = partsOf(file, head, count);
  const waiting: WaitingPart[] = [];
  try {
    for (let next = 0; ; next++) {
      const part = parts.next();
      if (part.done !== true) {
        const thread = threads[(next % count) - 1];
        waiting.push({ part: part.value, thread, counts: thread?.count(part.value) });
        if (waiting.length < PARTS_AHEAD * count) continue;
      }
      const oldest = waiting.shift();
      if (oldest === undefined) return undefined;
      const { start, end } = oldest.part;
      if (oldest.thread === undefined)
        for (const piece of piecesOf(descriptor, oldest.part)) parser.push(piece);
      else {
        const counts = await oldest.counts;
        if (counts === undefined || !oldest.thread.teller.tell(counts, number, parser)) return start;
        parser.pass(counts.lineCount);
        // Threads that meet something new in most lines cost more than they gain.
        const fresh = counts.added.length / 3 + counts.ends.length;
        if (end !== undefined && parser.lines > FAR && 4 * fresh > counts.lineCount) return end;
      }
      told((end ?? file.size) - start);
    }
  } finally {
    await Promise.all(threads.map((each) => each.end()));
  }
}

interface WaitingPart {
  readonly part: FilePart;
  /** Undefined for this thread. */
  readonly thread: CountingThread | undefined;
  readonly counts: Promise<PartCounts | undefined> | undefined;
}

/** Parts one after another, the last one to the end of the file, however far that is by then. */
function* partsOf(file: LogFile, head: number, count: number): Generator<FilePart> {
  const wanted = Math.ceil((file.size - head) / (count * PARTS_EACH));
  const most = Math.min(Math.max(wanted, LEAST_PART), MOST_PART);
  let start = head;
  // Parts are small at first: then much is new in each, and what is known of it makes later ones cheaper.
  const length = (): number => Math.min(Math.max(Math.floor(start / 4), LEAST_PART), most);
  for (let near = start + length(); near < file.size; near += length()) {
    const end = boundaryAt(file, near);
    // Lines that are very long, or joined: the part goes on.
    if (end === undefined) continue;
    yield { start, end };
    start = end;
    near = Math.max(near, end);
  }
  yield { start, end: undefined };
}

/** The first boundary behind a position; undefined where there is none for a while. */
function boundaryAt(file: LogFile, position: number): number | undefined {
  const bytes = file.at(position);
  const boundary = bytes === undefined ? undefined : boundaryIn(bytes);
  return boundary === undefined ? undefined : position + boundary;
}

/** A thread that counts parts in the order in which it is given them, and who is told of them. */
class CountingThread {
  readonly teller: PartTeller;
  readonly #worker: Worker;
  readonly #waiting: ((counts: PartCounts | undefined) => void)[] = [];
  #isOver = false;

  constructor(code: string, task: CountingTask, tally: Tally) {
    this.teller = new PartTeller(tally);
    this.#worker = new Worker(code, {
      eval: true,
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      workerData: task,
    });
    this.#worker
      .on("message", (counts: PartCounts) => this.#waiting.shift()?.(counts))
      // Whatever it is, this thread meets it again where it reads what that one hasn't.
      .on("error", () => this.#over())
      .on("exit", () => this.#over());
  }

  /** Undefined where the thread can't. */
  count(part: FilePart): Promise<PartCounts | undefined> {
    return new Promise((resolve) => {
      if (this.#isOver) return resolve(undefined);
      this.#waiting.push(resolve);
      const request: CountingRequest = { part, known: this.teller.known() };
      this.#worker.postMessage(request);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #over(): void {
    this.#isOver = true;
    for (const each of this.#waiting.splice(0)) each(undefined);
  }
}
