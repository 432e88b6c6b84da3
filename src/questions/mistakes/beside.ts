import { EVERYTHING, type Selector } from "../../cluster/model/selector.js";
import { podIndexOf, type PodIndex } from "./pod-index.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { PodSelection } from "../../cluster/model/policy.js";

/**
 * What the sets of manifests beside a cluster hold: it is no part of the cluster, and nobody may say that it is nowhere. Which of
 * them are applied together with it is not known, so pods count in whatever namespace they are.
 */
export class Beside {
  readonly #clusters: readonly Cluster[];
  readonly #work: Cluster["work"];
  readonly #known = new Map<string, boolean>();

  constructor({ beside = [], work }: Cluster) {
    this.#clusters = beside;
    this.#work = work;
  }

  /** True where one of them has, or may have, a namespace that a selector selects. */
  hasNamespace(selector: Selector): boolean {
    return this.#some(`namespaces ${selector.key}`, (index) => index.namespacesOf({ selector }).length > 0);
  }

  /** True where one of them has, or may have, pods with the labels that a selection asks for. */
  hasPods(pods: Selector, { origin }: PodSelection): boolean {
    const selection = { namespaces: { selector: EVERYTHING }, pods, origin };
    return this.#some(`pods ${pods.key}`, (index) => index.select(selection, "NetworkPolicy").length > 0);
  }

  /** True where a Namespace of theirs has a label. */
  setsOnNamespace(key: string, value: string): boolean {
    return this.#clusters.some(({ namespaces }) =>
      [...namespaces.values()].some(({ isKnown, labels }) => isKnown && labels[key] === value),
    );
  }

  #some(key: string, has: (index: PodIndex) => boolean): boolean {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#work?.take(this.#clusters.length);
    const found = this.#clusters.some((cluster) => has(podIndexOf(cluster)));
    this.#known.set(key, found);
    return found;
  }
}
