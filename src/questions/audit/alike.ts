import { isSentToItself, isOnOneOf, nodesOf, type Target } from "./targets.js";
import { meaningOf, type Meaning } from "./judge.js";
import type { AuditDestination } from "./destinations.js";
import type { AuditSource } from "./sources.js";
import type { ClassFlow, Reach } from "../../semantics/reach/reach.js";
import type { ClassWalk } from "../../semantics/reach/class-walk.js";
import type { Family } from "../../base/net/address.js";
import type { Traffic } from "../../base/net/traffic.js";

/** What is asked about a flow: which traffic, and how its ends are meant. */
export interface TargetQuestion {
  readonly meaning: Meaning;
  readonly traffic: Traffic;
  /** The same number where the same is asked. */
  readonly number: number;
}

/** Targets to which a flow comes to the same. */
export interface AlikeFlows {
  readonly targets: Target[];
  readonly flow: ClassFlow;
  readonly asked: TargetQuestion;
  readonly certainty: AuditDestination["certainty"];
  readonly family: Family;
  readonly isOwnNode: boolean;
  /** A number below `MANNERS`: the same for the same certainty, and as the source's own node or not. */
  readonly manner: number;
}

/** A target as it is asked about, whatever the source is. */
interface TargetKind {
  readonly number: number;
  readonly first: AuditDestination;
  readonly trafficKey: string;
  /** Nodes on which the source is not. */
  readonly nodes: readonly string[];
}

/** All ways of asking about some targets. */
interface TargetLanes {
  readonly lanes: readonly TargetLane[];
  /** The numbers of the classes that are asked about over a family. */
  readonly asked: Readonly<Record<Family, Uint32Array>>;
}

/** One way of asking about a target: over a family, as the node that the source is on or as another end. */
interface TargetLane {
  readonly target: Target;
  readonly family: Family;
  /** The number of its class. */
  readonly index: number;
  /** Its place among those that are asked about over its family. */
  readonly place: number;
  readonly isOwnNode: boolean;
  readonly manner: number;
  readonly kind: TargetKind;
  /** The same of a source of which it is asked by itself whether it is on the node. */
  readonly kindElsewhere: TargetKind;
  readonly ingress: () => ClassWalk;
}

/** More shapes than this are not told apart by one number for a pair. */
const MOST = 2 ** 26;

const CERTAINTIES: readonly AuditDestination["certainty"][] = [
  "settled",
  "outside",
  "later-node",
  "control-plane-node",
  "name",
  "guess",
];

/** In so many ways targets are asked about: each certainty, as the source's own node or as another end. */
export const MANNERS = 2 * CERTAINTIES.length;

/** Puts those targets of a source together to which its flows come to the same. */
export class AlikeTargets {
  readonly #kinds = new Map<string, TargetKind>();
  readonly #lanes = new WeakMap<readonly Target[], TargetLanes>();
  /** By the number of a kind; those of pods that exist hang on nothing of theirs. */
  readonly #ofRows: TargetQuestion[] = [];
  readonly #ofNew = new WeakMap<AuditSource, TargetQuestion[]>();
  readonly #numbers = new Map<string, number>();

  /** @param targets always asked of the same reach */
  of(source: AuditSource, targets: readonly Target[], reach: Reach): readonly AlikeFlows[] {
    const groups = new Map<number, AlikeFlows[]>();
    const all: AlikeFlows[] = [];
    const nodes = source.type === "row" ? source.row.nodes : "unknown";
    const from = source.endClass.index;
    const shapes: Partial<Record<Family, Uint32Array>> = {};
    let received: ClassWalk | undefined;
    let ingress = 0;
    const { lanes, asked: others } = this.#lanesOf(targets, reach);
    for (const lane of lanes) {
      const { target, family, index, place, isOwnNode, manner } = lane;
      const isAlsoOwn = target.endClass.asOwnNode !== undefined && isOnOneOf(target, nodes);
      if (isOwnNode && !isAlsoOwn) continue;
      if (isSentToItself(source, target)) continue;
      const sent = (shapes[family] ??= shapesTo(others[family], reach.walk("egress", from, family)));
      const egress = sent[place] as number;
      // Destinations that are alike as subjects share one walk, in which the source is looked for once.
      const walk = lane.ingress();
      if (walk !== received) {
        received = walk;
        ingress = walk.cellOf(from).shape.id;
      }
      // A pod on an unknown node may be on any of these: that is asked by itself, so that here it is on another one.
      const kind = isAlsoOwn && !isOwnNode && nodes === "unknown" ? lane.kindElsewhere : lane.kind;
      const asked = this.#askedOf(source, kind);
      const key = egress * MOST + ingress;
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = []));
      const known = group.find(
        (each) => each.asked === asked && each.family === family && each.isOwnNode === isOwnNode,
      );
      if (known !== undefined) {
        known.targets.push(target);
        continue;
      }
      const { certainty } = target.first;
      const flow = reach.flow(from, index, family);
      const alike = { targets: [target], flow, asked, certainty, family, isOwnNode, manner };
      group.push(alike);
      all.push(alike);
    }
    return all;
  }

  #lanesOf(targets: readonly Target[], reach: Reach): TargetLanes {
    const known = this.#lanes.get(targets);
    if (known !== undefined) return known;
    const asked: Record<Family, number[]> = { IPv4: [], IPv6: [] };
    const lanes = targets.flatMap((target) =>
      target.families.flatMap((family) => this.#lanesTo(target, { family, reach, asked: asked[family] })),
    );
    const found = {
      lanes,
      asked: { IPv4: Uint32Array.from(asked.IPv4), IPv6: Uint32Array.from(asked.IPv6) },
    };
    this.#lanes.set(targets, found);
    return found;
  }

  /** @param over.asked the classes that are asked about over the family; those of the target are added */
  #lanesTo(
    target: Target,
    { family, reach, asked }: { readonly family: Family; readonly reach: Reach; readonly asked: number[] },
  ): TargetLane[] {
    const { index, asOwnNode } = target.endClass;
    const kind = this.#kindOf(target, []);
    const kindElsewhere = asOwnNode === undefined ? kind : this.#kindOf(target, nodesOf(target));
    const lane = (of: number, isOwnNode: boolean): TargetLane => {
      let walk: ClassWalk | undefined;
      const ingress = (): ClassWalk => (walk ??= reach.walk("ingress", of, family));
      const manner = 2 * CERTAINTIES.indexOf(target.first.certainty) + Number(isOwnNode);
      const place = asked.push(of) - 1;
      return { target, family, index: of, place, isOwnNode, manner, kind, kindElsewhere, ingress };
    };
    return asOwnNode === undefined ? [lane(index, false)] : [lane(index, false), lane(asOwnNode, true)];
  }

  /** One object for all targets of which the same is asked. */
  #kindOf({ first, trafficKey }: Target, nodes: readonly string[]): TargetKind {
    const { certainty, endpoint } = first;
    const name = certainty === "control-plane-node" && endpoint.type === "node" ? endpoint.name : "";
    const key = JSON.stringify([certainty, name, trafficKey, nodes]);
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const kind = { number: this.#kinds.size, first, trafficKey, nodes };
    this.#kinds.set(key, kind);
    return kind;
  }

  #askedOf(source: AuditSource, kind: TargetKind): TargetQuestion {
    let ofSource = source.type === "row" ? this.#ofRows : this.#ofNew.get(source);
    if (ofSource === undefined) this.#ofNew.set(source, (ofSource = []));
    return (ofSource[kind.number] ??= this.#ask(source, kind));
  }

  #ask(source: AuditSource, { first, trafficKey, nodes }: TargetKind): TargetQuestion {
    const meaning = meaningOf(source, first, { nodes });
    const key = `${meaning.key} ${trafficKey}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return { meaning, traffic: first.traffic, number };
  }
}

/** Where more ends than this are asked about, a walk is cut for all of them at once. */
const MANY_ENDS = 64;

/** The numbers of the shapes that a walk has for some ends. */
function shapesTo(ends: Uint32Array, walk: ClassWalk): Uint32Array {
  if (ends.length <= MANY_ENDS) return ends.map((each) => walk.cellOf(each).shape.id);
  const shapes = new Uint32Array(ends.length);
  walk.shapesOf(ends, (place, shape) => (shapes[place] = shape));
  return shapes;
}
