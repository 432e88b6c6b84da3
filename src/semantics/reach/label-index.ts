import { groupBy } from "../../base/collections/group-by.js";
import { LabelValues } from "./label-values.js";
import { namespaceLabels } from "../match/party.js";
import { namespaceOf } from "../match/pods.js";
import { splitBySelector } from "../match/selector.js";
import { World } from "../match/world.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndClass } from "./classes.js";
import type { NamespaceSelection, PodSelection } from "../../cluster/model/policy.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";

/** Finds the classes of pods that a selection may select without asking every one of them. */
export class LabelIndex {
  readonly #cluster: Cluster;
  readonly #byNumber: ReadonlyMap<number, EndClass>;
  readonly #byNamespace: ReadonlyMap<string, LabelValues<EndClass>>;
  readonly #namespaces = new Map<string, readonly string[]>();

  constructor(cluster: Cluster, classes: readonly EndClass[]) {
    this.#cluster = cluster;
    this.#byNumber = new Map(classes.map((each) => [each.index, each]));
    const pods = classes.filter(({ representative }) => representative.type === "pod");
    const podOf = ({ representative }: EndClass): PodEndpoint => representative as PodEndpoint;
    const byNamespace = groupBy(pods, (each) => podOf(each).namespace);
    this.#byNamespace = new Map([...byNamespace].map(([name, each]) => [name, new LabelValues(each, podOf)]));
  }

  /** A class by its number. */
  at(index: number): EndClass {
    return this.#byNumber.get(index) as EndClass;
  }

  /** A superset of the pods that a selection selects; whether it does is to be asked. */
  candidates({ namespaces, pods }: PodSelection): readonly EndClass[] {
    const found: EndClass[] = [];
    for (const namespace of this.#namespacesOf(namespaces))
      for (const each of this.#byNamespace.get(namespace)?.candidates(pods) ?? []) found.push(each);
    return found;
  }

  #namespacesOf(selection: NamespaceSelection): readonly string[] {
    if (selection.own !== undefined) return [selection.own];
    const { selector } = selection;
    const known = this.#namespaces.get(selector.key);
    if (known !== undefined) return known;
    const found = [...this.#byNamespace.keys()].filter((name) => {
      const view = namespaceLabels(namespaceOf(name, this.#cluster));
      return selector.unbuildable === true || splitBySelector(World.ANY, selector, view).yes.length > 0;
    });
    this.#namespaces.set(selector.key, found);
    return found;
  }
}
