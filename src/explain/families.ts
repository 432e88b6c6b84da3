import { familiesOf, type Endpoint } from "../model/endpoint.js";
import { FAMILIES, type Family } from "../net/address.js";
import type { Cluster } from "../model/cluster.js";

/** The families over which two endpoints can talk, and whether that was assumed (S-EV-6). */
export interface FlowFamilies {
  /** Empty where the two have none in common. */
  readonly families: readonly Family[];
  /** Set where an endpoint's families are those that the input shows elsewhere, or IPv4 where it shows none. */
  readonly assumed: boolean;
}

/** The families of both ends; an end without addresses has those of the input. */
export function flowFamilies(cluster: Cluster, from: Endpoint, to: Endpoint): FlowFamilies {
  const seen: readonly Family[] = cluster.facts.families.length > 0 ? cluster.facts.families : ["IPv4"];
  const ofFrom = familiesOf(from);
  const ofTo = familiesOf(to);
  const families = FAMILIES.filter(
    (family) => (ofFrom ?? seen).includes(family) && (ofTo ?? seen).includes(family),
  );
  return {
    families,
    assumed: cluster.facts.families.length === 0 && ofFrom === undefined && ofTo === undefined,
  };
}
