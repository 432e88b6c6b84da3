import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { hostNetworkSelections } from "../../../questions/mistakes/host-network.js";
import { restating } from "../plugins/restated.js";
import { someText } from "../words/selection.js";

/** Asks selectors of NetworkPolicies that have conditions; silent where one pod on the pod network is selected too (S-HOST-1). */
export const hostNetworkPeer = defineRule({
  id: "host-network-peer",
  level: "warning",
  category: "never-works",
  summary: "a peer that selects only host-network pods",
  rationale:
    "A pod with `hostNetwork: true` sends and receives as its node. Whether a selector matches it is not defined; with most plugins it doesn't, and the rule allows nothing. anp doesn't report selectors that also select other pods, or those without conditions.",
  reference: "S-HOST-1",
  needs: ["pods"],
  examples: { bad, good },
  check: (cluster) =>
    restating("host-pod-peer", cluster) === undefined ? hostNetworkSelections(cluster, "peer") : [],
  word({ pods }) {
    return {
      message: `the peer selects only host-network pods (${someText(pods, "and")}), whose address is that of their node`,
      label: "only pods on their node's network",
      help: "allow the addresses of the nodes with `ipBlock`, if your plugin matches nodes by it, or set `hostNetwork: false`",
    };
  },
});
