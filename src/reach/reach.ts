import { ALL_TRAFFIC } from "../net/traffic.js";
import { cellsOf, Shapes, type Cell, type Shape } from "./cells.js";
import { classesOf, type End, type EndClass } from "./classes.js";
import { DESTINATION, OtherClasses, SOURCE } from "./many-others.js";
import { Distinctions } from "./distinctions.js";
import { endsOf } from "./ends.js";
import { oncePer } from "../collections/once-per.js";
import { REFERENCE } from "../match/profile.js";
import { LabelIndex } from "./label-index.js";
import { partsOf, type Part } from "../evaluate/evaluate.js";
import { PeerGroups } from "./peer-groups.js";
import { walkDirection } from "../evaluate/walk-direction.js";
import type { Cluster } from "../model/cluster.js";
import type { Direction } from "../model/policy.js";
import type { Entry, Leaf } from "../evaluate/entry.js";
import type { Family } from "../net/address.js";
import type { MatchContext, Party } from "../match/party.js";
import type { Profile } from "../match/profile.js";

/** One direction of all flows of one class: what it comes to for each other end. */
export interface ClassWalk {
  readonly direction: Direction;
  readonly subject: EndClass;
  readonly family: Family;
  readonly cells: readonly Cell[];
  readonly leaves: readonly Leaf[];
  /** Everything that was asked, as of a walk of one flow, with the classes in its regions. */
  readonly entries: readonly Entry[];
  /** The cell of another class. */
  cellOf(other: number): Cell;
}

/** All traffic between two classes, in parts that nothing tells apart; leaves are those of the cells. */
export interface ClassFlow {
  readonly egress: Cell;
  readonly ingress: Cell;
  /** Parts whose leaves are those of the cells' shapes: at the same places as the cells' own. */
  readonly parts: readonly Part[];
}

/**
 * All flows between some ends of a cluster, answered per pair of classes. The walk is that of `evaluate`, over all other
 * ends at once; each direction of a class is walked when it is first asked for.
 */
export class Reach {
  readonly cluster: Cluster;
  readonly profile: Profile;
  readonly classes: readonly EndClass[];
  readonly #labels: LabelIndex;
  readonly #others = new Map<string, OtherClasses>();
  readonly #walks = new Map<string, (ClassWalk | undefined)[]>();
  readonly #shapes = new Shapes();
  readonly #parts = new Map<number, readonly Part[]>();

  /** @param distinctions what tells ends apart; more than the cluster's own where two clusters are compared */
  constructor(
    cluster: Cluster,
    profile: Profile,
    ends: Iterable<End>,
    distinctions: Distinctions = new Distinctions(cluster),
  ) {
    this.cluster = cluster;
    this.profile = profile;
    this.classes = classesOf(cluster, ends, distinctions);
    this.#labels = new LabelIndex(cluster, this.classes);
  }

  /** One direction of a class over a family that it has. */
  walk(direction: Direction, index: number, family: Family): ClassWalk {
    const key = `${direction} ${family}`;
    let walks = this.#walks.get(key);
    if (walks === undefined) this.#walks.set(key, (walks = []));
    return (walks[index] ??= this.#walk(direction, this.classes[index] as EndClass, family));
  }

  /** All traffic from one class to another over a family that both have; never a pod's to itself. */
  flow(from: number, to: number, family: Family): ClassFlow {
    const egress = this.walk("egress", from, family).cellOf(to);
    const ingress = this.walk("ingress", to, family).cellOf(from);
    return { egress, ingress, parts: this.#partsOf(egress.shape, ingress.shape) };
  }

  #partsOf(egress: Shape, ingress: Shape): readonly Part[] {
    const key = egress.id * 0x4000000 + ingress.id;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const parts = partsOf(ALL_TRAFFIC, egress.leaves, ingress.leaves);
    this.#parts.set(key, parts);
    return parts;
  }

  #walk(direction: Direction, subject: EndClass, family: Family): ClassWalk {
    const others = this.#othersOf(direction, family);
    const party = partyOf(subject, direction === "egress" ? SOURCE : DESTINATION);
    const context = this.#context(family, undefined);
    const side = { direction, subject: party, context, others: others.seenFrom(party, direction, context) };
    const { leaves, entries } = walkDirection(side, { traffic: ALL_TRAFFIC, others: others.all }, false);
    const cells = cellsOf(others.all, leaves, this.#shapes);
    const indexes = new Uint32Array(others.size);
    for (const [i, cell] of cells.entries()) cell.others.forEach((other) => (indexes[other] = i));
    const cellOf = (other: number): Cell => cells[indexes[other] as number] as Cell;
    return { direction, subject, family, cells, leaves, entries, cellOf };
  }

  /** The classes as the other ends of a direction: their facts are those of a source or of a destination. */
  #othersOf(direction: Direction, family: Family): OtherClasses {
    const key = `${direction} ${family}`;
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const factKey = direction === "egress" ? DESTINATION : SOURCE;
    const classes = this.classes.filter(({ families }) => families.includes(family));
    const size = this.classes.length;
    const party = (each: EndClass): Party => partyOf(each, factKey);
    // A name is what the source asked for: it says nothing about the source itself.
    const context = (each: EndClass): MatchContext =>
      this.#context(family, direction === "egress" ? each.toName : undefined);
    const groups = new PeerGroups(classes, size, party, context, this.#labels);
    const others = new OtherClasses(classes, size, groups, party, context);
    this.#others.set(key, others);
    return others;
  }

  #context(family: Family, toName: string | undefined): MatchContext {
    return { cluster: this.cluster, profile: this.profile, family, toName };
  }
}

/** All flows of a cluster as the texts lean to, put together once. */
export const reachOf = oncePer((cluster: Cluster): Reach => {
  const distinctions = new Distinctions(cluster);
  return new Reach(cluster, REFERENCE, endsOf(cluster, distinctions), distinctions);
});

function partyOf({ representative }: EndClass, factKey: string): Party {
  return { endpoint: representative, factKey };
}
