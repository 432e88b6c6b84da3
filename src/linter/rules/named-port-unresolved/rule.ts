import bad from "./bad.yaml";
import good from "./good.yaml";
import { all, code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { isNoTraffic } from "../../../base/net/traffic.js";
import { destinationsOf } from "../../../questions/mistakes/destinations.js";
import { nearest } from "../../../base/text/nearest.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import { trafficOfPort } from "../../../semantics/match/ports.js";
import type { ContainerPort } from "../../../cluster/model/endpoint.js";
import type { DirectedRule, PortMatch } from "../../../cluster/model/policy.js";
import type { PodClass } from "../../../questions/mistakes/pod-index.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { UnresolvedPort } from "../../../cluster/problems/selection.js";

type NamedPort = Extract<PortMatch, { type: "name" }>;

/**
 * Looks each port name of a rule up among the destinations that the rule is for; silent where no pod of theirs is in
 * the input (S-PORT-7).
 */
export const namedPortUnresolved = defineRule({
  id: "named-port-unresolved",
  level: "error",
  category: "never-works",
  summary: "a port name that no pod declares",
  rationale:
    "Port names are looked up in the container ports of the destination: the policy's own pods for ingress, the peers for egress. A name that none of them declares for that protocol matches nothing. Without a protocol, NetworkPolicy means TCP.",
  reference: "S-PORT-7",
  needs: ["pods"],
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const destinations = destinationsOf(cluster);
    for (const each of cluster.policies.flatMap(rulesOf)) {
      const names = namesIn(each);
      const classes = names.length === 0 ? [] : destinations.of(each);
      for (const name of names) {
        const facts = unresolved(name, classes, each);
        if (facts === undefined) continue;
        yield { code: "named-port-unresolved", facts, at: name.origin, object: each.policy.ref };
      }
    }
  },
  word({ port, direction, protocol, declaredAs, names, pod }) {
    const whose = direction === "ingress" ? "the policy's pods" : "the pods of the peers";
    if (protocol !== undefined && declaredAs.length > 0) {
      const declared = conjunction(declaredAs);
      return {
        message: `the port name ${code(port)} is declared only for ${declared}, but the rule means ${protocol}`,
        label: `for ${protocol}, none of ${whose} declares it`,
        help: `write \`protocol: ${declaredAs[0] ?? ""}\``,
      };
    }
    return {
      message: `none of ${whose} has a port named ${code(port)}`,
      label: names.length === 0 ? `${code(pod)} names no port` : `${code(pod)} declares ${all(names)}`,
      help: "use the name of a container port, or the port's number",
    };
  },
});

/** How many names of ports are shown. */
const NAMED = 5;

function namesIn({ rule }: DirectedRule): NamedPort[] {
  if (rule.ports.all || rule.failsClosed !== undefined) return [];
  return rule.ports.items.filter((item) => item.type === "name");
}

function unresolved(
  item: NamedPort,
  classes: readonly PodClass[],
  { direction }: DirectedRule,
): UnresolvedPort | undefined {
  const [first] = classes;
  const pods = classes.flatMap((each) => each.pods);
  if (first === undefined || pods.some(({ ports }) => ports === undefined || resolves(item, ports)))
    return undefined;
  const ports = pods.flatMap((pod) => pod.ports ?? []);
  const names = [...new Set(ports.flatMap(({ name }) => (name === undefined ? [] : [name])))];
  const near = nearest(item.name, names);
  const declared = ports.filter(({ name }) => name === item.name).map(({ protocol }) => protocol);
  return {
    port: item.name,
    direction,
    protocol: item.protocol,
    declaredAs: [...new Set(declared)].toSorted(),
    names: [...near, ...names.filter((name) => !near.includes(name))].slice(0, NAMED),
    pod: first.name,
  };
}

function resolves(item: NamedPort, ports: readonly ContainerPort[]): boolean {
  return !isNoTraffic(trafficOfPort(item, ports).sure);
}
