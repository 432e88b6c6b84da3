import { AddressSet } from "../net/address-set.js";
import { FAMILIES, type Address, type Block, type Family } from "../net/address.js";
import { addressesOf } from "../match/peer.js";
import type { Cluster } from "../model/cluster.js";
import type { Endpoint } from "../model/endpoint.js";
import type { Policy } from "../model/policy.js";

/** Offsets at which some policy, fact or mapped name begins to treat addresses differently, ascending. */
export type Cuts = Readonly<Record<Family, readonly bigint[]>>;

/** The cuts that policies, given CIDRs and the DNS map make. */
export function cutsOf(policies: Iterable<Policy>, { facts }: Cluster): Cuts {
  const cuts: Record<Family, Set<bigint>> = { IPv4: new Set(), IPv6: new Set() };
  const add = ({ family, first, last }: Pick<Block, "family" | "first" | "last">): void =>
    void cuts[family].add(first).add(last + 1n);
  for (const policy of policies)
    for (const range of rangesOf(policy)) for (const block of range.blocks()) add(block);
  for (const block of facts.nodeBlocks) add(block);
  for (const { family, value } of [...(facts.dns?.values() ?? [])].flat()) {
    add({ family, first: value, last: value });
  }
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

/** Between which two cuts an address lies. */
export function intervalOf({ family, value }: Address, cuts: Cuts): number {
  const offsets = cuts[family];
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0n) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Outside addresses in pieces that nothing tells apart; every other endpoint as it is. */
export function cutEndpoint(endpoint: Endpoint, cuts: Cuts): Endpoint[] {
  if (endpoint.type !== "addresses") return [endpoint];
  return FAMILIES.flatMap((family) =>
    endpoint.addresses.runs(family).flatMap(({ first, last }) => {
      const inside = cuts[family].filter((cut) => cut > first && cut <= last);
      return [first, ...inside].map((start, i): Endpoint => {
        const end = (inside[i] ?? last + 1n) - 1n;
        return { ...endpoint, addresses: AddressSet.of([{ family, first: start, last: end }]) };
      });
    }),
  );
}
