import { LINE_NUMBERS, type LineNumber } from "./line-parts.js";
import { SLOT_KINDS, type PartScan } from "./part-scan.js";
import type { AlikeRecords, RecordSink, RepeatedRecord } from "./reader.js";

/** Slots of a record's numbers; -1 for one that is the same in every line. */
type Numbers = Readonly<Record<LineNumber, number>>;

/** Where the compiled code has what it counts: see repeats.as. */
const KIND_BYTES = 48;
const SUMS_AT = 16;

const NEEDS = { ends: 1, port: 2, client: 4 } as const;
const FIRST_IS_TEXT = 8;
const LAST_IS_TEXT = 16;
const NO_SLOT = 0xff;

/** One of the records that are counted together, which is the first of them, with the slots of its numbers. */
interface CountedKind {
  readonly record: RepeatedRecord;
  readonly numbers: Numbers;
}

/** Somebody who reads a log, and who takes it. */
interface Owner {
  readonly reader: object;
  readonly sink: Required<Pick<RecordSink, "repeated">>;
  readonly alike: AlikeRecords;
}

/**
 * Counts records of one format that repeat, as far as their sink makes the same of them: lines of these are scanned and counted by compiled
 * code, many at a time, and told as one record each when the log is over. The first of them was told before, so that its place is the first.
 */
export class Repeats {
  readonly #scan: PartScan;
  #owner: Owner | undefined;
  #kinds: CountedKind[] = [];
  /** How many records of new kinds are not counted. */
  #passed = 0;
  /** By whom what is known of ends was said. */
  #alike: WeakRef<AlikeRecords> | undefined;

  constructor(scan: PartScan) {
    this.#scan = scan;
  }

  /** Counts for a reader from now on. @returns false where ends that were met mean something else to another sink: they have to be forgotten */
  begin(reader: object, sink: Owner["sink"], alike: AlikeRecords): boolean {
    if (this.#owner?.reader === reader && this.#owner.sink === sink) return true;
    this.tell();
    this.#owner = { reader, sink, alike };
    if (this.#alike?.deref() === alike) return true;
    const isFirst = this.#alike === undefined;
    this.#alike = new WeakRef(alike);
    const { code } = this.#scan;
    const { buffer } = code.memory;
    new Uint16Array(buffer, code.PORT_CLASSES.value, 65_536).set(alike.portClasses);
    new Uint16Array(buffer, code.PORT_CLASSES.value + 0x2_00_00, 65_536).set(alike.clientClasses);
    return isFirst;
  }

  /** A reader has come to the end of its log. */
  end(reader: object): void {
    if (!this.isOf(reader)) return;
    this.tell();
    this.#owner = undefined;
  }

  /** Forgets all that it knows of values. */
  forget(): void {
    this.tell();
    this.#scan.code.forgetRests();
  }

  /** True while it counts for a reader. */
  isOf(reader: object): boolean {
    return this.#owner?.reader === reader;
  }

  /**
   * Counts records like one that was told, from now on. @param numbers the slots of what is a number in it
   * @param known the number of its rest, from 1; 0 where it has none yet @returns that number; -1 for one that isn't counted
   */
  add(record: RepeatedRecord, numbers: Numbers, known: number): number {
    if (this.#passed > 0) {
      this.#passed--;
      return known;
    }
    const { alike } = this.#owner!;
    const { ends, port, client } = alike.needs(record);
    const from = ends ? alike.end(record, record.sourceNumber) : 0;
    const to = ends ? alike.end(record, record.destinationNumber) : 0;
    if (ends && (from === 0 || to === 0)) return known;
    const { code } = this.#scan;
    const slot = (name: LineNumber): number => (numbers[name] === -1 ? NO_SLOT : numbers[name]);
    const needs =
      (ends ? NEEDS.ends : 0) |
      (port ? NEEDS.port : 0) |
      (client ? NEEDS.client : 0) |
      (this.#isText(numbers.first) ? FIRST_IS_TEXT : 0) |
      (this.#isText(numbers.last) ? LAST_IS_TEXT : 0);
    const [first, last, count, source, destination] = LINE_NUMBERS.map(slot) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const rest = known === 0 ? code.addRest(needs, first, last, count, source, destination) : known;
    if (rest === 0) return -1;
    const at = code.addKind(from, to, rest);
    if (at === TOO_MANY) this.#makeRoom();
    if (at < 0) return rest;
    this.#kinds[at] = { record: { ...record }, numbers };
    return rest;
  }

  /** Tells what was counted, and begins anew. @returns how many lines it was */
  tell(): number {
    if (this.#kinds.length === 0) return 0;
    const { code } = this.#scan;
    const sums = new DataView(code.memory.buffer, code.KINDS.value);
    const kinds = this.#kinds;
    this.#kinds = [];
    let all = 0;
    for (const [i, { record, numbers }] of kinds.entries()) {
      const at = i * KIND_BYTES + SUMS_AT;
      const lines = sums.getFloat64(at, true);
      if (lines === 0) continue;
      all += lines;
      const count = numbers.count === -1 ? lines * record.count : sums.getFloat64(at + 8, true);
      const first = numbers.first === -1 ? record.first : sums.getFloat64(at + 16, true);
      const last = numbers.last === -1 ? record.last : sums.getFloat64(at + 24, true);
      this.#owner!.sink.repeated({ ...record, count, first, last });
    }
    code.forgetKinds();
    return all;
  }

  /** Tells what was counted; where kinds hardly came again, the next records are told one by one, which takes less. */
  #makeRoom(): void {
    const kinds = this.#kinds.length;
    if (this.tell() < kinds) this.#passed = 4 * kinds;
  }

  #isText(slot: number): boolean {
    return slot !== -1 && this.#scan.kinds[slot] === SLOT_KINDS.time;
  }
}

const TOO_MANY = -1;
