import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { someText } from "../words/selection.js";
import { hostPodPeers } from "../plugins/restated.js";

/** By the plugin that is named, or that the input runs (U-3). */
export const hostPodPeer = defineRule({
  id: "host-pod-peer",
  level: "warning",
  category: "portability",
  summary: "a peer that selects only host-network pods, as the network plugin reads it",
  rationale:
    "Pods with `hostNetwork: true` send as their node. Most plugins select them by no peer; OVN-Kubernetes lets in all of their nodes where the peer has a podSelector. Without a known plugin, `host-network-peer` says so with more care.",
  reference: "U-3",
  needs: ["pods"],
  examples: { bad, good, reading: { plugin: "calico" } },
  check: hostPodPeers,
  word(facts) {
    const { plugin, pods, takesNodes } = facts;
    const names = someText(pods, "and");
    return {
      message: takesNodes
        ? `${plugin} lets in every process on the nodes of the host-network pods that the peer selects (${names})`
        : `${plugin} selects no host-network pods, and the peer selects only such (${names})`,
      label: takesNodes ? "lets in whole nodes" : "allows nothing",
      notes: [pluginNote(facts)],
      help: "set `hostNetwork: false`, or allow the addresses of the nodes where the plugin matches them",
    };
  },
});
