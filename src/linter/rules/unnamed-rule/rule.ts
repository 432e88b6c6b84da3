import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Told for rules of the Admin and Baseline tier alone: those of a NetworkPolicy have no names (S-EV-11). */
export const unnamedRule = defineRule({
  id: "unnamed-rule",
  level: "info",
  category: "style",
  summary: "an unnamed rule in a cluster-wide policy",
  rationale:
    "Logs, traces and reviews identify rules by name. Without one there is only the position, which changes whenever a rule is inserted before it. It is reported where other rules of the policy have names. With a level of your own (`--rule unnamed-rule=info`), each is reported.",
  reference: "S-EV-11",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const policy of policies) {
      // Rules of a NetworkPolicy cannot have a name.
      if (policy.tier === "NetworkPolicy") continue;
      const rules = rulesOf(policy);
      const isUsual = rules.some(({ rule }) => isNamed(rule));
      for (const { rule, direction } of rules) {
        if (isNamed(rule)) continue;
        const facts = { direction, position: rule.index + 1, isUsual };
        yield { code: "unnamed-rule", facts, at: rule.origin, object: policy.ref };
      }
    }
  },
  levelOf: ({ isUsual }) => (isUsual ? "info" : "off"),
  word({ direction, position }) {
    return {
      message: `${direction} rule ${position} has no name`,
      label: "`name` is missing",
      help: "add a `name` that says what the rule is for",
    };
  },
});

function isNamed({ name = "" }: Rule): boolean {
  return name !== "";
}
