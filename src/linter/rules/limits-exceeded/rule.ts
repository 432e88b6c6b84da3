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
  summary: "a list, name or text beyond the limit of its kind",
  rationale:
    "A ClusterNetworkPolicy has at most 25 rules in each direction with 25 peers and 25 protocols each, the v1alpha1 kinds 100; names are limited too. The API server refuses the object as a whole, so nothing of the policy takes effect.",
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
      message: `${code(field)} may have at most ${limit} ${unit}`,
      label: `${count} ${unit}`,
      ...helpWithReleases(facts, field.endsWith("policyTypes") ? "name each direction once" : help),
    };
  },
});
