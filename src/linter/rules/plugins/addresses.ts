import { addressesOf } from "../../../semantics/match/peer.js";
import { AddressSet } from "../../../base/net/address-set.js";
import { apiServer } from "../../../cluster/model/api-server.js";
import { byPlugin, knownPlugin, rowReading } from "./known-plugin.js";
import { formatBlock } from "../../../base/net/address.js";
import { isHostPod } from "../../../semantics/match/party.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, Peer } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

type AddressPeer = Extract<Peer, { readonly type: "addresses" }>;

/** CIDRs of NetworkPolicies that hold addresses of pods, which the plugin does not match by address. */
export function* coveredPods(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "in-cluster-address");
  if (known === undefined || row === undefined || known.profile.readings["in-cluster-address"] !== false)
    return;
  for (const { directed, peer } of blocksOf(cluster)) {
    const covered = podIn(cluster, peer);
    // What stands beside it for the pods themselves lets them in.
    if (covered === undefined || peersOf(directed.rule).some(({ type }) => type === "pods")) continue;
    const facts = { ...byPlugin(known, row), cidr: peer.block.text, covered };
    yield { code: "ip-block-covers-pods", facts, at: peer.origin, object: directed.policy.ref };
  }
}

/** The same for nodes; those of the API server are another finding. */
export function* coveredNodes(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "node-in-block");
  if (known === undefined || row === undefined || known.profile.readings["node-in-block"] !== false) return;
  const servers = apiServer(cluster)?.nodes ?? [];
  for (const { directed, peer } of blocksOf(cluster)) {
    const addresses = addressesOf(peer.block);
    if (peer.block.block.prefix === 0) continue;
    const held = [...cluster.nodes.values()].filter((node) =>
      node.addresses.some((each) => addresses.has(each)),
    );
    const isForServer = directed.direction === "egress" && held.some((node) => servers.includes(node));
    const block = cluster.facts.nodeBlocks.find(
      (each) => !addresses.intersect(AddressSet.of([each])).isEmpty,
    );
    const covered = held[0] === undefined ? block && formatBlock(block) : `node ${held[0].name}`;
    if (covered === undefined) continue;
    const facts = { ...byPlugin(known, row), cidr: peer.block.text };
    if (isForServer) {
      const node = held.find((each) => servers.includes(each))?.name ?? "";
      yield {
        code: "api-server-by-ip-block",
        facts: { ...facts, node },
        at: peer.origin,
        object: directed.policy.ref,
      };
    } else
      yield {
        code: "ip-block-covers-nodes",
        facts: { ...facts, covered },
        at: peer.origin,
        object: directed.policy.ref,
      };
  }
}

/** The CIDRs of NetworkPolicies. */
function blocksOf(
  cluster: Cluster,
): readonly { readonly directed: DirectedRule; readonly peer: AddressPeer }[] {
  return cluster.policies
    .filter(({ tier }) => tier === "NetworkPolicy")
    .flatMap(rulesOf)
    .flatMap((directed) =>
      peersOf(directed.rule).flatMap((peer) => (peer.type === "addresses" ? [{ directed, peer }] : [])),
    );
}

/** A pod or pod CIDR in a block; every address of a family is mostly meant to be the outside. */
function podIn(cluster: Cluster, { block }: AddressPeer): string | undefined {
  if (block.block.prefix === 0) return undefined;
  const addresses = addressesOf(block);
  for (const workload of cluster.workloads) {
    const isIn = workload.members.some(
      (pod) => !isHostPod(pod) && (pod.addresses ?? []).some((each) => addresses.has(each)),
    );
    if (isIn) return qualifiedName(workload);
  }
  const held = cluster.facts.podBlocks.find((each) => !addresses.intersect(AddressSet.of([each])).isEmpty);
  return held === undefined ? undefined : formatBlock(held);
}
