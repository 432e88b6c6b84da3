import { groupBy } from "../../base/collections/group-by.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import type { Document } from "../../source/manifest/document.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { Rule } from "../../cluster/model/policy.js";

/** What reading has said of the input already, for rules that tell each cause once. */
export class Raised {
  /** By document, the paths that such a problem is at or below. */
  readonly #opened = new Map<Document, Set<string>>();

  constructor(problems: readonly Problem[]) {
    for (const [document, here] of groupBy(problems.filter(isOpening), ({ at }) => at.document)) {
      const origins = here.flatMap(({ at }) => ("span" in at ? [] : [at]));
      this.#opened.set(document, new Set(origins.flatMap(pathsAbove)));
    }
  }

  /**
   * True for a rule that a problem already says to be open to every peer by the way in which it is written: without any
   * condition, with an empty list, or cut in two by a dash.
   */
  isOpenAsWritten({ origin, peers }: Rule): boolean {
    return peers.all && this.#opened.get(origin.document)?.has(pointer(pathOf(origin))) === true;
  }
}

function isOpening(problem: Problem): boolean {
  switch (problem.code) {
    case "allow-all-rule":
    case "null-rule-allows-all":
    case "rule-split-by-dash":
      return true;
    case "empty-list-means-all":
      return !["tcp-ports", "ports-of-protocol"].includes(problem.facts.matches);
    default:
      return false;
  }
}

/** Where something stands and all that holds it, up to the root. */
function pathsAbove(origin: Origin): string[] {
  const path = pathOf(origin);
  return [...path, undefined].map((_, i) => pointer(path.slice(0, i)));
}
