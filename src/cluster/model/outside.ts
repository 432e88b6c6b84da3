import { AddressSet } from "../../base/net/address-set.js";
import { FAMILIES } from "../../base/net/address.js";
import { openPodFamilies } from "./pod-blocks.js";
import { PRIVATE } from "../../base/net/special-ranges.js";
import type { AddressEndpoint } from "./endpoint.js";
import type { Cluster } from "./cluster.js";

/** Addresses that no object of the input has, as an endpoint: outside, or of pods that the input does not hold. */
export function outsideEndpoint(
  cluster: Pick<Cluster, "facts" | "nodes" | "workloads">,
  addresses: AddressSet,
  name: string,
  id: string,
): AddressEndpoint {
  const mayBePod = !addresses.intersect(podRange(cluster)).isEmpty;
  return { type: "addresses", id, name, addresses, mayBePod };
}

/**
 * Where pods' addresses may lie that the input does not hold: a pod CIDR says nothing about the other family, and pods
 * may have addresses among those of the nodes.
 */
export function podRange(cluster: Pick<Cluster, "facts" | "nodes" | "workloads">): AddressSet {
  const { facts } = cluster;
  if (facts.knowsEveryPod) return AddressSet.EMPTY;
  const known = AddressSet.of(facts.podBlocks);
  const open = openPodFamilies(cluster);
  const possible = FAMILIES.map((family) =>
    !known.families.includes(family)
      ? PRIVATE.only(family)
      : open.has(family)
        ? known.union(PRIVATE).only(family)
        : known.only(family),
  );
  return AddressSet.unionOf(possible).subtract(AddressSet.of(facts.serviceBlocks));
}
