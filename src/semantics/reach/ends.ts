import { AddressSet } from "../../base/net/address-set.js";
import { FAMILIES, type Address } from "../../base/net/address.js";
import { nameBelow, typedOutside } from "../../cluster/model/outside-name.js";
import { normaliseDomain } from "../../cluster/model/cluster-names.js";
import { matchesDomain } from "../match/domain.js";
import { nameOfAddresses } from "./address-name.js";
import { nodeEndpoint, ownedAddresses, addressOwners } from "../../cluster/model/address-owners.js";
import { familiesOfCluster, type AddressEndpoint, type NodeEndpoint } from "../../cluster/model/endpoint.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Distinctions } from "./distinctions.js";
import type { End } from "./classes.js";

/** Every end that a cluster has, and the addresses and names outside of it as far as its policies tell them apart. */
export function endsOf(cluster: Cluster, distinctions: Distinctions): End[] {
  return [
    ...cluster.workloads.flatMap(({ members }) => members.map((endpoint) => ({ endpoint }))),
    ...nodesOf(cluster).map((endpoint) => ({ endpoint })),
    ...outsideOf(cluster, distinctions).map((endpoint) => ({ endpoint })),
    ...namesOf(cluster, distinctions),
  ];
}

/** Each address of each node: rules may tell them apart. */
function nodesOf({ nodes, nodeAddresses }: Cluster): NodeEndpoint[] {
  const listed = [...nodes.values()].flatMap((node) => {
    const { name, addresses } = node;
    return addresses.length === 0
      ? [nodeEndpoint(name, [], node)]
      : addresses.map((address) => nodeEndpoint(name, [address], node));
  });
  const told = [...nodeAddresses.told].flatMap(([name, addresses]) =>
    distinct(addresses).map((address) => nodeEndpoint(name, [address])),
  );
  return [...listed, ...told];
}

function distinct(addresses: readonly Address[]): Address[] {
  return [...new Map(addresses.map((each) => [`${each.family} ${each.value}`, each])).values()];
}

/**
 * The addresses outside of the cluster, in blocks that no rule tells apart. What a pod, node or Service has is left out;
 * the rest is taken to be outside, though a pod that the input does not hold may have some of it.
 */
function outsideOf(cluster: Cluster, { addresses }: Distinctions): AddressEndpoint[] {
  const owned = ownedAddresses(cluster);
  return FAMILIES.filter((family) => familiesOfCluster(cluster).includes(family)).flatMap((family) =>
    addresses.of(family).flatMap((whole): AddressEndpoint[] => {
      const rest = whole.subtract(owned);
      if (rest.isEmpty) return [];
      const name = nameOfAddresses(whole);
      return [{ type: "addresses", id: `ip/${name}`, name, addresses: rest, mayBePod: false }];
    }),
  );
}

/**
 * The names outside of the cluster that rules give, and of those that `*.` stands for one that nothing else names. Names of
 * the cluster's own DNS are no ends of their own: whoever asks for one asks for the Service or pod that has it.
 */
function namesOf(cluster: Cluster, { domains }: Distinctions): End[] {
  const { dns } = cluster.facts;
  const patterns = [...new Set(domains.map(normaliseDomain))];
  const known = [...(dns?.keys() ?? [])].filter((name) => patterns.some((each) => matchesDomain(each, name)));
  const exact = patterns.filter((each) => !each.startsWith("*."));
  const taken = new Set([...exact, ...known]);
  const any = patterns
    .filter((each) => each.startsWith("*."))
    .flatMap((each) => nameBelow(cluster, each, taken) ?? []);
  return [...taken, ...any].flatMap((name): End[] => {
    const mapped = dns?.get(name);
    if (mapped === undefined) {
      const typed = typedOutside(cluster, name);
      if (typed === undefined) return [];
      return [
        { endpoint: { type: "domain", id: `domain/${name}`, name: typed, mayBePod: false }, toName: name },
      ];
    }
    const owners = addressOwners(cluster);
    return mapped.flatMap((address): End[] => {
      const owner = owners.get(`${address.family} ${address.value}`)?.owner;
      if (owner === "service") return [];
      const addresses = AddressSet.single(address);
      const endpoint = owner ?? { type: "addresses", id: `domain/${name}`, name, addresses, mayBePod: false };
      return [{ endpoint, toName: name }];
    });
  });
}
