import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { coveredNodes } from "../plugins/addresses.js";

/** By the plugin that is named, or that the input runs (U-4). */
export const ipBlockCoversNodes = defineRule({
  id: "ip-block-covers-nodes",
  level: "warning",
  category: "portability",
  summary: "a CIDR of nodes, which the network plugin doesn't match by address",
  rationale:
    "Plugins that know nodes by identity don't compare CIDRs with them: an `ipBlock` of a node's address doesn't allow the node, or a pod on its network.",
  reference: "U-4",
  examples: { bad, good, reading: { plugin: "cilium" } },
  *check(cluster) {
    for (const problem of coveredNodes(cluster)) if (problem.code === "ip-block-covers-nodes") yield problem;
  },
  word(facts) {
    const { plugin, cidr, covered } = facts;
    return {
      message: `${code(cidr)} holds addresses of nodes (${covered}), which ${plugin} doesn't match by \`ipBlock\``,
      label: "allows no node",
      notes: [pluginNote(facts)],
      help: "switch it on in the plugin, and say so with `--plugin NAME+match-nodes`, or use a policy of the plugin's own",
    };
  },
});
