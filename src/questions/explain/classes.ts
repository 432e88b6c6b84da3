import { classesOf, type End } from "../../semantics/reach/classes.js";
import { groupBy } from "../../base/collections/group-by.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import { Distinctions, portNamesKey } from "../../semantics/reach/distinctions.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { nodeOf, type Endpoint } from "../../cluster/model/endpoint.js";
import type { Policy } from "../../cluster/model/policy.js";

/** Endpoints that no policy tells apart, by one of them. */
export interface EndpointClass {
  readonly representative: Endpoint;
  /** All of them, the representative first. */
  readonly members: readonly Endpoint[];
}

/** What a question tells apart that policies do not. */
export interface AskedDistinctions {
  /** True where the other end is a node or on one: then a pod's own node counts. */
  readonly byNode: boolean;
  /** Names of ports that are asked for. */
  readonly portNames: readonly string[];
}

/** Groups the ends of a question by what the policies that may select them, and the question itself, tell apart. */
export class EndClasses {
  readonly #cluster: Cluster;
  readonly #endpoints: readonly Endpoint[];
  #made: Distinctions | undefined;

  constructor(cluster: Cluster, endpoints: readonly Endpoint[]) {
    this.#cluster = cluster;
    this.#endpoints = endpoints;
  }

  get #distinctions(): Distinctions {
    const policies = (): Policy[] => [...relevantPolicies(this.#cluster, this.#endpoints)];
    return (this.#made ??= new Distinctions({ ...this.#cluster, policies: policies() }));
  }

  of(endpoints: readonly Endpoint[], { byNode, portNames }: AskedDistinctions): EndpointClass[] {
    // Nothing tells one pod apart from itself: only addresses are cut.
    const [only] = endpoints;
    if (only !== undefined && endpoints.length === 1 && only.type !== "addresses")
      return [{ representative: only, members: endpoints }];
    const ends = endpoints.flatMap((endpoint) => this.#cut(endpoint));
    const classes = classesOf(this.#cluster, ends, this.#distinctions).filter(({ isOwnNode }) => !isOwnNode);
    return classes.flatMap((each) => {
      const members = each.members.map(({ endpoint }) => endpoint);
      const groups = groupBy(
        members,
        (member) => `${byNode ? (nodeOf(member) ?? "") : ""}\n${portsOf(member, portNames)}`,
      );
      return [...groups.values()].map((group) => ({ representative: group[0] as Endpoint, members: group }));
    });
  }

  /** Outside addresses in pieces that nothing tells apart; every other endpoint as it is. */
  #cut(endpoint: Endpoint): End[] {
    if (endpoint.type !== "addresses") return [{ endpoint }];
    const pieces = this.#distinctions.addresses.cut(endpoint.addresses);
    return pieces.map((addresses) => ({ endpoint: { ...endpoint, addresses } }));
  }
}

function portsOf(endpoint: Endpoint, names: readonly string[]): string {
  if (endpoint.type !== "pod" || names.length === 0) return "";
  return endpoint.ports === undefined ? "?" : portNamesKey(endpoint.ports, names);
}
