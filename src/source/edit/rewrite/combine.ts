import { child, pathOf, rootOrigin, type Origin, type PathStep } from "../../manifest/origin.js";
import { isList, isMapping, type Value } from "../../manifest/value.js";
import { Refused } from "../edit.js";
import type { Layout } from "../layout.js";
import type { Rewrite, Rewriting } from "./rewriting.js";

/** All that is rewritten in a document, as one rewriting of its root. */
export interface Combined {
  readonly rewriting: Rewriting;
  /** Comments to put above rewritten and new objects, without `#`. */
  readonly comments: ReadonlyMap<Rewriting, readonly string[]>;
}

/** What is rewritten below a place, by the steps to it. */
interface Tree {
  rewrite?: Rewrite;
  readonly below: Map<PathStep, Tree>;
}

/**
 * Puts the rewritings of a document's objects together; the new objects beside an item are items behind it.
 * @throws {Refused} where there is no such object, or a key would be there twice
 */
export function combined({ value }: Layout, rewrites: readonly Rewrite[]): Combined {
  const comments = new Map<Rewriting, readonly string[]>();
  const [first] = rewrites;
  if (first === undefined)
    throw new Error("invariant: a document is rewritten where it has a rewritten object");
  const root: Tree = { below: new Map() };
  for (const rewrite of rewrites) {
    let tree = root;
    for (const step of pathOf(rewrite.at)) {
      const next = tree.below.get(step) ?? { below: new Map() };
      tree.below.set(step, next);
      tree = next;
    }
    tree.rewrite = rewrite;
  }

  const written = (at: Origin, old: Value, tree: Tree | undefined): Rewriting => {
    if (tree === undefined) return { type: "old", at, value: old };
    const { rewrite, below } = tree;
    if (rewrite !== undefined) {
      const to = inItsPlace(rewrite);
      if (rewrite.comment !== undefined) comments.set(to, rewrite.comment);
      return to;
    }
    if (isMapping(old)) {
      checkSteps(below, (step) => typeof step === "string" && old[step] !== undefined);
      const entries = Object.entries(old).map(([key, field]) => {
        const was = child(at, key);
        return { key, was, value: written(was, field, below.get(key)) };
      });
      return { type: "mapping", at, entries };
    }
    if (!isList(old)) throw new Refused("no-such-place");
    checkSteps(below, (step) => typeof step === "number" && step < old.length);
    const items = old.flatMap((item, i) => {
      const also = (below.get(i)?.rewrite?.also ?? []).map(({ value: json, comment }): Rewriting => {
        const added: Rewriting = { type: "new", value: json };
        comments.set(added, comment);
        return added;
      });
      return [written(child(at, i), item, below.get(i)), ...also];
    });
    return { type: "list", at, items };
  };
  return { rewriting: written(rootOrigin(first.at.document), value, root), comments };
}

/** A mapping that says nothing else stands where the object was. */
function inItsPlace({ to, at }: Rewrite): Rewriting {
  if (saysTwice(to)) throw new Refused("unverified");
  return to.type === "mapping" && to.at === undefined ? { ...to, at } : to;
}

/** True where a mapping would have one key twice. */
function saysTwice(rewriting: Rewriting): boolean {
  if (rewriting.type === "list") return rewriting.items.some(saysTwice);
  if (rewriting.type !== "mapping") return false;
  const { entries } = rewriting;
  const keys = new Set(entries.map(({ key }) => key));
  return keys.size < entries.length || entries.some(({ value }) => saysTwice(value));
}

function checkSteps(below: ReadonlyMap<PathStep, Tree>, has: (step: PathStep) => boolean): void {
  for (const step of below.keys()) if (!has(step)) throw new Refused("no-such-place");
}
