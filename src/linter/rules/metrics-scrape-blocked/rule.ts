import bad from "./bad.yaml";
import good from "./good.yaml";
import { blockedScrapes, isScraped } from "../connections/scrapes.js";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { connectingText, denierLabels } from "../words/connections.js";
import { portText } from "../../../base/text/ports.js";
import { defineRule } from "../define.js";

/**
 * Walks from the pods of Prometheus, where the input has them, to what monitors select and annotations name
 * (S-EV-3).
 */
export const metricsScrapeBlocked = defineRule({
  id: "metrics-scrape-blocked",
  level: "warning",
  category: "risky",
  summary:
    "a ServiceMonitor, PodMonitor or `prometheus.io/scrape` annotation whose pods Prometheus can't scrape",
  rationale:
    "Prometheus connects to every pod that a monitor selects, on the pod's own port. The usual configuration without the operator does the same for pods and Services with the annotations `prometheus.io/scrape: true` and `prometheus.io/port`. If policies block it, metrics are missing and alerts stay silent. anp finds Prometheus by the label `app.kubernetes.io/name: prometheus`, in any namespace; for annotations, by `app: prometheus` too.",
  reference: "S-EV-3",
  examples: { bad, good },
  needs: ["prometheus"],
  concerns: isScraped,
  isAboutFlows: true,
  check: blockedScrapes,
  word(facts, problem) {
    const { monitor, connecting, concerned, side } = facts;
    const who = connectingText(connecting);
    return {
      message: `${who} cannot scrape ${concernedText(concerned)} on ${portText(facts.protocol, [facts.port, facts.port])}, as ${facts.isAnnotated === true ? `annotation ${code("prometheus.io/port")} of ` : ""}${code(monitor)} asks`,
      label:
        side === "egress"
          ? "Prometheus may not connect to this port"
          : "the pods don't allow ingress from Prometheus",
      related: denierLabels(problem),
      help:
        side === "egress"
          ? `allow egress of ${who} to ${concernedText(concerned)} on ${portText(facts.protocol, [facts.port, facts.port])}`
          : `allow ingress from the pods of ${who} on ${portText(facts.protocol, [facts.port, facts.port])}`,
    };
  },
});
