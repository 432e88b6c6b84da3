import { AddressSet } from "../../base/net/address-set.js";
import { deciderKey } from "../../semantics/evaluate/decider.js";
import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import {
  intersectTraffic,
  isNoTraffic,
  trafficKey,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { isAsked, isFinal, meaningOf, outcomeOf, type Meaning, type PartOutcome } from "./judge.js";
import { oncePer } from "../../base/collections/once-per.js";
import { mayBePod } from "../../semantics/match/party.js";
import { nameOfAddresses, nameOfPiece } from "../../semantics/reach/address-name.js";
import { nodeOf } from "../../cluster/model/endpoint.js";
import { weightOf } from "../../semantics/reach/many-others.js";
import type { AuditStep } from "./result.js";
import type { ClassFlow, ClassWalk, Reach } from "../../semantics/reach/reach.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { AuditDestination, DestinationClass } from "./destinations.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { Leaf } from "../../semantics/evaluate/entry.js";
import type { Shape } from "../../semantics/reach/cells.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { AuditSource } from "./sources.js";
import type { Unsettled } from "../../semantics/match/world.js";

/** Traffic that is sent to a part of a class at once, and comes to one thing for one reason. */
export interface Chunk {
  readonly targets: readonly Target[];
  readonly certainty: AuditDestination["certainty"];
  readonly families: readonly Family[];
  readonly isOwnNode: boolean;
  readonly traffic: Traffic;
  readonly verdict: PartOutcome["verdict"];
  readonly reasons: readonly Unsettled[];
  readonly isByAdmin: boolean;
  readonly by: AuditStep;
  /** Everything that had a part in it. */
  readonly deciders: readonly AuditStep[];
}

/** A class with its destinations as classes of ends. */
export interface TargetClass {
  readonly of: DestinationClass;
  readonly targets: readonly Target[];
}

/** Destinations that nothing tells apart. */
export interface Target {
  /** Its number in the class. */
  readonly number: number;
  readonly endClass: EndClass;
  /** Over which it can be reached. */
  readonly families: readonly Family[];
  readonly destinations: readonly AuditDestination[];
  /** One of them, which stands for all. */
  readonly first: AuditDestination;
  /** The same text for the same traffic that is asked about. */
  readonly trafficKey: string;
  /** How many addresses it has. */
  readonly size: Readonly<Record<Family, number>>;
}

/** Targets to which a flow comes to the same. */
interface Alike {
  readonly targets: Target[];
  readonly flow: ClassFlow;
  readonly meaning: Meaning;
  readonly family: Family;
  readonly isOwnNode: boolean;
}

/** What a chunk comes to, whatever it is sent to. */
type Ruling = Omit<Chunk, "targets" | "certainty" | "families" | "isOwnNode">;

interface KeyedRuling {
  /** The same text for what comes to one thing for one reason. */
  readonly key: string;
  readonly ruling: Ruling;
}

/** A part of the traffic between two shapes, and what it comes to, whoever decides it. */
interface Judged {
  readonly traffic: Traffic;
  readonly outcome: PartOutcome;
  /** The leaves that decide, those first of whose direction the answer comes. */
  readonly deciding: readonly PlacedLeaf[];
  /** Of a direction in which all is denied, what denies it. */
  readonly denying: readonly (readonly PlacedLeaf[])[];
}

/** A leaf of a shape: each cell has its own at the same place, which may be of another rule in another tier. */
interface PlacedLeaf {
  readonly direction: Direction;
  readonly at: number;
  readonly leaf: Leaf;
}

/** What asks about the ends of all classes, which are apart where that is much less work. */
export interface AuditReaches {
  readonly reach: Reach;
  readonly unplaced: Reach;
  readonly later: Reach;
}

/** B-1: what pods send to a class at once, over the interface that policy is about. */
export class DirectTraffic {
  readonly #cluster: Cluster;
  readonly #reach: Reach;
  readonly #unplaced: Reach;
  readonly #later: Reach;
  readonly #judged = new WeakMap<readonly Part[], Map<string, readonly Judged[]>>();
  /** Parts that are judged together have one list of reasons. */
  readonly #outcomes = new WeakMap<Part["reasons"], Map<string, PartOutcome>>();
  readonly #meanings = new WeakMap<Target, Meaning>();
  /** Numbers of what is asked about targets: the texts are long, and each is asked for with each source. */
  readonly #asked = new Map<string, number>();
  readonly #askedOf = new WeakMap<Target, Map<string, number>>();
  /** By the cells of both directions: several classes have targets in one. */
  readonly #decided = new WeakMap<
    ClassFlow["egress"],
    Map<ClassFlow["ingress"], Map<string, readonly KeyedRuling[]>>
  >();
  readonly #chunks = new Map<TargetClass, Map<string, readonly Chunk[]>>();
  /** Numbers of walks: sources of one walk are alike to what is no pod. */
  readonly #walks = new Map<object, number>();
  /** By the number of a class: those of its own walks. */
  readonly #walkTexts: string[] = [];

  /**
   * @param unplaced what asks about ends that may have any address: each CIDR tells their addresses apart, which would cut what is
   *   asked about all others in as many worlds
   * @param later the same about nodes that do not exist yet, where there are others: that is seldom needed, and dear
   */
  constructor(cluster: Cluster, { reach, unplaced, later }: AuditReaches) {
    this.#cluster = cluster;
    this.#reach = reach;
    this.#unplaced = unplaced;
    this.#later = later;
  }

  /** What asks about the ends of some chunk. */
  reachOf({ certainty, targets }: Pick<Chunk, "certainty" | "targets">, to: TargetClass): Reach {
    const isLater = targets.some((each) => isLaterAmong(each, to.targets));
    return isLater ? this.#later : isUnplaced(certainty) ? this.#unplaced : this.#reach;
  }

  /** All traffic from a source to a class, in parts that come to one thing. */
  of(source: AuditSource, to: TargetClass): readonly Chunk[] {
    const key = this.#keyOf(source, to);
    const known = this.#chunks.get(to) ?? new Map<string, readonly Chunk[]>();
    this.#chunks.set(to, known);
    const found = known.get(key);
    if (found !== undefined) return found;
    const chunks = this.#find(source, to);
    known.set(key, chunks);
    return chunks;
  }

  /** Pods that the same walks are about come to the same, but for the nodes that they may be on. */
  #keyOf(source: AuditSource, to: TargetClass): string {
    const { seesSource, onNodes } = this.#seenBy(to);
    const nodes = source.type === "row" ? source.row.nodes : "unknown";
    const own = nodes === "unknown" ? "?" : onNodes.map((each) => Number(isOnOneOf(each, nodes))).join("");
    if (source.type === "new" || seesSource)
      return `${source.type === "new" ? source.id : ""} ${source.endClass.index} ${own} ${this.#isSingle(source)}`;
    return `${this.#walksOf(source.endClass)} ${own}`;
  }

  /** What of a class tells sources apart that are walked alike: pods see who sends, and nodes who is on them. */
  readonly #seenBy = oncePer(({ targets }: TargetClass) => ({
    seesSource: targets.some(({ first: { endpoint } }) => endpoint.type === "pod" || mayBePod(endpoint)),
    onNodes: targets.filter(({ endClass }) => endClass.asOwnNode !== undefined),
  }));

  #walksOf({ index }: EndClass): string {
    return (this.#walkTexts[index] ??= FAMILIES.map((family) =>
      this.#numberOf(this.#reach.walk("egress", index, family)),
    ).join(" "));
  }

  #isSingle(source: AuditSource): string {
    return source.type === "row" && !source.row.isSeveral ? source.id : "";
  }

  #numberOf(walk: object): number {
    const known = this.#walks.get(walk) ?? this.#walks.size;
    this.#walks.set(walk, known);
    return known;
  }

  #find(source: AuditSource, { targets }: TargetClass): readonly Chunk[] {
    this.#cluster.work?.take(weightOf(targets.length));
    const today = targets.filter((each) => !isLaterAmong(each, targets));
    const [placed, unplaced] = [
      today.filter(({ first }) => !isUnplaced(first.certainty)),
      today.filter(({ first }) => isUnplaced(first.certainty)),
    ];
    const chunks = [
      ...this.#merged(source, placed, this.#reach),
      ...this.#merged(source, unplaced, this.#unplaced),
    ];
    // Where nodes of today are open it does not matter whether what blocks them follows those of tomorrow.
    const isOpen = chunks.some(({ verdict, certainty }) => verdict === "allowed" && certainty === "settled");
    if (isOpen || today.length === targets.length) return chunks;
    const later = targets.filter((each) => isLaterAmong(each, targets));
    return [...chunks, ...this.#merged(source, later, this.#later)];
  }

  #merged(source: AuditSource, targets: readonly Target[], reach: Reach): readonly Chunk[] {
    const merged = new Map<string, Chunk>();
    for (const { targets: some, flow, meaning, family, isOwnNode } of this.#alikeTo(source, targets, reach)) {
      const [target] = some as [Target];
      const { certainty } = target.first;
      for (const { key, ruling } of this.#decidedIn(flow, meaning, target)) {
        const whole = `${isOwnNode} ${certainty} ${key}`;
        const chunk = { ...ruling, targets: some, certainty, families: [family], isOwnNode };
        merged.set(whole, together(merged.get(whole), chunk));
      }
    }
    return [...merged.values()].map((each) => ({ ...each, targets: inOrder(each.targets) }));
  }

  /** Targets by the shapes of both directions. */
  #alikeTo(source: AuditSource, targets: readonly Target[], reach: Reach): Iterable<Alike> {
    const groups = new Map<string, Alike>();
    const nodes = source.type === "row" ? source.row.nodes : "unknown";
    const from = source.endClass.index;
    const ingressShapes = new Map<ClassWalk, number>();
    const ingressOf = (walk: ClassWalk): number => {
      const known = ingressShapes.get(walk);
      if (known !== undefined) return known;
      const { id } = walk.cellOf(from).shape;
      ingressShapes.set(walk, id);
      return id;
    };
    const add = (
      target: Target,
      family: Family,
      index: number,
      meaning: Meaning,
      isOwnNode: boolean,
    ): void => {
      const egress = reach.walk("egress", from, family).cellOf(index).shape.id;
      // Destinations that are alike as subjects share one walk, in which the source is looked for once.
      const ingress = ingressOf(reach.walk("ingress", index, family));
      const asked = this.#numberOfAsked(target, meaning);
      const key = `${egress} ${ingress} ${asked} ${family} ${isOwnNode}`;
      const known = groups.get(key);
      if (known !== undefined) known.targets.push(target);
      else
        groups.set(key, {
          targets: [target],
          flow: reach.flow(from, index, family),
          meaning,
          family,
          isOwnNode,
        });
    };
    for (const target of targets) {
      const { endClass, families } = target;
      if (isItself(source, target)) continue;
      const own = isOnOneOf(target, nodes) ? endClass.asOwnNode : undefined;
      // A pod on an unknown node may be on any of these: that is asked by itself, so that here it is on another one.
      const elsewhere = own === undefined || nodes !== "unknown" ? [] : nodesOf(target);
      const meaning = this.#meaningOf(source, target, elsewhere);
      const asOwn = own === undefined ? undefined : this.#meaningOf(source, target, []);
      for (const family of families) {
        add(target, family, endClass.index, meaning, false);
        if (own !== undefined && asOwn !== undefined) add(target, family, own, asOwn, true);
      }
    }
    return groups.values();
  }

  /** The same number for targets about which the same is asked. */
  #numberOfAsked(target: Target, meaning: Meaning): number {
    let known = this.#askedOf.get(target);
    if (known === undefined) this.#askedOf.set(target, (known = new Map<string, number>()));
    let number = known.get(meaning.key);
    if (number !== undefined) return number;
    const text = `${target.first.certainty} ${meaning.key} ${target.trafficKey}`;
    number = this.#asked.get(text) ?? this.#asked.size;
    this.#asked.set(text, number);
    known.set(meaning.key, number);
    return number;
  }

  /** What a flow comes to, what one thing decides together. */
  #decidedIn(flow: ClassFlow, meaning: Meaning, target: Target): readonly KeyedRuling[] {
    const byIngress =
      this.#decided.get(flow.egress) ?? new Map<ClassFlow["ingress"], Map<string, readonly KeyedRuling[]>>();
    this.#decided.set(flow.egress, byIngress);
    const byMeaning = byIngress.get(flow.ingress) ?? new Map<string, readonly KeyedRuling[]>();
    byIngress.set(flow.ingress, byMeaning);
    const asked = `${meaning.key} ${target.trafficKey}`;
    const known = byMeaning.get(asked);
    if (known !== undefined) return known;
    const found = new Map<string, Ruling>();
    for (const { traffic, outcome, deciding, denying } of this.#judge(flow, meaning, target)) {
      const deciders = decidersOf(flow, deciding, outcome);
      const [by] = deciders;
      if (by === undefined) continue;
      const isByAdmin = denying.some((places) => places.every((each) => isFinal(leafOf(flow, each).by)));
      const key = `${outcome.verdict} ${isByAdmin} ${deciderKey(by.decider, by.direction)}`;
      const first = found.get(key);
      const ruling = { ...outcome, isByAdmin, traffic, by, deciders };
      found.set(key, first === undefined ? ruling : { ...first, ...sumOf(first, ruling) });
    }
    const decided = [...found].map(([key, ruling]): KeyedRuling => {
      const traffic = ruling.verdict === "denied" ? "" : trafficKey(ruling.traffic);
      return { key: `${key} ${traffic}`, ruling };
    });
    byMeaning.set(asked, decided);
    return decided;
  }

  #judge(
    { parts, egress, ingress }: ClassFlow,
    meaning: Meaning,
    { first, trafficKey: asked }: Target,
  ): readonly Judged[] {
    let byMeaning = this.#judged.get(parts);
    if (byMeaning === undefined) this.#judged.set(parts, (byMeaning = new Map()));
    const key = `${meaning.key} ${asked}`;
    let judged = byMeaning.get(key);
    if (judged === undefined) {
      judged = parts.flatMap((part): Judged[] => {
        const traffic = intersectTraffic(part.traffic, first.traffic);
        if (isNoTraffic(traffic)) return [];
        const outcome = this.#outcomeOf(part, meaning);
        const shapes = { egress: egress.shape, ingress: ingress.shape };
        return [{ traffic, outcome, ...placesOf(part, outcome, meaning, shapes) }];
      });
      byMeaning.set(key, judged);
    }
    return judged;
  }

  /** What a part comes to hangs on the worlds of its leaves alone: those of many parts are the same. */
  #outcomeOf(part: Part, meaning: Meaning): PartOutcome {
    let byMeaning = this.#outcomes.get(part.reasons);
    if (byMeaning === undefined) this.#outcomes.set(part.reasons, (byMeaning = new Map()));
    let outcome = byMeaning.get(meaning.key);
    if (outcome === undefined) byMeaning.set(meaning.key, (outcome = outcomeOf(part, meaning)));
    return outcome;
  }

  /** How ends are meant. @param elsewhere nodes on which the source is not */
  #meaningOf(source: AuditSource, target: Target, elsewhere: readonly string[]): Meaning {
    // What is asked of pods that exist hangs on nothing of theirs.
    if (source.type === "new" || elsewhere.length > 0)
      return meaningOf(source, target.first, elsewhere.length > 0 ? { nodes: elsewhere } : {});
    let meaning = this.#meanings.get(target);
    if (meaning === undefined) this.#meanings.set(target, (meaning = meaningOf(source, target.first)));
    return meaning;
  }
}

/** True for an end that may have any address. */
export function isUnplaced(certainty: AuditDestination["certainty"]): boolean {
  return certainty === "guess" || certainty === "name" || isLaterNode({ certainty });
}

/** True for a node that does not exist yet. */
export function isLaterNode({ certainty }: Pick<Chunk, "certainty">): boolean {
  return certainty === "later-node" || certainty === "control-plane-node";
}

/**
 * Chunks without those of nodes that do not exist yet, where there are others: what a later node comes to shows only whether
 * what blocks the nodes follows them (S-AUD-4).
 */
export function ofToday(chunks: readonly Chunk[]): readonly Chunk[] {
  const isThere = chunks.some(({ certainty }) => certainty === "settled");
  return isThere ? chunks.filter((each) => !isLaterNode(each)) : chunks;
}

/**
 * True where a class is surely reached at once. Of ends that are only guessed, it takes all: the class is at one of them. Where
 * there are nodes, one that does not exist yet shows only that what blocks them does not follow the set of nodes (S-AUD-4).
 */
export function isAllowedSomewhere(chunks: readonly Chunk[]): boolean {
  const allowed = ofToday(chunks).filter(({ verdict }) => verdict === "allowed");
  if (allowed.some(({ certainty }) => certainty !== "guess")) return true;
  const guesses = chunks.filter(({ certainty }) => certainty === "guess").flatMap(({ targets }) => targets);
  const open = new Set(allowed.flatMap(({ targets }) => targets));
  return guesses.length > 0 && guesses.every((each) => open.has(each));
}

/** True for a node that does not exist yet among others that do. */
export function isLaterAmong(
  { first }: Pick<Target, "first">,
  targets: readonly Pick<Target, "first">[],
): boolean {
  return isLaterNode(first) && targets.some((each) => each.first.certainty === "settled");
}

function together(known: Chunk | undefined, more: Chunk): Chunk {
  if (known === undefined) return more;
  return {
    ...known,
    targets: known.targets.concat(more.targets),
    families: [...new Set([...known.families, ...more.families])],
    ...sumOf(known, more),
  };
}

function sumOf(known: Ruling, more: Ruling): Pick<Ruling, "traffic" | "deciders" | "reasons"> {
  return {
    traffic: unionTraffic(known.traffic, more.traffic),
    deciders: [...new Set([...known.deciders, ...more.deciders])],
    reasons: [...new Set([...known.reasons, ...more.reasons])],
  };
}

function inOrder(targets: readonly Target[]): readonly Target[] {
  return [...new Set(targets)].toSorted((a, b) => a.number - b.number);
}

function nodesOf({ destinations }: Target): readonly string[] {
  return [...new Set(destinations.flatMap(({ endpoint }) => nodeOf(endpoint) ?? []))];
}

/** True where a pod may be on one of the nodes that a target stands for. */
function isOnOneOf({ destinations, endClass }: Target, nodes: ReadonlySet<string> | "unknown"): boolean {
  if (endClass.asOwnNode === undefined) return false;
  if (nodes === "unknown") return true;
  return destinations.some(({ endpoint }) => {
    const node = nodeOf(endpoint);
    return node !== undefined && nodes.has(node);
  });
}

/** True for a pod as its own destination: it reaches itself whatever policies say. */
function isItself(source: AuditSource, { destinations }: Target): boolean {
  if (source.type === "new" || source.row.isSeveral) return false;
  const own = new Set(source.row.names);
  return destinations.every(
    ({ endpoint }) =>
      endpoint.type === "pod" &&
      (own.size === 0 ? endpoint.id === source.row.id : endpoint.pods.some((name) => own.has(name))) &&
      endpoint.namespace === source.row.namespace,
  );
}

/** What leaves decide a part, and what denies whole directions of it. */
function placesOf(
  part: Part,
  { verdict }: PartOutcome,
  meaning: Meaning,
  shapes: Readonly<Record<Direction, Shape>>,
): Pick<Judged, "deciding" | "denying"> {
  const placed = (direction: Direction, leaves: readonly Leaf[]): PlacedLeaf[] =>
    leaves.map((leaf) => ({ direction, at: shapes[direction].leaves.indexOf(leaf), leaf }));
  const of = (direction: Direction, outcome?: Leaf["outcome"]): PlacedLeaf[] =>
    placed(
      direction,
      part[direction].leaves.filter(
        (leaf) =>
          (outcome === undefined || leaf.outcome === outcome) &&
          isAsked(leaf, meaning, verdict === "allowed"),
      ),
    );
  if (verdict !== "denied") {
    const some = verdict === "allowed" ? "allowed" : undefined;
    return { deciding: [...of("egress", some), ...of("ingress", some)], denying: [] };
  }
  const egress = of("egress", "denied");
  const isWhole = part.egress.leaves.every(({ outcome }) => outcome === "denied");
  const denying = DIRECTIONS.map((direction) =>
    part[direction].leaves.filter((each) => isAsked(each, meaning)),
  ).flatMap((leaves, i) => {
    const isDenied = leaves.length > 0 && leaves.every(({ outcome }) => outcome === "denied");
    return isDenied ? [placed(DIRECTIONS[i] as Direction, leaves)] : [];
  });
  return { deciding: isWhole ? egress : [...of("ingress", "denied"), ...egress], denying };
}

/** The leaf of a flow at the place of one of its shape. */
function leafOf(flow: ClassFlow, { direction, at, leaf }: PlacedLeaf): Leaf {
  return flow[direction].leaves[at] ?? leaf;
}

/** What decided a part, the direction first that the answer comes of. */
function decidersOf(flow: ClassFlow, places: readonly PlacedLeaf[], { verdict }: PartOutcome): AuditStep[] {
  const found = new Map<Decider, AuditStep>();
  for (const place of places) {
    const { by: decider } = leafOf(flow, place);
    // What no policy of the destination is asked about decides nothing.
    if (verdict !== "denied" && place.direction === "ingress" && decider.type === "exempt") continue;
    if (!found.has(decider)) found.set(decider, { decider, direction: place.direction });
  }
  const all = [...found.values()];
  // A rule says most; an isolation allows where only some readings of it do, so that another thing does where there is one.
  const rankOf = ({ decider: { type } }: AuditStep): number =>
    type === "rule" ? 0 : type === "isolation" ? 2 : 1;
  return verdict === "allowed" ? all.toSorted((a, b) => rankOf(a) - rankOf(b)) : all;
}

const SHOWN = new WeakMap<TargetClass, Map<string, readonly string[]>>();

/** What some targets are called: addresses together, then nodes and pods by their names. */
export function shownAs(to: TargetClass, targets: readonly Target[]): readonly string[] {
  const known = SHOWN.get(to) ?? new Map<string, readonly string[]>();
  SHOWN.set(to, known);
  const key = targetsKey(targets);
  let names = known.get(key);
  if (names === undefined) known.set(key, (names = namesOf(to, targets)));
  return names;
}

/** True for targets that are every part of a class. */
export function isWholeClass({ targets }: TargetClass, some: readonly Target[]): boolean {
  return some.length === targets.length;
}

/** Equal texts for the same targets of a class. */
export function targetsKey(targets: readonly Target[]): string {
  return targets.map((each) => each.number).join();
}

function namesOf({ of }: TargetClass, targets: readonly Target[]): readonly string[] {
  const all = targets.flatMap(({ destinations }) => destinations);
  const outside = all.flatMap(({ endpoint, toName }) =>
    endpoint.type === "addresses" && toName === undefined ? [endpoint.addresses] : [],
  );
  const rest = all.filter(({ endpoint, toName }) => endpoint.type !== "addresses" || toName !== undefined);
  const union = AddressSet.of(outside.flatMap((each) => each.blocks()));
  const blocks = FAMILIES.flatMap((family) => {
    const own = union.only(family);
    if (own.isEmpty) return [];
    const whole = wholeOf(of, family);
    return of.label === undefined ? nameOfAddresses(own) : nameOfPiece(own, whole, of.label);
  });
  return [...new Set([...blocks, ...rest.map((each) => each.shownAs)])];
}

const WHOLES = new WeakMap<DestinationClass, Map<Family, AddressSet>>();

function wholeOf(of: DestinationClass, family: Family): AddressSet {
  const known = WHOLES.get(of) ?? new Map<Family, AddressSet>();
  WHOLES.set(of, known);
  let whole = known.get(family);
  if (whole === undefined) {
    const all = of.destinations.flatMap(({ endpoint, toName }) =>
      endpoint.type === "addresses" && toName === undefined ? endpoint.addresses.only(family).blocks() : [],
    );
    known.set(family, (whole = AddressSet.of(all)));
  }
  return whole;
}
