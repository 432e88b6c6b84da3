import { count } from "../../../base/text/count.js";
import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { withMore } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { bypassingRules } from "../proofs/bypassing.js";
import { ruleNameText, scopeText } from "../words/proof.js";

/** Proves of Accept rules of the Admin tier without ports or peers which isolated workloads they open (S-EV-11). */
export const isolationBypassedByAdminTier = defineRule({
  id: "isolation-bypassed-by-admin-tier",
  level: "warning",
  category: "risky",
  summary: "a wide Accept of the Admin tier that opens what NetworkPolicies isolate",
  rationale:
    "Accept in the Admin tier is final: the NetworkPolicies of a namespace are not asked, whatever they isolate. A rule that names its ports and its peers is taken for a hole that is meant; one that leaves the ports or the peers open lets more in than the owners of the pods know of.",
  reference: "S-EV-11",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(bypassingRules),
  word({ rule, isolatedBy, more, opened, scope }) {
    const isolating = withMore(isolatedBy.map(code), more);
    return {
      message: `${ruleNameText(rule)} opens ${count(opened, "workload")} that NetworkPolicies isolate: ${isolating}`,
      label: "no NetworkPolicy is asked about this traffic",
      related: isolatedBy.map(() => "isolates"),
      notes: [scopeText(scope)],
      help: "name the ports and the peers, or use Pass to leave the decision to the NetworkPolicies",
    };
  },
});
