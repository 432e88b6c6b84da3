import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { lostSources } from "../connections/lost-sources.js";

/** Judges CIDRs of clients in ingress rules by the Services of the pods that the rules are for (S-VIP-3, U-5). */
export const loadBalancerSourceLost = defineRule({
  id: "load-balancer-source-lost",
  level: "warning",
  category: "portability",
  summary: "a CIDR of clients in front of pods whose Service may replace their addresses by those of nodes",
  rationale:
    "With `externalTrafficPolicy: Cluster`, which is the default, the node that a connection reaches may pass it on to a pod of another node under its own address. Policy then sees a node, not the client: a CIDR of clients does not let them in, and an exception does not keep anybody out. It depends on the load balancer and the network plugin.",
  reference: "S-VIP-3",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ services }) => services.some(({ isPublished }) => isPublished),
  check: lostSources,
  word({ cidr, service, effect, concerned }) {
    const isShutOut = effect === "not-let-in";
    return {
      message: isShutOut
        ? `clients from ${code(cidr)} may reach ${concernedText(concerned)} with the address of a node instead of their own`
        : `the exceptions of ${code(cidr)} may reach ${concernedText(concerned)} with the address of a node`,
      label: isShutOut
        ? "clients that come as a node are not let in"
        : "lets in every client that comes as a node",
      related: ["hides the addresses of clients"],
      help: `write \`externalTrafficPolicy: Local\` in Service ${code(service)}, or keep clients out by its \`loadBalancerSourceRanges\``,
    };
  },
});
