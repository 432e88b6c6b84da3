import { portText } from "../../../base/text/ports.js";
import bad from "./bad.yaml";
import good from "./good.yaml";
import { breadthOf } from "../exposure/breadth.js";
import { concernedBy } from "../flows/subjects.js";
import { concernedText } from "../words/exposure.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { sensitiveOpenings, type OpenPort } from "../exposure/sensitive.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { SensitivePort } from "../../../cluster/problems/exposure.js";

/**
 * Judges openings to everybody or every pod by the services that few should reach, as pods declare or name them
 * (S-SEL-6).
 */
export const sensitivePortExposed = defineRule({
  id: "sensitive-port-exposed",
  level: "warning",
  category: "risky",
  summary: "a rule that opens a database or admin port to every pod or to the internet",
  rationale:
    "Databases, shells and debuggers have few, known clients. A rule that opens them to every namespace or to everyone lets any compromised pod reach the data. anp reports pods that declare such a port or are named after such a service; it doesn't report pods that no policy isolates.",
  reference: "S-SEL-6",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  *check(cluster, raised): Generator<Problem> {
    for (const { opening, open } of sensitiveOpenings(cluster)) {
      if (raised.isOpenAsWritten(opening.rule)) continue;
      const { policy, rule, breadth } = opening;
      const broad = breadthOf(rule);
      const at = (breadth === "world" ? broad.world : broad.cluster)?.at ?? rule.origin;
      const concerned = concernedBy(open.map(({ row }) => row));
      const isPublished = open.some((each) => each.isPublished);
      const isClosed = open.some((each) => each.isClosedToSomePods);
      const facts = { breadth, isPublished, isClosedToSomePods: isClosed, ports: portsOf(open), concerned };
      const witness = open[0]?.witness;
      yield {
        code: "sensitive-port-exposed",
        facts,
        at,
        object: policy.ref,
        ...(witness === undefined ? {} : { witness }),
      };
    }
  },
  word({ breadth, isPublished, isClosedToSomePods: isClosed, ports, concerned }) {
    const whom =
      breadth === "cluster"
        ? "every pod of every namespace"
        : isPublished
          ? "the whole internet"
          : isClosed
            ? "whatever can route to it, some pods excepted"
            : "every pod, and whatever else can route to it";
    const what = conjunction(
      ports.map(({ service, port, protocol }) => `${service} (${portText(protocol, [port, port])})`),
    );
    return {
      message: `this rule opens ${what} of ${concernedText(concerned)} to ${whom}`,
      label: breadth === "world" ? "from anywhere" : "every pod, including future ones",
      notes: ports.map(({ service, reason }) => `anyone who can reach ${service} ${reason}`),
      help: "list the clients by namespace and labels",
    };
  },
});

/** Each port once, in the order in which they are found. */
function portsOf(open: readonly OpenPort[]): SensitivePort[] {
  const ports = open.map(({ service: { protocol, service, reason }, port }) => ({
    protocol,
    port,
    service,
    reason,
  }));
  return [...new Map(ports.map((each) => [`${each.service} ${each.port}`, each])).values()];
}
