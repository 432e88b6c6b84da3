import { AddressSet } from "../net/address-set.js";
import { TextSet } from "./text-set.js";
import { addressOf, isHostPod, isInCluster, unknownLabels, type MatchContext, type Party } from "./party.js";
import { isInClusterName, isPodName, isServiceName, matchesDomain } from "./domain.js";
import { selects, splitBySelector } from "./selector.js";
import { splitByPods } from "./pods.js";
import { splitByReading } from "./profile.js";
import { allOf, settled, type Fact, type Split, type World } from "./world.js";
import type { Address } from "../net/address.js";
import type { Cluster } from "../model/cluster.js";
import type { AddressRange, Peer, Tier } from "../model/policy.js";
import type { NodeObject } from "../model/objects.js";
import type { Selector } from "../model/selector.js";

/** Asks whether a peer of a rule matches an endpoint. */
export function splitByPeer(
  world: World,
  peer: Peer,
  party: Party,
  tier: Tier,
  context: MatchContext,
): Split {
  switch (peer.type) {
    case "pods":
      return splitByPods(world, peer, party, tier, context);
    case "addresses":
      return splitByAddresses(world, peer.block, party, tier, context);
    case "nodes":
      return splitByNodes(world, peer.selector, party, context);
    case "domains":
      return splitByDomain(world, peer.pattern, party, context);
    case "nothing":
      return settled(world, false);
  }
}

/** The addresses of a CIDR without its exceptions. */
export function addressesOf({ block, except }: AddressRange): AddressSet {
  return AddressSet.of([block]).subtract(AddressSet.of(except.map((each) => each.block)));
}

/** By address, whoever has it (S-IP-1…3); plugins differ where a NetworkPolicy's block covers the cluster's own (U-4). */
function splitByAddresses(
  world: World,
  range: AddressRange,
  party: Party,
  tier: Tier,
  context: MatchContext,
): Split {
  if (range.block.family !== context.family) return settled(world, false);
  const isOpen = tier === "NetworkPolicy" && isInCluster(party.endpoint);
  return allOf(world, [
    (each) => splitByAddress(each, addressesOf(range), party, context),
    (each) => (isOpen ? splitByReading(each, context.profile, "in-cluster-address") : settled(each, true)),
  ]);
}

/** Asks whether an endpoint's address is one of some. */
function splitByAddress(world: World, addresses: AddressSet, party: Party, context: MatchContext): Split {
  const address = addressOf(party, context);
  if (!("fact" in address)) return settled(world, addresses.has(address));
  const { nodes } = context.cluster;
  if (!isHostPod(party.endpoint) || nodes.size === 0) return world.split(address.fact, address.domain, addresses);
  // A host pod on an unknown node has that node's address: of a listed node, or else none that a listed one has.
  const onNode: Fact = { type: "fact", code: "pod-node", pod: party.factKey };
  const listed = [...nodes.values()];
  const hits = listed.filter((node) => hasAddressIn(node, addresses, context));
  const byListed = world.split(onNode, TextSet.PRESENT, TextSet.of(hits.map(({ name }) => name)));
  const unlisted = TextSet.of(listed.map(({ name }) => name)).complement.intersect(TextSet.PRESENT);
  const others = AddressSet.of(listed.flatMap((node) => node.addresses.map(asBlock)));
  const rest = byListed.no.map((each) => each.split(onNode, TextSet.PRESENT, unlisted));
  const asked = rest
    .flatMap(({ yes }) => yes)
    .map((each) => each.split(address.fact, address.domain.subtract(others), addresses));
  return {
    yes: [...byListed.yes, ...asked.flatMap(({ yes }) => yes)],
    no: [...rest.flatMap(({ no }) => no), ...asked.flatMap(({ no }) => no)],
  };
}

/** True where the address that a node would lend in this family is one of some. */
function hasAddressIn(node: NodeObject, addresses: AddressSet, { family }: MatchContext): boolean {
  const address = node.addresses.find((each) => each.family === family);
  return address !== undefined && addresses.has(address);
}

/** A node by one of the addresses in its status; host pods have their node's (S-IP-7, S-HOST-2). */
function splitByNodes(world: World, selector: Selector, party: Party, context: MatchContext): Split {
  const { endpoint, factKey } = party;
  const { nodes } = context.cluster;
  switch (endpoint.type) {
    case "node":
      return settled(world, selects(selector, endpoint.labels));
    case "pod":
      if (isHostPod(endpoint)) return splitByNodeOf(world, selector, party, context);
      return settled(world, false);
    case "addresses":
      if (nodes.size > 0) return settled(world, false);
      return splitByUnlistedNode(world, selector, factKey);
    case "domain": {
      if (nodes.size === 0) return splitByUnlistedNode(world, selector, factKey);
      const selected = [...nodes.values()].filter((node) => selects(selector, node.labels));
      const addresses = AddressSet.of(selected.flatMap((node) => node.addresses.map(asBlock)));
      const address = addressOf(party, context);
      return "fact" in address
        ? world.split(address.fact, address.domain, addresses.only(context.family))
        : settled(world, addresses.has(address));
    }
  }
}

function asBlock({ family, value }: Address): { family: Address["family"]; first: bigint; last: bigint } {
  return { family, first: value, last: value };
}

/** Without Node objects, any address that is no pod's may be a node's. */
function splitByUnlistedNode(world: World, selector: Selector, factKey: string): Split {
  return allOf(world, [
    (each) => each.ask({ type: "fact", code: "node-address", address: factKey }),
    (each) =>
      splitBySelector(
        each,
        selector,
        unknownLabels((label) => ({ type: "fact", code: "node-labels", node: factKey, label })),
      ),
  ]);
}

/** The node of a host pod, which may be unknown, or no Node object of the input. */
function splitByNodeOf(world: World, selector: Selector, party: Party, context: MatchContext): Split {
  const { endpoint, factKey } = party;
  if (endpoint.type !== "pod" || selector.requirements.length === 0) return settled(world, true);
  const known = [...context.cluster.nodes.values()];
  if (endpoint.node !== undefined) {
    const node: NodeObject | undefined = context.cluster.nodes.get(endpoint.node);
    const labels = (label: string): Fact => ({
      type: "fact",
      code: "node-labels",
      node: endpoint.node ?? "",
      label,
    });
    return node === undefined
      ? splitBySelector(world, selector, unknownLabels(labels))
      : settled(world, selects(selector, node.labels));
  }
  const fact: Fact = { type: "fact", code: "pod-node", pod: factKey };
  const selected = TextSet.of(known.filter((node) => selects(selector, node.labels)).map(({ name }) => name));
  const listed = TextSet.of(known.map(({ name }) => name));
  const first = world.split(fact, TextSet.PRESENT, selected);
  const rest = first.no.map((each) =>
    each.split(fact, TextSet.PRESENT, listed.complement.intersect(TextSet.PRESENT)),
  );
  const labels = unknownLabels((label) => ({ type: "fact", code: "node-labels", node: factKey, label }));
  const unlisted = rest.flatMap((split) => split.yes).map((each) => splitBySelector(each, selector, labels));
  return {
    yes: [...first.yes, ...unlisted.flatMap((split) => split.yes)],
    no: [...rest.flatMap((split) => split.no), ...unlisted.flatMap((split) => split.no)],
  };
}

/** By name where the destination is one; else by what is known of the name's addresses (S-FQ-1, S-FQ-8). */
function splitByDomain(world: World, pattern: string, party: Party, context: MatchContext): Split {
  const { endpoint, factKey } = party;
  const { toName, cluster } = context;
  if (toName !== undefined && matchesDomain(pattern, toName)) {
    return isUnsupportedName(toName, cluster) ? askInCluster(world, pattern) : settled(world, true);
  }
  if (endpoint.type === "domain") return settled(world, false);
  const address = addressOf(party, context);
  const { dns } = cluster.facts;
  if (dns !== undefined && !("fact" in address)) return settled(world, isMapped(pattern, address, dns));
  if (endpoint.type === "addresses") return askAnswer(world, pattern, factKey);
  return isInClusterName(pattern) ? askInCluster(world, pattern) : settled(world, false);
}

/** Names of the cluster's own Services cannot be used, but for those of pods and of headless Services (S-FQ-5). */
function isUnsupportedName(name: string, { services }: Cluster): boolean {
  if (!isInClusterName(name) || isPodName(name)) return false;
  return !services.some(({ isHeadless, ref }) => isHeadless && isServiceName(name, ref.namespace ?? "", ref.name));
}

/** Whether a name resolves to an address: what resolves for a name resolves for the patterns that it matches. */
function askAnswer(world: World, pattern: string, address: string): Split {
  const fact = (domain: string): Fact => ({ type: "fact", code: "dns-answer", domain, address });
  for (const asked of world.restricted) {
    if (asked.code !== "dns-answer" || asked.address !== address || asked.domain === pattern) continue;
    const isYes = world.ask(asked).no.length === 0;
    if (isYes && matchesDomain(pattern, asked.domain.replace(/^\*/, "x"))) return settled(world, true);
    if (!isYes && matchesDomain(asked.domain, pattern.replace(/^\*/, "x"))) return settled(world, false);
  }
  return world.ask(fact(pattern));
}

function askInCluster(world: World, pattern: string): Split {
  return world.ask({ type: "choice", code: "fqdn-in-cluster", of: pattern });
}

function isMapped(pattern: string, address: Address, dns: ReadonlyMap<string, readonly Address[]>): boolean {
  for (const [name, addresses] of dns) {
    if (
      matchesDomain(pattern, name) &&
      addresses.some((each) => each.family === address.family && each.value === address.value)
    ) {
      return true;
    }
  }
  return false;
}
