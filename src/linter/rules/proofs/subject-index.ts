import type { Policy } from "../../../cluster/model/policy.js";
import type { Requirement, Selector } from "../../../cluster/model/selector.js";

/** Policies by one key of their subjects: those that ask for a value of it, and the others, which may select any. */
interface ByValue {
  readonly values: ReadonlyMap<string, readonly Policy[]>;
  readonly others: readonly Policy[];
}

/** The policies of a namespace, by the labels that their subjects ask for: most of thousands have another one than some pods. */
export class SubjectIndex {
  readonly #policies: readonly Policy[];
  readonly #byKey = new Map<string, ByValue>();

  constructor(policies: readonly Policy[]) {
    this.#policies = policies;
  }

  /** The policies that may select some of the pods that a selector selects, in their order, and some others. */
  mayMeet(pods: Selector | undefined): readonly Policy[] {
    let fewest = this.#policies;
    for (const { key, operator, values } of pods?.requirements ?? []) {
      if (operator !== "In") continue;
      const { values: known, others } = this.#of(key);
      const found = new Set(values.flatMap((value) => known.get(value) ?? []));
      if (found.size + others.length < fewest.length) fewest = [...found, ...others];
    }
    return fewest;
  }

  #of(key: string): ByValue {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const values = new Map<string, Policy[]>();
    const others: Policy[] = [];
    for (const policy of this.#policies) {
      const asked = policy.subject.pods?.requirements.find((each) => each.key === key && isList(each));
      if (asked === undefined) others.push(policy);
      for (const value of asked?.values ?? []) {
        const alike = values.get(value);
        if (alike === undefined) values.set(value, [policy]);
        else alike.push(policy);
      }
    }
    const made = { values, others };
    this.#byKey.set(key, made);
    return made;
  }
}

function isList({ operator }: Requirement): boolean {
  return operator === "In";
}
