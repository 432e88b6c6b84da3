import { snapshotParts } from "./read.js";
import { SnapshotItems } from "./items.js";
import type { Input } from "../load/input.js";
import type { Mapping } from "../../source/manifest/value.js";
import type { Problem } from "../problems/problem.js";
import type { SnapshotFacts } from "../load/snapshot-facts.js";

/** What becomes a snapshot. */
export interface Collected {
  readonly items: SnapshotItems;
  readonly facts: SnapshotFacts;
  /** What could not be read: with any of it there is no snapshot. */
  readonly problems: readonly Problem[];
  /** How many objects are of kinds that no snapshot holds. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Objects without a word about their cluster: some of its pods may be missing. */
const NOTHING_TOLD: SnapshotFacts = {
  serverVersion: undefined,
  knowsEveryPod: false,
  forbidden: [],
  taken: undefined,
};

/**
 * Collects what a cluster or a dump has for a snapshot; each object is held as its line of text alone.
 * @param change is made to each object before that
 */
export async function collectSnapshot(
  inputs: AsyncIterable<Input>,
  change: (object: Mapping) => Mapping,
): Promise<Collected> {
  const items = new SnapshotItems();
  const problems: Problem[] = [];
  const leftOut = new Map<string, number>();
  let facts: SnapshotFacts | undefined;
  for await (const input of inputs) {
    for (const part of snapshotParts(input)) {
      switch (part.type) {
        case "object":
          items.add(change(part.object));
          break;
        case "left-out":
          leftOut.set(part.kind, (leftOut.get(part.kind) ?? 0) + 1);
          break;
        case "facts":
          // What a second one tells would be about another cluster.
          facts ??= part.facts;
          break;
        case "problem":
          problems.push(part.problem);
      }
    }
  }
  return { items, facts: facts ?? NOTHING_TOLD, problems, leftOut };
}
