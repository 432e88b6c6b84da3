import { CellsScan } from "./cells-scan.js";
import { LineScan } from "./json-scan.js";
import { Repeats } from "./repeats.js";
import { PartScan, type ScanSide } from "./part-scan.js";
import {
  plannedCells,
  plannedParts,
  type CellParts,
  type LineNumber,
  type LineParts,
  type LineSlots,
} from "./line-parts.js";
import type { FlowRecord, RecordedEnd, RecordedService } from "./record.js";
import type { SkipReason } from "./reader.js";

/** One end, with its number among those that are kept. */
export interface NumberedEnd {
  readonly end: RecordedEnd;
  readonly number: number;
}

/** One end that some values describe; by the numbers of the shared values, where it hangs on them. All in one object, which is one look. */
export interface KnownEnd {
  readonly end: RecordedEnd | undefined;
  readonly number: number;
  readonly byShared: Map<number, NumberedEnd> | undefined;
  /** The Service in front of a destination. */
  readonly via: RecordedService | undefined;
}

/** What an end is made of but for its address. */
interface KnownStem {
  /** One that was made of it; undefined where its address isn't the one that is written, or others differ in more than that. */
  readonly end: RecordedEnd | undefined;
  /** True once two ends with different addresses have told that nothing else hangs on these. */
  readonly isSure: boolean;
}

/** What the rest of a line makes of it. */
export type KnownRest =
  | {
      readonly type: "records";
      readonly records: readonly FlowRecord[];
      /** The number of the first of them among all that are kept; others have those behind it. */
      readonly number: number;
      readonly numbers: Numbers;
      /** Its number where lines that repeat are counted, from 1: 0 before it has one, -1 where it gets none. */
      counted: number;
    }
  | { readonly type: "skip"; readonly reason: SkipReason }
  /** Lines that don't fall into parts are read as a whole. */
  | { readonly type: "whole" };

/** The slots of a record's numbers; -1 for one that is the same in every line with this rest, or isn't there. */
type Numbers = Readonly<Record<LineNumber, number>>;

/** What was learned of the lines of one format, in whatever logs. */
export class LearnedParts {
  readonly scan: PartScan;
  readonly slots: LineSlots;
  readonly repeats: Repeats;
  /** By the numbers of the lists of a scan. */
  sources: (KnownEnd | undefined)[] = [];
  destinations: (KnownEnd | undefined)[] = [];
  rests: (KnownRest | undefined)[] = [];
  /** By the numbers of what ends are made of but for their addresses, of sources and of destinations. */
  stems: readonly [(KnownStem | undefined)[], (KnownStem | undefined)[]] = [[], []];
  /** How much may still be kept before all is forgotten, and read again. */
  room = MOST_ROOM;
  /** Another one once numbers of ends and records mean others. */
  numbering: object = {};
  #ends = 0;
  #records = 0;

  constructor(scan: PartScan, slots: LineSlots) {
    this.scan = scan;
    this.repeats = new Repeats(scan);
    this.slots = slots;
  }

  ends(side: ScanSide): (KnownEnd | undefined)[] {
    return side === 0 ? this.sources : this.destinations;
  }

  /** The number of an end that is kept from now on. */
  numberOfEnd(end: RecordedEnd): number {
    this.room -= roomOf(end);
    return this.#ends++;
  }

  /** The number of the first of some records that are kept from now on. */
  numberOf(records: readonly FlowRecord[]): number {
    const number = this.#records;
    this.#records += records.length;
    return number;
  }

  forget(): void {
    this.repeats.forget();
    this.scan.forget();
    this.numbering = {};
    this.#ends = 0;
    this.#records = 0;
    this.stems = [[], []];
    this.sources = [];
    this.destinations = [];
    this.rests = [];
    this.room = MOST_ROOM;
  }
}

/** What the ends of a format take that are kept, where an address takes 1: a pod has names and labels. */
const MOST_ROOM = 240_000;

function roomOf({ kind }: RecordedEnd): number {
  return kind === "pod" || kind === "pods" ? 4 : 1;
}

/** One for each format: the memory of a scan is large, and logs may be many. */
const LEARNED = new WeakMap<LineParts | CellParts, LearnedParts>();

/** Undefined where there is no WebAssembly, and for too many columns. */
export function learnedParts(parts: LineParts | CellParts): LearnedParts | undefined {
  if (!PartScan.isThere) return undefined;
  const known = LEARNED.get(parts);
  if (known !== undefined) return known;
  const made = "keys" in parts ? learnedKeys(parts) : learnedCells(parts);
  if (made !== undefined) LEARNED.set(parts, made);
  return made;
}

function learnedKeys(parts: LineParts): LearnedParts {
  const { keys, slots } = plannedParts(parts);
  return new LearnedParts(new LineScan(keys), slots);
}

function learnedCells(parts: CellParts): LearnedParts | undefined {
  const planned = plannedCells(parts);
  if (planned === undefined) return undefined;
  return new LearnedParts(new CellsScan(planned.columns, parts.style), planned.slots);
}
