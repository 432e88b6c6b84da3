import { addSkipped, type BadLines } from "./counting.js";
import type { Tally } from "./tally.js";
import { LogPart } from "../../source/flows/log-part.js";
import { RecordKinds, type CountedKinds, type KnownEnds, type RestOfRecord } from "./record-kinds.js";
import type { FlowRecord, RecordedEnd } from "../../source/flows/record.js";
import type { LineFault, LogFormat, SkipReason } from "../../source/flows/reader.js";

/** What a part of a log has; numbers of lines are those in the part. */
export interface PartCounts extends CountedKinds {
  /** How many lines it has. */
  readonly lineCount: number;
  /** Records in all. */
  readonly records: number;
  readonly lost: number;
  readonly skipped: readonly (readonly [SkipReason, number])[];
  readonly bad: readonly Omit<BadLines, "file">[];
  /** The last header before it, as the counter was told. */
  readonly header: string | undefined;
  /** True where a header in it makes the lines behind it mean something else. */
  readonly hasOtherHeader: boolean;
}

/** Counts parts of one log, without knowing the cluster: that is another thread's. */
export class PartCounter {
  readonly #format: LogFormat;
  readonly #header: string | undefined;
  readonly #kinds: RecordKinds;

  /** @param header the last header before the parts */
  constructor(format: LogFormat, header: string | undefined, portStarts: readonly number[]) {
    this.#format = format;
    this.#header = header;
    this.#kinds = new RecordKinds(portStarts);
  }

  /** Takes what a teller knows of ends that it was told. */
  know(ends: KnownEnds): void {
    this.#kinds.know(ends);
  }

  /** @param pieces the bytes of a part, from one boundary to the next */
  count(pieces: Iterable<Uint8Array>): PartCounts {
    let records = 0;
    let lost = 0;
    const skipped = new Map<SkipReason, number>();
    const bad = new Map<string, { readonly fault: LineFault; readonly line: number; count: number }>();
    const part = new LogPart(this.#format, this.#header, {
      record: (record, line) => {
        records += record.count;
        this.#kinds.add(record, line);
      },
      skip: (reason) => addSkipped(skipped, reason, 1),
      bad: (fault, line) => {
        const key = JSON.stringify(fault);
        const known = bad.get(key);
        if (known === undefined) bad.set(key, { fault, line, count: 1 });
        else known.count++;
      },
      lost: (events) => void (lost += events),
    });
    for (const piece of pieces) part.push(piece);
    part.end();
    return {
      ...this.#kinds.take(),
      lineCount: part.lines,
      records,
      lost,
      skipped: [...skipped],
      bad: [...bad.values()],
      header: this.#header,
      hasOtherHeader: part.header !== this.#header,
    };
  }
}

/** Tells a tally what the parts of one log have that one counter has counted, in their order. */
export class PartTeller {
  readonly #tally: Tally;
  #round = 0;
  #ends: RecordedEnd[] = [];
  #rests: RestOfRecord[] = [];
  /** The ends and the rest of the first record of each kind. */
  #kinds: number[] = [];
  /** The first end of each that is the same to the cluster, and the number of each pod. */
  #same = new Map<string, number>();
  readonly #pods = new Map<string, number>();
  /** Ends of which nothing is known yet: no record of theirs was compared. */
  #unknown: number[] = [];

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** What is newly known of ends since the last time; undefined where it is nothing. */
  known(): KnownEnds | undefined {
    const known: number[] = [];
    const left = this.#unknown.filter((end) => {
      const found = this.#tally.known(this.#ends[end]!);
      if (found === undefined) return true;
      // What is on a node's network is seen pod by pod.
      if (found.isOnHost) return false;
      const same = numberIn(this.#same, found.same, end);
      const pod = found.pod === undefined ? 0 : numberIn(this.#pods, found.pod, this.#pods.size + 1);
      known.push(end, same, pod);
      return false;
    });
    this.#unknown = left;
    return known.length === 0 ? undefined : { round: this.#round, ends: Uint32Array.from(known) };
  }

  /**
   * @param before how many lines are before the part, and the last header of them
   * @returns false for what can't be told: a part before which or in which there is another header than its counter knew, and numbers of
   * which the sum depends on the order
   */
  tell(
    part: PartCounts,
    file: number,
    before: { readonly lines: number; readonly header: string | undefined },
  ): boolean {
    const tally = this.#tally;
    const { lines } = before;
    if (part.hasOtherHeader || part.header !== before.header || !tally.hasRoom(part.records, part.lost))
      return false;
    if (part.round !== this.#round) {
      this.#round = part.round;
      this.#ends = [];
      this.#rests = [];
      this.#kinds = [];
      this.#same = new Map();
      this.#unknown = [];
    }
    for (const each of part.ends) this.#unknown.push(this.#ends.push(each) - 1);
    for (const each of part.rests) this.#rests.push(each);
    for (const each of part.added) this.#kinds.push(each);
    for (const [i, kind] of part.kinds.entries())
      tally.record(this.#record(part, i, 3 * kind), { file, line: lines + part.lines[i]! });
    for (const [reason, count] of part.skipped) tally.skip(reason, count);
    for (const { fault, line, count } of part.bad) tally.bad(fault, { file, line: lines + line }, count);
    tally.lost(part.lost);
    return true;
  }

  /** All records of a kind that a part has as one. @param at where the kind is in `#kinds` */
  #record({ counts, first, last }: PartCounts, i: number, at: number): FlowRecord {
    const rest = this.#rests[this.#kinds[at + 2]!]!;
    return {
      ...rest,
      source: this.#ends[this.#kinds[at]!]!,
      destination: this.#ends[this.#kinds[at + 1]!]!,
      count: counts[i]!,
      first: rest.first === undefined ? undefined : first[i],
      last: rest.last === undefined ? undefined : last[i],
    };
  }
}

function numberIn(numbers: Map<string, number>, key: string, otherwise: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, otherwise);
  return otherwise;
}
