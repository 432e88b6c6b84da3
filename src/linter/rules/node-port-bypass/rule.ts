import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { bypassedPolicies } from "../plugins/services.js";

/** By the plugin that is named, or that the input runs (S-VIP-3). */
export const nodePortBypass = defineRule({
  id: "node-port-bypass",
  level: "error",
  category: "portability",
  summary: "a Service that lets clients past ingress policies, on the network plugin",
  rationale:
    "With `externalTrafficPolicy: Cluster`, Azure NPM doesn't subject the traffic of load balancers and node ports to ingress policies, deny-all included: whoever reaches the Service reaches its pods.",
  reference: "S-VIP-3",
  examples: { bad, good, reading: { plugin: "azure-npm" } },
  check: bypassedPolicies,
  word(facts) {
    const { plugin, service, policy } = facts;
    return {
      message: `on ${plugin}, clients of Service ${code(service)} bypass the ingress policy ${code(policy)}`,
      label: "lets clients past ingress policies",
      related: ["is bypassed"],
      notes: [pluginNote(facts)],
      help: "set `externalTrafficPolicy: Local`, or restrict clients with `loadBalancerSourceRanges`",
    };
  },
});
