import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { RouteEnd } from "../../cluster/model/endpoint.js";

/** The end that a fact is about. */
export type FactEnd = (
  | {
      readonly type: "pod";
      /** `ns/kind/name`. */
      readonly id: string;
    }
  | { readonly type: "node"; readonly name: string }
  | {
      readonly type: "addresses";
      /** What was asked for: an address, a CIDR, a name that has the address. */
      readonly name: string;
      readonly isOneAddress: boolean;
    }
  | { readonly type: "domain"; readonly name: string }
  /** Who connects for a route, where the input does not hold it. */
  | { readonly type: "route-end"; readonly of: RouteEnd }
  /** Any end of a side, in a walk of many: what is unknown is unknown of each by itself. */
  | { readonly type: "source" | "destination" }
) & {
  /** Set for the destination where both ends are replicas of one: what is unknown of one is not what is unknown of the other. */
  readonly isOtherReplica?: true;
};

/** Either end of a flow in a walk of many. */
export const ANY_SOURCE: FactEnd = { type: "source" };

/** @see ANY_SOURCE */
export const ANY_DESTINATION: FactEnd = { type: "destination" };

/** An endpoint of one flow, as facts are about it. */
export function factEndOf(endpoint: Endpoint): FactEnd {
  switch (endpoint.type) {
    case "pod":
      return { type: "pod", id: endpoint.id };
    case "node":
      return { type: "node", name: endpoint.name };
    case "addresses": {
      const { name, addresses } = endpoint;
      return { type: "addresses", name, isOneAddress: addresses.onlyAddress !== undefined };
    }
    case "domain":
      return endpoint.standsFor === undefined
        ? { type: "domain", name: endpoint.name }
        : { type: "route-end", of: endpoint.standsFor };
  }
}

/** Equal texts for the same end: facts about it are the same facts. It is no text for people. */
export function factEndKey(end: FactEnd): string {
  const key = keyOf(end);
  return end.isOtherReplica === true ? `${key} (destination)` : key;
}

function keyOf(end: FactEnd): string {
  switch (end.type) {
    case "pod":
      return end.id;
    case "node":
      return `node/${end.name}`;
    case "addresses":
      return `ip/${end.name}`;
    case "domain":
      return `domain/${end.name}`;
    case "route-end": {
      const { kind, route } = end.of;
      return `${kind.replace(" ", "-")}/${route.namespace}/${route.kind.toLowerCase()}/${route.name}`;
    }
    case "source":
    case "destination":
      return `(${end.type})`;
  }
}
