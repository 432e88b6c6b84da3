import { AddressSet } from "../../base/net/address-set.js";
import { oncePer } from "../../base/collections/once-per.js";
import { TextSet } from "./text-set.js";
import {
  addressOf,
  isHostPod,
  nodeLabels,
  splitByPodOwnership,
  unknownLabels,
  type AddressView,
  type MatchContext,
  type Party,
  type SeenEnd,
} from "./party.js";
import { isOnHostNetwork } from "../../cluster/model/endpoint.js";
import { isInClusterName, lookUpName } from "../../cluster/model/cluster-names.js";
import { matchesAskedName, matchesDomain } from "./domain.js";
import type { FactEnd } from "./fact-end.js";
import { splitByAnswer } from "./dns-answers.js";
import { selects, splitBySelector, type LabelView } from "./selector.js";
import { splitByComparedPods } from "./tenancy.js";
import { isSelectedAsHost, splitByHostPods, splitByPods } from "./pods.js";
import { splitAsRead } from "./profile.js";
import { allOf, anyOf, settled } from "./split.js";
import { readingOf, type Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { Address } from "../../base/net/address.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { NodeObject } from "../../cluster/model/objects.js";
import type { AddressRange, Peer } from "../../cluster/model/policy.js";
import type { Selector } from "../../cluster/model/selector.js";

/** Asks whether a peer of a rule matches an endpoint. */
export function splitByPeer(world: World, peer: Peer, seen: SeenEnd): Split {
  switch (peer.type) {
    case "pods":
      return isSelectedAsHost(peer, seen)
        ? splitByHostPods(world, peer, seen)
        : splitByPods(world, peer, seen);
    case "compared":
      return splitByComparedPods(world, peer, seen);
    case "addresses":
      return splitByAddresses(world, peer.block, seen);
    case "nodes":
      return splitByNodes(world, peer.selector, seen);
    case "domains":
      return splitByDomain(world, peer.pattern, seen);
    case "nothing":
      return settled(world, false);
  }
}

/** The addresses of a CIDR without its exceptions. */
export const addressesOf = oncePer(({ block, except }: AddressRange): AddressSet =>
  AddressSet.of([block]).subtract(AddressSet.of(except.map((each) => each.block))),
);

/** The same text for ranges that are written alike. */
export function rangeKey({ block, except }: AddressRange): string {
  const holes = except.map((each) => `${each.block.first}/${each.block.prefix}`);
  return [block.family, `${block.first}/${block.prefix}`, ...holes.toSorted()].join(" ");
}

/** By address, whoever has it (S-IP-1…3); plugins differ where a NetworkPolicy's block covers the cluster's own (U-4). */
function splitByAddresses(world: World, range: AddressRange, seen: SeenEnd): Split {
  if (range.block.family !== seen.context.family) return settled(world, false);
  const byAddress = splitByAddress(world, addressesOf(range), seen);
  const { readings } = seen.context.profile;
  const isAsText = readings["network-in-cluster"] && readings["node-in-block"] !== false;
  const isRead = seen.tier === "NetworkPolicy" || !isAsText;
  if (!isRead || byAddress.yes.length === 0) return byAddress;
  const yes: World[] = [];
  const no: World[] = [];
  for (const each of byAddress.yes) {
    const read = splitByClusterReading(each, seen);
    yes.push(...read.yes);
    no.push(...read.no);
  }
  no.push(...byAddress.no);
  return { yes, no };
}

/** Asks whether a CIDR that holds an endpoint's address matches it: not open for what is outside of the cluster. */
function splitByClusterReading(world: World, { party, context, tier }: SeenEnd): Split {
  const { endpoint } = party;
  const { readings } = context.profile;
  const inBlock = isOnHostNetwork(endpoint) ? readings["node-in-block"] : "as-pods";
  const reading =
    tier !== "NetworkPolicy"
      ? readings["network-in-cluster"] && inBlock !== false
      : inBlock === "as-pods"
        ? readings["in-cluster-address"]
        : inBlock;
  return anyOf(world, [
    (each) => splitAsRead(each, reading, "in-cluster-address"),
    (each) => (endpoint.type === "node" ? settled(each, false) : splitByOutside(each, party)),
  ]);
}

/** Asks whether an address is one of some. */
export function splitByView(world: World, address: AddressView, addresses: AddressSet): Split {
  return "fact" in address
    ? world.split(address.fact, address.domain, addresses)
    : settled(world, addresses.has(address));
}

/** Asks whether an endpoint's address is one of some. */
function splitByAddress(world: World, addresses: AddressSet, { party, context }: SeenEnd): Split {
  const address = addressOf(party, context);
  const ask = (each: World): Split => splitByView(each, address, addresses);
  const { endpoint } = party;
  if (!("fact" in address)) return ask(world);
  if (endpoint.type !== "pod" || !isHostPod(endpoint) || endpoint.node !== undefined) return ask(world);
  // A host pod on an unknown node has that node's address: of one that is known, or else none that such a node has.
  const known = context.cluster.nodeAddresses.all.flatMap(([name, ofNode]) => {
    const lent = ofNode.find(({ family }) => family === context.family);
    return lent === undefined ? [] : [{ name, isHit: addresses.has(lent) }];
  });
  const hits = known.filter(({ isHit }) => isHit);
  return splitByKnownNode(world, party, namesOf(hits), namesOf(known), ask);
}

function namesOf(nodes: readonly { readonly name: string }[]): TextSet {
  return TextSet.of(nodes.map(({ name }) => name));
}

/** A question about the unknown node of a pod: yes for some of the known nodes, no for the others, else to be asked. */
function splitByKnownNode(
  world: World,
  { end }: Party,
  yes: TextSet,
  known: TextSet,
  otherwise: (world: World) => Split,
): Split {
  const fact = nodeFact(end);
  const first = world.split(fact, TextSet.PRESENT, yes);
  const rest = first.no.map((each) => each.split(fact, TextSet.PRESENT, TextSet.PRESENT.subtract(known)));
  const asked = rest.flatMap((split) => split.yes).map(otherwise);
  return {
    yes: [...first.yes, ...asked.flatMap((split) => split.yes)],
    no: [...rest.flatMap((split) => split.no), ...asked.flatMap((split) => split.no)],
  };
}

function nodeFact(pod: FactEnd): Fact {
  return { type: "fact", code: "pod-node", pod };
}

/** A node by one of the addresses in its status; host pods have their node's (S-IP-7, S-HOST-2). */
function splitByNodes(world: World, selector: Selector, seen: SeenEnd): Split {
  const { party, context } = seen;
  const { endpoint } = party;
  const { nodes } = context.cluster;
  switch (endpoint.type) {
    case "node":
      return splitByNamedNode(world, selector, endpoint.name, context);
    case "pod":
      return isHostPod(endpoint) ? splitByNodeOf(world, selector, seen) : settled(world, false);
    case "addresses":
      return nodes.size > 0 ? settled(world, false) : splitByUnlistedNode(world, selector, seen);
    case "domain":
      if (nodes.size === 0) return splitByUnlistedNode(world, selector, seen);
      return allOf(world, [
        (each) => splitByOutside(each, party),
        (each) => splitByNodeAddress(each, selector, [...nodes.values()], seen),
      ]);
  }
}

/** Asks whether an address is one of a node that a selector selects. */
function splitByNodeAddress(
  world: World,
  selector: Selector,
  nodes: readonly NodeObject[],
  seen: SeenEnd,
): Split {
  const { selected, untold } = nodesFor(selector, nodes);
  return anyOf(world, [
    (each) => splitByAddress(each, AddressSet.ofEach(selected.flatMap(({ addresses }) => addresses)), seen),
    ...untold.map(
      (node) =>
        (each: World): Split =>
          allOf(each, [
            (one) => splitByAddress(one, AddressSet.ofEach(node.addresses), seen),
            (one) => splitBySelector(one, selector, nodeLabels(node)),
          ]),
    ),
  ]);
}

/** Asks whether an address or name is not a pod's. */
function splitByOutside(world: World, party: Party): Split {
  const { yes, no } = splitByPodOwnership(world, party);
  return { yes: no, no: yes };
}

/** Without Node objects, any address that is no pod's may be a node's, but for those that no node has. */
function splitByUnlistedNode(world: World, selector: Selector, seen: SeenEnd): Split {
  const { party, context } = seen;
  const { family, cluster } = context;
  const known = AddressSet.of(cluster.facts.nodeBlocks).only(family);
  return allOf(world, [
    (each) => splitByOutside(each, party),
    (each) => (known.isEmpty ? settled(each, true) : splitByAddress(each, known, seen)),
    (each) => each.ask({ type: "fact", code: "node-address", address: party.end }),
    (each) => splitBySelector(each, selector, unknownNodeLabels(party.end)),
  ]);
}

function splitByNamedNode(world: World, selector: Selector, name: string, { cluster }: MatchContext): Split {
  return splitBySelector(world, selector, labelsOfNode(name, cluster));
}

/** The labels of a node, which the input may not have. */
export function labelsOfNode(name: string, { nodes }: Cluster): LabelView {
  const node = nodes.get(name);
  return node === undefined ? unknownNodeLabels(name) : nodeLabels(node);
}

function unknownNodeLabels(node: string | FactEnd): LabelView {
  return unknownLabels((label) => ({ type: "fact", code: "node-labels", node, label }));
}

/** The node of a host pod, which may be unknown, or no Node object of the input. */
function splitByNodeOf(world: World, selector: Selector, { party, context }: SeenEnd): Split {
  const { endpoint, end } = party;
  if (endpoint.type !== "pod" || selector.requirements.length === 0) return settled(world, true);
  if (endpoint.node !== undefined) return splitByNamedNode(world, selector, endpoint.node, context);
  const listed = [...context.cluster.nodes.values()];
  const { selected, untold } = nodesFor(selector, listed);
  return anyOf(world, [
    (each) =>
      splitByKnownNode(each, party, namesOf(selected), namesOf(listed), (one) =>
        splitBySelector(one, selector, unknownNodeLabels(end)),
      ),
    ...untold.map(
      (node) =>
        (each: World): Split =>
          allOf(each, [
            (one) => one.split(nodeFact(end), TextSet.PRESENT, namesOf([node])),
            (one) => splitBySelector(one, selector, nodeLabels(node)),
          ]),
    ),
  ]);
}

/** The nodes that a selector selects, and those whose labels the input doesn't tell in whole. */
function nodesFor(
  selector: Selector,
  nodes: readonly NodeObject[],
): { readonly selected: readonly NodeObject[]; readonly untold: readonly NodeObject[] } {
  const isTold = ({ untoldLabels }: NodeObject): boolean => untoldLabels.length === 0;
  return {
    selected: nodes.filter((node) => isTold(node) && selects(selector, node.labels)),
    untold: nodes.filter((node) => !isTold(node)),
  };
}

/** By name where the destination is one; else by what is known of the name's addresses (S-FQ-1, S-FQ-8). */
function splitByDomain(world: World, pattern: string, { party, context }: SeenEnd): Split {
  const { endpoint, end } = party;
  const { toName, cluster } = context;
  if (toName !== undefined && matchesAskedName(pattern, toName, cluster)) {
    return isUnsupportedName(toName, cluster) ? askInCluster(world) : settled(world, true);
  }
  // Who asks for an alias of the cluster goes to what it stands for (S-VIP-2).
  if (endpoint.type === "domain") return settled(world, matchesDomain(pattern, endpoint.name));
  const address = addressOf(party, context);
  const { dns } = cluster.facts;
  if (dns !== undefined && !("fact" in address)) return settled(world, isMapped(pattern, address, dns));
  // From here on, no address is looked at: `hasAnswers` says so.
  if (endpoint.type === "addresses") return splitByAnswer(world, pattern, end);
  return isInClusterName(pattern, cluster.facts) ? askInCluster(world) : settled(world, false);
}

/** True where it is known which addresses a name has. Else ends that have one answer alike to a rule's name, if they are of one type. */
export function hasAnswers({ facts }: Cluster): boolean {
  return facts.dns !== undefined;
}

/** Names of the cluster's own Services cannot be used, but for those of pods and of headless Services (S-FQ-5). */
function isUnsupportedName(name: string, cluster: Cluster): boolean {
  const found = lookUpName(cluster, name);
  switch (found.type) {
    case "found":
      return found.name.type === "service" && !found.name.service.isHeadless;
    case "several":
      return false;
    case "missing":
    case "outside":
      return isInClusterName(name, cluster.facts);
  }
}

/** Whether rules can use a name that the cluster's own addresses have (S-FQ-5). */
export function askInCluster(world: World): Split {
  return world.ask(readingOf("fqdn-in-cluster"));
}

/** True where some name that a pattern matches has an address, by the answers that are given. */
export function isMapped(
  pattern: string,
  address: Address,
  dns: ReadonlyMap<string, readonly Address[]>,
): boolean {
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
