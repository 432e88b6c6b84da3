import { Distinctions } from "../../semantics/reach/distinctions.js";
import { EndFinder, type RecordEnd } from "./find-end.js";
import { isReply } from "./reply.js";
import { PortFolds } from "./port-folds.js";
import { StateEnds, type ReplayEnd } from "./ends.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Address, Family } from "../../base/net/address.js";
import type { FlowRecord, RecordedEnd, RecordedPoint, RecordedRule } from "../../source/flows/record.js";
import type { LineFault, SkipReason } from "../../source/flows/reader.js";
import type { NotJudged } from "./outcome.js";
import type { PortRange } from "../../base/net/port-set.js";
import type { Protocol } from "../../base/net/traffic.js";
import type { Timeline } from "./state.js";

/** Where a record is: the number of its file in the order of the call, from 0, and its line, from 1. */
export interface RecordPlace {
  readonly file: number;
  readonly line: number;
}

/** What of a record is compared; `dropped` by a policy, `would-drop` where it isn't enforced yet. */
export type ComparedFate = "allowed" | "dropped" | "would-drop" | "dropped-somehow";

/** Records that nothing tells apart: they are judged once. */
export interface TallyGroup {
  readonly from: ReplayEnd;
  readonly to: ReplayEnd;
  /** Undefined for ICMP and other protocols without ports. */
  readonly protocol: Protocol | undefined;
  readonly ports: PortRange | undefined;
  /** Undefined where the log has no addresses. */
  readonly family: Family | undefined;
  readonly point: RecordedPoint;
  readonly fate: ComparedFate;
  /** True for a pod that reaches itself. */
  readonly isSelf: boolean;
  count: number;
  first: number | undefined;
  last: number | undefined;
  /** The first of them, in the order of files and lines. */
  place: RecordPlace;
  /** Its addresses at that place, of ends that are nothing but an address. */
  sample: AddressSample;
  /** What the log named at that place as deciding. */
  named: RecordedRule | undefined;
}

/** The addresses of a record whose ends stand for many. */
export interface AddressSample {
  readonly from: Address | undefined;
  readonly to: Address | undefined;
}

/** Records that aren't compared, for one reason. */
export interface Unjudged {
  readonly count: number;
  readonly place: RecordPlace;
}

/** What was read besides what is compared. */
export interface TallyCounts {
  records: number;
  lost: number;
  first: number | undefined;
  last: number | undefined;
  readonly unjudged: Map<NotJudged, Unjudged>;
  readonly skipped: Map<SkipReason, number>;
  /** Lines that can't be read, by file and fault, the first of each with its line. */
  readonly bad: Map<string, BadLines>;
  /** Records by what became of them, by the direction of their hook. */
  readonly seen: Map<string, number>;
}

/** Lines of one file with one fault. */
export interface BadLines {
  readonly file: number;
  readonly fault: LineFault;
  count: number;
  line: number;
}

/** More groups than this aren't kept: what would be one more is counted as not judged. */
const MOST_GROUPS = 500_000;

/** Every hook that a record may be of, in the order of their numbers in keys. */
export const RECORDED_POINTS: readonly RecordedPoint[] = ["egress", "ingress", "connection", "unknown"];

/** Every {@link ComparedFate}, in the order of their numbers in keys. */
export const COMPARED_FATES: readonly ComparedFate[] = [
  "allowed",
  "dropped",
  "would-drop",
  "dropped-somehow",
];
const PROTOCOL_NUMBERS = { TCP: 1, UDP: 2, SCTP: 3 } as const;

/** Counts records by what their ends are, in memory that depends on how many kinds of flows there are, not on how many records. */
export class Tally {
  readonly timeline: Timeline;
  readonly ends: readonly StateEnds[];
  readonly counts: TallyCounts = emptyCounts();
  readonly #all: ReplayEnd[] = [];
  readonly #finder: EndFinder;
  readonly #folds: PortFolds;
  /** By the numbers of both ends, then by the rest. */
  readonly #groups = new Map<number, Map<number, TallyGroup>>();
  #size = 0;

  /** What any state tells apart, and those that the records are held against later. */
  readonly distinctions: Distinctions;

  /** @param others clusters with which the counted records are compared as well: what they tell apart isn't counted together */
  constructor(timeline: Timeline, others: readonly Cluster[] = []) {
    const clusters = [...timeline.states.map(({ cluster }) => cluster), ...others];
    this.timeline = timeline;
    this.distinctions = new Distinctions(...clusters);
    this.ends = timeline.states.map(
      ({ cluster }, i) => new StateEnds(cluster, i, this.distinctions, this.#all),
    );
    this.#finder = new EndFinder(this.ends);
    this.#folds = new PortFolds(clusters);
  }

  get groups(): readonly TallyGroup[] {
    return [...this.#groups.values()].flatMap((each) => [...each.values()]);
  }

  record(record: FlowRecord, place: RecordPlace): void {
    const { counts } = this;
    counts.records += record.count;
    counts.first = earliest(counts.first, record.first);
    counts.last = latest(counts.last, record.last);
    const kind = `${record.seen} ${record.point}`;
    counts.seen.set(kind, (counts.seen.get(kind) ?? 0) + record.count);
    const reason = this.#compare(record, place);
    if (reason !== undefined) this.unjudged(reason, record.count, place);
  }

  unjudged(reason: NotJudged, count: number, place: RecordPlace): void {
    addUnjudged(this.counts.unjudged, reason, count, place);
  }

  skip(reason: SkipReason, count = 1): void {
    this.counts.skipped.set(reason, (this.counts.skipped.get(reason) ?? 0) + count);
  }

  bad(fault: LineFault, { file, line }: RecordPlace, count = 1): void {
    const key = JSON.stringify([file, fault]);
    const known = this.counts.bad.get(key);
    if (known === undefined) this.counts.bad.set(key, { file, fault, count, line });
    else {
      known.count += count;
      known.line = Math.min(known.line, line);
    }
  }

  /** Adds to the group of what is compared; false where there are too many. */
  add(group: TallyGroup): boolean {
    const pair = group.from.number * MOST_ENDS + group.to.number;
    let byKind = this.#groups.get(pair);
    if (byKind === undefined) this.#groups.set(pair, (byKind = new Map()));
    const key = kindKey(group);
    const known = byKind.get(key);
    if (known === undefined) {
      if (this.#size >= MOST_GROUPS) return false;
      this.#size++;
      byKind.set(key, group);
      return true;
    }
    if (countIn(known, group)) {
      known.sample = group.sample;
      known.named = group.named;
    }
    return true;
  }

  /** @returns why it isn't compared */
  #compare(record: FlowRecord, place: RecordPlace): NotJudged | undefined {
    const fate = fateOf(record);
    if (fate === "no-verdict" || fate === "other-drop") return fate;
    if (record.reply === "yes") return "reply";
    if (record.protocol === "unknown") return "unknown-protocol";
    const segment = this.timeline.at(record.last ?? record.first);
    const source = this.#finder.find(record.source, segment);
    const destination = this.#finder.find(record.destination, segment);
    const reply = isReply(record, { source: portsOf(source), destination: portsOf(destination) });
    if (reply === undefined) return "direction";
    if (reply) return "reply";
    if (typeof source === "string") return source;
    if (typeof destination === "string") return destination;
    const protocol = portedProtocol(record);
    if (protocol !== undefined && (record.port === undefined || record.port === 0)) return "unknown-port";
    const group: TallyGroup = {
      from: destination.isOnHost ? source.byNode : source.end,
      to: source.isOnHost ? destination.byNode : destination.end,
      protocol,
      ports: protocol === undefined ? undefined : this.#folds.of(record.port ?? 0),
      family: familyOf(record.destination) ?? familyOf(record.source),
      point: record.point,
      fate,
      isSelf: source.self !== undefined && source.self === destination.self,
      count: record.count,
      first: record.first,
      last: record.last,
      place,
      sample: { from: addressOf(record.source), to: addressOf(record.destination) },
      named: record.deciders[0],
    };
    return this.add(group) ? undefined : "too-many";
  }
}

/** More ends than there can be: pairs of their numbers are one number. */
const MOST_ENDS = 2 ** 26;

function kindKey({ protocol, ports, family, point, fate, isSelf }: TallyGroup): number {
  let key = ports?.[0] ?? 0;
  key = key * 4 + (protocol === undefined ? 0 : PROTOCOL_NUMBERS[protocol]);
  key = key * 3 + (family === undefined ? 0 : family === "IPv4" ? 1 : 2);
  key = key * RECORDED_POINTS.length + RECORDED_POINTS.indexOf(point);
  key = key * COMPARED_FATES.length + COMPARED_FATES.indexOf(fate);
  return key * 2 + (isSelf ? 1 : 0);
}

function portedProtocol({ protocol }: FlowRecord): Protocol | undefined {
  return protocol === "TCP" || protocol === "UDP" || protocol === "SCTP" ? protocol : undefined;
}

function fateOf({ seen, cause }: FlowRecord): ComparedFate | "no-verdict" | "other-drop" {
  if (seen === "allowed" || seen === "would-drop") return seen;
  if (seen === "none") return "no-verdict";
  if (cause?.code === "other") return "other-drop";
  return cause === undefined || cause.code === "unknown" ? "dropped-somehow" : "dropped";
}

function portsOf(found: RecordEnd): ReadonlySet<string> {
  return typeof found === "string" ? NONE : found.listens;
}

const NONE: ReadonlySet<string> = new Set();

function familyOf(end: RecordedEnd): Family | undefined {
  return "address" in end ? end.address?.family : undefined;
}

function addressOf(end: RecordedEnd): Address | undefined {
  return end.kind === "address" ? end.address : undefined;
}

function emptyCounts(): TallyCounts {
  return {
    records: 0,
    lost: 0,
    first: undefined,
    last: undefined,
    unjudged: new Map(),
    skipped: new Map(),
    bad: new Map(),
    seen: new Map(),
  };
}

/** Counts records that aren't compared. */
export function addUnjudged(
  all: Map<NotJudged, Unjudged>,
  reason: NotJudged,
  count: number,
  place: RecordPlace,
): void {
  const known = all.get(reason);
  all.set(reason, {
    count: count + (known?.count ?? 0),
    place: known === undefined ? place : earlier(known.place, place),
  });
}

/** How many records there are, from when to when, and where the first of them is. */
export type Counted = Pick<TallyGroup, "count" | "first" | "last" | "place">;

/** Adds what some records have to what others have. @returns true where theirs is now the first place */
export function countIn(known: Counted, { count, first, last, place }: Readonly<Counted>): boolean {
  known.count += count;
  known.first = earliest(known.first, first);
  known.last = latest(known.last, last);
  const isFirst = earlier(known.place, place) !== known.place;
  known.place = earlier(known.place, place);
  return isFirst;
}

function earlier(a: RecordPlace, b: RecordPlace): RecordPlace {
  return b.file < a.file || (b.file === a.file && b.line < a.line) ? b : a;
}

/** The lesser of two times, as far as they are known. */
export function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

/** The greater of two times, as far as they are known. */
export function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}
