import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { LabelValues } from "../../semantics/reach/label-values.js";
import { partyOf, namespaceLabels, type MatchContext } from "../../semantics/match/party.js";
import { splitByPods } from "../../semantics/match/pods.js";
import { splitBySelector } from "../../semantics/match/selector.js";
import { STRICT } from "../../semantics/match/profile.js";
import { World } from "../../semantics/match/world.js";
import type { Cluster, Namespace, Workload } from "../../cluster/model/cluster.js";
import type { NamespaceSelection, PodSelection, Tier } from "../../cluster/model/policy.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";

/** Pods that no selector tells apart. */
export interface PodClass {
  readonly representative: PodEndpoint;
  readonly pods: readonly PodEndpoint[];
  /** The first workload of them: `shop/web`. */
  readonly name: string;
  /** The workloads that they are of, each as often as it has such pods. */
  readonly workloads: readonly Workload[];
}

/**
 * The pods of the input by what selectors see of them. Whether one is selected is asked of `match/`, once per distinct
 * selection and class; the index only leaves out what cannot be.
 */
export class PodIndex {
  readonly #context: MatchContext;
  readonly #byNamespace = new Map<string, LabelValues<PodClass>>();
  /** By where a selection looks, and by its selector. */
  readonly #selected = new Map<string, Map<string | undefined, readonly PodClass[]>>();
  readonly #namespaces = new Map<string, readonly Namespace[]>();
  readonly #sorted: readonly Namespace[];

  constructor(cluster: Cluster) {
    // Only what no reading of the sources selects is not selected.
    this.#sorted = sortedNamespaces(cluster);
    this.#context = { cluster, profile: STRICT, family: "IPv4", toName: undefined };
    for (const [namespace, classes] of classesOf(cluster.workloads))
      this.#byNamespace.set(namespace, new LabelValues(classes, ({ representative }) => representative));
  }

  /** The classes of a namespace; none where the input has no pods there. */
  in(namespace: string): readonly PodClass[] {
    return this.#byNamespace.get(namespace)?.classes ?? [];
  }

  /** The namespaces of the input that a selection may reach, by name. */
  namespacesOf(selection: NamespaceSelection): readonly Namespace[] {
    if (selection.own !== undefined) {
      const own = this.#context.cluster.namespaces.get(selection.own);
      return own === undefined ? [] : [own];
    }
    const { selector } = selection;
    const known = this.#namespaces.get(selector.key);
    if (known !== undefined) return known;
    const found = this.#sorted.filter(
      (namespace) => splitBySelector(World.ANY, selector, namespaceLabels(namespace)).yes.length > 0,
    );
    this.#namespaces.set(selector.key, found);
    return found;
  }

  /** The classes that a subject or peer of a tier may select, in any world. */
  select(selection: PodSelection, tier: Tier): readonly PodClass[] {
    const bySelector = this.#selectedIn(selection.namespaces, tier);
    const known = bySelector.get(selection.pods?.key);
    if (known !== undefined) return known;
    const found = this.namespacesOf(selection.namespaces)
      .flatMap(({ name }) => this.#byNamespace.get(name)?.candidates(selection.pods) ?? [])
      .filter(({ representative }) => {
        const party = partyOf(representative);
        return splitByPods(World.ANY, selection, { party, tier, context: this.#context }).yes.length > 0;
      });
    bySelector.set(selection.pods?.key, found);
    return found;
  }

  #selectedIn(namespaces: NamespaceSelection, tier: Tier): Map<string | undefined, readonly PodClass[]> {
    const where = namespaces.own === undefined ? `by ${namespaces.selector.key}` : `in ${namespaces.own}`;
    const key = tier === "NetworkPolicy" ? where : `other ${where}`;
    let bySelector = this.#selected.get(key);
    if (bySelector === undefined) this.#selected.set(key, (bySelector = new Map()));
    return bySelector;
  }
}

/** The namespaces of a cluster by name: the same order whatever the order of the files. */
export function sortedNamespaces({ namespaces }: Cluster): Namespace[] {
  return [...namespaces.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function classesOf(workloads: readonly Workload[]): ReadonlyMap<string, readonly PodClass[]> {
  const members = workloads.flatMap((workload) => workload.members.map((pod) => ({ workload, pod })));
  const classes = [...groupBy(members, ({ pod }) => classKey(pod)).values()].map((alike): PodClass => {
    const [{ workload, pod }] = alike as [(typeof members)[number]];
    const pods = alike.map((each) => each.pod);
    const workloads = alike.map((each) => each.workload);
    return { representative: pod, pods, name: `${workload.namespace}/${workload.name}`, workloads };
  });
  return groupBy(classes, ({ representative }) => representative.namespace);
}

function classKey({ namespace, labels, untoldLabels, hostNetwork }: PodEndpoint): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    namespace,
    sorted,
    untoldLabels.map(({ key, always, isKeyUntold }) => [key, always, isKeyUntold]),
    hostNetwork,
  ]);
}

/** The index of a cluster's pods, made once. */
export const podIndexOf = oncePer((cluster: Cluster) => new PodIndex(cluster));
