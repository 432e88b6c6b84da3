import { oncePer } from "../collections/once-per.js";
import { AddressSet } from "../net/address-set.js";
import { FAMILIES, type Address } from "../net/address.js";
import { PRIVATE } from "./ranges.js";
import type { Cluster } from "../model/cluster.js";
import type { Endpoint, NodeEndpoint, PodEndpoint } from "../model/endpoint.js";
import type { NodeObject } from "../model/objects.js";

/** What has an address: a pod, a node, a Service, or nothing that the input holds (S-EV-1a). */
export function endpointOfAddress(cluster: Cluster, address: Address, text: string): Endpoint | "service" {
  const owned = ownersOf(cluster).get(keyOf(address));
  return owned?.owner ?? outside(cluster, AddressSet.single(address), text, `ip/${text}`);
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
  const all = [...ownersOf(cluster).values()];
  const owners = all.filter(({ address }) => addresses.has(address)).map(({ owner }) => owner);
  const inside = owners.filter((owner) => owner !== "service");
  const rest = addresses.subtract(AddressSet.ofEach(all.map(({ address }) => address)));
  const range = podRange(cluster);
  const outsides = [rest.subtract(range), rest.intersect(range)]
    .filter((part) => !part.isEmpty)
    .map((part) => outside(cluster, part, text, `ip/${text}`));
  return {
    endpoints: isOutsideOnly ? outsides : [...inside, ...outsides],
    services: owners.length - inside.length,
  };
}

function outside(cluster: Cluster, addresses: AddressSet, name: string, id: string): Endpoint {
  return {
    type: "addresses",
    id,
    name,
    addresses,
    mayBePod: !addresses.intersect(podRange(cluster)).isEmpty,
  };
}

/**
 * Where pods' addresses may lie that the input does not hold: a pod CIDR says nothing about the other family, and pods
 * may have addresses among those of the nodes.
 */
function podRange({ facts }: Cluster): AddressSet {
  const known = AddressSet.of(facts.podBlocks);
  const possible = FAMILIES.map((family) => (known.families.includes(family) ? known : PRIVATE).only(family));
  return possible.reduce((all, each) => all.union(each)).subtract(AddressSet.of(facts.serviceBlocks));
}

function keyOf({ family, value }: Address): string {
  return `${family} ${value}`;
}

/** An address and who has it, with that address alone: it is the family of what was asked about. */
interface OwnedAddress {
  readonly address: Address;
  readonly owner: PodEndpoint | NodeEndpoint | "service";
}

/**
 * Who has which address. A host pod has its node's: the node is named, for the address is the node's. Of a node without
 * an object the pods on it may tell.
 */
const ownersOf = oncePer((cluster: Cluster): ReadonlyMap<string, OwnedAddress> => {
  const owners = new Map<string, OwnedAddress>();
  const add = (address: Address, owner: OwnedAddress["owner"]): void =>
    void owners.set(keyOf(address), { address, owner });
  for (const { addresses } of cluster.services) for (const address of addresses) add(address, "service");
  for (const [node, addresses] of cluster.nodeAddresses.told)
    for (const address of addresses) add(address, nodeEndpoint(node, [address]));
  for (const { members } of cluster.workloads) {
    for (const pod of members)
      for (const address of pod.addresses ?? []) add(address, { ...pod, addresses: [address] });
  }
  for (const node of cluster.nodes.values()) {
    for (const address of node.addresses) add(address, nodeEndpoint(node.name, [address], node));
  }
  return owners;
});

/** A node as an endpoint, by some of its addresses. @param object the Node, where the input has it */
export function nodeEndpoint(name: string, addresses: readonly Address[], object?: NodeObject): NodeEndpoint {
  return {
    type: "node",
    id: `node/${name}`,
    name,
    labels: object?.labels,
    addresses,
    origin: object?.origin,
  };
}
