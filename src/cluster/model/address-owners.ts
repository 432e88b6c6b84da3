import { AddressSet } from "../../base/net/address-set.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Address } from "../../base/net/address.js";
import type { Cluster } from "./cluster.js";
import type { NodeEndpoint, PodEndpoint } from "./endpoint.js";
import type { NodeObject } from "./objects.js";

/** The same text for the same address. */
export function addressKey({ family, value }: Address): string {
  return `${family} ${value}`;
}

type Owner = PodEndpoint | NodeEndpoint | "service";

/** An address and who has it. */
export class OwnedAddress {
  readonly address: Address;
  /** Whose network it is on: of a host pod, the nodes'. */
  readonly on: "pods" | "nodes" | "services";
  readonly #make: () => Owner;
  #owner: Owner | undefined;

  constructor(address: Address, on: OwnedAddress["on"], make: () => Owner) {
    this.address = address;
    this.on = on;
    this.#make = make;
  }

  /** Who has it, with that address alone: it is the family of what was asked about. */
  get owner(): Owner {
    return (this.#owner ??= this.#make());
  }
}

/**
 * Who has which address. A host pod has its node's: the node is named, for the address is the node's. Of a node without
 * an object the pods on it may tell, and a host pod is named by an address only if it says itself that it has it. A template has no address of its own: of a node that it names, it is the node's.
 */
export const addressOwners = oncePer((cluster: Cluster): ReadonlyMap<string, OwnedAddress> => {
  const owners = new Map<string, OwnedAddress>();
  const add = (address: Address, on: OwnedAddress["on"], make: () => Owner): void =>
    void owners.set(addressKey(address), new OwnedAddress(address, on, make));
  for (const { addresses } of cluster.services)
    for (const address of addresses) add(address, "services", () => "service");
  for (const [node, addresses] of cluster.nodeAddresses.told)
    for (const address of addresses) add(address, "nodes", () => nodeEndpoint(node, [address]));
  // A pod that has an address for itself comes before those that share their node's, and of these the first by name: files have no order.
  const pods = cluster.workloads
    .flatMap(({ members }) => members)
    .filter((pod) => pod.pods.length > 0 && !isToldOfNode(pod, cluster))
    .map((pod) => ({ pod, name: nameOf(pod) }))
    .toSorted((a, b) => Number(b.pod.hostNetwork) - Number(a.pod.hostNetwork) || (a.name < b.name ? 1 : -1));
  for (const { pod } of pods)
    for (const address of pod.addresses ?? [])
      add(address, pod.hostNetwork ? "nodes" : "pods", () => ({ ...pod, addresses: [address] }));
  for (const node of cluster.nodes.values()) {
    for (const address of node.addresses)
      add(address, "nodes", () => nodeEndpoint(node.name, [address], node));
  }
  return owners;
});

function nameOf({ namespace, pods }: PodEndpoint): string {
  return `${namespace}/${pods[0] ?? ""}`;
}

/** True for a host pod of which only others on its node tell the addresses. */
function isToldOfNode({ hostNetwork, node, addresses }: PodEndpoint, { nodeAddresses }: Cluster): boolean {
  return hostNetwork && node !== undefined && addresses === nodeAddresses.told.get(node);
}

/** Every address that a pod, a node or a Service has. */
export function ownedAddresses({ services, nodes, nodeAddresses, workloads }: Cluster): AddressSet {
  return AddressSet.ofEach([
    ...services.flatMap(({ addresses }) => addresses),
    ...[...nodes.values()].flatMap(({ addresses }) => addresses),
    ...[...nodeAddresses.told.values()].flat(),
    ...workloads.flatMap(({ members }) => members.flatMap(({ addresses }) => addresses ?? [])),
  ]);
}

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
