import { portNamesKey } from "./distinctions.js";
import { seenOfSubject, type SeenOfSubject, type WalkSubject } from "./walk-subject.js";
import type { DirectedRule, Direction, Policy, Rule } from "../../cluster/model/policy.js";
import type { EndClass } from "./classes.js";
import type { Family } from "../../base/net/address.js";

/** What is told apart of subjects, with the numbers of those that were asked for. */
export interface Told {
  readonly seen: SeenOfSubject;
  readonly numbers: Map<EndClass, Partial<Record<Family, number>>>;
}

/**
 * What rules see of subjects, each as a number that is made once for all rules that see the same: rules are asked about a
 * subject many more times than there are subjects, and a text for each was a third of that.
 */
export class Sights {
  readonly #selectsSurely: (policy: Policy, subject: WalkSubject) => boolean;
  readonly #byRule: Readonly<Record<Direction, WeakMap<Rule, Told>>> = {
    egress: new WeakMap(),
    ingress: new WeakMap(),
  };
  readonly #bySeen = new Map<string, Told>();
  readonly #byText = new Map<string, number>();
  readonly #alone: Told["numbers"] = new Map();

  /** @param selectsSurely whether a policy selects a subject whatever is unsettled */
  constructor(selectsSurely: (policy: Policy, subject: WalkSubject) => boolean) {
    this.#selectsSurely = selectsSurely;
  }

  /** The same number for subjects of which a rule matches the same: all that its policy selects surely, most often. */
  numberOf(directed: DirectedRule, subject: WalkSubject): number {
    if (this.isAlone(directed.policy, subject))
      return this.#numberIn(this.#alone, subject, () => textOfItself(subject));
    return this.numberOfTold(this.toldBy(directed), subject);
  }

  /** True where the rules of a policy may match of a subject what they match of no other one. */
  isAlone(policy: Policy, subject: WalkSubject): boolean {
    return subject.of.representative.type !== "pod" || !this.#selectsSurely(policy, subject);
  }

  /** What a rule tells apart of subjects that its policy selects surely: the same object for all that tell the same apart. */
  toldBy(directed: DirectedRule): Told {
    const byRule = this.#byRule[directed.direction];
    const known = byRule.get(directed.rule);
    if (known !== undefined) return known;
    const seen = seenOfSubject(directed);
    const key = `${seen.compares} ${seen.portNames.join()}`;
    const told = this.#bySeen.get(key) ?? { seen, numbers: new Map() };
    this.#bySeen.set(key, told);
    byRule.set(directed.rule, told);
    return told;
  }

  numberOfTold({ seen, numbers }: Told, subject: WalkSubject): number {
    return this.#numberIn(numbers, subject, () => textOfSeen(seen, subject));
  }

  #numberIn(numbers: Told["numbers"], { of, family }: WalkSubject, make: () => string): number {
    let byFamily = numbers.get(of);
    if (byFamily === undefined) numbers.set(of, (byFamily = {}));
    return (byFamily[family] ??= this.#numberOfText(make()));
  }

  #numberOfText(text: string): number {
    const number = this.#byText.get(text) ?? this.#byText.size;
    this.#byText.set(text, number);
    return number;
  }
}

function textOfItself({ of, family }: WalkSubject): string {
  return `${family} ${of.index}`;
}

function textOfSeen({ compares, portNames }: SeenOfSubject, subject: WalkSubject): string {
  const { representative } = subject.of;
  if (representative.type !== "pod") return textOfItself(subject);
  const { family } = subject;
  const namespace = compares ? representative.namespace : "";
  if (portNames.length === 0) return `${family} ${namespace} `;
  const { ports } = representative;
  return `${family} ${namespace} ${ports === undefined ? "?" : portNamesKey(ports, portNames)}`;
}
