/** Whether one of two ends is, or is on, the other's node: before and after. */
export interface Relation {
  readonly before: "own" | "other";
  readonly after: "own" | "other";
}

/** Both ends were and are on different nodes: nobody is exempt for being on a pod's own node. */
export const ON_OTHER_NODES: Relation = { before: "other", after: "other" };

/** The nodes that some ends are, or are on, before and after; undefined for none, and for one that is unknown. */
export class NodePairs {
  readonly #pairs: readonly (readonly [before: string | undefined, after: string | undefined])[];
  readonly #byBefore = new Map<string, number>();
  readonly #byAfter = new Map<string, number>();
  readonly #byBoth = new Map<string, number>();

  constructor(pairs: Iterable<readonly [before: string | undefined, after: string | undefined]>) {
    const distinct = new Map([...pairs].map((pair) => [bothKey(pair), pair]));
    this.#pairs = [...distinct.values()];
    for (const pair of this.#pairs) {
      count(this.#byBefore, pair[0]);
      count(this.#byAfter, pair[1]);
      count(this.#byBoth, pair[0] === undefined || pair[1] === undefined ? undefined : bothKey(pair));
    }
  }

  /** Each way in which some end of these can stand to some end of others. */
  relationsTo(others: NodePairs): Relation[] {
    const found = new Map<string, Relation>();
    for (const pair of this.#pairs) {
      const ownBefore = others.#byBefore.get(pair[0] ?? "") ?? 0;
      const ownAfter = others.#byAfter.get(pair[1] ?? "") ?? 0;
      const ownInBoth = others.#byBoth.get(bothKey(pair)) ?? 0;
      const ownInNone = others.#pairs.length - ownBefore - ownAfter + ownInBoth;
      if (ownInBoth > 0) found.set("both", { before: "own", after: "own" });
      if (ownBefore > ownInBoth) found.set("before", { before: "own", after: "other" });
      if (ownAfter > ownInBoth) found.set("after", { before: "other", after: "own" });
      if (ownInNone > 0) found.set("none", ON_OTHER_NODES);
    }
    return [...found.values()];
  }
}

function bothKey([before, after]: readonly [string | undefined, string | undefined]): string {
  return JSON.stringify([before ?? null, after ?? null]);
}

/** A node that is unknown is nobody's own. */
function count(counts: Map<string, number>, key: string | undefined): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
}
