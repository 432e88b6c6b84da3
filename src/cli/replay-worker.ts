import { LOG_FORMATS } from "../source/flows/formats.js";
import { parentPort, workerData } from "node:worker_threads";
import { PartCounter } from "../questions/replay/count-part.js";
import { piecesOf, type FilePart } from "../input/log-file.js";
import type { KnownEnds } from "../questions/replay/record-kinds.js";

/** What a thread is told that counts parts of a file. */
export interface CountingTask {
  readonly descriptor: number;
  readonly format: string;
  readonly header: string | undefined;
  /** Where runs of ports begin that are counted with one. */
  readonly portStarts: readonly number[];
}

/** What such a thread is asked. */
export interface CountingRequest {
  readonly part: FilePart;
  /** What is newly known of ends. */
  readonly known: KnownEnds | undefined;
}

// Counts one part after the other, as they are asked for.
const { descriptor, format: id, header, portStarts } = workerData as CountingTask;
const format = LOG_FORMATS.find((each) => each.id === id);
if (format === undefined) throw new Error("invariant: a format has a row in the table");
const counter = new PartCounter(format, header, portStarts);
parentPort?.on("message", ({ part, known }: CountingRequest) => {
  if (known !== undefined) counter.know(known);
  const counts = counter.count(piecesOf(descriptor, part));
  const { added, kinds, counts: sums, first, last, lines } = counts;
  const memory = [added, kinds, sums, first, last, lines].map(({ buffer }) => buffer as ArrayBuffer);
  parentPort?.postMessage(counts, memory);
});
