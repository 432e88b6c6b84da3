import { reachableFamilies, type DomainEndpoint, type Endpoint } from "../../cluster/model/endpoint.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { isHostPod, mayBePod } from "../match/party.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Distinctions } from "./distinctions.js";

/** What may be an end of a flow, with the name by which it was asked for, if it was. */
export interface End {
  readonly endpoint: Endpoint;
  readonly toName?: string;
}

/** Ends that nothing in a cluster tells apart. */
export interface EndClass {
  /** Its number in the list of classes. */
  readonly index: number;
  /** One of them. */
  readonly representative: Endpoint;
  readonly toName: string | undefined;
  readonly members: readonly End[];
  /** The families over which they can be reached. */
  readonly families: readonly Family[];
  /** What rules about addresses, nodes and names see of it: equal texts are told apart by none of those. */
  readonly view: string;
  /** Everything that is seen of it: equal texts in two clusters with the same distinctions look the same to all rules. */
  readonly key: string;
  /** Set for nodes and pods on them: the class of the same ends, seen from a pod on that very node. */
  readonly asOwnNode: number | undefined;
  /** True for such a class. */
  readonly isOwnNode: boolean;
}

/** Groups ends by what tells them apart. */
export function classesOf(cluster: Cluster, ends: Iterable<End>, distinctions: Distinctions): EndClass[] {
  const groups = new Map<string, End[]>();
  const viewOf = new Map<string, string>();
  for (const end of ends) {
    const view = addressView(cluster, end, distinctions);
    const key = `${view}\n${podView(end.endpoint, distinctions)}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [end]);
      viewOf.set(key, view);
    } else group.push(end);
  }
  const bases = [...groups].map(([key, members]) => ({ key, members, view: viewOf.get(key) ?? "" }));
  let next = bases.length;
  const classes = bases.map(({ key, members, view }, index): EndClass => {
    const { endpoint, toName } = members[0] as End;
    return {
      index,
      representative: endpoint,
      toName,
      members,
      families: reachableFamilies(cluster, endpoint),
      view,
      key,
      asOwnNode: hasNode(endpoint) ? next++ : undefined,
      isOwnNode: false,
    };
  });
  const own = classes.filter(({ asOwnNode }) => asOwnNode !== undefined);
  return [
    ...classes,
    ...own.map((each) => ({ ...each, index: each.asOwnNode ?? 0, asOwnNode: undefined, isOwnNode: true })),
  ];
}

/** Everything that is seen of an end that is no node and on none: ends of the same text are of one class. */
export function classKey(cluster: Cluster, endpoint: Endpoint, distinctions: Distinctions): string {
  return `${addressView(cluster, { endpoint }, distinctions)}\n${podView(endpoint, distinctions)}`;
}

/** True for what is, or is on, a node that is known. */
function hasNode(endpoint: Endpoint): boolean {
  return (
    endpoint.type === "node" ||
    (isHostPod(endpoint) && endpoint.type === "pod" && endpoint.node !== undefined)
  );
}

/** What selectors of pods see, and rules with port names. */
function podView(endpoint: Endpoint, distinctions: Distinctions): string {
  if (endpoint.type !== "pod") return "";
  const hasKnownNode = endpoint.node === undefined ? "?" : "";
  return `${endpoint.namespace}\n${hasKnownNode}\n${distinctions.ofPorts(endpoint)}\n${distinctions.ofPodLabels(endpoint)}`;
}

/** What is seen of an end beside its labels: its addresses, its node, its name. */
function addressView(cluster: Cluster, { endpoint, toName }: End, distinctions: Distinctions): string {
  const name = toName ?? "";
  if (endpoint.type === "domain") return `domain ${endpoint.name} ${endpoint.mayBePod} ${name}`;
  const addresses = addressText(endpoint, distinctions);
  switch (endpoint.type) {
    case "pod":
      return endpoint.hostNetwork
        ? `host ${addresses} ${nodeView(cluster, endpoint.node, distinctions)} ${name}`
        : `pod ${addresses} ${name}`;
    case "node":
      return `node ${addresses} ${nodeView(cluster, endpoint.name, distinctions)} ${name}`;
    case "addresses":
      return `addresses ${addresses} ${endpoint.mayBePod} ${name}`;
  }
}

/** The classes of an endpoint's addresses, per family. */
function addressText(endpoint: Exclude<Endpoint, DomainEndpoint>, { addresses }: Distinctions): string {
  if (endpoint.type === "addresses") {
    const { sample } = endpoint.addresses;
    return sample === undefined ? "" : `${sample.family} ${addresses.classOf(sample)}`;
  }
  const known = endpoint.addresses;
  if (known === undefined) return "?";
  return FAMILIES.map((family) => {
    const address = known.find((each) => each.family === family);
    return address === undefined ? "-" : String(addresses.classOf(address));
  }).join(" ");
}

/** What node selectors see of a node; of one without an object, its name. */
function nodeView({ nodes }: Cluster, name: string | undefined, distinctions: Distinctions): string {
  if (name === undefined) return "?";
  const node = nodes.get(name);
  return node === undefined ? `unlisted ${name}` : `listed ${distinctions.ofNodeLabels(node)}`;
}

/** True for ends that may be pods which the input does not hold, seen by pod selectors all alike. */
export function isUnlistedPod({ representative }: EndClass): boolean {
  return mayBePod(representative);
}
