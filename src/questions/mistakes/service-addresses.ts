import { addressesOf } from "../../semantics/match/peer.js";
import { addressKey } from "../../cluster/model/address-owners.js";
import { bitsOf } from "../../base/net/address.js";
import { AddressSet } from "../../base/net/address-set.js";
import { apiServer } from "../../cluster/model/api-server.js";
import { clusterDns } from "../../cluster/model/cluster-dns.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { servicesByAddress } from "../../cluster/model/services.js";
import type { AddressRange } from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/** Peers of egress that are an address of a Service, or lie in the addresses that Services get. */
export function* serviceAddressPeers(cluster: Cluster): Generator<Problem> {
  const reserved = AddressSet.of(cluster.facts.serviceBlocks);
  for (const { policy, direction, rule } of cluster.policies.flatMap(rulesOf)) {
    if (direction !== "egress") continue;
    for (const peer of peersOf(rule)) {
      if (peer.type !== "addresses") continue;
      const service = serviceAt(cluster, peer.block);
      const isReserved = addressesOf(peer.block).subtract(reserved).isEmpty;
      if (service === undefined ? !isReserved : isToldElsewhere(cluster, service)) continue;
      yield {
        code: "service-address-as-peer",
        facts: {
          cidr: peer.block.text,
          service: service === undefined ? undefined : qualifiedName(service.ref),
          labels: Object.entries(service?.selector ?? {}).map(([key, value]) => `${key}=${value}`),
        },
        at: peer.origin,
        object: policy.ref,
      };
    }
  }
}

/** The Service whose own address a block is, and nothing else. */
function serviceAt(cluster: Cluster, { block }: AddressRange): ServiceObject | undefined {
  if (block.prefix !== bitsOf(block.family)) return undefined;
  const key = addressKey({ family: block.family, value: block.first });
  return servicesByAddress(cluster)
    .get(key)
    ?.find(
      ({ addressesOf: of, selector }) =>
        selector !== undefined && of.cluster.some((each) => addressKey(each) === key),
    );
}

/** Rules about DNS and about the API server say what such an address does to them. */
function isToldElsewhere(cluster: Cluster, service: ServiceObject): boolean {
  const { namespace, name } = service.ref;
  if (namespace === "default" && name === "kubernetes") return apiServer(cluster) !== undefined;
  return clusterDns(cluster)?.service === service;
}
