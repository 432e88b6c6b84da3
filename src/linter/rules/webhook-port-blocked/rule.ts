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
  summary: "an admission webhook whose pods the API server cannot call",
  rationale:
    "The API server calls an admission webhook from the nodes of the control plane, at the port of the pods behind the Service. Where policies keep it out, every write that the webhook is for fails or goes unchecked, as its `failurePolicy` says. No selector of pods lets it in, for it is none. Where the input has no nodes of the control plane, a webhook is told that lets in no address and not the agents of a hosted one.",
  reference: "S-NODE-L1",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ fronts }) => fronts.webhooks.length > 0,
  check: blockedWebhooks,
  word(facts, problem) {
    const { webhook, from, service, concerned } = facts;
    const isAnywhere = from === "anywhere";
    return {
      message: `the API server cannot reach ${concernedText(concerned)} on ${portText(facts.protocol, [facts.port, facts.port])} for webhook ${code(webhook)}`,
      label: isAnywhere
        ? `the pods behind ${code(service)} let in no address`
        : `the pods behind ${code(service)} do not let in the nodes of the control plane`,
      related: denierLabels(problem),
      ...(isAnywhere
        ? { notes: ["the input has no nodes of the control plane; wherever it calls from, it is denied"] }
        : {}),
      help: `let the addresses of the control plane in on ${portText(facts.protocol, [facts.port, facts.port])} by an \`ipBlock\``,
    };
  },
});
