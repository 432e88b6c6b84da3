import { Cells, type Cell, type CutEnds, type Outcomes, type Shapes } from "./cells.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Entry, Leaf } from "../evaluate/entry.js";
import type { Family } from "../../base/net/address.js";
import type { Region } from "../match/region.js";

/** One direction of all flows of one class, and of those that are alike: what it comes to for each other end. */
export interface ClassWalk {
  readonly direction: Direction;
  readonly family: Family;
  readonly cells: readonly Cell[];
  readonly leaves: readonly Leaf[];
  /** What of it is allowed. */
  readonly allowed: readonly Region[];
  /** Everything that was asked, as of a walk of one flow, with the classes in its regions. */
  readonly entries: readonly Entry[];
  /** The walk that comes to the same, leaf by leaf, but for which NetworkPolicies decide; itself where none was made before. */
  readonly form: ClassWalk;
  /** What it comes to for another class. */
  cellOf(other: number): Outcomes;
  /** Tells the number of the shape for each of some classes, by its place among them: for maps of millions of pairs. */
  shapesOf(others: Uint32Array, tell: (place: number, shape: number) => void): void;
}

/** What a walk came to, with its other ends cut when they are asked for. @param cut makes the cells of the leaves */
export function classWalk(
  of: Pick<ClassWalk, "direction" | "family" | "leaves" | "entries">,
  shapes: Shapes,
  cut: () => CutEnds,
): ClassWalk {
  const { leaves } = of;
  const cells = new Cells(leaves, shapes, cut);
  const allowed = allowedOf(leaves);
  return {
    ...of,
    get allowed() {
      return allowed();
    },
    get cells() {
      return cells.all;
    },
    get form() {
      return this;
    },
    cellOf: (other) => cells.of(other),
    shapesOf: (others, tell) => cells.shapesOf(others, tell),
  };
}

/** A walk that comes to what another one does. @param entryOf what stands for an entry of that one */
export function walkLike(form: ClassWalk, entryOf: (entry: Entry) => Entry): ClassWalk {
  const leafOf = new Map<Leaf, Leaf>();
  const leaves = form.leaves.map((leaf): Leaf => {
    // What decides is an entry that decides.
    const own = { ...leaf, by: entryOf(leaf.by) as Leaf["by"] };
    leafOf.set(leaf, own);
    return own;
  });
  const ownOf = new Map<Outcomes, Outcomes>();
  const own = <T extends Outcomes>(outcomes: T): T => ({
    ...outcomes,
    leaves: outcomes.leaves.map((leaf) => leafOf.get(leaf) ?? leaf),
  });
  const allowed = allowedOf(leaves);
  let entries: readonly Entry[] | undefined;
  return {
    direction: form.direction,
    family: form.family,
    form,
    leaves,
    get allowed() {
      return allowed();
    },
    get entries() {
      return (entries ??= form.entries.map(entryOf));
    },
    get cells() {
      return form.cells.map(own);
    },
    cellOf: (other) => {
      const outcomes = form.cellOf(other);
      let known = ownOf.get(outcomes);
      if (known === undefined) ownOf.set(outcomes, (known = own(outcomes)));
      return known;
    },
    shapesOf: (others, tell) => form.shapesOf(others, tell),
  };
}

function allowedOf(leaves: readonly Leaf[]): () => readonly Region[] {
  let allowed: readonly Region[] | undefined;
  return () => (allowed ??= leaves.flatMap(({ outcome, region }) => (outcome === "allowed" ? [region] : [])));
}
