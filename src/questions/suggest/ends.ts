import { AddressSet } from "../../base/net/address-set.js";
import { blockAround } from "../../semantics/reach/address-name.js";
import { FAMILIES } from "../../base/net/address.js";
import { labelsOfPods } from "./labels.js";
import { namespaceOf } from "../../semantics/match/pods.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Label, NewPeer } from "../../cluster/model/new-parts.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Resolved } from "../query/resolution.js";

/** Pods of one namespace, as a policy selects them. */
export interface SelectedPods {
  readonly namespace: string;
  readonly labels: readonly Label[];
}

/** How a policy selects an end; undefined for what no policy can select. */
export function selectionOf({ endpoints }: Resolved, cluster: Cluster): SelectedPods | undefined {
  const pods = endpoints.flatMap((endpoint) =>
    endpoint.type === "pod" && !endpoint.hostNetwork ? [endpoint] : [],
  );
  const [first] = pods;
  if (first === undefined || pods.length < endpoints.length) return undefined;
  if (pods.some(({ namespace }) => namespace !== first.namespace)) return undefined;
  return { namespace: first.namespace, labels: labelsOfPods(pods, cluster) };
}

/** The ways in which a rule can name an end, each a list of peers that together are all of it. */
export function peersFor(end: Resolved, cluster: Cluster): readonly (readonly NewPeer[])[] {
  const domain =
    end.domain ?? end.endpoints.flatMap((each) => (each.type === "domain" ? [each.name] : []))[0];
  const named: NewPeer[][] = domain === undefined ? [] : [[{ type: "domain", name: domain }]];
  const pods = selectionOf(end, cluster);
  if (pods !== undefined) {
    // Names that a pod has in the cluster are for selectors: as they are typed, no answer of DNS has them (S-FQ-5).
    const namespaceLabels = labelsOfNamespace(pods.namespace, cluster);
    return namespaceLabels === undefined ? [] : [[{ type: "pods", ...pods, namespaceLabels }]];
  }
  const addresses = endAddresses(end);
  return addresses === undefined ? named : [...named, ...blocksFor(addresses)];
}

/** What tells a namespace from others: its name, where servers label it with that. */
function labelsOfNamespace(name: string, cluster: Cluster): readonly Label[] | undefined {
  const { labels, untoldLabels } = namespaceOf(name, cluster);
  const byName = labels[NAMESPACE_NAME_LABEL];
  if (byName !== undefined) return [[NAMESPACE_NAME_LABEL, byName]];
  const all = Object.entries(labels).filter(([key]) => !untoldLabels.some((each) => each.key === key));
  return all.length === 0 ? undefined : all;
}

/** The addresses of an end; undefined where some are not known. */
export function endAddresses({ endpoints }: Resolved): AddressSet | undefined {
  const known: AddressSet[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.type === "domain") return undefined;
    const own =
      endpoint.type === "addresses" ? endpoint.addresses : AddressSet.ofEach(endpoint.addresses ?? []);
    if (own.isEmpty) return undefined;
    known.push(own);
  }
  const all = AddressSet.unionOf(known);
  return all.isEmpty ? undefined : all;
}

/** A list of more blocks than this says no more than it hides. */
const MAX_BLOCKS = 24;

/** A few blocks one by one; many as the block around them, without what is not meant. */
function blocksFor(addresses: AddressSet): readonly (readonly NewPeer[])[] {
  const blocks = addresses.blocks();
  const listed = blocks.map((block): NewPeer => ({ type: "addresses", block, except: [] }));
  const around = FAMILIES.flatMap((family) => {
    const own = addresses.only(family);
    const block = blockAround(own.blocks());
    return block === undefined ? [] : [{ block, except: AddressSet.of([block]).subtract(own).blocks() }];
  });
  const shorter = around.map((each): NewPeer => ({ type: "addresses", ...each }));
  const isShorter = shorter.length + around.flatMap(({ except }) => except).length < listed.length;
  return [...(isShorter ? [shorter] : []), listed].filter((peers) => peers.length <= MAX_BLOCKS);
}

/** The pods of an end, host pods included. */
export function podsOf({ endpoints }: Resolved): PodEndpoint[] {
  return endpoints.flatMap((endpoint) => (endpoint.type === "pod" ? [endpoint] : []));
}
