import bad from "./bad.yaml";
import good from "./good.yaml";
import { blockedBackends } from "../connections/backends.js";
import { code } from "../words/code.js";
import { concernedText } from "../words/exposure.js";
import { connectingText, denierLabels } from "../words/connections.js";
import { portText } from "../../../base/text/ports.js";
import { defineRule } from "../define.js";
import { conjunction } from "../../../base/text/list.js";
import { count } from "../../../base/text/count.js";
import { isOfOpenshift } from "../../../cluster/model/route-backends.js";
import { ofOneDenial } from "./together.js";
import type { ObjectRef } from "../../../cluster/model/object-ref.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";
import type { AllowedPorts, Connecting } from "../../../cluster/problems/connections.js";

type Facts = ProblemOf<"ingress-backend-blocked">["facts"];

/**
 * Walks from the pods of the controller, where the input has them, to each backend at the port of its pods (S-ING-1).
 */
export const ingressBackendBlocked = defineRule({
  id: "ingress-backend-blocked",
  level: "warning",
  category: "risky",
  summary: "a backend of an Ingress or a route that its controller can't reach",
  rationale:
    "The controller's pods connect to a backend, on the port of its pods. If policies block that, every request fails. Without it in the input, anp reports only backends that nothing may reach, or only pods of their namespace.",
  reference: "S-ING-1",
  examples: { bad, good },
  needs: ["pods"],
  concerns: ({ fronts }) => fronts.routes.length > 0,
  isAboutFlows: true,
  check: blockedBackends,
  noFix: "`anp explain --suggest` makes the edit once the controller is known.",
  together: ofOneDenial,
  word(facts, problem) {
    const { route, connecting, service, concerned, side, allows, meant, within } = facts;
    const others = (problem.related ?? []).filter(({ role }) => role === "too").length;
    if (within !== undefined) return withinWords(facts, within, others, problem.object);
    const who = connecting.type === "pods" ? connectingText(connecting) : "the controller";
    return {
      message: `${cannotReach(connecting)} ${concernedText(concerned)} on ${portText(facts.protocol, [facts.port, facts.port])}, a backend of ${code(route)}${othersText(others, "nor")}`,
      label:
        side === "egress"
          ? `its controller may not connect to the pods behind ${code(service)}`
          : allows === undefined
            ? `the pods behind ${code(service)} don't allow ingress from ${fromText(connecting)}`
            : `the pods behind ${code(service)} listen here, and policies allow ${portsText(allows)}`,
      related: denierLabels(problem),
      ...(meant === undefined
        ? {}
        : { notes: [`${code(meant)} lets somebody in, and selects no pod: is it meant for these?`] }),
      help:
        side === "egress"
          ? `allow egress of ${who} to the pods behind ${code(service)} on ${portText(facts.protocol, [facts.port, facts.port])}`
          : allows === undefined
            ? `allow ingress from ${connecting.type === "outside" ? "an `ipBlock` with the addresses of its load balancer (and of its health checks)" : who} on ${others === 0 ? portText(facts.protocol, [facts.port, facts.port]) : "the ports of these backends"}`
            : allows.servicePort === undefined
              ? `add port ${facts.port} to the rule that lets the controller in`
              : `write port ${facts.port} in the policy: ${allows.servicePort} is the Service's own port, and policies see that of the pods`,
    };
  },
});

/** Words for pods that only those of their own namespace reach. */
function withinWords(
  { route, service, concerned, protocol, port }: Facts,
  namespace: string,
  others: number,
  ref: ObjectRef | undefined,
): Wording {
  const on = portText(protocol, [port, port]);
  const controller =
    ref !== undefined && isOfOpenshift({ ref })
      ? "network.openshift.io/policy-group: ingress"
      : "kubernetes.io/metadata.name: ingress-nginx";
  return {
    message: `only pods of namespace ${code(namespace)} can reach ${concernedText(concerned)} on ${on}, a backend of ${code(route)}${othersText(others, "and")}`,
    label: `the controller connects to the pods behind ${code(service)}, mostly from another namespace`,
    related: [
      "lets in pods of its own namespace",
      ...Array.from({ length: others }, () => "this one's pods too"),
    ],
    help: `allow ingress from the controller's namespace on ${others === 0 ? on : "the ports of these backends"}, such as \`namespaceSelector: {matchLabels: {${controller}}}\``,
  };
}

/** `, nor 4 others of it`. */
function othersText(others: number, joined: "nor" | "and"): string {
  return others === 0 ? "" : `, ${joined} ${count(others, "other")} of it`;
}

function fromText({ type }: Connecting): string {
  switch (type) {
    case "pods":
      return "its controller";
    case "outside":
      return "addresses outside of the cluster";
    case "unknown":
      return "anywhere";
  }
}

function portsText({ ports }: AllowedPorts): string {
  return conjunction(ports.map(({ protocol, port }) => portText(protocol, [port, port])));
}

function cannotReach(connecting: Connecting): string {
  return connecting.type === "unknown"
    ? "no controller can reach"
    : `${connectingText(connecting)} cannot reach`;
}
