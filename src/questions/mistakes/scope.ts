import { clusterDns } from "../../cluster/model/cluster-dns.js";
import { CONTROL_PLANE_NAMESPACE } from "./system-namespaces.js";
import { namespaceOf } from "../../semantics/match/pods.js";
import { selects } from "../../semantics/match/selector.js";
import { Vocabulary } from "./vocabulary.js";
import type { Cluster, Namespace } from "../../cluster/model/cluster.js";
import type { NamespaceSelection } from "../../cluster/model/policy.js";
import type { PodClass, PodIndex } from "./pod-index.js";

/** Where a selection looks for pods. */
export interface SelectionScope {
  /** The namespaces of the input that it may reach. */
  readonly namespaces: readonly Namespace[];
  readonly isEveryNamespace: boolean;
  readonly classes: readonly PodClass[];
  readonly vocabulary: Vocabulary;
  /** True where there are namespaces whose pods the input does not hold: nothing can be said of those. */
  readonly isOpen: boolean;
}

/** The scopes of a cluster's selections, each made once. */
export class SelectionScopes {
  readonly #cluster: Cluster;
  readonly #index: PodIndex;
  readonly #known = new Map<string, SelectionScope>();

  constructor(cluster: Cluster, index: PodIndex) {
    this.#cluster = cluster;
    this.#index = index;
  }

  of(selection: NamespaceSelection): SelectionScope {
    const key = selection.own === undefined ? selection.selector.key : JSON.stringify([selection.own]);
    const scope = this.#known.get(key) ?? this.#make(selection);
    this.#known.set(key, scope);
    return scope;
  }

  #make(selection: NamespaceSelection): SelectionScope {
    const namespaces = this.#index.namespacesOf(selection);
    const classes = namespaces.flatMap(({ name }) => this.#index.in(name));
    return {
      namespaces,
      isEveryNamespace: selection.own === undefined && selection.selector.requirements.length === 0,
      classes,
      vocabulary: Vocabulary.ofPods(classes),
      isOpen:
        (!this.#cluster.facts.isComplete &&
          namespaces.some(({ name }) => this.#index.in(name).length === 0)) ||
        this.#reachesControlPlane(selection),
    };
  }

  /** Every cluster has pods in `kube-system`, whether the input holds them or not. */
  #reachesControlPlane(selection: NamespaceSelection): boolean {
    if (selection.own !== undefined || this.#hasControlPlane()) return false;
    return selects(selection.selector, namespaceOf(CONTROL_PLANE_NAMESPACE, this.#cluster).labels);
  }

  /** False for manifests that put a pod of their own there, such as an ingress controller: those of the installer are not among them. */
  #hasControlPlane(): boolean {
    if (this.#index.in(CONTROL_PLANE_NAMESPACE).length === 0) return false;
    return this.#cluster.facts.isComplete || clusterDns(this.#cluster) !== undefined;
  }
}
