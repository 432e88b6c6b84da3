import { GroupTable } from "./group-table.js";
import { PortFolds } from "./port-folds.js";
import { isEchoRequest } from "./reply.js";
import type { FlowRecord, RecordedEnd } from "../../source/flows/record.js";

/** A record of which the ends are known elsewhere. */
export type RestOfRecord = Omit<FlowRecord, "source" | "destination">;

/** Records of one part by their kinds, in the order in which these came first. */
export interface CountedKinds {
  /** How often all numbers have begun anew, at 0. */
  readonly round: number;
  /** What is new; numbers follow those before. */
  readonly ends: readonly RecordedEnd[];
  readonly rests: readonly RestOfRecord[];
  /** The ends and the rest of a record of each new kind, which is its first. */
  readonly added: Uint32Array;
  /** The kinds that the part has, and of each how many records there are, from when to when, and the first line of them. */
  readonly kinds: Uint32Array;
  readonly counts: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly lines: Float64Array;
}

/** So many ends and kinds are known again before all of them begin anew. */
const MOST_ENDS = 120_000;
const MOST_KINDS = 240_000;
const MOST_DECIDERS = 10_000;

/** What is known of ends of a round by whoever knows the cluster. */
export interface KnownEnds {
  readonly round: number;
  /** Three numbers for each of them: its own, that of the first one that is the same to a cluster, and the pod that it is, or 0. */
  readonly ends: Uint32Array;
}

/**
 * Counts records that a tally of one state can't tell apart, without the cluster: those with the same ends, and with everything alike that
 * is asked of them. A tally that is told each kind as one record, in the order in which they came first, comes to the same as by all of
 * them. What is known of ends makes fewer kinds: the pods of a workload are one.
 */
export class RecordKinds {
  readonly #folds: PortFolds;
  #table = new GroupTable();
  #ends = new Map<RecordedEnd, number>();
  #rests = new Map<number, number>();
  #round = 0;
  /** By the number of an end the one that it is the same as, plus 1, and the pod that it is. */
  #same: number[] = [];
  #pods: number[] = [];
  #newEnds: RecordedEnd[] = [];
  #newRests: RestOfRecord[] = [];
  #added: number[] = [];
  /** Numbers of what a log names as deciding: by the list, which mostly is the same object, and by what the first of it says. */
  #deciders = new WeakMap<object, number>();
  #deciderTexts = new Map<string, number>();
  #pairs = new Map<number, Map<number, number>>();
  #pairCount = 0;
  #touched: number[] = [];

  /** @param portStarts where runs of ports begin that are counted with one, as `PortFolds` has them */
  constructor(portStarts: readonly number[]) {
    this.#folds = PortFolds.of(portStarts);
  }

  know({ round, ends }: KnownEnds): void {
    if (round !== this.#round) return;
    for (let i = 0; i < ends.length; i += 3) {
      const end = ends[i]!;
      while (this.#same.length <= end) {
        this.#same.push(0);
        this.#pods.push(0);
      }
      this.#same[end] = ends[i + 1]! + 1;
      this.#pods[end] = ends[i + 2]!;
    }
  }

  /** @param line from 1 */
  add(record: FlowRecord, line: number): void {
    const { source, destination, count, first, last } = record;
    const ownFrom = this.#endOf(source);
    const ownTo = this.#endOf(destination);
    const sameFrom = this.#same[ownFrom] ?? 0;
    const sameTo = this.#same[ownTo] ?? 0;
    const pod = this.#pods[ownFrom] ?? 0;
    // A pod that calls itself is a kind of its own.
    const isKnown = sameFrom > 0 && sameTo > 0 && (pod === 0 || pod !== this.#pods[ownTo]);
    const from = isKnown ? sameFrom - 1 : ownFrom;
    const to = isKnown ? sameTo - 1 : ownTo;
    const rest = this.#restOf(record);
    const kind = 2 * rest + (isKnown ? 1 : 0);
    const table = this.#table;
    const at = table.find(from, to, kind);
    if (at === table.size) {
      table.add({ from, to, kind }, 0, NOT_YET);
      this.#added.push(ownFrom, ownTo, rest);
    }
    if (table.line[at] === NOT_YET) {
      table.line[at] = line;
      this.#touched.push(at);
    }
    table.count[at]! += count;
    // What is no number is not beyond anything.
    if (first !== undefined && !(first >= table.first[at]!)) table.first[at] = first;
    if (last !== undefined && !(last <= table.last[at]!)) table.last[at] = last;
  }

  /** What was added since the last time. */
  take(): CountedKinds {
    const table = this.#table;
    const kinds = Uint32Array.from(this.#touched);
    const of = (column: Float64Array): Float64Array => Float64Array.from(kinds, (at) => column[at]!);
    const taken: CountedKinds = {
      round: this.#round,
      ends: this.#newEnds,
      rests: this.#newRests,
      added: Uint32Array.from(this.#added),
      kinds,
      counts: of(table.count),
      first: of(table.first),
      last: of(table.last),
      lines: of(table.line),
    };
    this.#newEnds = [];
    this.#newRests = [];
    this.#added = [];
    this.#touched = [];
    if (this.#ends.size > MOST_ENDS || table.size > MOST_KINDS || this.#deciderTexts.size > MOST_DECIDERS) {
      this.#round++;
      this.#same = [];
      this.#pods = [];
      this.#table = new GroupTable();
      this.#ends = new Map();
      this.#rests = new Map();
      this.#deciders = new WeakMap();
      this.#deciderTexts = new Map();
      this.#pairs = new Map();
      return taken;
    }
    for (const at of kinds) {
      table.count[at] = 0;
      table.first[at] = Number.NaN;
      table.last[at] = Number.NaN;
      table.line[at] = NOT_YET;
    }
    return taken;
  }

  #endOf(end: RecordedEnd): number {
    const known = this.#ends.get(end);
    if (known !== undefined) return known;
    const number = this.#ends.size;
    this.#ends.set(end, number);
    this.#newEnds.push(end);
    return number;
  }

  /** A number for all that is asked of a record besides its ends. */
  #restOf(record: FlowRecord): number {
    const { sourcePort, port, reply, deciders } = record;
    let key = restKind(record);
    key = key * PORTS + (port === undefined ? NO_PORT : this.#folds.firstOf(port));
    // The client's port only tells which way a packet went, where nothing else does.
    key =
      key * (this.#folds.starts.length + 2) +
      (reply === "unknown" ? (sourcePort === undefined ? 0 : this.#folds.servedAs(sourcePort)) : 0);
    if (deciders.length > 0) key = -1 - this.#pairOf(key, this.#decidersOf(deciders));
    const known = this.#rests.get(key);
    if (known !== undefined) return known;
    const number = this.#rests.size;
    this.#rests.set(key, number);
    const { source: _source, destination: _destination, ...rest } = record;
    this.#newRests.push(rest);
    return number;
  }

  /** A number for two others. */
  #pairOf(key: number, decider: number): number {
    let pairs = this.#pairs.get(decider);
    if (pairs === undefined) this.#pairs.set(decider, (pairs = new Map()));
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const number = this.#pairCount++;
    pairs.set(key, number);
    return number;
  }

  /** A number for the decider that the log names first, which is the only one that is looked at. */
  #decidersOf(deciders: FlowRecord["deciders"]): number {
    const same = this.#deciders.get(deciders);
    if (same !== undefined) return same;
    const text = JSON.stringify(deciders[0]);
    const number = this.#deciderTexts.get(text) ?? this.#deciderTexts.size + 1;
    this.#deciderTexts.set(text, number);
    this.#deciders.set(deciders, number);
    return number;
  }
}

const NOT_YET = 0;
const NO_PORT = 65_536;
const PORTS = 65_537;

const SEEN = { allowed: 0, dropped: 1, "would-drop": 2, none: 3 } as const;
const POINTS = { egress: 0, ingress: 1, connection: 2, unknown: 3 } as const;
const REPLIES = { yes: 0, no: 1, unknown: 2 } as const;
const CAUSES = { policy: 0, "policy-default": 0, other: 1, unknown: 2 } as const;
const PROTOCOL_NUMBERS = { TCP: 0, UDP: 1, SCTP: 2, ICMP: 3, other: 4, unknown: 5 } as const;

/** A number below 31,104: with ports and all runs of them, it stays far below 2^53. */
function restKind({ seen, point, cause, reply, opens, icmp, first, last, protocol }: FlowRecord): number {
  let key: number = SEEN[seen];
  key = key * 4 + POINTS[point];
  key = key * 3 + (cause === undefined ? CAUSES.unknown : CAUSES[cause.code]);
  key = key * 3 + REPLIES[reply];
  key = key * 3 + (opens === undefined ? 0 : opens ? 1 : 2);
  key = key * 3 + (icmp === undefined ? 0 : isEchoRequest(icmp.type) ? 1 : 2);
  key = key * 4 + (first === undefined ? 0 : 1) + (last === undefined ? 0 : 2);
  return key * 6 + PROTOCOL_NUMBERS[protocol];
}
