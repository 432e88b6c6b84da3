import { CutLine } from "./cut-line.js";
import { LONGEST_LINE } from "./line-cutter.js";
import { TakenLine } from "./taken-line.js";
import { UNKNOWN_END } from "./made-ends.js";
import { recordOf } from "./record-of.js";
import { restOf, timeIn, viaPortIn } from "./line-rest.js";
import { skipRuntimePrefix } from "./runtime-prefix.js";
import { parseAddress, type Address } from "../../base/net/address.js";
import {
  learnedParts,
  type KnownEnd,
  type KnownRest,
  type LearnedParts,
  type NumberedEnd,
} from "./learned-parts.js";
import type { CellParts, LineParts } from "./line-parts.js";
import type { FlowRecord, RecordedEnd, RecordedService } from "./record.js";
import type { CountedLines, LogLine, LogReader, RecordSink, RepeatedRecord } from "./reader.js";
import type { ScanSide } from "./part-scan.js";

/**
 * Reads lines by their parts: a line of which every part was met before is a record made of those parts, and nothing of it is parsed.
 * All others are read by the format's own reader, and what it says of them is what the parts are known by from then on.
 */
export class PartsReader implements LogReader {
  readonly #whole: LogReader;
  readonly #isShared: (end: RecordedEnd) => boolean;
  /** False for lines of cells, of which one may change what those after it mean. */
  readonly #learnsSkips: boolean;
  readonly #known: LearnedParts | undefined;
  readonly #taken = new TakenLine();
  readonly #line = new CutLine();
  /** The line that `readNext` has left last: its scan would come to the same. */
  #leftPiece = -1;
  #leftStart = -1;
  readonly #counted = { lines: 0, next: 0 };
  readonly #repeated: { -readonly [K in keyof RepeatedRecord]: RepeatedRecord[K] } = {
    numbering: this,
    like: NO_RECORD,
    likeNumber: 0,
    source: UNKNOWN_END,
    sourceNumber: 0,
    destination: UNKNOWN_END,
    destinationNumber: 0,
    first: undefined,
    last: undefined,
    count: 1,
    sourcePort: undefined,
    port: undefined,
  };

  constructor(whole: LogReader, parts: LineParts | CellParts) {
    this.#whole = whole;
    this.#learnsSkips = "keys" in parts;
    this.#isShared = ("keys" in parts ? parts.isShared?.bind(parts) : undefined) ?? (() => false);
    this.#known = learnedParts(parts);
  }

  read(line: LogLine, sink: RecordSink): void {
    const known = this.#known;
    const isLeft = line.piece === this.#leftPiece && line.start === this.#leftStart;
    if (known !== undefined && !isLeft && known.scan.scan(line)) {
      if (!this.#tell(known, sink)) this.#learn(line, known, sink);
      return;
    }
    if (known?.scan.isFull === true) known.forget();
    this.#whole.read(line, sink);
  }

  readNext(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): number {
    const known = this.#known;
    if (known === undefined) return 0;
    const next = known.scan.scanNext(bytes, start, piece);
    const end = next - (bytes[next - 2] === RETURN ? 2 : 1);
    if (next === 0 || next - start > LONGEST_LINE || skipRuntimePrefix(bytes, start, end) !== undefined) {
      this.#leftPiece = piece;
      this.#leftStart = start;
      return 0;
    }
    if (!this.#tell(known, sink)) this.#learn(this.#line.at(bytes, start, end, piece), known, sink);
    return next;
  }

  /** Tells what the line is that was scanned last. @returns false where that isn't known by its parts */
  #tell(known: LearnedParts, sink: RecordSink): boolean {
    const { lists } = known.scan;
    const source = known.sources[lists[0]!] ?? readdressed(known, 0);
    const destination = known.destinations[lists[1]!] ?? readdressed(known, 1);
    const rest = known.rests[lists[3]!];
    if (source === undefined || destination === undefined || rest === undefined) return false;
    if (rest.type === "skip") {
      sink.skip(rest.reason);
      return true;
    }
    if (rest.type === "whole") return false;
    const shared = lists[2]!;
    const from = isNumbered(source) ? source : source.byShared?.get(shared);
    const to = isNumbered(destination) ? destination : destination.byShared?.get(shared);
    if (from === undefined || to === undefined) return false;
    if (!this.#made(rest, from, to, destination.via, known, sink)) return false;
    // What hangs on more than an end's own values isn't counted by them.
    if (known.repeats.isOf(this) && isNumbered(source) && isNumbered(destination)) this.#count(rest, known);
    return true;
  }

  countNext(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): CountedLines {
    const known = this.#known;
    const { alike, repeated } = sink;
    this.#counted.lines = 0;
    this.#counted.next = start;
    if (known === undefined || alike === undefined || repeated === undefined) return this.#counted;
    if (!known.repeats.begin(this, sink as CountingSink, alike)) known.forget();
    this.#counted.next = known.scan.countNext(bytes, start, piece);
    this.#counted.lines = known.scan.counted;
    return this.#counted;
  }

  end(sink: RecordSink): void {
    this.#known?.repeats.end(this);
    this.#whole.end(sink);
  }

  /** Counts lines like the one that was told last, from now on. */
  #count(rest: RestOfRecords, known: LearnedParts): void {
    if (rest.records.length === 1 && rest.counted !== -1)
      rest.counted = known.repeats.add(this.#repeated, rest.numbers, rest.counted);
  }

  /** @returns false for numbers that the format's own reader has to look at */
  #made(
    { records, number, numbers }: RestOfRecords,
    source: NumberedEnd,
    destination: NumberedEnd,
    via: RecordedService | undefined,
    { scan, slots: { viaPort }, numbering }: LearnedParts,
    sink: RecordSink,
  ): boolean {
    const first = timeIn(scan, numbers.first);
    const last = numbers.last === numbers.first ? first : timeIn(scan, numbers.last);
    if (!(first >= -1 && last >= -1)) return false;
    const made = this.#repeated;
    made.numbering = numbering;
    made.source = source.end;
    made.sourceNumber = source.number;
    made.destination = destination.end;
    made.destinationNumber = destination.number;
    for (let i = 0; i < records.length; i++) {
      const record = records[i]!;
      made.like = record;
      made.likeNumber = number + i;
      made.first = numbers.first === -1 ? record.first : first;
      made.last = numbers.last === -1 ? record.last : last;
      made.count = numbers.count === -1 ? record.count : scan.slots[numbers.count]!;
      made.sourcePort = numbers.sourcePort === -1 ? record.sourcePort : scan.slots[numbers.sourcePort]!;
      made.port = numbers.port === -1 ? record.port : scan.slots[numbers.port]!;
      if (sink.repeated?.(made) === true) continue;
      const service =
        via === undefined || viaPort.length === 0 ? via : { ...via, port: viaPortIn(scan, viaPort) };
      sink.record(wholeOf(made, service));
    }
    return true;
  }

  /** Reads a line as a whole, and keeps what its parts are. */
  #learn(line: LogLine, known: LearnedParts, sink: RecordSink): void {
    const taken = this.#taken;
    taken.clear();
    this.#whole.read(line, taken);
    const [source, destination, shared, number] = known.scan.lists as unknown as readonly [
      number,
      number,
      number,
      number,
    ];
    const { records, skipped } = taken;
    const hasEnds = known.sources[source] !== undefined && known.destinations[destination] !== undefined;
    const rest = known.rests[number];
    // What is known of this line has numbers of before: it is learned when it comes again.
    if (known.room < 0) {
      known.forget();
      taken.tell(sink);
      return;
    }
    if (this.#learnsSkips && skipped !== undefined && hasEnds && rest === undefined)
      put(known.rests, number, { type: "skip", reason: skipped });
    const [record] = records;
    if (record !== undefined && records.every((each) => isOfParts(each, record))) {
      const ends = {
        source: this.#keptEnd(known, 0, source, shared, record.source, undefined),
        destination: this.#keptEnd(known, 1, destination, shared, record.destination, record.via),
      };
      if (rest === undefined) put(known.rests, number, restOf(records, known));
      for (const each of records) sink.record({ ...each, ...ends });
      return;
    }
    taken.tell(sink);
  }

  /** The end that is known by some values from now on, which is the one that was made of them first. */
  #keptEnd(
    all: LearnedParts,
    side: ScanSide,
    number: number,
    shared: number,
    end: RecordedEnd,
    via: RecordedService | undefined,
  ): RecordedEnd {
    const ends = all.ends(side);
    const known = ends[number];
    if (!this.#isShared(end)) {
      if (known?.end !== undefined) return known.end;
      put(ends, number, { end, number: all.numberOfEnd(end), byShared: undefined, via });
      if (via === undefined) learnStem(all, side, end);
      return end;
    }
    const byShared = known?.byShared ?? new Map<number, NumberedEnd>();
    if (known === undefined) put(ends, number, { end: undefined, number: 0, byShared, via });
    const same = byShared.get(shared);
    if (same !== undefined) return same.end;
    byShared.set(shared, { end, number: all.numberOfEnd(end) });
    return end;
  }
}

function isNumbered(known: KnownEnd): known is KnownEnd & NumberedEnd {
  return known.end !== undefined;
}

/** Notes what an end is made of but for its address. */
function learnStem(known: LearnedParts, side: ScanSide, end: RecordedEnd): void {
  const number = known.scan.stemOf(side);
  if (number === 0) return;
  const stems = known.stems[side];
  const before = stems[number];
  if (before !== undefined && (before.end === undefined || before.isSure)) return;
  const address = addressIn(end);
  const isWritten = address !== undefined && isSame(address, parseAddress(known.scan.addressOf(side)));
  if (before === undefined) {
    known.room -= 1;
    put(stems, number, { end: isWritten ? end : undefined, isSure: false });
    return;
  }
  // The same address in other words tells nothing.
  if (isWritten && isSame(address, addressIn(before.end!))) return;
  put(stems, number, { end: isWritten ? before.end : undefined, isSure: isWritten });
}

/** An end that was met with other addresses, made of this one; undefined where it isn't sure. */
function readdressed(known: LearnedParts, side: ScanSide): KnownEnd | undefined {
  if (known.room < 0) return undefined;
  const stem = known.stems[side][known.scan.stemOf(side)];
  if (stem?.end === undefined || !stem.isSure) return undefined;
  const address = parseAddress(known.scan.addressOf(side));
  if (address === undefined) return undefined;
  const end = { ...stem.end, address };
  const made = { end, number: known.numberOfEnd(end), byShared: undefined, via: undefined };
  put(known.ends(side), known.scan.lists[side]!, made);
  return made;
}

/** The record that a repeated one is. */
function wholeOf(repeated: RepeatedRecord, via: RecordedService | undefined): FlowRecord {
  const { like } = repeated;
  const made = {
    first: repeated.first,
    last: repeated.last,
    count: repeated.count,
    source: repeated.source,
    destination: repeated.destination,
    via,
    protocol: like.protocol,
    sourcePort: repeated.sourcePort,
    port: repeated.port,
    opens: like.opens,
    seen: like.seen,
    cause: like.cause,
    point: like.point,
    reply: like.reply,
    deciders: like.deciders,
    staged: like.staged,
  };
  // Written out, for most records have nothing else, and copying all of another object takes longer.
  const isAll = like.icmp === undefined && like.protocolNumber === undefined;
  return isAll ? made : { ...like, ...made };
}

type RestOfRecords = Extract<KnownRest, { type: "records" }>;

/** A sink that takes records by their parts. */
type CountingSink = RecordSink & Required<Pick<RecordSink, "repeated">>;

const RETURN = 0x0d;

/** Stands for the record that none is like yet. */
const NO_RECORD = recordOf({
  source: UNKNOWN_END,
  destination: UNKNOWN_END,
  protocol: "unknown",
  seen: "none",
});

/** Records of one line that differ in nothing but what the rest of it says. */
function isOfParts(one: FlowRecord, other: FlowRecord): boolean {
  return one.source === other.source && one.destination === other.destination && one.via === other.via;
}

function addressIn(end: RecordedEnd): Address | undefined {
  return "address" in end ? end.address : undefined;
}

function isSame(a: Address, b: Address | undefined): boolean {
  return a.family === b?.family && a.value === b.value;
}

function put<T>(list: (T | undefined)[], number: number, value: T): void {
  while (list.length < number) list.push(undefined);
  list[number] = value;
}
