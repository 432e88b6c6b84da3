import { JsonScan, SLOT_KINDS } from "./json-scan.js";
import { LINE_NUMBERS, plannedParts, type LineNumber, type LineParts, type LineSlots } from "./line-parts.js";
import { readEpoch } from "./time.js";
import { TakenLine } from "./taken-line.js";
import type { FlowRecord, RecordedEnd, RecordedService } from "./record.js";
import type { LogLine, LogReader, RecordSink, SkipReason } from "./reader.js";

/** One end that some values describe; by the numbers of the shared values, where it hangs on them. */
interface KnownEnd {
  readonly end: RecordedEnd | undefined;
  readonly byShared: Map<number, RecordedEnd> | undefined;
  /** The Service in front of a destination. */
  readonly via: RecordedService | undefined;
}

/** What the rest of a line makes of it. */
type KnownRest =
  | { readonly type: "records"; readonly records: readonly FlowRecord[]; readonly numbers: Numbers }
  | { readonly type: "skip"; readonly reason: SkipReason }
  /** Lines that don't fall into parts are read as a whole. */
  | { readonly type: "whole" };

/** The slots of a record's numbers; -1 for one that is the same in every line with this rest, or isn't there. */
type Numbers = Readonly<Record<LineNumber, number>>;

/**
 * Reads lines of JSON by their parts: a line of which every part was met before is a record made of those parts, and nothing of it is parsed.
 * All others are read by the format's own reader, and what it says of them is what the parts are known by from then on.
 */
export class PartsReader implements LogReader {
  readonly #whole: LogReader;
  readonly #parts: LineParts;
  readonly #scan: JsonScan | undefined;
  readonly #slots: LineSlots;
  readonly #taken = new TakenLine();
  #sources: (KnownEnd | undefined)[] = [];
  #destinations: (KnownEnd | undefined)[] = [];
  #rests: (KnownRest | undefined)[] = [];

  constructor(whole: LogReader, parts: LineParts) {
    const { keys, slots } = plannedParts(parts);
    this.#whole = whole;
    this.#parts = parts;
    this.#scan = JsonScan.of(keys);
    this.#slots = slots;
  }

  read(line: LogLine, sink: RecordSink): void {
    const scan = this.#scan;
    if (scan === undefined || !scan.scan(line)) {
      if (scan?.isFull === true) this.#forget(scan);
      this.#whole.read(line, sink);
      return;
    }
    const source = this.#sources[scan.lists[0]!];
    const destination = this.#destinations[scan.lists[1]!];
    const rest = this.#rests[scan.lists[3]!];
    if (source !== undefined && destination !== undefined && rest !== undefined) {
      if (rest.type === "skip") return sink.skip(rest.reason);
      const shared = scan.lists[2]!;
      const from = source.end ?? source.byShared?.get(shared);
      const to = destination.end ?? destination.byShared?.get(shared);
      if (from !== undefined && to !== undefined && rest.type === "records") {
        if (this.#made(rest.records, rest.numbers, from, to, destination.via, scan, sink)) return;
      }
    }
    this.#learn(line, source !== undefined && destination !== undefined, rest, scan, sink);
  }

  end(sink: RecordSink): void {
    this.#whole.end(sink);
  }

  /** @returns false for numbers that the format's own reader has to look at */
  #made(
    records: readonly FlowRecord[],
    numbers: Numbers,
    source: RecordedEnd,
    destination: RecordedEnd,
    via: RecordedService | undefined,
    scan: JsonScan,
    sink: RecordSink,
  ): boolean {
    const first = timeIn(scan, numbers.first);
    const last = numbers.last === numbers.first ? first : timeIn(scan, numbers.last);
    const sourcePort = numberIn(scan, numbers.sourcePort);
    const port = numberIn(scan, numbers.port);
    if (!(first >= -1 && last >= -1)) return false;
    const service = via === undefined || !this.#hasViaPort ? via : { ...via, port: this.#viaPort(scan) };
    for (const record of records)
      sink.record({
        ...record,
        first: numbers.first === -1 ? record.first : first,
        last: numbers.last === -1 ? record.last : last,
        count: numbers.count === -1 ? record.count : scan.slots[numbers.count]!,
        source,
        destination,
        via: service,
        sourcePort: numbers.sourcePort === -1 ? record.sourcePort : sourcePort,
        port: numbers.port === -1 ? record.port : port,
      });
    return true;
  }

  /** Reads a line as a whole, and keeps what its parts are. */
  #learn(
    line: LogLine,
    hasEnds: boolean,
    rest: KnownRest | undefined,
    scan: JsonScan,
    sink: RecordSink,
  ): void {
    const taken = this.#taken;
    taken.clear();
    this.#whole.read(line, taken);
    const [source, destination, shared, number] = scan.lists as unknown as readonly [
      number,
      number,
      number,
      number,
    ];
    const { records, skipped } = taken;
    if (skipped !== undefined && hasEnds && rest === undefined)
      put(this.#rests, number, { type: "skip", reason: skipped });
    const [record] = records;
    if (record !== undefined && records.every((each) => isOfParts(each, record))) {
      const ends = {
        source: this.#keptEnd(this.#sources, source, shared, record.source, undefined),
        destination: this.#keptEnd(this.#destinations, destination, shared, record.destination, record.via),
      };
      if (rest === undefined) put(this.#rests, number, this.#restOf(records, scan));
      for (const each of records) sink.record({ ...each, ...ends });
      return;
    }
    taken.tell(sink);
  }

  /** The end that is known by some values from now on, which is the one that was made of them first. */
  #keptEnd(
    ends: (KnownEnd | undefined)[],
    number: number,
    shared: number,
    end: RecordedEnd,
    via: RecordedService | undefined,
  ): RecordedEnd {
    const known = ends[number];
    if (this.#parts.isShared?.(end) !== true) {
      if (known?.end !== undefined) return known.end;
      put(ends, number, { end, byShared: undefined, via });
      return end;
    }
    const byShared = known?.byShared ?? new Map<number, RecordedEnd>();
    if (known === undefined) put(ends, number, { end: undefined, byShared, via });
    const same = byShared.get(shared);
    if (same === undefined) byShared.set(shared, end);
    return same ?? end;
  }

  /** What the rest of a line makes of it, by what its own reader said. */
  #restOf(records: readonly FlowRecord[], scan: JsonScan): KnownRest {
    const [record] = records;
    if (record === undefined || this.#slots.zero.some((slot) => isThere(scan, slot))) return WHOLE;
    const numbers = { first: -1, last: -1, count: -1, sourcePort: -1, port: -1 };
    const slotOf = (name: keyof LineSlots): number =>
      this.#slots[name].find((slot) => isThere(scan, slot)) ?? -1;
    for (const name of LINE_NUMBERS) {
      // A line with one time has it twice.
      const isOnlyTime = name === "last" && slotOf(name) === -1 && record.last === record.first;
      const slot = isOnlyTime ? numbers.first : slotOf(name);
      if (slot === -1) continue;
      if (records.every((each) => valueIn(scan, name, slot) === each[name])) numbers[name] = slot;
      else if (!isPort(name) || !records.every((each) => isWithoutPorts(each) && each[name] === undefined))
        return WHOLE;
    }
    if (record.via !== undefined && this.#hasViaPort && record.via.port !== this.#viaPort(scan)) return WHOLE;
    return { type: "records", records, numbers };
  }

  get #hasViaPort(): boolean {
    return this.#slots.viaPort.length > 0;
  }

  /** The port of the Service in front, where it isn't one of the values that describe the destination. */
  #viaPort({ slots }: JsonScan): number | undefined {
    return this.#slots.viaPort.map((slot) => slots[slot]!).find((value) => !Number.isNaN(value));
  }

  #forget(scan: JsonScan): void {
    scan.forget();
    this.#sources = [];
    this.#destinations = [];
    this.#rests = [];
  }
}

const WHOLE: KnownRest = { type: "whole" };

/** Records of one line that differ in nothing but what the rest of it says. */
function isOfParts(one: FlowRecord, other: FlowRecord): boolean {
  return one.source === other.source && one.destination === other.destination && one.via === other.via;
}

function isPort(name: LineNumber): boolean {
  return name === "sourcePort" || name === "port";
}

function isWithoutPorts({ protocol }: FlowRecord): boolean {
  return protocol !== "TCP" && protocol !== "UDP" && protocol !== "SCTP";
}

/** True for a number that may be another one in a line with the same rest: 0 and 1, which logs leave out, are a rest of their own. */
function isThere({ slots, kinds }: JsonScan, slot: number): boolean {
  return !Number.isNaN(slots[slot]!) && kinds[slot]! <= SLOT_KINDS.time;
}

function valueIn(scan: JsonScan, name: LineNumber, slot: number): number {
  return name === "first" || name === "last" ? timeIn(scan, slot) : scan.slots[slot]!;
}

/** A time in milliseconds; -1 for no slot, NaN for no time. */
function timeIn(scan: JsonScan, slot: number): number {
  if (slot === -1) return -1;
  const value = scan.slots[slot]!;
  return scan.kinds[slot] === SLOT_KINDS.time ? value : (readEpoch(value) ?? Number.NaN);
}

function numberIn(scan: JsonScan, slot: number): number {
  return slot === -1 ? -1 : scan.slots[slot]!;
}

function put<T>(list: (T | undefined)[], number: number, value: T): void {
  while (list.length < number) list.push(undefined);
  list[number] = value;
}
