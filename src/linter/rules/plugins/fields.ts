import { byPlugin, knownPlugin, rowReading } from "./known-plugin.js";
import { repeatedNames } from "../../../semantics/match/enforced.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, PortMatch } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Ranges of ports of which the plugin reads only the first. */
export function* unreadEndPorts(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "end-port");
  if (known === undefined || row === undefined) return;
  for (const { policy, item } of portsOf(cluster)) {
    if (item.type !== "range" || item.endPort === undefined || item.last === item.first) continue;
    if (policy.tier !== "NetworkPolicy") continue;
    const facts = { ...byPlugin(known, row), port: item.first, endPort: item.last };
    yield { code: "end-port-unsupported", facts, at: item.endPort, object: policy.ref };
  }
}

/** Ports of a protocol that the plugin does not carry: one finding for each rule. */
export function* uncarriedProtocols(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "sctp");
  if (known === undefined || row === undefined) return;
  const told = new Set<unknown>();
  for (const { policy, rule, item } of portsOf(cluster)) {
    if (item.type === "nothing" || item.protocol !== "SCTP" || told.has(rule)) continue;
    told.add(rule);
    const at = item.type === "range" ? item.protocolOrigin : item.origin;
    yield { code: "sctp-unsupported", facts: byPlugin(known, row), at, object: policy.ref };
  }
}

/** Port names of egress rules that the plugin drops, for pods give them several numbers. */
export function* conflictingNames(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "repeated-port-name");
  if (known === undefined || row === undefined) return;
  for (const { policy, direction, item } of portsOf(cluster)) {
    if (direction !== "egress" || item.type !== "name" || !repeatedNames(cluster).has(item.name)) continue;
    const facts = { ...byPlugin(known, row), port: item.name };
    yield { code: "named-port-conflict", facts, at: item.origin, object: policy.ref };
  }
}

function portsOf({ policies }: Cluster): readonly (DirectedRule & { readonly item: PortMatch })[] {
  return policies
    .flatMap(rulesOf)
    .flatMap((directed) =>
      directed.rule.ports.all ? [] : directed.rule.ports.items.map((item) => ({ ...directed, item })),
    );
}
