import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { coveredNodes } from "../plugins/addresses.js";

/** By the plugin that is named, or that the input runs (S-HOST-1). */
export const apiServerByIpBlock = defineRule({
  id: "api-server-by-ip-block",
  level: "warning",
  category: "portability",
  summary: "the API server by its address, where the network plugin doesn't match nodes so",
  rationale:
    "An API server on nodes of the cluster has their addresses. Plugins that know nodes by identity don't let pods reach it by an `ipBlock`: it has to be allowed by a policy of the plugin's own, or nodes have to be matched by address.",
  reference: "S-HOST-1",
  examples: { bad, good, reading: { plugin: "cilium" } },
  *check(cluster) {
    for (const problem of coveredNodes(cluster)) if (problem.code === "api-server-by-ip-block") yield problem;
  },
  word(facts) {
    const { plugin, cidr, node } = facts;
    return {
      message: `${code(cidr)} is to allow the API server on node ${code(node)}, which ${plugin} doesn't match by \`ipBlock\``,
      label: "doesn't allow the API server",
      notes: [pluginNote(facts)],
      help: "switch on that nodes are matched by address, and say so with `--plugin NAME+match-nodes`, or allow the API server with a policy of the plugin's own",
    };
  },
});
