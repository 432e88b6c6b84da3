import { actionName } from "../action-name.js";
import { deciderKey, originOf } from "../../semantics/evaluate/decider.js";
import { deciderText } from "../decider-words.js";
import { Interned } from "./interned.js";
import { placeText } from "../place.js";
import { policyText, ruleConditionText, ruleText } from "../describe.js";
import { TIER_LABELS } from "../tier-labels.js";
import type { Direction, Policy, Rule } from "../../cluster/model/policy.js";
import type { Entry } from "../../semantics/evaluate/entry.js";
import type { EntryData } from "../../page/model.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { PolicySources } from "./sources.js";

/** Numbers what walks ask, the same for every walk that asks it, and puts it into words. */
export class PageEntries {
  readonly #entries = new Interned<EntryData>();
  readonly #sources: PolicySources;
  readonly #policies: ReadonlyMap<Policy, number>;

  /** @param policies the numbers of policies */
  constructor(sources: PolicySources, policies: ReadonlyMap<Policy, number>) {
    this.#sources = sources;
    this.#policies = policies;
  }

  get all(): readonly EntryData[] {
    return this.#entries.all;
  }

  numberOf(entry: Entry, direction: Direction): number {
    if (entry.type !== "policy")
      return this.#entries.of(deciderKey(entry, direction), () => this.#wordsOf(entry, direction));
    const { policy, tier } = entry;
    const number = this.#policies.get(policy);
    return this.#entries.of(`policy ${direction} ${number}`, () => ({
      tier: TIER_LABELS[tier],
      kind: "policy",
      policy: number,
      text: `${policyText(policy.ref)} selects it`,
      action: "",
      ...this.placed(policy.rules[direction]?.origin ?? policy.origin, policy.origin),
    }));
  }

  #wordsOf(entry: Exclude<Entry, { type: "policy" }>, direction: Direction): EntryData {
    const tier = "tier" in entry ? TIER_LABELS[entry.tier] : "";
    const about = { tier, kind: entry.type, policy: undefined, action: "" };
    if (entry.type === "rule") {
      const { policy, rule, action } = entry;
      const words = ruleWords(policy, rule, direction);
      return {
        ...about,
        policy: this.#policies.get(policy),
        text: `${policyText(policy.ref)} ${words}`,
        action: entry.failsClosed ? "Deny" : action,
        ...this.placed(rule.origin, policy.origin),
      };
    }
    const at = originOf(entry, direction);
    const policy = entry.type === "isolation" ? entry.policies[0] : undefined;
    const isPolicy = entry.type === "isolation" || entry.type === "refused";
    const own = policy?.origin ?? at;
    return {
      ...about,
      text: deciderText(entry, direction),
      at: at === undefined ? "" : placeText(at),
      lines: isPolicy && at !== undefined && own !== undefined ? this.#sources.linesOf(at, own) : undefined,
    };
  }

  /** The place of something of a policy, in words and as lines of its text. */
  placed(at: Origin, policy: Origin): Pick<EntryData, "at" | "lines"> {
    return { at: placeText(at), lines: this.#sources.linesOf(at, policy) };
  }
}

/** `rule 2 "web" Deny, from app=web, TCP 80`; what a rule of the isolating tier does goes without saying. */
export function ruleWords(policy: Policy, rule: Rule, direction: Direction): string {
  const action = policy.tier === "NetworkPolicy" ? "" : ` ${actionName(rule.action, policy)}`;
  return `${ruleText(rule)}${action}, ${ruleConditionText(rule, direction)}`;
}
