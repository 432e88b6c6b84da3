import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { hostNetworkSelections } from "../../../questions/mistakes/host-network.js";
import { someText } from "../words/selection.js";

/** Asks selectors of NetworkPolicies that have conditions; silent where one pod on the pod network is selected too (S-HOST-1). */
export const hostNetworkSubject = defineRule({
  id: "host-network-subject",
  level: "warning",
  category: "never-works",
  summary: "a policy that selects only host-network pods",
  rationale:
    "A pod with `hostNetwork: true` has its node's address. Whether NetworkPolicies apply to it is not defined; with most plugins they don't: its traffic is the node's, open as before. anp doesn't report selectors that also select other pods, or those without conditions.",
  reference: "S-HOST-1",
  needs: ["pods"],
  examples: { bad, good },
  check: (cluster) => hostNetworkSelections(cluster, "subject"),
  word({ pods }) {
    return {
      message: `the policy selects only host-network pods (${someText(pods, "and")}), to which most network plugins apply no NetworkPolicy`,
      label: "only pods on their node's network",
      help: "use the node's firewall or a policy of your plugin for nodes, or set `hostNetwork: false`",
    };
  },
});
