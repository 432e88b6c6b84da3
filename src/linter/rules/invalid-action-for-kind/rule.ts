import bad from "./bad.yaml";
import good from "./good.yaml";
import { any, code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";

/**
 * The words for an action outside of the CRD's enum, with the action of the other generation that was meant (V-CR-2).
 */
export const invalidActionForKind = defineRule({
  id: "invalid-action-for-kind",
  level: "error",
  category: "rejected",
  summary: "an action that this kind of policy doesn't have",
  rationale:
    "ClusterNetworkPolicy uses Accept where AdminNetworkPolicy uses Allow, and BaselineAdminNetworkPolicy has no Pass. The API server refuses the whole object, so the policy has no effect.",
  reference: "V-CR-2",
  foundBy: ["admission/crd/schema-findings.ts"],
  examples: { bad, good },
  fix: { kind: "safe" },
  word(facts) {
    const { action, kind, allowed, meant } = facts;
    return {
      message: `${code(action)} is not an action of ${kind}`,
      label: `must be ${any(allowed)}`,
      ...helpWithReleases(facts, meant === undefined ? undefined : `write ${code(meant)}`),
    };
  },
});
