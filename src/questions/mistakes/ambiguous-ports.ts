import { destinationsOf } from "./destinations.js";
import { rulesOf } from "../../cluster/model/policy-parts.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { PodClass } from "./pod-index.js";
import type { PortMatch } from "../../cluster/model/policy.js";
import type { Problem } from "../../cluster/problems/problem.js";

type NamedPort = Extract<PortMatch, { type: "name" }>;

/** Port names of egress rules that the pods they are for give to several numbers. */
export function* ambiguousPorts(cluster: Cluster): Generator<Problem> {
  const destinations = destinationsOf(cluster);
  for (const directed of cluster.policies.flatMap(rulesOf)) {
    const { direction, rule, policy } = directed;
    if (direction !== "egress" || rule.ports.all || rule.failsClosed !== undefined) continue;
    const names = rule.ports.items.filter((item) => item.type === "name");
    const classes = names.length === 0 ? [] : destinations.of(directed);
    for (const item of names) {
      const numbers = numbersOf(item, classes);
      if (numbers.length < 2) continue;
      yield {
        code: "named-port-ambiguous",
        facts: { port: item.name, numbers },
        at: item.origin,
        object: policy.ref,
      };
    }
  }
}

/** The numbers that a name has, each with the first pods that give it: in order. */
function numbersOf(
  { name, protocol }: NamedPort,
  classes: readonly PodClass[],
): { readonly number: number; readonly pod: string }[] {
  const found = new Map<number, string>();
  for (const { representative, name: pod } of classes) {
    for (const port of representative.ports ?? []) {
      const isMeant = port.name === name && (protocol === undefined || port.protocol === protocol);
      if (isMeant && !found.has(port.port)) found.set(port.port, pod);
    }
  }
  return [...found].map(([number, pod]) => ({ number, pod })).toSorted((a, b) => a.number - b.number);
}
