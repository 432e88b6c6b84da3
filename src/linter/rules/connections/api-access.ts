import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { addressesOf } from "../../../semantics/match/peer.js";
import { AddressSet } from "../../../base/net/address-set.js";
import { apiClients } from "../../../cluster/model/api-clients.js";
import { apiServer, type ApiServer } from "../../../cluster/model/api-server.js";
import { deniedConnection, type DeniedConnection } from "./connection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isClusterWideDeny } from "../dns/cluster-denies.js";
import { leavesOn } from "../flows/leaves.js";
import { nodeEndpoint } from "../../../cluster/model/address-owners.js";
import { peersOf, portItem } from "../../../cluster/model/policy-parts.js";
import { trafficOf } from "../../../base/net/traffic.js";
import { evaluate } from "../../../semantics/evaluate/evaluate.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import type { ApiServerUnreachable } from "../../../cluster/problems/connections.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Leaf } from "../../../semantics/evaluate/entry.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** A cause for which workloads that use the API cannot reach it, at the place to fix. */
interface UnreachableWorkload {
  readonly cause: ApiServerUnreachable["cause"];
  readonly at: Problem["at"];
  readonly policy: Policy;
  readonly workload: Workload;
  readonly connection: DeniedConnection;
}

/** Workloads that use the API and cannot reach it, one finding for each place that has to be changed. */
export function* unreachableApiServers(cluster: Cluster): Generator<Problem> {
  const server = apiServer(cluster);
  if (server === undefined) return;
  const found = apiClients(cluster).flatMap((workload) => unreachableFrom(cluster, server, workload) ?? []);
  for (const alike of groupBy(found, ({ at }) => at).values()) {
    const [{ cause, at, policy, workload, connection }] = alike;
    const concerned = { first: qualifiedName(workload), count: alike.length };
    const facts = { port: server.listening.port, cause, concerned };
    yield { code: "api-server-unreachable", facts, at, object: policy.ref, witness: connection.witness };
  }
}

function unreachableFrom(
  cluster: Cluster,
  { nodes, listening }: ApiServer,
  workload: Workload,
): UnreachableWorkload | undefined {
  const servers = nodes.flatMap((node) =>
    node.addresses.map((address) => nodeEndpoint(node.name, [address], node)),
  );
  const connection = deniedConnection(cluster, workload.members, servers, listening);
  const by = connection?.leaves[0]?.by;
  if (connection === undefined || by === undefined || isClusterWideDeny(by)) return undefined;
  if (by.type !== "isolation") {
    const { denier } = connection;
    return denier && { cause: "denied", at: denier.at, policy: denier.policy, workload, connection };
  }
  const near = nearMiss(cluster, connection, by.policies);
  if (near !== undefined) return { ...near, workload, connection };
  const policy = by.policies.find(hasRules) ?? by.policies[0];
  if (policy === undefined) return undefined;
  return { cause: "no-rule", at: policy.rules.egress?.origin ?? policy.origin, policy, workload, connection };
}

function hasRules({ rules }: Policy): boolean {
  return (rules.egress?.rules.length ?? 0) > 0;
}

/** The port of the Service, whatever the API server listens on. */
const SERVICE_PORT = 443;

/** The rule that was meant to allow it, and why it does not. */
function nearMiss(
  cluster: Cluster,
  connection: DeniedConnection,
  policies: readonly Policy[],
): Pick<UnreachableWorkload, "cause" | "at" | "policy"> | undefined {
  const allowing = ruleOf(leafAt(cluster, connection, SERVICE_PORT));
  if (allowing !== undefined) {
    const { policy, rule } = allowing;
    const at = portItem(rule, "TCP", SERVICE_PORT)?.origin ?? rule.origin;
    return { cause: "service-port", at, policy };
  }
  const service = cluster.services.find(
    ({ ref }) => ref.namespace === "default" && ref.name === "kubernetes",
  );
  const addresses = AddressSet.ofEach(service?.addresses ?? []);
  for (const policy of policies) {
    for (const rule of policy.rules.egress?.rules ?? []) {
      if (!rule.ports.all && portItem(rule, "TCP", SERVICE_PORT) === undefined) continue;
      const peer = peersOf(rule).find(
        (each) => each.type === "addresses" && !addressesOf(each.block).intersect(addresses).isEmpty,
      );
      if (peer !== undefined) return { cause: "service-address", at: peer.origin, policy };
    }
  }
  return undefined;
}

/** What decides egress of the same connection on another port, whatever is unsettled. */
function leafAt(cluster: Cluster, { flow }: DeniedConnection, port: number): Leaf | undefined {
  const traffic = trafficOf("TCP", [[port, port]]);
  const asked = evaluate(cluster, { ...flow, traffic }, profileOfCluster(cluster));
  const [leaf, ...others] = leavesOn(
    asked.parts.flatMap(({ egress }) => egress.leaves),
    traffic,
  );
  return others.length === 0 ? leaf : undefined;
}

function ruleOf(leaf: Leaf | undefined): Extract<Leaf["by"], { type: "rule" }> | undefined {
  return leaf?.outcome === "allowed" && leaf.by.type === "rule" ? leaf.by : undefined;
}
