import { ALL_TRAFFIC } from "../../base/net/traffic.js";
import { AddressSet } from "../../base/net/address-set.js";
import { INTERNET } from "../../base/net/special-ranges.js";
import { LINK_LOCAL, METADATA, METADATA_NAMES, PRIVATE_RANGES } from "./known-addresses.js";
import { addressOwners, nodeEndpoint } from "../../cluster/model/address-owners.js";
import { apiServer, controlPlaneNodes, KUBERNETES_SERVICE } from "../../cluster/model/api-server.js";
import { backendsOf } from "../../cluster/model/services.js";
import { clusterDns } from "../../cluster/model/cluster-dns.js";
import { knownAddressesOf, onPorts, shownEnd } from "./destination-ends.js";
import { nameOfAddresses } from "../../semantics/reach/address-name.js";
import { outsideEndpoint } from "../../cluster/model/outside.js";
import { serviceNamed } from "../../cluster/model/route-backends.js";
import type { Address } from "../../base/net/address.js";
import type { AuditDestination, ClassName, DestinationClass } from "./destinations.js";
import type { ClassNote } from "./result.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Distinctions } from "../../semantics/reach/distinctions.js";
import type { NodeEndpoint } from "../../cluster/model/endpoint.js";

/** A class by its name. @param distinctions what policies tell addresses apart by */
export function namedClass(cluster: Cluster, name: ClassName, distinctions: Distinctions): DestinationClass {
  const empty = { name, services: [], names: [], notes: [], missing: [] };
  switch (name) {
    case "metadata":
      return {
        ...empty,
        addresses: METADATA,
        names: METADATA_NAMES,
        destinations: outsides(cluster, METADATA, distinctions, false),
      };
    case "internet":
      return internet(cluster, distinctions);
    case "private":
      return privateRanges(cluster, distinctions);
    case "link-local":
      return {
        ...empty,
        label: "link-local addresses",
        addresses: LINK_LOCAL,
        destinations: outsides(cluster, LINK_LOCAL, distinctions, false),
      };
    case "nodes":
      return everyNode(cluster);
    case "control-plane":
      return controlPlane(cluster);
    case "api-server":
      return serverOfApi(cluster, distinctions);
    case "dns":
      return dnsOfCluster(cluster);
  }
}

/** Addresses outside of the cluster, in pieces that no rule tells apart. @param mayBePod whether some may be a pod's */
function outsides(
  cluster: Cluster,
  addresses: AddressSet,
  distinctions: Distinctions,
  mayBePod: boolean,
): AuditDestination[] {
  return distinctions.addresses.cut(addresses).map((piece): AuditDestination => {
    const name = nameOfAddresses(piece);
    const outside = outsideEndpoint(cluster, piece, name, `ip/${name}`);
    const endpoint = mayBePod ? outside : { ...outside, mayBePod: false };
    return { endpoint, traffic: ALL_TRAFFIC, shownAs: name, certainty: "outside" };
  });
}

/** Of some addresses, those that pods, nodes and Services have. */
function ownedIn(cluster: Cluster, addresses: AddressSet): Record<"pods" | "services" | "nodes", AddressSet> {
  const owned: Record<"pods" | "services" | "nodes", Address[]> = { pods: [], services: [], nodes: [] };
  for (const { address, on } of addressOwners(cluster).values())
    if (addresses.has(address)) owned[on].push(address);
  // Put together at once: one after the other, each would cost all that there are.
  const { pods, services, nodes } = owned;
  return {
    pods: AddressSet.ofEach(pods),
    services: AddressSet.ofEach(services),
    nodes: AddressSet.ofEach(nodes),
  };
}

function leftOut(owned: Partial<Record<"pods" | "services" | "nodes", AddressSet>>): ClassNote[] {
  return (["pods", "services", "nodes"] as const).flatMap((of): ClassNote[] => {
    const count = owned[of]?.blocks().length ?? 0;
    return count === 0 ? [] : [{ code: "left-out", of, count }];
  });
}

function internet(cluster: Cluster, distinctions: Distinctions): DestinationClass {
  const whole = INTERNET.IPv4.union(INTERNET.IPv6);
  const { pods, services, nodes } = ownedIn(cluster, whole);
  const rest = whole.subtract(pods).subtract(services).subtract(nodes).subtract(ownBlocks(cluster));
  return {
    name: "internet",
    label: "internet",
    addresses: whole,
    destinations: outsides(cluster, rest, distinctions, false),
    services: [],
    names: [],
    notes: [{ code: "hosts-may-be-proxies" }, ...leftOut({ pods, services, nodes })],
    missing: [],
  };
}

/** The pod network is not outside of itself: addresses of pods and Services are left out, those of nodes are not. */
function privateRanges(cluster: Cluster, distinctions: Distinctions): DestinationClass {
  const { pods, services, nodes } = ownedIn(cluster, PRIVATE_RANGES);
  const rest = PRIVATE_RANGES.subtract(pods).subtract(services).subtract(nodes).subtract(ownBlocks(cluster));
  const onNodes = nodeEnds(cluster).filter(({ addresses }) => addresses.some((each) => nodes.has(each)));
  return {
    name: "private",
    label: "private addresses",
    addresses: PRIVATE_RANGES,
    destinations: [...onNodes.map(nodeDestination), ...outsides(cluster, rest, distinctions, false)],
    services: [],
    names: [],
    notes: leftOut({ pods, services }),
    missing: [],
  };
}

/** What is known to be the pod network, and the addresses of Services. */
function ownBlocks({ facts }: Cluster): AddressSet {
  return AddressSet.of([...facts.podBlocks, ...facts.serviceBlocks]);
}

/** Each address of each node by itself: rules may tell them apart. */
function nodeEnds({ nodes, nodeAddresses }: Cluster): NodeEndpoint[] {
  const listed = [...nodes.values()].flatMap((node) =>
    node.addresses.length === 0
      ? [nodeEndpoint(node.name, [], node)]
      : node.addresses.map((address) => nodeEndpoint(node.name, [address], node)),
  );
  const told = [...nodeAddresses.told].flatMap(([name, addresses]) => {
    const distinct = new Map(addresses.map((each) => [`${each.family} ${each.value}`, each]));
    return [...distinct.values()].map((address) => nodeEndpoint(name, [address]));
  });
  return [...listed, ...told];
}

function nodeDestination(endpoint: NodeEndpoint): AuditDestination {
  return { endpoint, traffic: ALL_TRAFFIC, shownAs: endpoint.id, certainty: "settled" };
}

/** A node that does not exist yet: of it neither labels nor addresses are known. */
function laterNode(cluster: Cluster, certainty: AuditDestination["certainty"]): AuditDestination {
  let name = "new";
  for (let i = 1; cluster.nodes.has(name) || cluster.nodeAddresses.told.has(name); i++) name = `new-${i}`;
  const endpoint = nodeEndpoint(name, []);
  return { endpoint, traffic: ALL_TRAFFIC, shownAs: "a future node", certainty };
}

function everyNode(cluster: Cluster): DestinationClass {
  const ends = nodeEnds(cluster);
  return {
    name: "nodes",
    addresses: AddressSet.ofEach(ends.flatMap(({ addresses }) => addresses)),
    destinations: [...ends.map(nodeDestination), laterNode(cluster, "later-node")],
    services: [],
    names: [],
    notes: [{ code: "other-node-addresses" }],
    missing: [],
  };
}

function controlPlane(cluster: Cluster): DestinationClass {
  const own = new Set(controlPlaneNodes(cluster).map(({ name }) => name));
  const ends = nodeEnds(cluster).filter(({ name }) => own.has(name));
  return {
    name: "control-plane",
    addresses: AddressSet.ofEach(ends.flatMap(({ addresses }) => addresses)),
    destinations: [...ends.map(nodeDestination), laterNode(cluster, "control-plane-node")],
    services: [],
    names: [],
    notes: [{ code: "other-node-addresses" }],
    missing: ends.length === 0 ? [{ code: "no-control-plane" }] : [],
  };
}

/** Names by which pods ask for the API server. */
const API_SERVER_NAMES: readonly string[] = ["kubernetes.default", "kubernetes.default.svc"];

/** E-3: the nodes of the control plane, what is behind Service `kubernetes`, and that Service itself. */
function serverOfApi(cluster: Cluster, distinctions: Distinctions): DestinationClass {
  const own = new Set(controlPlaneNodes(cluster).map(({ name }) => name));
  const nodes = nodeEnds(cluster).filter(({ name }) => own.has(name));
  const service = serviceNamed(cluster, KUBERNETES_SERVICE);
  const behind = service === undefined ? [] : backendsOf(cluster, service).map(({ endpoint }) => endpoint);
  const others = behind.filter((each) => each.type !== "node" || !own.has(each.name));
  const known: AuditDestination[] = [
    ...nodes.map(nodeDestination),
    ...others.flatMap((endpoint): AuditDestination[] =>
      endpoint.type === "addresses"
        ? outsides(cluster, endpoint.addresses, distinctions, true).map((each) => ({
            ...each,
            certainty: "settled",
          }))
        : [{ endpoint, traffic: ALL_TRAFFIC, shownAs: shownEnd(endpoint), certainty: "settled" }],
    ),
  ];
  const addresses = AddressSet.unionOf(known.map(({ endpoint }) => knownAddressesOf(endpoint)));
  const isShown = apiServer(cluster) !== undefined || behind.length > 0;
  return {
    name: "api-server",
    addresses: addresses.union(AddressSet.ofEach(service?.addresses ?? [])),
    // A control plane that is on nodes gets others; one that is on none has addresses that only its Service tells.
    destinations: [
      ...known,
      ...(nodes.length > 0 ? [laterNode(cluster, "control-plane-node")] : []),
      ...(isShown ? [] : [laterNode(cluster, "guess"), somewhere()]),
    ],
    services: service === undefined ? [] : [service],
    names: [...API_SERVER_NAMES, `kubernetes.default.svc.${cluster.facts.clusterDomain}`],
    notes: nodes.length > 0 ? [{ code: "other-node-addresses" }] : [],
    missing: isShown ? [] : [{ code: "no-api-server" }],
  };
}

/** An address outside of the cluster of which nothing is known. */
function somewhere(): AuditDestination {
  const name = "an address not in the input";
  return {
    endpoint: { type: "domain", id: "domain/?", name: "?", mayBePod: false },
    traffic: ALL_TRAFFIC,
    shownAs: name,
    certainty: "guess",
  };
}

function dnsOfCluster(cluster: Cluster): DestinationClass {
  const dns = clusterDns(cluster);
  const resolvers = dns?.resolvers ?? [];
  return {
    name: "dns",
    addresses: AddressSet.ofEach([
      ...(dns?.service?.addresses ?? []),
      ...resolvers.flatMap(({ pod }) => pod.addresses ?? []),
    ]),
    destinations: resolvers.map(({ pod, ports }) => ({
      endpoint: pod,
      traffic: onPorts(ports),
      shownAs: pod.id,
      certainty: "settled",
    })),
    services: dns?.service === undefined ? [] : [dns.service],
    names: [],
    notes: [],
    missing: dns === undefined ? [{ code: "no-dns" }] : [],
  };
}
