import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { pluginNote } from "../words/plugin.js";
import { hiddenClients } from "../plugins/restated.js";

/** By the plugin that is named, or that the input runs (S-VIP-3). */
export const clientIpHidden = defineRule({
  id: "client-ip-hidden",
  level: "warning",
  category: "portability",
  summary: "a client CIDR for pods behind a Service that hides clients, on the network plugin",
  rationale:
    "The node that lets a client in puts its own address in the place of the client's, so that an `ipBlock` of clients doesn't match. Without a known plugin, `load-balancer-source-lost` says so with more care.",
  reference: "S-VIP-3",
  needs: ["pods"],
  examples: { bad, good, reading: { plugin: "calico" } },
  check: hiddenClients,
  word(facts) {
    const { plugin, cidr, service, effect, concerned } = facts;
    const isShutOut = effect === "not-let-in";
    return {
      message: isShutOut
        ? `clients from ${code(cidr)} reach ${concernedText(concerned)} under a node's address on ${plugin}`
        : `the exceptions of ${code(cidr)} reach ${concernedText(concerned)} under a node's address on ${plugin}`,
      label: isShutOut
        ? "blocks clients behind a node's address"
        : "allows every client behind a node's address",
      related: ["hides client addresses"],
      notes: [pluginNote(facts)],
      help: `set \`externalTrafficPolicy: Local\` in Service ${code(service)}, or restrict clients with its \`loadBalancerSourceRanges\``,
    };
  },
});
