import { portNamesKey } from "./distinctions.js";
import { seenOfSubject, type SeenOfSubject, type WalkSubject } from "./walk-subject.js";
import type { DirectedRule, Direction, Policy, Rule } from "../../cluster/model/policy.js";
import type { EndClass } from "./classes.js";
import type { Family } from "../../base/net/address.js";

/** What is told apart of subjects, with the texts of those that were asked for. */
interface Told {
  readonly seen: SeenOfSubject;
  readonly texts: Map<EndClass, Partial<Record<Family, string>>>;
}

/**
 * The texts of what rules see of subjects. Each is made once for all rules that see the same: rules are asked about a subject
 * many more times than there are subjects.
 */
export class Sights {
  readonly #selectsSurely: (policy: Policy, subject: WalkSubject) => boolean;
  readonly #byRule: Readonly<Record<Direction, WeakMap<Rule, Told>>> = {
    egress: new WeakMap(),
    ingress: new WeakMap(),
  };
  readonly #bySeen = new Map<string, Told>();
  readonly #alone = new Map<EndClass, Partial<Record<Family, string>>>();

  /** @param selectsSurely whether a policy selects a subject whatever is unsettled */
  constructor(selectsSurely: (policy: Policy, subject: WalkSubject) => boolean) {
    this.#selectsSurely = selectsSurely;
  }

  /** The same text for subjects of which a rule matches the same: all that its policy selects surely, most often. */
  textOf(directed: DirectedRule, subject: WalkSubject): string {
    if (subject.of.representative.type !== "pod" || !this.#selectsSurely(directed.policy, subject))
      return textIn(this.#alone, subject, () => `${subject.family} ${subject.of.index}`);
    const { seen, texts } = this.#toldBy(directed);
    return textIn(texts, subject, () => textOfSeen(seen, subject));
  }

  #toldBy(directed: DirectedRule): Told {
    const byRule = this.#byRule[directed.direction];
    const known = byRule.get(directed.rule);
    if (known !== undefined) return known;
    const seen = seenOfSubject(directed);
    const key = `${seen.compares} ${seen.portNames.join()}`;
    const told = this.#bySeen.get(key) ?? { seen, texts: new Map() };
    this.#bySeen.set(key, told);
    byRule.set(directed.rule, told);
    return told;
  }
}

function textIn(
  texts: Map<EndClass, Partial<Record<Family, string>>>,
  { of, family }: WalkSubject,
  make: () => string,
): string {
  let byFamily = texts.get(of);
  if (byFamily === undefined) texts.set(of, (byFamily = {}));
  return (byFamily[family] ??= make());
}

function textOfSeen({ compares, portNames }: SeenOfSubject, { of, family }: WalkSubject): string {
  const { representative } = of;
  if (representative.type !== "pod") return `${family} ${of.index}`;
  const namespace = compares ? representative.namespace : "";
  if (portNames.length === 0) return `${family} ${namespace} `;
  const { ports } = representative;
  return `${family} ${namespace} ${ports === undefined ? "?" : portNamesKey(ports, portNames)}`;
}
