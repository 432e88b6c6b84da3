import type { Address } from "../../base/net/address.js";
import type { NodeObject, PodObject } from "./objects.js";

/** The addresses of nodes by name: of a Node object its own, of a node without one those that the pods on it tell. */
export class NodeAddresses {
  readonly #listed: ReadonlyMap<string, readonly Address[]>;
  readonly #pods: readonly PodObject[];
  #told: ReadonlyMap<string, readonly Address[]> | undefined;

  constructor(nodes: readonly NodeObject[], pods: readonly PodObject[]) {
    this.#listed = new Map(nodes.map(({ name, addresses }) => [name, addresses]));
    this.#pods = pods;
  }

  of(node: string): readonly Address[] | undefined {
    return this.#listed.get(node) ?? this.told.get(node);
  }

  /** Every node of which something tells an address, or an object says that there is none. */
  get all(): readonly (readonly [node: string, addresses: readonly Address[]])[] {
    return [...this.#listed, ...this.told];
  }

  /** The nodes without an object. Asked for seldom: it takes a look at every pod. */
  get told(): ReadonlyMap<string, readonly Address[]> {
    if (this.#told !== undefined) return this.#told;
    const told = new Map<string, Address[]>();
    for (const { node, hostAddresses, hasEnded } of this.#pods) {
      if (node === undefined || hasEnded || this.#listed.has(node)) continue;
      const addresses = told.get(node) ?? [];
      told.set(node, addresses);
      addresses.push(...hostAddresses);
    }
    this.#told = told;
    return told;
  }

  /** The node that has one of some addresses. */
  nodeWith(addresses: readonly Address[]): string | undefined {
    const isOne = (each: Address): boolean =>
      addresses.some(({ family, value }) => family === each.family && value === each.value);
    return this.all.find(([, ofNode]) => ofNode.some(isOne))?.[0];
  }
}
