import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";

/** The words for lists, names and texts beyond a limit of the server, with the limit and what there is (V-CR-4). */
export const limitsExceeded = defineRule({
  id: "limits-exceeded",
  level: "error",
  category: "rejected",
  summary: "a list, name or text that is too long",
  rationale:
    "A ClusterNetworkPolicy can have at most 25 rules per direction, each with 25 peers and 25 protocols; the v1alpha1 kinds allow 100. Names are limited too. The API server refuses the whole object, so the policy has no effect.",
  reference: "V-CR-4",
  foundBy: [
    "admission/crd/schema-findings.ts",
    "admission/metadata/validate.ts",
    "admission/network-policy/validate.ts",
  ],
  examples: { bad, good },
  word(facts) {
    const { field, limit, count, unit } = facts;
    const help = unit === "items" ? "split the policy, or the rule, in two" : "shorten it";
    return {
      message: `${code(field)} can have at most ${limit} ${unit}`,
      label: `${count} ${unit}`,
      ...helpWithReleases(facts, field.endsWith("policyTypes") ? "list each direction once" : help),
    };
  },
});
