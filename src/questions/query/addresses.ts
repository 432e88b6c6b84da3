import { addressKey, addressOwners } from "../../cluster/model/address-owners.js";
import { AddressSet } from "../../base/net/address-set.js";
import { outsideEndpoint, podRange } from "../../cluster/model/outside.js";
import type { Address } from "../../base/net/address.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";

/** What has an address: a pod, a node, a Service, or nothing that the input holds (S-EV-1a). */
export function endpointOfAddress(cluster: Cluster, address: Address, text: string): Endpoint | "service" {
  const owned = addressOwners(cluster).get(addressKey(address));
  return owned?.owner ?? outsideEndpoint(cluster, AddressSet.single(address), text, `ip/${text}`);
}

/**
 * The endpoints that a set of addresses stands for: the pods and nodes that have some, and the rest, in one where pods'
 * addresses may lie and one where they do not.
 * @param isOutsideOnly leaves pods and nodes out, as `internet` does
 */
export function endpointsOfAddresses(
  cluster: Cluster,
  addresses: AddressSet,
  text: string,
  isOutsideOnly: boolean,
): { readonly endpoints: readonly Endpoint[]; readonly services: number } {
  const all = [...addressOwners(cluster).values()];
  const owners = all.filter(({ address }) => addresses.has(address)).map(({ owner }) => owner);
  const inside = owners.filter((owner) => owner !== "service");
  const rest = addresses.subtract(AddressSet.ofEach(all.map(({ address }) => address)));
  const range = podRange(cluster);
  const outsides = [rest.subtract(range), rest.intersect(range)]
    .filter((part) => !part.isEmpty)
    .map((part) => outsideEndpoint(cluster, part, text, `ip/${text}`));
  return {
    endpoints: isOutsideOnly ? outsides : [...inside, ...outsides],
    services: owners.length - inside.length,
  };
}
