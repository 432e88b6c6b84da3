import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { coveredPods } from "../plugins/addresses.js";

/** By the plugin that is named, or that the input runs (U-4). */
export const ipBlockCoversPods = defineRule({
  id: "ip-block-covers-pods",
  level: "warning",
  category: "portability",
  summary: "a CIDR of pods, which the network plugin doesn't match by address",
  rationale:
    "Plugins that know pods by identity don't compare CIDRs with them: an `ipBlock` that holds a pod's address doesn't let the pod in, or out to it. Others match it by address.",
  reference: "U-4",
  examples: { bad, good, reading: { plugin: "cilium" } },
  check: coveredPods,
  word(facts) {
    const { plugin, cidr, covered } = facts;
    return {
      message: `${code(cidr)} holds addresses of pods (${covered}), which ${plugin} doesn't match by \`ipBlock\``,
      label: "allows nothing inside the cluster",
      notes: [pluginNote(facts)],
      help: "select the pods with `podSelector` and `namespaceSelector`",
    };
  },
});
