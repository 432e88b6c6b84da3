import bad from "./bad.yaml";
import good from "./good.yaml";
import { closedServices } from "../connections/closed.js";
import { code } from "../words/code.js";
import { count } from "../../../base/text/count.js";
import { defineRule } from "../define.js";
import { denierLabels } from "../words/connections.js";
import { portText } from "../../../base/text/ports.js";
import { withoutKnownClients } from "./told.js";

/** Asks of each Service for pods whether any rule lets somebody reach any of its ports (S-EV-3). */
export const closedService = defineRule({
  id: "closed-service",
  level: "warning",
  category: "risky",
  summary: "a Service that no rule lets anything reach",
  rationale:
    "A default-deny closes what nobody opens again. If the policies of a namespace name who may reach its pods, and no rule at all is about the ports of a Service, its pods were forgotten: whatever calls the Service times out. anp doesn't report Services whose pods some policy names for ingress, headless ones, those for clients outside of the cluster, and those whose clients another finding names. `kubectl port-forward` and probes of the node get through.",
  reference: "S-EV-3",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ services }) => services.length > 0,
  isAboutFlows: true,
  check: closedServices,
  withoutTold: withoutKnownClients,
  noFix: "Which pods are meant to be its clients is not in the manifests.",
  word(facts, problem) {
    const { service, protocol, port, ports } = facts;
    const on = portText(protocol, [port, port]);
    return {
      message: `nothing can connect to Service ${code(service)}: no rule allows ingress to its pods on ${on}${ports === 1 ? "" : ` or ${count(ports - 1, "other port")}`}`,
      label: "nobody is let in to its pods",
      related: denierLabels(problem),
      help: `allow ingress on ${on} from the pods that call it; or remove the Service`,
    };
  },
});
