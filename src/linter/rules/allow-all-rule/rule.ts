import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { Direction } from "../../../cluster/model/policy.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";

type AllowAll = ProblemOf<"allow-all-rule">["facts"];

/** Names of policies that are meant to close something. */
const DENYING = /\b(?:deny|denies|isolate|isolation|lockdown|quarantine)\b/i;

/** Such a name with a direction in it is about that one. */
const DIRECTED: Readonly<Record<Direction, RegExp>> = { ingress: /\bingress\b/i, egress: /\begress\b/i };

/** True where a policy is called as one that closes the direction which the rule opens. */
function isCalledClosed({ direction, isOtherClosed }: AllowAll, name: string): boolean {
  return DENYING.test(name) && (!isOtherClosed || DIRECTED[direction].test(name));
}

/**
 * Raised for `{}` among the rules of a NetworkPolicy, with the direction that it opens; null items have a rule of
 * their own (S-PORT-1).
 */
export const allowAllRule = defineRule({
  id: "allow-all-rule",
  level: "warning",
  category: "risky",
  summary: "a rule that allows everything, against what its policy says",
  rationale:
    "The rule `{}` has no conditions: it allows every peer, inside and outside the cluster, on every port. Rules and policies only add up, so no other NetworkPolicy can restrict it. As the only rule of its direction it is mostly deliberate (egress left open, for example), so it is reported only where it contradicts the policy: beside rules that it makes pointless, or in a policy with a name such as `deny-all` that closes nothing else. With a level of your own (`--rule allow-all-rule=warning`), each is reported.",
  reference: "S-PORT-1",
  foundBy: ["kinds/network-policy/review/open-rules.ts"],
  examples: { bad, good },
  levelOf: (facts, { object }) =>
    facts.others > 0 || isCalledClosed(facts, object?.name ?? "") ? "warning" : "off",
  word(facts, { object }) {
    const { direction, others } = facts;
    const [what, side] = direction === "ingress" ? ["from", "source"] : ["to", "destination"];
    return {
      message: `this rule allows all ${direction} traffic`,
      label: `no \`${what}\` and no \`ports\`: every ${side}, every port`,
      notes: [
        others === 0
          ? "no other NetworkPolicy can restrict it for these pods"
          : `the other ${direction} ${others === 1 ? "rule" : "rules"} of this policy ${others === 1 ? "has" : "have"} no effect`,
        ...(isCalledClosed(facts, object?.name ?? "")
          ? [`the policy is called ${code(object?.name ?? "")}`]
          : []),
      ],
      help: `list the peers or ports that are needed, or remove the rule`,
    };
  },
});
