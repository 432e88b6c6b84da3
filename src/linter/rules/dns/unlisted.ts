import { configuredAddresses, isOutsideName } from "../connections/configured.js";
import { evaluate } from "../../../semantics/evaluate/evaluate.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { FAMILIES } from "../../../base/net/address.js";
import { matchesDomain } from "../../../semantics/match/domain.js";
import { namedRulesOf, type NamedRule } from "./named-rules.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { trafficOf } from "../../../base/net/traffic.js";
import { workloadId } from "../flows/subjects.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { DomainEndpoint } from "../../../cluster/model/endpoint.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** How many names are named. */
const NAMED = 3;

/**
 * Names outside of the cluster that pods are configured with, where the rules by name that act for them hold others, and the name
 * is denied whatever its addresses are. One finding for each name of a workload, at the first of those rules.
 */
export function* unlistedNames(cluster: Cluster): Generator<Problem> {
  const rules = rulesByWorkload(namedRulesOf(cluster));
  if (rules.size === 0) return;
  for (const workload of cluster.workloads) {
    const own = rules.get(workload.id) ?? [];
    const [first] = own;
    if (first === undefined) continue;
    const listed = [...new Set(own.flatMap(patternsOf))];
    for (const address of configuredAddresses(cluster, workload)) {
      const { port, host } = address;
      if (port === undefined || !isOutsideName(cluster, address, workload)) continue;
      if (listed.some((pattern) => matchesDomain(pattern, host))) continue;
      if (!isDenied(cluster, workload, host, port)) continue;
      yield {
        code: "domain-name-unlisted",
        facts: {
          workload: qualifiedName(workload),
          ...address,
          port,
          listed: listed.slice(0, NAMED),
          moreListed: Math.max(0, listed.length - NAMED),
        },
        at: first.name.origin,
        object: first.policy.ref,
        witness: { from: workload.id, to: host, protocol: "TCP", port, verdict: "denied" },
      };
    }
  }
}

/** The rules that let all pods of a workload reach their names, by the workload's id. */
function rulesByWorkload(rules: readonly NamedRule[]): ReadonlyMap<string, readonly NamedRule[]> {
  const found = rules.flatMap((rule) => {
    const ids = rule.acting.flatMap(({ subject }) => subject.rows.flatMap((row) => workloadId(row) ?? []));
    return [...new Set(ids)].map((id) => ({ id, rule }));
  });
  return new Map([...groupBy(found, ({ id }) => id)].map(([id, each]) => [id, each.map(({ rule }) => rule)]));
}

function patternsOf({ rule }: NamedRule): string[] {
  return peersOf(rule).flatMap((peer) => (peer.type === "domains" ? [peer.pattern] : []));
}

/** True where no pod of a workload may connect to a name, whatever its addresses are and whatever else is unsettled. */
function isDenied(cluster: Cluster, { members }: Workload, name: string, port: number): boolean {
  const to: DomainEndpoint = { type: "domain", id: `domain/${name}`, name, mayBePod: false };
  const traffic = trafficOf("TCP", [[port, port]]);
  const way = { type: "direct", toName: name } as const;
  return members.every((from) =>
    FAMILIES.every((family) =>
      evaluate(cluster, { from, to, family, traffic, way }, profileOfCluster(cluster)).parts.every(
        ({ verdict }) => verdict === "denied",
      ),
    ),
  );
}
