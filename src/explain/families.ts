import { FAMILIES, type Family } from "../net/address.js";
import { reachableFamilies, type Endpoint } from "../model/endpoint.js";
import type { Cluster } from "../model/cluster.js";

/** The families over which two endpoints can talk; none where they have none in common (S-EV-6). */
export function flowFamilies(cluster: Cluster, from: Endpoint, to: Endpoint): readonly Family[] {
  const [source, destination] = [from, to].map((each) => reachableFamilies(cluster, each));
  return FAMILIES.filter(
    (family) => source?.includes(family) === true && destination?.includes(family) === true,
  );
}
