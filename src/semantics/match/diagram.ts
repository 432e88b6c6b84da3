import type { AddressSet } from "../../base/net/address-set.js";
import type { Possible } from "./possible.js";
import type { TextSet } from "./text-set.js";
import type { Unsettled } from "./unsettled.js";

/** Something unsettled, with the values that it can have. */
export interface OpenPoint {
  /**
   * Points are asked by this: choices first, then facts in the order in which they were met, but for those that are asked
   * together, and those about addresses last.
   */
  readonly index: number;
  /** Points are told by this: choices first, then facts in the order in which they were met. */
  readonly place: number;
  readonly key: string;
  readonly unsettled: Unsettled;
  readonly domain: Possible;
}

/**
 * A set of worlds as a decision diagram: what the first point's values lead to. Points come in one order on every path, equal
 * diagrams are one object, and a point that decides nothing is left out. So what is alike in many worlds stands there once:
 * twenty labels that are not known are twenty questions, not a million worlds.
 */
export type Diagram = DiagramEnd | DiagramNode;

interface DiagramEnd {
  readonly id: 0 | 1;
  readonly point?: undefined;
}

/** A point that decides something. */
export interface DiagramNode {
  readonly id: number;
  readonly point: OpenPoint;
  /** Disjoint, together all of the point's values, each with another diagram; in the order of those. */
  readonly edges: readonly Edge[];
}

/** Some values of a point, and what they lead to. */
export type Edge = readonly [Possible, Diagram];

/** No world. */
export const NOTHING: Diagram = { id: 0 };
/** The diagram of a statement that holds whatever is unsettled. */
export const EVERY_WORLD: Diagram = { id: 1 };

/** The first point of two diagrams, of which one has a point. */
export function firstPoint({ point: a }: Diagram, { point: b }: Diagram): OpenPoint {
  const point = a === undefined || (b !== undefined && b.index < a.index) ? b : a;
  if (point === undefined) throw new Error("invariant: two diagrams without points are put together at once");
  return point;
}

/** The edges of a diagram at a point that is its first one, or stands before that. */
export function edgesAt(diagram: Diagram, point: OpenPoint): readonly Edge[] {
  return diagram.point === point ? diagram.edges : [[point.domain, diagram]];
}

const OPEN_POINTS = new WeakMap<Diagram, readonly OpenPoint[]>();

/** The points that decide something, in their order. */
export function openPointsOf(diagram: Diagram): readonly OpenPoint[] {
  const known = OPEN_POINTS.get(diagram);
  if (known !== undefined) return known;
  const found = pointsOf(diagram);
  OPEN_POINTS.set(diagram, found);
  return found;
}

function pointsOf(diagram: Diagram): readonly OpenPoint[] {
  const points = new Set<OpenPoint>();
  const seen = new Set<Diagram>();
  const visit = (each: Diagram): void => {
    if (each.point === undefined || seen.has(each)) return;
    seen.add(each);
    points.add(each.point);
    for (const [, child] of each.edges) visit(child);
  };
  visit(diagram);
  return [...points].toSorted((a, b) => a.place - b.place);
}

/** The same text for the same worlds, where the points were met in the same order. */
export function diagramKey(diagram: Diagram): string {
  const names = new Map<Diagram, string>([
    [NOTHING, "no"],
    [EVERY_WORLD, "yes"],
  ]);
  const lines: string[] = [];
  const visit = (each: Diagram): string => {
    const known = names.get(each);
    if (known !== undefined || each.point === undefined) return known ?? "";
    const edges = each.edges.map(([values, child]) => `${values.key} ${visit(child)}`).toSorted();
    lines.push(`${each.point.key}: ${edges.join(", ")}`);
    const name = String(lines.length);
    names.set(each, name);
    return name;
  };
  visit(diagram);
  return lines.join("\n");
}

/** How two worlds differ at the least. */
interface WorldDistance {
  readonly length: number;
  readonly point?: OpenPoint;
  readonly rest?: WorldDistance;
}

const HERE: WorldDistance = { length: 0 };
const NO_WAY: WorldDistance = { length: Infinity };

/** The points of which the fewest have to change for a world of one diagram to become a world of another. */
export function fewestBetween(a: Diagram, b: Diagram): readonly OpenPoint[] {
  const done = new Map<Diagram, Map<Diagram, WorldDistance>>();
  const visit = (from: Diagram, to: Diagram): WorldDistance => {
    if (from === NOTHING || to === NOTHING) return NO_WAY;
    if (from.point === undefined && to.point === undefined) return HERE;
    const known = done.get(from)?.get(to);
    if (known !== undefined) return known;
    const point = firstPoint(from, to);
    let best = NO_WAY;
    for (const [values, child] of edgesAt(from, point)) {
      for (const [others, other] of edgesAt(to, point)) {
        const rest = visit(child, other);
        const way = meet(values, others) ? rest : { length: rest.length + 1, point, rest };
        if (way.length < best.length) best = way;
      }
    }
    const ways = done.get(from) ?? new Map<Diagram, WorldDistance>();
    done.set(from, ways.set(to, best));
    return best;
  };
  const points: OpenPoint[] = [];
  for (let way: WorldDistance | undefined = visit(a, b); way?.point !== undefined; way = way.rest)
    points.push(way.point);
  return points;
}

/** True where two sets of values of one point share some. */
export function meet(a: Possible, b: Possible): boolean {
  return (a as TextSet & AddressSet).meets(b as TextSet & AddressSet);
}
