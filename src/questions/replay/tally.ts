import { Distinctions } from "../../semantics/reach/distinctions.js";
import { EndFinder } from "./find-end.js";
import { GroupTable } from "./group-table.js";
import { PortFolds } from "./port-folds.js";
import { addSkipped, addUnjudged, emptyCounts, type TallyCounts } from "./counting.js";
import { isReplyByPorts } from "./reply.js";
import {
  kindFrom,
  kindOf,
  RECORDED_POINTS,
  type AddressSample,
  type RecordPlace,
  type TallyGroup,
} from "./tally-group.js";
import {
  countedEnd,
  countedLike,
  CountedParts,
  familyOf,
  needsOf,
  portClasses,
  putAt,
  type CountedEnd,
  type CountedLike,
} from "./counted-parts.js";
import { StateEnds, type ReplayEnd } from "./ends.js";
import type { Address } from "../../base/net/address.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { FlowRecord, RecordedEnd, RecordedFate, RecordedRule } from "../../source/flows/record.js";
import type {
  AlikeRecords,
  LineFault,
  RecordNumbers,
  RepeatedRecord,
  SkipReason,
} from "../../source/flows/reader.js";
import type { NotJudged } from "./outcome.js";
import type { Segment, Timeline } from "./state.js";

/** More groups than this aren't kept: what would be one more is counted as not judged. */
const MOST_GROUPS = 500_000;

const FATES: readonly RecordedFate[] = ["allowed", "dropped", "would-drop", "none"];

/** Counts records by what their ends are, in memory that depends on how many kinds of flows there are, not on how many records. */
export class Tally {
  readonly timeline: Timeline;
  /** Clusters with which the counted records are compared as well. */
  readonly others: readonly Cluster[];
  readonly ends: readonly StateEnds[];
  readonly #counts: TallyCounts = emptyCounts();
  readonly #all: ReplayEnd[] = [];
  readonly #finder: EndFinder;
  readonly folds: PortFolds;
  readonly #table = new GroupTable();
  readonly #alike = new Map<string, CountedEnd>();
  #alikeRecords: AlikeRecords | undefined;
  /** Of the reader that has told a record by its parts last. */
  #parts = new CountedParts({});
  /** Of the first record of each group. */
  readonly #samples: (AddressSample | undefined)[] = [];
  readonly #named: (RecordedRule | undefined)[] = [];
  /** Records by their fate and hook, until they are counted by name. */
  readonly #seen = new Float64Array(FATES.length * RECORDED_POINTS.length);

  /** What any state tells apart, and those that the records are held against later. */
  readonly distinctions: Distinctions;

  /** @param others clusters with which the counted records are compared as well: what they tell apart isn't counted together */
  constructor(timeline: Timeline, others: readonly Cluster[] = []) {
    const clusters = [...timeline.states.map(({ cluster }) => cluster), ...others];
    this.timeline = timeline;
    this.others = others;
    this.distinctions = new Distinctions(...clusters);
    this.ends = timeline.states.map(
      ({ cluster }, i) => new StateEnds(cluster, i, this.distinctions, this.#all),
    );
    this.#finder = new EndFinder(this.ends);
    this.folds = PortFolds.in(clusters);
  }

  /** The groups, each made when it is asked for: there may be many. */
  get groups(): Iterable<TallyGroup> {
    return this.#groups();
  }

  get counts(): TallyCounts {
    const { seen } = this.#counts;
    for (const [i, count] of this.#seen.entries()) {
      const kind = `${FATES[Math.floor(i / RECORDED_POINTS.length)]} ${RECORDED_POINTS[i % RECORDED_POINTS.length]}`;
      if (count > 0) seen.set(kind, (seen.get(kind) ?? 0) + count);
    }
    this.#seen.fill(0);
    return this.#counts;
  }

  record(record: FlowRecord, place: RecordPlace): void {
    const like = countedLike(record);
    this.#seenIn(like, record);
    let { reason } = like;
    if (reason === undefined) {
      const segment = this.timeline.during(record.first, record.last);
      const source = countedEnd(record.source, this.#finder.find(record.source, segment));
      const destination = countedEnd(record.destination, this.#finder.find(record.destination, segment));
      reason = this.#compare(like, source, destination, record, record, place.file, place.line);
    }
    if (reason !== undefined) this.unjudged(reason, record.count, place);
  }

  /** The same by its parts. @returns false where that isn't known: with several states an end hangs on the time */
  repeated(record: RepeatedRecord, file: number, line: number): boolean {
    if (this.timeline.states.length !== 1) return false;
    const { numbering, likeNumber, sourceNumber, destinationNumber } = record;
    if (numbering !== this.#parts.numbering) this.#parts = new CountedParts(numbering);
    const { likes, ends } = this.#parts;
    const like = likes[likeNumber] ?? putAt(likes, likeNumber, countedLike(record.like));
    this.#seenIn(like, record);
    let { reason } = like;
    if (reason === undefined) {
      const segment = this.timeline.at(undefined);
      const source = ends[sourceNumber] ?? putAt(ends, sourceNumber, this.#endOf(record.source, segment));
      const destination =
        ends[destinationNumber] ?? putAt(ends, destinationNumber, this.#endOf(record.destination, segment));
      reason = this.#compare(like, source, destination, record, record.like, file, line);
    }
    if (reason !== undefined) addUnjudged(this.#counts.unjudged, reason, record.count, file, line);
    return true;
  }

  /** What records come to the same that are told by their parts; undefined where an end hangs on the time. */
  get alike(): AlikeRecords | undefined {
    if (this.timeline.states.length !== 1) return undefined;
    return (this.#alikeRecords ??= {
      ...portClasses(this.folds),
      needs: ({ likeNumber }) => needsOf(this.#parts.likes[likeNumber]!),
      end: ({ numbering }, number) =>
        numbering === this.#parts.numbering ? (this.#parts.ends[number]?.alike ?? 0) : 0,
    });
  }

  unjudged(reason: NotJudged, count: number, place: RecordPlace): void {
    addUnjudged(this.#counts.unjudged, reason, count, place.file, place.line);
  }

  skip(reason: SkipReason, count = 1): void {
    addSkipped(this.#counts.skipped, reason, count);
  }

  bad(fault: LineFault, { file, line }: RecordPlace, count = 1): void {
    const key = JSON.stringify([file, fault]);
    const known = this.#counts.bad.get(key);
    if (known === undefined) this.#counts.bad.set(key, { file, fault, count, line });
    else {
      known.count += count;
      known.line = Math.min(known.line, line);
    }
  }

  lost(events: number): void {
    this.#counts.lost += events;
  }

  /** False where sums of so many more records and lost events aren't exact any more: then they depend on the order. */
  hasRoom(records: number, lost: number): boolean {
    const { records: before, lost: lostBefore } = this.#counts;
    return Math.max(before + records, lostBefore + lost) <= Number.MAX_SAFE_INTEGER;
  }

  /** Adds to the group of what is compared; false where there are too many. */
  add(group: TallyGroup): boolean {
    const { from, to, protocol, ports, family, point, fate, isSelf, count, first, last, place } = group;
    const kind = kindOf(ports?.[0] ?? 0, protocol, family, point, fate, isSelf);
    const at = this.#count(from.number, to.number, kind, count, first, last, place.file, place.line);
    if (at < 0) return at === COUNTED;
    this.#samples[at] = group.sample;
    this.#named[at] = group.named;
    return true;
  }

  /** Counts what every record has. */
  #seenIn({ seen, point }: CountedLike, { count, first, last }: RecordNumbers): void {
    const counts = this.#counts;
    counts.records += count;
    if (first !== undefined && !(first >= counts.first!)) counts.first = first;
    if (last !== undefined && !(last <= counts.last!)) counts.last = last;
    this.#seen[FATES.indexOf(seen) * RECORDED_POINTS.length + RECORDED_POINTS.indexOf(point)]! += count;
  }

  /** The same object for ends that count alike: it is looked at for every line, and the fewer there are, the nearer they stay. */
  #endOf(end: RecordedEnd, segment: Segment): CountedEnd {
    const made = countedEnd(end, this.#finder.find(end, segment));
    const { reason = "", number, byNode, isOnHost, self = "", listens, family = "" } = made;
    const key = `${reason} ${number} ${byNode} ${isOnHost} ${family} ${self} ${[...listens].join()}`;
    const known = this.#alike.get(key);
    if (known !== undefined) return known;
    const counted = { ...made, alike: this.#alike.size + 1 };
    this.#alike.set(key, counted);
    return counted;
  }

  /** @returns why it isn't compared */
  #compare(
    { isReply, protocol, ported, point, fate }: CountedLike,
    source: CountedEnd,
    destination: CountedEnd,
    record: RecordNumbers & Pick<FlowRecord, "source" | "destination">,
    { deciders }: Pick<FlowRecord, "deciders">,
    file: number,
    line: number,
  ): NotJudged | undefined {
    const reply =
      isReply === "ports" ? isReplyByPorts(protocol, record, source.listens, destination.listens) : isReply;
    if (reply === undefined) return "direction";
    if (reply) return "reply";
    if (source.reason !== undefined) return source.reason;
    if (destination.reason !== undefined) return destination.reason;
    const { port } = record;
    if (ported !== undefined && (port === undefined || port === 0)) return "unknown-port";
    const kind = kindOf(
      ported === undefined ? 0 : this.folds.firstOf(port ?? 0),
      ported,
      destination.family ?? source.family,
      point,
      fate,
      source.self !== undefined && source.self === destination.self,
    );
    const from = destination.isOnHost ? source.byNode : source.number;
    const to = source.isOnHost ? destination.byNode : destination.number;
    const at = this.#count(from, to, kind, record.count, record.first, record.last, file, line);
    if (at < 0) return at === COUNTED ? undefined : "too-many";
    this.#samples[at] = sampleOf(record);
    this.#named[at] = deciders[0];
    return undefined;
  }

  /**
   * What is known of an end by the records of it that were compared, where there is one state; undefined without such records. Two ends
   * that aren't on the network of a node and are the same come to the same in every record, but for a pod that calls itself.
   */
  known(end: RecordedEnd): TalliedEnd | undefined {
    const found = this.#finder.known(end);
    if (found === undefined) return undefined;
    if (typeof found === "string") return { same: found, isOnHost: false, pod: undefined };
    const listens = [...found.listens].toSorted().join();
    const { isOnHost, self } = found;
    return { same: `${found.end.number} ${familyOf(end)} ${listens}`, isOnHost, pod: self };
  }

  /** Counts records in their group. @returns its number, where they have its first place now; otherwise COUNTED or TOO_MANY */
  #count(
    from: number,
    to: number,
    kind: number,
    count: number,
    first: number | undefined,
    last: number | undefined,
    file: number,
    line: number,
  ): number {
    const table = this.#table;
    const at = table.find(from, to, kind);
    const isNew = at === table.size;
    if (isNew) {
      if (at >= MOST_GROUPS) return TOO_MANY;
      table.add({ from, to, kind }, file, line);
    }
    table.count[at]! += count;
    // What is no number is not beyond anything.
    if (first !== undefined && !(first >= table.first[at]!)) table.first[at] = first;
    if (last !== undefined && !(last <= table.last[at]!)) table.last[at] = last;
    if (isNew) return at;
    if (file > table.file[at]! || (file === table.file[at] && line >= table.line[at]!)) return COUNTED;
    table.file[at] = file;
    table.line[at] = line;
    return at;
  }

  *#groups(): Generator<TallyGroup> {
    const table = this.#table;
    for (let at = 0; at < table.size; at++) {
      const { port, ...rest } = kindFrom(table.kind[at]!);
      const [first, last] = [table.first[at]!, table.last[at]!];
      yield {
        from: this.#all[table.from[at]!]!,
        to: this.#all[table.to[at]!]!,
        ...rest,
        ports: rest.protocol === undefined ? undefined : this.folds.of(port),
        count: table.count[at]!,
        first: Number.isNaN(first) ? undefined : first,
        last: Number.isNaN(last) ? undefined : last,
        place: { file: table.file[at]!, line: table.line[at]! },
        sample: this.#samples[at] ?? NO_SAMPLE,
        named: this.#named[at],
      };
    }
  }
}

/** What an end of records is to a tally. */
export interface TalliedEnd {
  /** The same text for ends that are the same. */
  readonly same: string;
  readonly isOnHost: boolean;
  /** The pod that it is, where it is a single one. */
  readonly pod: string | undefined;
}

const COUNTED = -1;

const TOO_MANY = -2;

const NO_SAMPLE: AddressSample = { from: undefined, to: undefined };

function sampleOf({
  source,
  destination,
}: Pick<FlowRecord, "source" | "destination">): AddressSample | undefined {
  const [from, to] = [addressOf(source), addressOf(destination)];
  return from === undefined && to === undefined ? undefined : { from, to };
}

function addressOf(end: RecordedEnd): Address | undefined {
  return end.kind === "address" ? end.address : undefined;
}
