import { groupBy } from "../../base/collections/group-by.js";
import type { Matrix, MatrixFlow } from "./matrix.js";
import type { Row } from "../../semantics/reach/rows.js";

/** What a pair comes to over some family and node relation. */
export type PairAnswer = Pick<MatrixFlow, "slices" | "family" | "node">;

/** Sources that reach the same: each destination means the same to all of them. */
export interface SourceGroup<T> {
  readonly sources: readonly Row[];
  /** What they reach, destinations with the same contents together; those of no content are left out. */
  readonly reached: readonly ReachedRows<T>[];
}

/** Destinations with what is sent to them. */
export interface ReachedRows<T> {
  readonly destinations: readonly Row[];
  readonly content: T;
}

/**
 * A map as a table of contents, in which rows and columns that are alike are one. A row to itself is taken as two ends
 * like it: whether a workload has one pod or two does not tell it apart from others.
 * @typeParam T what a pair comes to, one object for the same content; undefined for nothing that is to be shown
 */
export class MatrixTable<T extends object> {
  readonly matrix: Matrix;
  readonly #contentOf: (answers: readonly PairAnswer[], isPair: boolean) => T | undefined;
  readonly #contents: (T | undefined)[] = [undefined];
  readonly #numbers = new Map<T, number>();
  /** What each group of sources sends to each destination: numbers of contents. */
  readonly #grid: Uint32Array[] = [];
  readonly #groupOf = new Map<Row, number>();
  readonly #columnOf = new Map<Row, number>();
  /** Of a destination: its number among columns that differ. */
  readonly #columnGroupOf = new Map<Row, number>();

  /**
   * @param contentOf what the answers of a pair come to; called once for each, and for each row of one end and itself, which
   * is no pair
   */
  constructor(matrix: Matrix, contentOf: (answers: readonly PairAnswer[], isPair: boolean) => T | undefined) {
    this.matrix = matrix;
    this.#contentOf = contentOf;
    for (const [i, to] of matrix.destinations.entries()) this.#columnOf.set(to, i);
    const groups = new Map<string, number>();
    for (const from of matrix.sources) {
      const contents = this.#contentsFrom(from);
      const group = numberOf(contents.join(), groups);
      this.#groupOf.set(from, group);
      this.#grid[group] ??= contents;
    }
    const columns = new Map<string, number>();
    for (const [to, i] of this.#columnOf)
      this.#columnGroupOf.set(to, numberOf(this.#grid.map((row) => row[i]).join(), columns));
  }

  #contentsFrom(from: Row): Uint32Array {
    const { matrix } = this;
    const contents = new Uint32Array(matrix.destinations.length);
    const note = (column: number, answers: readonly PairAnswer[], isPair: boolean): void => {
      contents[column] = this.#numberOf(this.#contentOf(answers, isPair));
    };
    // What a pair comes to in several families or node relations is told one after the other.
    let pending: { readonly column: number; readonly answers: PairAnswer[] } | undefined;
    matrix.slicesFrom(from, (column, slices, family, node) => {
      if (pending?.column === column) pending.answers.push({ slices, family, node });
      else {
        if (pending !== undefined) note(pending.column, pending.answers, true);
        pending = { column, answers: [{ slices, family, node }] };
      }
    });
    const last = pending as { readonly column: number; readonly answers: PairAnswer[] } | undefined;
    if (last !== undefined) note(last.column, last.answers, true);
    const own = this.#columnOf.get(from);
    const isAlone = !matrix.hasPair(from, from) && !matrix.asksNothingOf(from);
    if (own !== undefined && isAlone && matrix.hasLikes(from))
      note(own, matrix.flowsBetween(from, from), false);
    return contents;
  }

  #numberOf(content: T | undefined): number {
    if (content === undefined) return 0;
    const known = this.#numbers.get(content);
    if (known !== undefined) return known;
    this.#numbers.set(content, this.#contents.length);
    return this.#contents.push(content) - 1;
  }

  /** What a source sends to a destination. */
  content(from: Row, to: Row): T | undefined {
    const row = this.#grid[this.#groupOf.get(from) ?? -1];
    return this.#contents[row?.[this.#columnOf.get(to) ?? -1] ?? 0];
  }

  /** Equal texts for rows that reach, and are reached by, the same. */
  likeness(row: Row): string {
    return `${this.#groupOf.get(row) ?? ""} ${this.#columnGroupOf.get(row) ?? ""}`;
  }

  /** The sources in groups that reach the same, in the order of the first of each. */
  get groups(): SourceGroup<T>[] {
    const groups = groupBy(this.matrix.senders, (from) => this.#groupOf.get(from));
    return [...groups.values()].map((sources) => ({ sources, reached: this.#reachedBy(sources) }));
  }

  #reachedBy(sources: readonly Row[]): ReachedRows<T>[] {
    const [first] = sources as [Row];
    const byContent = groupBy(this.matrix.destinations, (to) => this.content(first, to));
    return [...byContent].flatMap(([content, destinations]): ReachedRows<T>[] => {
      const [only] = destinations;
      const isItself =
        sources.length === 1 && destinations.length === 1 && only === first && !first.isSeveral;
      return content === undefined || isItself ? [] : [{ destinations, content }];
    });
  }
}

/** The number of a key among those that were met. */
function numberOf(key: string, known: Map<string, number>): number {
  const number = known.get(key) ?? known.size;
  known.set(key, number);
  return number;
}
