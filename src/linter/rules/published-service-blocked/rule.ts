import bad from "./bad.yaml";
import good from "./good.yaml";
import { blockedPublished } from "../connections/published.js";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { count } from "../../../base/text/count.js";
import { defineRule } from "../define.js";
import { denierLabels } from "../words/connections.js";
import { portText } from "../../../base/text/ports.js";

/** Walks from any address to the pods behind each published Service; all of it must be denied, on each of its ports (S-VIP-3). */
export const publishedServiceBlocked = defineRule({
  id: "published-service-blocked",
  level: "warning",
  category: "risky",
  summary: "a Service for clients outside of the cluster whose pods allow no address",
  rationale:
    "Clients of a node port or a load balancer aren't pods: no selector of pods or namespaces allows them, not even `namespaceSelector: {}`. If no rule allows any address on any port of the Service's pods, its clients can't reach it. anp doesn't report Services that have a port open to some address. It doesn't report Services behind an Ingress or a Gateway route either: its controller connects to them, and `ingress-backend-blocked` checks that.",
  reference: "S-VIP-3",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ services }) => services.some(({ isPublished }) => isPublished),
  isAboutFlows: true,
  check: blockedPublished,
  noFix: "Which clients are meant is not in the manifests.",
  word(facts, problem) {
    const { service, concerned, protocol, port, ports, keepsClientAddress } = facts;
    const on = portText(protocol, [port, port]);
    return {
      message: `clients outside of the cluster can't reach ${concernedText(concerned)} through Service ${code(service)}`,
      label: `its pods allow no address on ${on}${ports === 1 ? "" : ` and ${count(ports - 1, "other port")}`}`,
      related: denierLabels(problem),
      notes: keepsClientAddress
        ? []
        : [
            "without `externalTrafficPolicy: Local`, a node may replace a client's address by its own, which only pods on that node let in",
          ],
      help: `allow ingress on ${on} from an \`ipBlock\` with the clients' addresses, or without \`from\`; or make the Service a ClusterIP`,
    };
  },
});
