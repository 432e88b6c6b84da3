import { isText, type Possible } from "./possible.js";
import type { TextSet } from "./text-set.js";

/** What is reached with some values; the values of the edges of one point are disjoint. */
type ValueEdge = readonly [Possible, unknown];

/** Which of a point's edges has a value: of two lists of edges, a few pairs meet among hundreds. */
export class EdgeIndex {
  readonly #edges: readonly ValueEdge[];
  readonly #byValue = new Map<string, number>();
  /** The edge of all values that no other one names. */
  #rest = -1;
  /** The edge of what has no value. */
  #absent = -1;

  private constructor(edges: readonly ValueEdge[]) {
    this.#edges = edges;
    for (let i = 0; i < edges.length; i++) {
      const values = (edges[i] as ValueEdge)[0] as TextSet;
      if (values.isCofinite) this.#rest = i;
      else for (const value of values.named) this.#byValue.set(value, i);
      if (values.has(undefined)) this.#absent = i;
    }
    const rest = this.#edges[this.#rest]?.[0] as TextSet | undefined;
    // What the edge of the rest leaves out, and no other one has, is no value of the point.
    for (const value of rest?.named ?? []) if (!this.#byValue.has(value)) this.#byValue.set(value, -1);
  }

  /** The index of some edges, made once for each list of them; undefined for those of addresses. */
  static of(edges: readonly ValueEdge[]): EdgeIndex | undefined {
    let index = INDEXES.get(edges);
    if (index === undefined && isText((edges[0] as ValueEdge)[0]))
      INDEXES.set(edges, (index = new EdgeIndex(edges)));
    return index;
  }

  /**
   * The places of the edges that share something with some values, in their order.
   * @returns one place where that edge has all of the values
   */
  placesOf(values: TextSet): number | readonly number[] {
    if (values.isCofinite) return this.#placesOfMany(values);
    const places = new Set<number>();
    for (const value of values.named) places.add(this.#byValue.get(value) ?? this.#rest);
    if (values.has(undefined)) places.add(this.#absent);
    const [first = -1] = places;
    if (places.size === 1 && first !== -1) return first;
    return [...places].filter((place) => place !== -1).toSorted((a, b) => a - b);
  }

  #placesOfMany(values: TextSet): readonly number[] {
    const places: number[] = [];
    for (let i = 0; i < this.#edges.length; i++)
      if (values.meets((this.#edges[i] as ValueEdge)[0] as TextSet)) places.push(i);
    return places;
  }
}

const INDEXES = new WeakMap<readonly ValueEdge[], EdgeIndex>();
