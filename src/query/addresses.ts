import { AddressSet } from "../net/address-set.js";
import { addressesOf } from "../match/peer.js";
import { FAMILIES, formatAddress, type Address, type Block, type Family } from "../net/address.js";
import { PRIVATE } from "./ranges.js";
import type { Cluster } from "../model/cluster.js";
import type { Endpoint, NodeEndpoint, PodEndpoint } from "../model/endpoint.js";
import type { Policy } from "../model/policy.js";

/** What has an address: a pod, a node, a Service, or nothing that the input holds (S-EV-1a). */
export function endpointOfAddress(cluster: Cluster, address: Address, text: string): Endpoint | "service" {
  const owner = ownersOf(cluster).get(keyOf(address));
  if (owner !== undefined) return owner;
  return outside(cluster, AddressSet.single(address), text, `ip/${text}`);
}

/**
 * The endpoints that a set of addresses stands for: the pods and nodes that have some, and the rest in pieces that no
 * policy tells apart.
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
  const known = AddressSet.of(
    [...knownAddresses(cluster)].map(({ family, value }) => ({ family, first: value, last: value })),
  );
  const pieces = piecesOf(addresses.subtract(known), cutsOf(cluster));
  const outsides = pieces.map((piece) => outside(cluster, piece, text, `ip/${text}`));
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

/** Offsets, ascending. */
export type Cuts = Readonly<Record<Family, readonly bigint[]>>;

const CUTS = new WeakMap<Cluster, Cuts>();

/** Offsets at which some policy, fact or mapped name begins to treat addresses differently. */
export function cutsOf(cluster: Cluster): Cuts {
  const known = CUTS.get(cluster) ?? makeCuts(cluster);
  CUTS.set(cluster, known);
  return known;
}

function makeCuts(cluster: Cluster): Cuts {
  const blocks: Pick<Block, "family" | "first" | "last">[] = [
    ...cluster.policies.flatMap((policy) => [...rangesOf(policy)].flatMap((range) => range.blocks())),
    ...podRange(cluster).blocks(),
    ...[...(cluster.facts.dns?.values() ?? [])]
      .flat()
      .map(({ family, value }) => ({ family, first: value, last: value })),
  ];
  const cuts: Record<Family, Set<bigint>> = { IPv4: new Set(), IPv6: new Set() };
  for (const { family, first, last } of blocks) cuts[family].add(first).add(last + 1n);
  const sorted = (family: Family): bigint[] => [...cuts[family]].toSorted((a, b) => (a < b ? -1 : 1));
  return { IPv4: sorted("IPv4"), IPv6: sorted("IPv6") };
}

function* rangesOf({ rules }: Policy): Generator<AddressSet> {
  for (const list of [rules.egress, rules.ingress]) {
    for (const { peers } of list?.rules ?? []) {
      if (peers.all) continue;
      for (const peer of peers.items) {
        if (peer.type !== "addresses") continue;
        yield AddressSet.of([peer.block.block]);
        yield addressesOf(peer.block);
      }
    }
  }
}

/** Cuts a set at offsets: each piece is one run of addresses. */
function piecesOf(addresses: AddressSet, cuts: Cuts): AddressSet[] {
  return FAMILIES.flatMap((family) =>
    addresses.runs(family).flatMap(({ first, last }) => {
      const inside = cuts[family].filter((cut) => cut > first && cut <= last);
      const starts = [first, ...inside];
      return starts.map((start, i) =>
        AddressSet.of([{ family, first: start, last: (inside[i] ?? last + 1n) - 1n }]),
      );
    }),
  );
}

/** The name of a set of addresses: the address itself, or its blocks. */
export function formatAddresses(addresses: AddressSet): string[] {
  const only = addresses.onlyAddress;
  return only === undefined
    ? addresses
        .blocks()
        .map((block) => `${formatAddress({ family: block.family, value: block.first })}/${block.prefix}`)
    : [formatAddress(only)];
}
