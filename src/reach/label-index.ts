import { groupBy } from "../collections/group-by.js";
import { pivotOf } from "../evaluate/policy-index.js";
import { namespaceLabels, podLabels } from "../match/party.js";
import { namespaceOf } from "../match/pods.js";
import { splitBySelector } from "../match/selector.js";
import { World } from "../match/world.js";
import type { Cluster } from "../model/cluster.js";
import type { EndClass } from "./classes.js";
import type { NamespaceSelection, PodSelection } from "../model/policy.js";
import type { PodEndpoint } from "../model/endpoint.js";

/** Finds the classes of pods that a selection may select without asking every one of them. */
export class LabelIndex {
  readonly #cluster: Cluster;
  readonly #byNumber: ReadonlyMap<number, EndClass>;
  readonly #byNamespace: ReadonlyMap<string, readonly EndClass[]>;
  readonly #byLabel = new Map<string, ReadonlyMap<string, readonly EndClass[]>>();
  readonly #namespaces = new Map<string, readonly string[]>();

  constructor(cluster: Cluster, classes: readonly EndClass[]) {
    this.#cluster = cluster;
    this.#byNumber = new Map(classes.map((each) => [each.index, each]));
    const pods = classes.filter(({ representative }) => representative.type === "pod");
    this.#byNamespace = groupBy(pods, ({ representative }) =>
      representative.type === "pod" ? representative.namespace : "",
    );
  }

  /** A class by its number. */
  at(index: number): EndClass {
    return this.#byNumber.get(index) as EndClass;
  }

  /** A superset of the pods that a selection selects; whether it does is to be asked. */
  candidates({ namespaces, pods }: PodSelection): readonly EndClass[] {
    const pivot = pivotOf(pods);
    return this.#namespacesOf(namespaces).flatMap((namespace) => {
      const all = this.#byNamespace.get(namespace) ?? [];
      if (pivot === undefined) return all;
      const byValue = this.#valuesOf(namespace, pivot.key, all);
      return [...pivot.values, UNSETTLED].flatMap((value) => byValue.get(value) ?? []);
    });
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

  #valuesOf(
    namespace: string,
    key: string,
    classes: readonly EndClass[],
  ): ReadonlyMap<string, readonly EndClass[]> {
    const name = JSON.stringify([namespace, key]);
    const known = this.#byLabel.get(name);
    if (known !== undefined) return known;
    const byValue = groupBy(classes, ({ representative }) => valueOf(representative as PodEndpoint, key));
    this.#byLabel.set(name, byValue);
    return byValue;
  }
}

/** Stands for values that the input does not tell, and for a missing label: no label value has a blank. */
const UNSETTLED = " unsettled";
const MISSING = " missing";

function valueOf(pod: PodEndpoint, key: string): string {
  const isUnsettled = podLabels(pod, pod.id).unsettled?.(key) !== undefined;
  return isUnsettled ? UNSETTLED : (pod.labels[key] ?? MISSING);
}
