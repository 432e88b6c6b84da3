import { AddressSet } from "../net/address-set.js";
import type { Address, Block } from "../net/address.js";
import { PRIVATE } from "./ranges.js";
import type { Cluster } from "../model/cluster.js";
import type { Endpoint, NodeEndpoint, PodEndpoint } from "../model/endpoint.js";

/** What has an address: a pod, a node, a Service, or nothing that the input holds (S-EV-1a). */
export function endpointOfAddress(cluster: Cluster, address: Address, text: string): Endpoint | "service" {
  const owner = ownersOf(cluster).get(keyOf(address));
  if (owner !== undefined) return owner;
  return outside(cluster, AddressSet.single(address), text, `ip/${text}`);
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
  const owners = [...ownersOf(cluster).values()].filter(
    (owner) => owner === "service" || hasAddressIn(owner, addresses),
  );
  const inside = owners.filter((owner): owner is PodEndpoint | NodeEndpoint => owner !== "service");
  const known = AddressSet.of([...knownAddresses(cluster)].map(asRange));
  const rest = addresses.subtract(known);
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

/** Where pods' addresses may lie that the input does not hold. */
function podRange({ facts }: Cluster): AddressSet {
  const known = facts.podBlocks.length > 0 ? AddressSet.of(facts.podBlocks) : PRIVATE;
  return known.subtract(AddressSet.of([...facts.serviceBlocks, ...facts.nodeBlocks]));
}

function keyOf({ family, value }: Address): string {
  return `${family} ${value}`;
}

const OWNERS = new WeakMap<Cluster, ReadonlyMap<string, PodEndpoint | NodeEndpoint | "service">>();

/** Who has which address. A host pod has its node's: the node is named, for the address is the node's. */
function ownersOf(cluster: Cluster): ReadonlyMap<string, PodEndpoint | NodeEndpoint | "service"> {
  const known = OWNERS.get(cluster);
  if (known !== undefined) return known;
  const owners = new Map<string, PodEndpoint | NodeEndpoint | "service">();
  for (const { addresses } of cluster.services)
    for (const address of addresses) owners.set(keyOf(address), "service");
  for (const { members } of cluster.workloads) {
    for (const member of members)
      for (const address of member.addresses ?? []) owners.set(keyOf(address), member);
  }
  for (const { name, labels, addresses, origin } of cluster.nodes.values()) {
    for (const address of addresses) {
      owners.set(keyOf(address), {
        type: "node",
        id: `node/${name}`,
        name,
        labels,
        addresses: [address],
        origin,
      });
    }
  }
  OWNERS.set(cluster, owners);
  return owners;
}

function* knownAddresses(cluster: Cluster): Generator<Address> {
  for (const { addresses } of cluster.services) yield* addresses;
  for (const { members } of cluster.workloads) for (const member of members) yield* member.addresses ?? [];
  for (const { addresses } of cluster.nodes.values()) yield* addresses;
}

function hasAddressIn(owner: PodEndpoint | NodeEndpoint, addresses: AddressSet): boolean {
  return (owner.addresses ?? []).some((address) => addresses.has(address));
}

function asRange({ family, value }: Address): Pick<Block, "family" | "first" | "last"> {
  return { family, first: value, last: value };
}
