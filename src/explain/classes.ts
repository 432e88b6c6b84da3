import { groupBy } from "../collections/group-by.js";
import { FAMILIES } from "../net/address.js";
import { intervalOf, type Cuts } from "./cuts.js";
import type { Endpoint, PodEndpoint } from "../model/endpoint.js";

/** Endpoints that no policy tells apart, by one of them. */
export interface EndpointClass {
  readonly representative: Endpoint;
  /** All of them, the representative first. */
  readonly members: readonly Endpoint[];
}

/**
 * Groups endpoints that every policy treats alike: pods with the same labels, ports and network, and addresses on the
 * same side of every CIDR.
 * @param byNode true where the other end is a node or on one: then a pod's own node counts
 */
export function classesOf(endpoints: readonly Endpoint[], cuts: Cuts, byNode: boolean): EndpointClass[] {
  const classes = groupBy(endpoints, (endpoint) =>
    JSON.stringify([endpoint.type, keyOf(endpoint, byNode), addressKey(endpoint, cuts)]),
  );
  return [...classes.values()].map((members) => ({ representative: members[0] as Endpoint, members }));
}

function keyOf(endpoint: Endpoint, byNode: boolean): unknown {
  switch (endpoint.type) {
    case "pod":
      return podKey(endpoint, byNode);
    case "addresses":
      return endpoint.mayBePod;
    default:
      return endpoint.id;
  }
}

function podKey(pod: PodEndpoint, byNode: boolean): unknown {
  const labels = Object.entries(pod.labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const added = pod.addedLabels.map(({ key, always }) => [key, always]);
  const node = byNode || pod.hostNetwork ? (pod.node ?? null) : null;
  return [pod.namespace, labels, added, pod.hostNetwork, pod.ports ?? null, node];
}

/** Between which two cuts the addresses lie, per family. */
function addressKey(endpoint: Endpoint, cuts: Cuts): unknown {
  if (endpoint.type === "domain") return null;
  if (endpoint.type === "addresses") {
    const { sample } = endpoint.addresses;
    return sample === undefined ? null : [sample.family, intervalOf(sample, cuts)];
  }
  const { addresses } = endpoint;
  if (addresses === undefined) return null;
  return FAMILIES.map((family) => {
    const address = addresses.find((each) => each.family === family);
    return address === undefined ? null : intervalOf(address, cuts);
  });
}
