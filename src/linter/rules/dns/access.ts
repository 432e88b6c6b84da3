import { clusterDns, type ClusterDns } from "../../../cluster/model/cluster-dns.js";
import { definiteOutcome, leavesOn } from "../flows/leaves.js";
import { flowsOf, withoutWorkloads, type Flows, type SubjectRows } from "../flows/subjects.js";
import { mayBeDecidedByForeignAt } from "../isolation/foreign.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { trafficOf, type Protocol } from "../../../base/net/traffic.js";
import type { Outcomes } from "../../../semantics/reach/cells.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Entry } from "../../../semantics/evaluate/entry.js";
import type { Family } from "../../../base/net/address.js";
import type { Listening } from "../../../cluster/model/services.js";

/** Pods of the cluster's DNS that policies do not tell apart, and a port on which they are asked. */
export interface ResolverPort extends Listening {
  readonly of: EndClass;
}

/** The cluster's DNS among the classes of all flows. */
export interface DnsFlows {
  readonly dns: ClusterDns;
  readonly ports: readonly ResolverPort[];
  /** All pods that may ask it: all but its own. */
  readonly clients: readonly SubjectRows[];
  /** What becomes of the questions of pods that cannot ask it over some protocol, whatever their questions meet there. */
  readonly denied: readonly DeniedQuestions[];
}

/** Pods whose egress to every pod of the cluster's DNS is denied, over one protocol or all. */
export interface DeniedQuestions {
  readonly subject: SubjectRows;
  readonly missing: readonly [DeniedQuestion, ...DeniedQuestion[]];
  /** True where they can ask over another protocol. */
  readonly isPartial: boolean;
}

/** A question over one protocol, as it is denied on the way to one of the DNS pods. */
export interface DeniedQuestion extends Listening {
  readonly to: EndClass;
  readonly family: Family;
  /** What their egress comes to there, for all traffic. */
  readonly cell: Outcomes;
  /** What denies. */
  readonly by: Entry;
}

/** Which pods cannot ask the cluster's DNS; undefined where the input does not show it. */
export function dnsFlowsOf(cluster: Cluster): DnsFlows | undefined {
  return findDns(cluster).flows;
}

const findDns = oncePer((cluster: Cluster): { readonly flows: DnsFlows | undefined } => {
  const dns = clusterDns(cluster);
  if (dns === undefined) return { flows: undefined };
  const flows = flowsOf(cluster);
  const ports = resolverPorts(flows, dns);
  const protocols = (["UDP", "TCP"] as const).filter((each) =>
    ports.some(({ protocol }) => protocol === each),
  );
  const clients = clientsOf(flows, dns);
  const denied = clients.flatMap((subject): DeniedQuestions[] => {
    if (mayBeDecidedByForeignAt(cluster, subject.of.representative)) return [];
    const all = protocols.flatMap((protocol) => deniedQuestion(flows, subject, ports, protocol) ?? []);
    const [first, ...others] = all;
    if (first === undefined) return [];
    return [{ subject, missing: [first, ...others], isPartial: all.length < protocols.length }];
  });
  return { flows: { dns, ports, clients, denied } };
});

function clientsOf({ subjects }: Flows, { resolvers }: ClusterDns): SubjectRows[] {
  const own = new Set(resolvers.map(({ workload }) => workload.id));
  return subjects.flatMap((subject) => withoutWorkloads(subject, own) ?? []);
}

function resolverPorts({ reach }: Flows, { resolvers }: ClusterDns): ResolverPort[] {
  const byPod = new Map(resolvers.map(({ pod, ports }) => [pod.id, ports]));
  const found = new Map<string, ResolverPort>();
  for (const of of reach.classes) {
    if (of.isOwnNode || of.toName !== undefined) continue;
    for (const { endpoint } of of.members)
      for (const { protocol, port } of byPod.get(endpoint.id) ?? [])
        found.set(`${of.index} ${protocol} ${port}`, { of, protocol, port });
  }
  return [...found.values()];
}

/** A denied question over a protocol, where none of the DNS pods can be asked; undefined where one can, or may. */
function deniedQuestion(
  { reach }: Flows,
  subject: SubjectRows,
  ports: readonly ResolverPort[],
  protocol: Protocol,
): DeniedQuestion | undefined {
  let denied: DeniedQuestion | undefined;
  for (const { of, port, protocol: own } of ports) {
    if (own !== protocol) continue;
    for (const family of subject.of.families) {
      if (!of.families.includes(family)) continue;
      const cell = reach.walk("egress", subject.of.index, family).cellOf(of.index);
      const traffic = trafficOf(protocol, [[port, port]]);
      if (definiteOutcome(cell.leaves, traffic) !== "denied") return undefined;
      const by = leavesOn(cell.leaves, traffic)[0]?.by;
      if (by !== undefined) denied ??= { protocol, port, to: of, family, cell, by };
    }
  }
  return denied;
}
