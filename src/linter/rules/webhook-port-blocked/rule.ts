import bad from "./bad.yaml";
import good from "./good.yaml";
import { blockedWebhooks } from "../connections/webhooks.js";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { denierLabels } from "../words/connections.js";
import { portText } from "../../../base/text/ports.js";

/**
 * Walks from nodes, as the API server connects, to the pods behind each webhook's Service at the port of its pods
 * (S-NODE-L1).
 */
export const webhookPortBlocked = defineRule({
  id: "webhook-port-blocked",
  level: "warning",
  category: "risky",
  summary: "an admission webhook that the API server can't call",
  rationale:
    "The API server calls admission webhooks from the control-plane nodes, on the port of the pods behind the Service. If policies block it, writes fail or go unchecked, depending on `failurePolicy`. Pod selectors can't allow it, because it is not a pod. If the input has no control-plane nodes, anp reports webhooks that allow neither any address nor the agents of a hosted control plane.",
  reference: "S-NODE-L1",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ fronts }) => fronts.webhooks.length > 0,
  isAboutFlows: true,
  check: blockedWebhooks,
  word(facts, problem) {
    const { webhook, from, service, concerned } = facts;
    const isAnywhere = from === "anywhere";
    return {
      message: `the API server cannot reach ${concernedText(concerned)} on ${portText(facts.protocol, [facts.port, facts.port])} for webhook ${code(webhook)}`,
      label: isAnywhere
        ? `the pods behind ${code(service)} allow no address`
        : `the pods behind ${code(service)} don't allow ingress from the control-plane nodes`,
      related: denierLabels(problem),
      ...(isAnywhere ? { notes: ["the input has no control-plane nodes, but every address is denied"] } : {}),
      help: `allow ingress from the control plane's addresses on ${portText(facts.protocol, [facts.port, facts.port])} with an \`ipBlock\``,
    };
  },
});
