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
  summary: "a broad Accept in the Admin tier that opens isolated pods",
  rationale:
    "Accept in the Admin tier is final: NetworkPolicies are not reached, whatever they isolate. A rule that lists its peers and ports is probably deliberate; one that leaves either open allows more than the owners of the pods expect.",
  reference: "S-EV-11",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  check: provenBy(bypassingRules),
  word({ rule, isolatedBy, more, opened, scope }) {
    const isolating = withMore(isolatedBy.map(code), more);
    return {
      message: `${ruleNameText(rule)} opens ${count(opened, "workload")} that NetworkPolicies isolate: ${isolating}`,
      label: "bypasses every NetworkPolicy",
      related: isolatedBy.map(() => "isolates"),
      notes: [scopeText(scope)],
      help: "list the ports and peers, or use Pass to let NetworkPolicies decide",
    };
  },
});
