import { FAMILIES, type Address } from "../net/address.js";
import { cutsOf } from "../query/addresses.js";
import type { Cluster } from "../model/cluster.js";
import type { Endpoint, PodEndpoint } from "../model/endpoint.js";

/** Endpoints that no policy tells apart, by one of them. */
export interface EndpointClass {
  readonly representative: Endpoint;
  /** All of them, the representative first. */
  readonly members: readonly Endpoint[];
}

/**
 * Groups endpoints that every policy treats alike: pods with the same labels, ports and network, whose addresses lie on
 * the same side of every CIDR.
 * @param byNode true where the other end is a node or on one: then a pod's own node counts
 */
export function classesOf(
  cluster: Cluster,
  endpoints: readonly Endpoint[],
  byNode: boolean,
): EndpointClass[] {
  const classes = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const key =
      endpoint.type === "pod"
        ? podKey(cluster, endpoint, byNode)
        : `${endpoint.id} ${JSON.stringify(addressKeys(cluster, endpoint))}`;
    const members = classes.get(key);
    if (members === undefined) classes.set(key, [endpoint]);
    else members.push(endpoint);
  }
  return [...classes.values()].map((members) => ({ representative: members[0] as Endpoint, members }));
}

function podKey(cluster: Cluster, pod: PodEndpoint, byNode: boolean): string {
  const labels = Object.entries(pod.labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const added = pod.addedLabels.map(({ key, always }) => [key, always]);
  const node = byNode || pod.hostNetwork ? (pod.node ?? null) : null;
  return JSON.stringify([
    pod.namespace,
    labels,
    added,
    pod.hostNetwork,
    pod.ports ?? null,
    node,
    addressKeys(cluster, pod),
  ]);
}

/** Between which two cuts each address lies, per family. */
function addressKeys(cluster: Cluster, endpoint: Endpoint): unknown {
  if (endpoint.type === "domain") return endpoint.name;
  if (endpoint.type === "addresses")
    return endpoint.addresses.blocks().map(({ first, prefix }) => `${first}/${prefix}`);
  const { addresses } = endpoint;
  if (addresses === undefined) return null;
  return FAMILIES.map((family) => {
    const address = addresses.find((each) => each.family === family);
    return address === undefined ? null : intervalOf(address, cluster);
  });
}

function intervalOf({ family, value }: Address, cluster: Cluster): number {
  const cuts = cutsOf(cluster)[family];
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] ?? 0n) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
