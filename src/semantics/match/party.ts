import { AddressSet } from "../../base/net/address-set.js";
import { oncePer, oncePerAsked } from "../../base/collections/once-per.js";
import { TextSet } from "./text-set.js";
import { splitByReading, type Profile } from "./profile.js";
import { factEndOf, type FactEnd } from "./fact-end.js";
import { settled } from "./split.js";
import type { Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { Address, Block, Family } from "../../base/net/address.js";
import { openPodFamilies } from "../../cluster/model/pod-blocks.js";
import { NO_LABELS } from "../../cluster/model/labels.js";
import type { Cluster, Namespace } from "../../cluster/model/cluster.js";
import type { Tier } from "../../cluster/model/policy.js";
import type { NodeObject, ServiceObject, ServicePort } from "../../cluster/model/objects.js";
import { openLabel, type HasLabels } from "../../cluster/model/untold-label.js";
import type { Endpoint, PodEndpoint } from "../../cluster/model/endpoint.js";
import type { LabelView } from "./selector.js";
import type { NamedPorts } from "./ports.js";
import type { Traffic } from "../../base/net/traffic.js";

/** What matching needs beside a rule and an endpoint. */
export interface MatchContext {
  readonly cluster: Cluster;
  readonly profile: Profile;
  readonly family: Family;
  /** The name by which the destination was asked for, if it was. */
  readonly toName: string | undefined;
  /** The end whose policies are asked: some peers are found by comparing their namespaces with its own. */
  readonly subject?: Party;
}

/** One end of a flow as matching sees it. */
export interface Party {
  readonly endpoint: Endpoint;
  /** The end that its facts are about. */
  readonly end: FactEnd;
  /** Of a backend that is reached through a Service: what the client has sent to. */
  readonly dialled?: DialledAddress;
  /** Of a source that sends through a Service: how else policy may see it. */
  readonly maskedSource?: MaskedSource;
}

/** An end as the policies of a tier see it. */
export interface SeenEnd {
  readonly party: Party;
  readonly tier: Tier;
  readonly context: MatchContext;
}

/** An endpoint as one end of a flow. */
export function partyOf(endpoint: Endpoint): Party {
  return { endpoint, end: factEndOf(endpoint) };
}

/** What a client sends to, where its address is rewritten to that of a backend on the way. */
export interface DialledAddress {
  readonly address: AddressView;
  /** The port with its protocol. */
  readonly traffic: Traffic;
  /** True where traffic may leave the cluster and come back instead of going to a backend at once (S-VIP-2). */
  readonly mayLeave: boolean;
  /** The Service's port behind the cluster's own address, for implementations that see nothing else (U-5). */
  readonly clusterPort?: { readonly service: ServiceObject; readonly port: ServicePort };
  /** True for a pod behind the cluster's own address of a Service: texts and implementations lean to judging it by its own. */
  readonly leansToBackend: boolean;
}

/** How a source may be seen at a destination behind a Service. */
export interface MaskedSource {
  /** True where its traffic may leave the cluster and come back, whoever then seems to send it (S-VIP-2). */
  readonly mayLeave: boolean;
  /** True where a node may have put its own address in the place of a client's outside of the cluster (S-VIP-3). */
  readonly mayBeNode: boolean;
}

/** An address, or the fact that would tell it, with the addresses that are possible. */
export type AddressView = Address | { readonly fact: Fact; readonly domain: AddressSet };

/** True for a pod on its node's network, which policies see as the node (S-HOST-1, S-HOST-2). */
export function isHostPod(endpoint: Endpoint): boolean {
  return endpoint.type === "pod" && endpoint.hostNetwork;
}

/** Asks whether a host pod is treated like any other pod, which only NetworkPolicy leaves open. */
export function splitByHostReading(world: World, { endpoint }: Party, context: MatchContext): Split {
  return isHostPod(endpoint) ? splitByReading(world, context.profile, "host-network") : settled(world, true);
}

/** The labels of a pod, with those that the input does not tell left unsettled (S-WL-1). */
export function podLabels(pod: PodEndpoint, end: FactEnd): LabelView {
  return labelsAsTold(pod, { type: "fact", code: "pod-labels", pod: end });
}

/** The labels of a namespace; of one that is not in the input only its name's (S-NS-2). */
export function namespaceLabels(namespace: Namespace): LabelView {
  const { name, labels, isKnown } = namespace;
  const told = labelsAsTold(namespace, { type: "fact", code: "namespace-labels", namespace: name });
  if (isKnown) return told;
  return {
    labels,
    unsettled: (label) =>
      told.unsettled?.(label) ??
      (labels[label] === undefined
        ? { fact: { type: "fact", code: "namespace-labels", namespace: name, label }, domain: TextSet.ANY }
        : undefined),
  };
}

/** The labels of a node that the input has. */
export function nodeLabels(node: NodeObject): LabelView {
  return labelsAsTold(node, { type: "fact", code: "node-labels", node: node.name });
}

type LabelFact = Extract<Fact, { readonly label: string; readonly written?: string }>;
type Unlabelled<F> = F extends LabelFact ? Omit<F, "label" | "written" | "writtenKey"> : never;

/** @param about the fact that would tell a label, without the label */
function labelsAsTold(labelled: HasLabels, about: Unlabelled<LabelFact>): LabelView {
  const { labels, untoldLabels } = labelled;
  if (untoldLabels.length === 0) return { labels, unsettled: undefined };
  return {
    labels,
    unsettled: (label) => {
      const open = openLabel(label, labelled);
      if (open === undefined) return undefined;
      const { isThere, values, ...instead } = open;
      const fact: Fact = { ...about, label, ...instead };
      if (isThere) return { fact, domain: TextSet.PRESENT };
      return { fact, domain: values === "any" ? TextSet.ANY : TextSet.of(values).union(TextSet.ABSENT) };
    },
  };
}

/** Labels of which nothing is known. */
export function unknownLabels(
  fact: (label: string) => Fact,
): LabelView & { readonly unsettled: NonNullable<LabelView["unsettled"]> } {
  return {
    labels: NO_LABELS,
    unsettled: (label) => ({ fact: fact(label), domain: TextSet.ANY }),
  };
}

/** The fact whether an address is a pod's, and of which namespace; absence is "no pod". */
export function ownerFact(end: FactEnd): Fact {
  const known = OWNERS.get(end);
  if (known !== undefined) return known;
  const fact: Fact = { type: "fact", code: "address-owner", address: end };
  OWNERS.set(end, fact);
  return fact;
}

/** Every policy asks for it: one object for each end has one text. */
const OWNERS = new WeakMap<FactEnd, Fact>();

/** True for what may be a pod that the input does not hold: an address (S-EV-1a), or a name of the cluster (S-FQ-8). */
export function mayBePod(endpoint: Endpoint): boolean {
  return (endpoint.type === "addresses" || endpoint.type === "domain") && endpoint.mayBePod;
}

/** Asks whether an address or name that no object of the input has is a pod's. */
export function splitByPodOwnership(world: World, { endpoint, end }: Party): Split {
  if (!mayBePod(endpoint)) return settled(world, endpoint.type === "pod");
  return world.split(ownerFact(end), TextSet.ANY, TextSet.PRESENT);
}

/** Asks whether a source is inside of the cluster: a pod or a node, or an address that is a pod's. */
export function splitByInside(world: World, party: Party): Split {
  return party.endpoint.type === "node" ? settled(world, true) : splitByPodOwnership(world, party);
}

/** The address of an endpoint in a family, or the fact that would tell it. */
export function addressOf({ endpoint, end }: Party, context: MatchContext): AddressView {
  const { family, cluster } = context;
  switch (endpoint.type) {
    case "addresses": {
      const { sample } = endpoint.addresses.only(family);
      return sample ?? noAddress(family);
    }
    case "domain":
      return { fact: domainAddress(end, family), domain: EVERY_ADDRESS[family] };
    case "node":
    case "pod": {
      const known = endpoint.addresses?.find((address) => address.family === family);
      if (known !== undefined) return known;
      const isOfPod = endpoint.type === "pod" && !endpoint.hostNetwork;
      const domain = possibleAddresses(cluster)[isOfPod ? "pod" : "node"][family];
      return { fact: podAddress(end, family), domain };
    }
  }
}

const EVERY_ADDRESS: Readonly<Record<Family, AddressSet>> = {
  IPv4: AddressSet.all("IPv4"),
  IPv6: AddressSet.all("IPv6"),
};

/** The facts that would tell addresses. Every rule with a CIDR asks for one: one object for each end has one text. */
const domainAddress = oncePerAsked(
  (family: Family) => family,
  (domain: FactEnd, family): Fact => ({ type: "fact", code: "domain-address", domain, family }),
);
const podAddress = oncePerAsked(
  (family: Family) => family,
  (pod: FactEnd, family): Fact => ({ type: "fact", code: "pod-address", pod, family }),
);

/** What the address of a pod or a node may be of which it is not known. */
const possibleAddresses = oncePer(
  (cluster: Cluster): Readonly<Record<"pod" | "node", Record<Family, AddressSet>>> => {
    const { facts, nodeAddresses } = cluster;
    const { podBlocks, nodeBlocks } = facts;
    const open = openPodFamilies(cluster);
    const ofPod = (family: Family): AddressSet => addressesWithin(open.has(family) ? [] : podBlocks, family);
    // A pod on its node's network has the node's address, and no two nodes share one.
    const taken = AddressSet.ofEach(nodeAddresses.all.flatMap(([, addresses]) => addresses));
    const ofNode = (family: Family): AddressSet => addressesWithin(nodeBlocks, family).subtract(taken);
    return {
      pod: { IPv4: ofPod("IPv4"), IPv6: ofPod("IPv6") },
      node: { IPv4: ofNode("IPv4"), IPv6: ofNode("IPv6") },
    };
  },
);

/** The addresses of a family that lie in some blocks; all of it where none of them is of the family. */
export function addressesWithin(blocks: readonly Block[], family: Family): AddressSet {
  const possible = AddressSet.of(blocks).only(family);
  return possible.isEmpty ? AddressSet.all(family) : possible;
}

function noAddress(family: Family): never {
  throw new Error(`invariant: a flow's endpoint has no ${family} address`);
}

/** What port names resolve to on a destination, by world (S-PORT-7, S-PORT-9). */
export function namedPortsOf(
  world: World,
  destination: Party,
  context: MatchContext,
): readonly { readonly world: World; readonly named: NamedPorts }[] {
  const { endpoint } = destination;
  switch (endpoint.type) {
    case "pod": {
      const named: NamedPorts = endpoint.ports ?? "unknown";
      const { yes, no } = splitByHostReading(world, destination, context);
      return [
        ...yes.map((each) => ({ world: each, named })),
        ...no.map((each) => ({ world: each, named: "none" as const })),
      ];
    }
    case "addresses":
    case "domain": {
      const { yes, no } = splitByPodOwnership(world, destination);
      return [
        ...yes.map((each) => ({ world: each, named: "unknown" as const })),
        ...no.map((each) => ({ world: each, named: "none" as const })),
      ];
    }
    default:
      return [{ world, named: "none" }];
  }
}
