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
  summary: "a monitor or scrape annotation whose pods Prometheus can't scrape",
  rationale:
    "Prometheus connects to pods that monitors select, and mostly to those with the annotation `prometheus.io/scrape`. If policies block it, alerts stay silent. anp knows it by `app.kubernetes.io/name: prometheus`; for annotations, `app: prometheus` too.",
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
