import { apiServer } from "../../../cluster/model/api-server.js";
import { breadthOf } from "../exposure/breadth.js";
import { deniedWitness } from "./witness.js";
import { definiteOutcome, leavesOn } from "../flows/leaves.js";
import { dnsFlowsOf, type DnsFlows } from "./access.js";
import { flowsOf, rowOf, workloadId, type Flows, type SubjectRows } from "../flows/subjects.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { internetOf } from "../flows/outside.js";
import { trafficOf, type Traffic } from "../../../base/net/traffic.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { typedName } from "../../../semantics/reach/witness.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { ClusterNeed } from "../../../cluster/problems/exposure.js";
import type { Direction, Policy, Rule } from "../../../cluster/model/policy.js";
import type { Entry, Leaf, RuleEntry } from "../../../semantics/evaluate/entry.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Row } from "../../../semantics/reach/rows.js";
import type { Selector } from "../../../cluster/model/selector.js";

/** A rule that denies in every namespace, with what it denies of what every cluster needs. */
export interface ClusterDeny {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly direction: Direction;
  readonly needs: readonly ClusterNeed[];
  /** The protocols over which DNS is denied, where that is among them. */
  readonly dnsOver: readonly FlowWitness["protocol"][];
  /** The workloads that are cut off; at least one. */
  readonly rows: readonly Row[];
  readonly witness: FlowWitness;
}

interface Hit {
  readonly by: RuleEntry;
  readonly direction: Direction;
  readonly need: ClusterNeed;
  readonly rows: readonly Row[];
  readonly witness: FlowWitness;
}

const NAMESPACE = "kube-system";
const NEEDS: readonly ClusterNeed[] = ["dns", "api-server", "kube-system"];
const HTTPS = trafficOf("TCP", [[443, 443]]);

/** Every rule for every namespace that denies cluster DNS, the API server, or what the pods of `kube-system` do. */
export const clusterDeniesOf = oncePer((cluster: Cluster): readonly ClusterDeny[] => {
  const isAny = cluster.policies.some(isForEveryNamespace);
  const hits = isAny ? [...hitsOf(cluster)] : [];
  return [...groupBy(hits, ({ by }) => by.rule).values()].flatMap((alike): ClusterDeny[] => {
    const sorted = alike.toSorted((a, b) => NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need));
    const [first] = sorted;
    if (first === undefined) return [];
    const { by, direction, witness } = first;
    const needs = [...new Set(sorted.map(({ need }) => need))];
    const rows = [...new Set(sorted.flatMap((each) => each.rows))];
    const dnsOver = [...new Set(sorted.filter(({ need }) => need === "dns").map(protocolOf))];
    return [{ policy: by.policy, rule: by.rule, direction, needs, dnsOver, rows, witness }];
  });
});

function protocolOf({ witness }: Hit): FlowWitness["protocol"] {
  return witness.protocol;
}

function* hitsOf(cluster: Cluster): Generator<Hit> {
  const flows = flowsOf(cluster);
  const dns = dnsFlowsOf(cluster);
  if (dns !== undefined) {
    yield* deniedQuestions(flows, dns);
    yield* deniedAtResolvers(flows, dns);
  }
  yield* deniedApiServer(cluster, flows);
  yield* deniedToSystemPods(flows);
  yield* deniedBySystemPods(flows);
}

/** True where a deny of a policy, one of an ordered tier, decided, and the policy is for namespaces in general. */
export function isClusterWideDeny(entry: Entry): entry is RuleEntry {
  return entry.type === "rule" && isForEveryNamespace(entry.policy);
}

/** True for a subject that leaves out no more than some namespaces or pods that are named. */
function isForEveryNamespace({ tier, subject }: Policy): boolean {
  if (tier === "NetworkPolicy" || subject.namespaces.own !== undefined) return false;
  return (
    leavesOutSome(subject.namespaces.selector) && (subject.pods === undefined || leavesOutSome(subject.pods))
  );
}

function leavesOutSome({ requirements }: Selector): boolean {
  return requirements.every(({ operator }) => operator === "NotIn" || operator === "DoesNotExist");
}

/** Questions of pods to the cluster's DNS. */
function* deniedQuestions(flows: Flows, { denied }: DnsFlows): Generator<Hit> {
  for (const { subject, missing } of denied) {
    for (const question of missing) {
      const { by } = question;
      const witness = deniedWitness(flows, { subject, missing: [question] });
      if (!isClusterWideDeny(by) || witness === undefined) continue;
      yield { by, direction: "egress", need: "dns", rows: subject.rows, witness };
    }
  }
}

/** The same, denied where they come in. */
function* deniedAtResolvers(flows: Flows, { ports, clients }: DnsFlows): Generator<Hit> {
  for (const { of, protocol, port } of ports) {
    const row = rowOf(flows, of);
    if (row === undefined) continue;
    const traffic = trafficOf(protocol, [[port, port]]);
    for (const leaf of deniedIngress(flows, of, traffic)) {
      const kept = clients.filter(({ of: client }) => leaf.region.others?.has(client.index) === true);
      const rows = kept.flatMap((each) => each.rows);
      const [first] = rows;
      if (first === undefined) continue;
      const ends = { from: typedName(first), to: typedName(row) };
      const witness = { ...ends, protocol, port, verdict: "denied" } as const;
      yield { by: leaf.by, direction: "ingress", need: "dns", rows, witness };
    }
  }
}

/** Where a deny for every namespace decides ingress of some pods, whatever is unsettled. */
function deniedIngress(
  { reach }: Flows,
  of: EndClass,
  traffic: Traffic,
): (Leaf & { readonly by: RuleEntry })[] {
  return of.families.flatMap((family) =>
    leavesOn(reach.walk("ingress", of.index, family).leaves, traffic).filter(
      (leaf): leaf is Leaf & { readonly by: RuleEntry } =>
        leaf.outcome === "denied" && isClusterWideDeny(leaf.by) && leaf.region.world.restricted.length === 0,
    ),
  );
}

/** What denies egress of pods to all of some ends, over every family that they have in common. */
function deniedEgress(
  { reach }: Flows,
  { of }: SubjectRows,
  ends: readonly EndClass[],
  traffic: Traffic,
): RuleEntry | undefined {
  let by: RuleEntry | undefined;
  for (const end of ends) {
    for (const family of of.families) {
      if (!end.families.includes(family)) continue;
      const { leaves } = reach.walk("egress", of.index, family).cellOf(end.index);
      if (definiteOutcome(leaves, traffic) !== "denied") return undefined;
      const [first] = leavesOn(leaves, traffic);
      if (first === undefined || !isClusterWideDeny(first.by)) return undefined;
      by ??= first.by;
    }
  }
  return by;
}

/** Traffic to the API server, as it goes on behind the Service. */
function* deniedApiServer(cluster: Cluster, flows: Flows): Generator<Hit> {
  const server = apiServer(cluster);
  if (server === undefined) return;
  const names = new Set(server.nodes.map(({ name }) => name));
  const nodes = flows.reach.classes.filter(
    ({ representative, isOwnNode, toName }) =>
      representative.type === "node" && names.has(representative.name) && !isOwnNode && toName === undefined,
  );
  const row = rowOf(flows, nodes[0]);
  if (row === undefined) return;
  const { protocol, port } = server.listening;
  for (const subject of flows.subjects) {
    const by = deniedEgress(flows, subject, nodes, trafficOf(protocol, [[port, port]]));
    if (by === undefined) continue;
    const witness = {
      from: typedName(subject.rows[0]),
      to: typedName(row),
      protocol,
      port,
      verdict: "denied",
    } as const;
    yield { by, direction: "egress", need: "api-server", rows: subject.rows, witness };
  }
}

/** What pods of the system send to the internet: questions for names of others, traffic to a hosted API server. */
function* deniedBySystemPods(flows: Flows): Generator<Hit> {
  const internet = internetOf(flows);
  const [end] = [...internet.IPv4.classes, ...internet.IPv6.classes];
  const row = rowOf(flows, end);
  if (end === undefined || row === undefined) return;
  for (const subject of systemPods(flows)) {
    const by = deniedEgress(flows, subject, [end], HTTPS);
    if (by === undefined) continue;
    const ends = { from: typedName(subject.rows[0]), to: typedName(row) };
    const witness = { ...ends, protocol: "TCP", port: 443, verdict: "denied" } as const;
    yield { by, direction: "egress", need: "kube-system", rows: subject.rows, witness };
  }
}

/** What others send to pods of the system, where a rule keeps out every pod. */
function* deniedToSystemPods(flows: Flows): Generator<Hit> {
  for (const { of, rows } of systemPods(flows)) {
    for (const row of rows) {
      const [port] = flows.workloads.get(workloadId(row))?.members[0]?.ports ?? [];
      if (port === undefined) continue;
      for (const leaf of deniedIngress(flows, of, trafficOf(port.protocol, [[port.port, port.port]]))) {
        if (breadthOf(leaf.by.rule).cluster === undefined) continue;
        const client = flows.subjects.find(
          (each) => each.rows[0].namespace !== NAMESPACE && leaf.region.others?.has(each.of.index) === true,
        );
        if (client === undefined) continue;
        const ends = { from: typedName(client.rows[0]), to: typedName(row) };
        const witness = { ...ends, protocol: port.protocol, port: port.port, verdict: "denied" } as const;
        yield { by: leaf.by, direction: "ingress", need: "kube-system", rows: [row], witness };
      }
    }
  }
}

function systemPods({ subjects }: Flows): SubjectRows[] {
  return subjects.filter(({ rows }) => rows[0].namespace === NAMESPACE);
}
