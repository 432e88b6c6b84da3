import bad from "./bad.yaml";
import good from "./good.yaml";
import { all } from "../words/code.js";
import { defineRule } from "../define.js";
import { DIRECTIONS, type Policy } from "../../../cluster/model/policy.js";
import { keyOf } from "../../../source/manifest/origin.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Told for policies of the Admin and Baseline tiers that deny, and whose subject has conditions on pods (S-SEL-5). */
export const subjectLabelEditableByTenant = defineRule({
  id: "subject-label-editable-by-tenant",
  level: "info",
  category: "risky",
  summary: "a cluster-wide deny whose pods are chosen by pod labels",
  rationale:
    "Whoever may edit workloads of a namespace sets the labels of its pods, and can take a pod out of a policy that selects by them. A deny that must hold against the tenants of a namespace needs a subject by namespace: labels of Namespaces take other rights.",
  reference: "S-SEL-5",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const policy of policies) {
      const { pods, origin } = policy.subject;
      const keys = new Set(pods?.requirements.map(({ key }) => key));
      if (policy.tier === "NetworkPolicy" || keys.size === 0 || !denies(policy)) continue;
      yield {
        code: "subject-label-editable-by-tenant",
        facts: { keys: [...keys] },
        at: pods?.origin === undefined ? origin : keyOf(pods.origin),
        object: policy.ref,
      };
    }
  },
  word({ keys }) {
    return {
      message: `pods can leave this deny by changing ${all(keys)}, which editors of their namespace may`,
      label: "labels of pods",
      help: "select namespaces in `subject`, by labels that only administrators set",
    };
  },
});

function denies({ rules }: Policy): boolean {
  return DIRECTIONS.some((direction) =>
    rules[direction]?.rules.some((rule) => effectiveAction(rule) === "Deny"),
  );
}
