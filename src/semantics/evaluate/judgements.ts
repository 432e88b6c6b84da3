import { bothDirections, judge, possibilityOf, type Judgement } from "./verdict.js";
import { withoutMissing } from "./missing.js";
import type { Leaf } from "./entry.js";
import type { Verdict } from "../../cluster/model/verdict.js";
import type { World } from "../match/world.js";

/** What the leaves of both directions come to, together and by themselves. */
export interface JudgedLeaves {
  readonly both: Judgement;
  /** What both come to if the policies that are refused or could not be read have no effect. */
  readonly withoutMissing: Verdict;
  readonly egress: Judgement;
  readonly ingress: Judgement;
}

/**
 * Judges leaves. What they come to hangs on their outcomes and worlds alone, of which a map has few: each list of those is judged
 * once, whatever its traffic and whoever decided.
 */
export class Judgements {
  readonly #numbers = new WeakMap<object, number>();
  #worlds = 0;
  readonly #judged = new Map<string, JudgedLeaves>();

  of(egress: readonly Leaf[], ingress: readonly Leaf[]): JudgedLeaves {
    const key = `${this.#keyOf(egress)}|${this.#keyOf(ingress)}`;
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const judged = judgedLeaves(egress, ingress);
    this.#judged.set(key, judged);
    return judged;
  }

  #keyOf(leaves: readonly Leaf[]): string {
    let key = "";
    for (const { outcome, region } of leaves)
      key += `${outcome === "allowed" ? "+" : "-"}${this.#numberOf(region.world)}`;
    return key;
  }

  #numberOf({ identity }: World): number {
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    const number = this.#worlds++;
    this.#numbers.set(identity, number);
    return number;
  }
}

function judgedLeaves(egress: readonly Leaf[], ingress: readonly Leaf[]): JudgedLeaves {
  const both = judge(bothDirections(egress, ingress));
  return {
    both,
    withoutMissing: verdictWithoutMissing(egress, ingress) ?? both.verdict,
    egress: judge(egress.map(possibilityOf)),
    ingress: judge(ingress.map(possibilityOf)),
  };
}

/** The verdict of what stands if policies that are missing do nothing; undefined where all of it does. */
function verdictWithoutMissing(egress: readonly Leaf[], ingress: readonly Leaf[]): Verdict | undefined {
  const [e, i] = [egress.flatMap(withoutMissing), ingress.flatMap(withoutMissing)];
  const isSame = (left: readonly Leaf[], all: readonly Leaf[]): boolean =>
    left.length === all.length && left.every((each, at) => each === all[at]);
  return isSame(e, egress) && isSame(i, ingress) ? undefined : judge(bothDirections(e, i)).verdict;
}
