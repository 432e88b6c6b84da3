import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { DirectedRule, Peer, PortMatch } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** The namespace of OpenShift's DNS, and the port on which its pods listen behind port 53 of their Service. */
const NAMESPACE = "openshift-dns";
const POD_PORT = 5353;
const SERVICE_PORT = 53;

/** Looks for rules for the namespace by its name that allow the Service's port, and not that of the pods (S-PORT-6). */
export const openshiftDnsPort = defineRule({
  id: "openshift-dns-port",
  level: "warning",
  category: "never-works",
  summary: "a rule for OpenShift's DNS pods on port 53, where they listen on 5353",
  rationale:
    "Policy applies behind a Service, to its pods on their own port. The DNS pods of OpenShift listen on 5353; 53 is the port of their Service. A rule for 53 alone allows nothing, and names don't resolve.",
  reference: "S-PORT-6",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const directed of policies.flatMap(rulesOf).filter(isForDns)) {
      const items = portsOf(directed);
      const item = items.find((each) => holds(each, SERVICE_PORT));
      if (item?.type !== "range" || items.some((each) => each.type === "name" || holds(each, POD_PORT)))
        continue;
      yield {
        code: "openshift-dns-port",
        facts: { protocol: item.protocol },
        at: item.origin,
        object: directed.policy.ref,
      };
    }
  },
  fix: {
    kind: "unsafe",
    edits: ({ at }) => ("step" in at ? [{ type: "set", at, value: POD_PORT }] : undefined),
  },
  word({ protocol }) {
    return {
      message: `the DNS pods of OpenShift listen on ${protocol} ${POD_PORT}, not ${SERVICE_PORT}`,
      label: "the port of the Service",
      help: `write \`port: ${POD_PORT}\`, for UDP and TCP`,
    };
  },
});

function isForDns({ direction, rule }: DirectedRule): boolean {
  const peers = peersOf(rule);
  return direction === "egress" && peers.length > 0 && peers.every(isDns);
}

function isDns(peer: Peer): boolean {
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  return peer.namespaces.selector.requirements.some(
    ({ key, operator, values }) =>
      key === NAMESPACE_NAME_LABEL && operator === "In" && values.every((value) => value === NAMESPACE),
  );
}

function portsOf({ rule: { ports } }: DirectedRule): readonly PortMatch[] {
  return ports.all ? [] : ports.items;
}

function holds(item: PortMatch, port: number): boolean {
  return item.type === "range" && item.first <= port && port <= item.last;
}
