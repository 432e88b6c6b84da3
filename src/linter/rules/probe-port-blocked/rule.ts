import bad from "./bad.yaml";
import good from "./good.yaml";
import { blockedProbes } from "../plugins/probes.js";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";

/** By the plugin that is named, or that the input runs (S-NODE-L1). */
export const probePortBlocked = defineRule({
  id: "probe-port-blocked",
  level: "warning",
  category: "portability",
  summary: "pods whose probes their own node can't make, on the network plugin",
  rationale:
    "The kubelet probes a pod from the pod's own node. Calico, Antrea, OVN-Kubernetes, kube-router, kube-network-policies, the AWS agent, Azure NPM and Cilium as it is installed let in whatever comes from there. Cilium with `allow-localhost: policy` doesn't: a pod that policy isolates is then restarted, or never ready. anp reads the ports of probes from manifests alone; probes by `exec` run in the container, and one that names a host asks that.",
  reference: "S-NODE-L1",
  examples: { bad, good, reading: { plugin: "cilium+localhost-by-policy" } },
  check: blockedProbes,
  word(facts) {
    const { plugin, probe, port, concerned } = facts;
    return {
      message: `on ${plugin}, the kubelet can't reach ${concernedText(concerned)} on TCP ${port} for its ${code(probe)}`,
      label: "doesn't let in the pod's own node",
      related: ["the probe"],
      notes: [pluginNote(facts)],
      help: `allow ingress on TCP ${port} without \`from\`, or set allow-localhost to auto`,
    };
  },
});
