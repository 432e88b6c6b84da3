import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { restating } from "../plugins/restated.js";
import { lostSources } from "../connections/lost-sources.js";

/** Judges CIDRs of clients in ingress rules by the Services of the pods that the rules are for (S-VIP-3, U-5). */
export const loadBalancerSourceLost = defineRule({
  id: "load-balancer-source-lost",
  level: "warning",
  category: "portability",
  summary: "a client CIDR for pods whose Service may hide client addresses",
  rationale:
    "With `externalTrafficPolicy: Cluster` (the default), the receiving node may forward a connection under its own address. Policy then sees a node, not the client: a client CIDR doesn't allow clients, and an exception doesn't block them. It depends on the load balancer and the network plugin.",
  reference: "S-VIP-3",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ services }) => services.some(({ isPublished }) => isPublished),
  check: (cluster) => (restating("client-ip-hidden", cluster) === undefined ? lostSources(cluster) : []),
  word({ cidr, service, effect, concerned }) {
    const isShutOut = effect === "not-let-in";
    return {
      message: isShutOut
        ? `clients from ${code(cidr)} may reach ${concernedText(concerned)} under a node's address instead of their own`
        : `the exceptions of ${code(cidr)} may reach ${concernedText(concerned)} under a node's address`,
      label: isShutOut
        ? "blocks clients behind a node's address"
        : "allows every client behind a node's address",
      related: ["hides client addresses"],
      help: `set \`externalTrafficPolicy: Local\` in Service ${code(service)}, or restrict clients with its \`loadBalancerSourceRanges\``,
    };
  },
});
