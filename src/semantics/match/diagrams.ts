import { PairMap } from "../../base/collections/pair-map.js";
import { asksWith } from "./point-order.js";
import { EdgeIndex } from "./edge-index.js";
import {
  edgesAt,
  EVERY_WORLD,
  firstPoint,
  meet,
  NOTHING,
  type Diagram,
  type DiagramNode,
  type Edge,
  type OpenPoint,
} from "./diagram.js";
import { isText, PossibleSets, type Possible } from "./possible.js";
import type { TextSet } from "./text-set.js";
import type { Unsettled } from "./unsettled.js";

/** Both sides of a question. */
interface BothSides {
  readonly yes: Diagram;
  readonly no: Diagram;
}

type Operation = "and" | "or" | "without";

/** More diagrams than this are not told apart by one number. */
const MOST = 2 ** 26;

/** A node is kept for as long as the run: what counts is less its time than its room, which is half a kilobyte and more. */
const STEPS_OF_A_NODE = 5000;

/** Of the edges of two diagrams that are so many pairs, those that meet are looked up. */
const MANY_PAIRS = 8;

/** So many steps are counted at once. */
const MANY_STEPS = 20_000;

/** Diagrams over the same points: only these can be put together. */
export class Diagrams {
  readonly #points = new Map<string, readonly OpenPoint[]>();
  /** The places of the first points of those that are asked together. */
  readonly #firstTogether = new Map<string, number>();
  #met = 0;
  #nodesMet = 0;
  /** By the number of the list of its point and edges but for the last number, and that one. */
  readonly #nodes = new PairMap<DiagramNode>();
  /** Numbers of lists of numbers: by that of the list before, and the last number of the list. */
  readonly #lists = new PairMap<number>();
  #listsMet = 0;
  readonly #done: Readonly<Record<Operation, PairMap<Diagram>>> = {
    and: new PairMap(),
    or: new PairMap(),
    without: new PairMap(),
  };
  /** Whether two diagrams share a world. */
  readonly #overlap = new PairMap<boolean>();
  /** What tells two diagrams apart: flows of the same worlds are judged by it again and again. */
  readonly #apart = new PairMap<readonly OpenPoint[]>();
  /** The two sides of each question that was asked, by its point and its answers: many policies ask the same one. */
  readonly #cuts = new Map<OpenPoint, Map<number, BothSides>>();
  /** The values of all points and edges are of these. */
  readonly #sets = new PossibleSets();
  readonly #take: (steps: number) => void;
  #steps = 0;

  /** @param take counts steps, each of which is a pair of edges: many at a time, so that what takes few is done after a limit too */
  constructor(take: (steps: number) => void = () => undefined) {
    this.#take = take;
  }

  /**
   * The point of what is unsettled. The same text may be about several ends, of which each has values of its own: a pod's address
   * is one of the pods' range, a node's any other. These are points of their own: in a wider one, values would be left open
   * that the end cannot have.
   * @param key the text of what is unsettled
   * @param domain the values that it can have
   */
  point(key: string, unsettled: Unsettled, domain: Possible): OpenPoint {
    const points = this.#points.get(key) ?? [];
    const asked = this.#sets.the(domain);
    const known = points.find((each) => each.domain === asked);
    if (known !== undefined) return known;
    // Which policy of a tie is chosen says which facts matter. Asked last, it would stand below all of their combinations.
    const place = unsettled.type === "choice" ? this.#met - MOST : this.#met;
    // Rules cut addresses into many pieces. Asked first, each of these would stand over all that labels decide.
    const index = "weight" in domain ? place + MOST : this.#besideOthers(unsettled, place);
    const point = { index, place, key, unsettled, domain: asked };
    this.#points.set(key, [...points, point]);
    this.#met++;
    return point;
  }

  /** A place behind the first point that another one is asked together with, and before the next one of its own. */
  #besideOthers(unsettled: Unsettled, place: number): number {
    const together = asksWith(unsettled);
    if (together === undefined) return place;
    const first = this.#firstTogether.get(together) ?? place;
    this.#firstTogether.set(together, first);
    return -first - place / MOST;
  }

  /** The worlds in which a point has one of some values. */
  where(point: OpenPoint, values: Possible): Diagram {
    this.#count(weightOf(values));
    return this.#among(point, this.#sets.the(values));
  }

  #among(point: OpenPoint, set: Possible): Diagram {
    return this.#node(point, [
      [this.#intersect(point.domain, set), EVERY_WORLD],
      [this.#subtract(point.domain, set), NOTHING],
    ]);
  }

  /**
   * The worlds in which a point has one of some values, and those in which it has another.
   * @param domain the values that are possible where it is asked: perhaps not all that the point can have
   */
  cut(point: OpenPoint, domain: Possible, values: Possible): BothSides {
    const cuts = this.#cuts.get(point) ?? new Map<number, BothSides>();
    const all = this.#sets.the(domain);
    const some = this.#sets.the(values);
    const key = this.#sets.numberOf(all) * MOST + this.#sets.numberOf(some);
    const known = cuts.get(key);
    if (known !== undefined) {
      this.#count(weightOf(values));
      return known;
    }
    const cut: BothSides = {
      yes: this.where(point, this.#intersect(some, all)),
      no: this.where(point, this.#subtract(all, some)),
    };
    this.#cuts.set(point, cuts.set(key, cut));
    return cut;
  }

  and(a: Diagram, b: Diagram): Diagram {
    if (a === NOTHING || b === NOTHING) return NOTHING;
    if (a === EVERY_WORLD || a === b) return b;
    if (b === EVERY_WORLD) return a;
    return a.id < b.id ? this.#apply("and", a, b) : this.#apply("and", b, a);
  }

  or(a: Diagram, b: Diagram): Diagram {
    if (a === EVERY_WORLD || b === EVERY_WORLD) return EVERY_WORLD;
    if (a === NOTHING || a === b) return b;
    if (b === NOTHING) return a;
    return a.id < b.id ? this.#apply("or", a, b) : this.#apply("or", b, a);
  }

  /** The worlds of some diagrams together. */
  orAll(diagrams: readonly Diagram[]): Diagram {
    // Those that one point decides are sets of its values: of a pod with any labels, one for each policy.
    const byPoint = new Map<OpenPoint, Possible[]>();
    let rest: Diagram = NOTHING;
    for (const each of diagrams) {
      const values = each.point === undefined ? undefined : onlyValues(each);
      if (each.point === undefined || values === undefined) rest = this.or(rest, each);
      else {
        const known = byPoint.get(each.point);
        if (known === undefined) byPoint.set(each.point, [values]);
        else known.push(values);
      }
    }
    for (const [point, sets] of byPoint) {
      this.#count(sets.length);
      rest = this.or(rest, this.#among(point, this.#sets.union(sets)));
    }
    return rest;
  }

  /** The worlds of `a` that are not in `b`. */
  without(a: Diagram, b: Diagram): Diagram {
    if (a === NOTHING || b === EVERY_WORLD || a === b) return NOTHING;
    return b === NOTHING ? a : this.#apply("without", a, b);
  }

  /** The worlds that are there with some value of the points that are meant. */
  anyway(diagram: Diagram, isMeant: (point: OpenPoint) => boolean): Diagram {
    const done = new Map<Diagram, Diagram>();
    const visit = (each: Diagram): Diagram => {
      if (each.point === undefined) return each;
      const known = done.get(each);
      if (known !== undefined) return known;
      this.#count(each.edges.length);
      const children = each.edges.map(([values, child]): Edge => [values, visit(child)]);
      const result = isMeant(each.point)
        ? children.reduce((all: Diagram, [, child]) => this.or(all, child), NOTHING)
        : this.#node(each.point, children);
      done.set(each, result);
      return result;
    };
    return visit(diagram);
  }

  /** The same worlds among the diagrams of this object. */
  adopt(diagram: Diagram): Diagram {
    const done = new Map<Diagram, Diagram>();
    const visit = (each: Diagram): Diagram => {
      if (each.point === undefined) return each;
      const known = done.get(each);
      if (known !== undefined) return known;
      const point = this.point(each.point.key, each.point.unsettled, each.point.domain);
      const result = each.edges.reduce(
        (all: Diagram, [values, child]) => this.or(all, this.and(this.where(point, values), visit(child))),
        NOTHING,
      );
      done.set(each, result);
      return result;
    };
    return visit(diagram);
  }

  /** True where two diagrams share a world. */
  overlap(a: Diagram, b: Diagram): boolean {
    if (a === NOTHING || b === NOTHING) return false;
    // Every diagram but that of no world has one.
    if (a === b || a === EVERY_WORLD || b === EVERY_WORLD) return true;
    const [one, other] = a.id < b.id ? [a, b] : [b, a];
    const known = this.#overlap.get(one.id, other.id);
    if (known !== undefined) return known;
    const isShared = this.#isShared(one, other);
    this.#overlap.set(one.id, other.id, isShared);
    return isShared;
  }

  /** To see whether something is shared takes no new diagrams. */
  #isShared(a: Diagram, b: Diagram): boolean {
    const point = firstPoint(a, b);
    const right = edgesAt(b, point);
    for (const [values, child] of edgesAt(a, point)) {
      this.#count(right.length);
      for (const [others, other] of right)
        if (meet(values, others) && this.overlap(child, other)) return true;
    }
    return false;
  }

  /** The points of which one alone may have to change for a world of one diagram to become one of another; in their order. */
  tellingApart(a: Diagram, b: Diagram): readonly OpenPoint[] {
    const known = this.#apart.get(a.id, b.id);
    if (known !== undefined) return known;
    const points = this.#pointsApart(a, b);
    this.#apart.set(a.id, b.id, points);
    return points;
  }

  #pointsApart(a: Diagram, b: Diagram): readonly OpenPoint[] {
    const found = new Set<OpenPoint>();
    const seen = new Map<Diagram, Set<Diagram>>();
    const visit = (from: Diagram, to: Diagram): void => {
      if (from === NOTHING || to === NOTHING || (from.point === undefined && to.point === undefined)) return;
      const met = seen.get(from) ?? new Set<Diagram>();
      if (met.has(to)) return;
      seen.set(from, met.add(to));
      const point = firstPoint(from, to);
      for (const [values, child] of edgesAt(from, point)) {
        for (const [others, other] of edgesAt(to, point)) {
          if (meet(values, others)) visit(child, other);
          else if (this.overlap(child, other)) found.add(point);
        }
      }
    };
    visit(a, b);
    return [...found].toSorted((one, other) => one.place - other.place);
  }

  #intersect(a: Possible, b: Possible): Possible {
    return this.#sets.of("intersect", a, b);
  }

  #subtract(a: Possible, b: Possible): Possible {
    return this.#sets.of("subtract", a, b);
  }

  #count(steps: number): void {
    this.#steps += steps;
    if (this.#steps < MANY_STEPS) return;
    const taken = this.#steps;
    this.#steps = 0;
    this.#take(taken);
  }

  #apply(operation: Operation, a: Diagram, b: Diagram): Diagram {
    const done = this.#done[operation];
    const known = done.get(a.id, b.id);
    if (known !== undefined) return known;
    const point = firstPoint(a, b);
    const left = edgesAt(a, point);
    const right = edgesAt(b, point);
    this.#count(left.length * right.length);
    const index = left.length * right.length < MANY_PAIRS ? undefined : EdgeIndex.of(right);
    const edges: Edge[] = [];
    for (const edge of left) {
      if (index === undefined) this.#meetEach(operation, edge, right, edges);
      else this.#meetFound(operation, edge, right, index, edges);
    }
    const result = this.#node(point, edges);
    done.set(a.id, b.id, result);
    return result;
  }

  /** Adds what an edge comes to with those of another node. */
  #meetEach(operation: Operation, [values, child]: Edge, right: readonly Edge[], edges: Edge[]): void {
    for (const [others, other] of right) {
      this.#count(weightOf(values) + weightOf(others));
      const shared = this.#intersect(values, others);
      if (!shared.isEmpty) edges.push([shared, this[operation](child, other)]);
      // The edges of a node are disjoint: what one has wholly is in no other.
      if (shared === values) break;
    }
  }

  /** The same, where it is known which of them meet. */
  #meetFound(
    operation: Operation,
    [values, child]: Edge,
    right: readonly Edge[],
    index: EdgeIndex,
    edges: Edge[],
  ): void {
    const places = index.placesOf(values as TextSet);
    if (typeof places === "number") {
      this.#count(2 * (places + 1));
      edges.push([values, this[operation](child, (right[places] as Edge)[1])]);
      return;
    }
    this.#count(2 * right.length);
    for (const place of places) {
      const [others, other] = right[place] as Edge;
      edges.push([this.#intersect(values, others), this[operation](child, other)]);
    }
  }

  /** The one diagram with these edges, of which several may lead to the same. */
  #node(point: OpenPoint, edges: readonly Edge[]): Diagram {
    const sorted = this.#joined(edges);
    const [only] = sorted;
    if (only === undefined) return NOTHING;
    if (sorted.length === 1) return only[1];
    let list = this.#after(0, point.place);
    let last = 0;
    for (const [i, [values, child]] of sorted.entries()) {
      if (i > 0) list = this.#after(list, last);
      list = this.#after(list, child.id);
      last = this.#sets.numberOf(values);
    }
    const known = this.#nodes.get(list, last);
    if (known !== undefined) return known;
    const node: DiagramNode = { id: this.#nodesMet++ + 2, point, edges: sorted };
    if (node.id >= MOST) throw new Error("invariant: there are more diagrams than can be told apart");
    this.#nodes.set(list, last, node);
    this.#count(STEPS_OF_A_NODE);
    return node;
  }

  /** Edges of which each leads to another diagram, in the order of those. */
  #joined(edges: readonly Edge[]): readonly Edge[] {
    const byChild = new Map<Diagram, Possible[]>();
    for (const [values, child] of edges) {
      if (values.isEmpty) continue;
      const known = byChild.get(child);
      if (known === undefined) byChild.set(child, [values]);
      else known.push(values);
    }
    const joined: Edge[] = [];
    for (const [child, values] of byChild) joined.push([this.#sets.union(values), child]);
    return joined.length < 2 ? joined : joined.toSorted(([, a], [, b]) => a.id - b.id);
  }

  /** The number of a list that is another one with a number behind it. */
  #after(list: number, number: number): number {
    const known = this.#lists.get(list, number);
    if (known !== undefined) return known;
    const next = ++this.#listsMet;
    this.#lists.set(list, number, next);
    return next;
  }
}

/** Steps that it takes to go over a set: one of addresses is a list of ranges. */
function weightOf(values: Possible): number {
  return isText(values) ? 1 : 10 * values.weight;
}

/** The values of a point that are all that a diagram asks for; undefined for one that asks for more. */
function onlyValues({ edges }: DiagramNode): Possible | undefined {
  // Edges come in the order of what they lead to: behind the one that leads to no world, this one is the last of two.
  const last = edges.at(-1);
  return last?.[1] === EVERY_WORLD ? last[0] : undefined;
}
