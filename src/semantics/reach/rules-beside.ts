import { groupBy } from "../../base/collections/group-by.js";
import { PairMap } from "../../base/collections/pair-map.js";
import type { DirectedRule, Policy } from "../../cluster/model/policy.js";
import type { Sights, Told } from "./sights.js";
import type { WalkSubject } from "./walk-subject.js";

/** The rules of one policy, and what they tell apart of subjects. */
interface RulesOfOne {
  readonly policy: Policy;
  readonly place: number;
  readonly rules: readonly DirectedRule[];
  readonly told: readonly Told[];
}

/** Some rules beside one rule, and which subjects all of them see alike. */
export class RulesBeside {
  readonly #directed: DirectedRule;
  readonly #sights: Sights;
  readonly #told: Told;
  readonly #byPolicy: ReadonlyMap<Policy, RulesOfOne>;
  /** A list of numbers is known by the number of the list before its last one, and that last one: 0 is the empty list. */
  readonly #lists = new PairMap<number>();
  #size = 0;

  constructor(directed: DirectedRule, rules: readonly DirectedRule[], sights: Sights) {
    this.#directed = directed;
    this.#sights = sights;
    this.#told = sights.toldBy(directed);
    this.#byPolicy = new Map(
      [...groupBy(rules, ({ policy }) => policy)].map(([policy, own], place) => {
        const told = [...new Set(own.map((each) => sights.toldBy(each)))];
        return [policy, { policy, place, rules: own, told }];
      }),
    );
  }

  /** The policies of these rules that select a subject, in the order of the rules. */
  askedOf(selecting: ReadonlySet<Policy>): readonly RulesOfOne[] {
    const asked: RulesOfOne[] = [];
    // Most often few of many policies are about a pod.
    if (selecting.size < this.#byPolicy.size) {
      for (const policy of selecting) {
        const beside = this.#byPolicy.get(policy);
        if (beside !== undefined) asked.push(beside);
      }
      return asked.toSorted((a, b) => a.place - b.place);
    }
    for (const beside of this.#byPolicy.values()) if (selecting.has(beside.policy)) asked.push(beside);
    return asked;
  }

  /** The same number for subjects that are asked of the same policies, and seen alike by all; none for one that is alone. */
  sightOf(subject: WalkSubject, asked: readonly RulesOfOne[]): number | undefined {
    if (this.#sights.isAlone(this.#directed.policy, subject)) return undefined;
    const told = [this.#told];
    let list = 0;
    for (const beside of asked) {
      if (this.#sights.isAlone(beside.policy, subject)) return undefined;
      // Places are negative, so that where they end is told from what is seen.
      list = this.#listOf(list, ~beside.place);
      for (const each of beside.told) if (!told.includes(each)) told.push(each);
    }
    for (const each of told) list = this.#listOf(list, this.#sights.numberOfTold(each, subject));
    return list;
  }

  #listOf(before: number, last: number): number {
    const known = this.#lists.get(before, last);
    if (known !== undefined) return known;
    this.#lists.set(before, last, ++this.#size);
    return this.#size;
  }
}
