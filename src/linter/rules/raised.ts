import { groupBy } from "../../base/collections/group-by.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import type { Document } from "../../source/manifest/document.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { Rule } from "../../cluster/model/policy.js";

/** What reading has said of the input already, for rules that tell each cause once. */
export class Raised {
  readonly #openings: ReadonlyMap<Document, readonly Problem[]>;

  constructor(problems: readonly Problem[]) {
    this.#openings = groupBy(problems.filter(isOpening), ({ at }) => at.document);
  }

  /**
   * True for a rule that a problem already says to be open to every peer by the way in which it is written: without any
   * condition, with an empty list, or cut in two by a dash.
   */
  isOpenAsWritten({ origin, peers }: Rule): boolean {
    if (!peers.all) return false;
    const own = pointerOf(origin);
    const problems = this.#openings.get(origin.document) ?? [];
    return problems.some(({ at }) => !("span" in at) && isAtOrBelow(pointerOf(at), own));
  }
}

/** Nothing is known to have been said. */
export const NOTHING_RAISED = new Raised([]);

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

function pointerOf(origin: Origin): string {
  return pointer(pathOf(origin));
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}
