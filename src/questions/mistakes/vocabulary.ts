import { factEndOf } from "../../semantics/match/fact-end.js";
import { Names } from "./misspelt.js";
import { namespaceLabels, podLabels } from "../../semantics/match/party.js";
import { namespaceOf } from "../../semantics/match/pods.js";
import { SYSTEM_NAMESPACES } from "./system-namespaces.js";
import type { LabelView } from "../../semantics/match/selector.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { sortedNamespaces, type PodClass } from "./pod-index.js";

/** Something that has labels, with the name that it is shown by. */
interface Labelled {
  readonly name: string;
  readonly view: LabelView;
}

/** The labels that some pods or namespaces have: what a selector of them can ask for. */
export class Vocabulary {
  readonly #bearers: readonly Labelled[];
  readonly #values = new Map<string, ReadonlyMap<string, string>>();
  readonly #open = new Map<string, boolean>();
  readonly #names = new Map<string, Names>();
  #keys: ReadonlyMap<string, string> | undefined;

  private constructor(bearers: readonly Labelled[]) {
    this.#bearers = bearers;
  }

  static ofPods(classes: readonly PodClass[]): Vocabulary {
    return new Vocabulary(
      classes.map(({ name, representative }) => ({
        name,
        view: podLabels(representative, factEndOf(representative)),
      })),
    );
  }

  /** Those of the input, and the names of those that every cluster has. */
  static ofNamespaces(cluster: Cluster): Vocabulary {
    const listed = sortedNamespaces(cluster).map((namespace) => ({
      name: namespace.name,
      view: namespaceLabels(namespace),
    }));
    const always = SYSTEM_NAMESPACES.map((name) => ({
      name,
      view: { labels: namespaceOf(name, cluster).labels, unsettled: undefined },
    }));
    return new Vocabulary([...listed, ...always]);
  }

  /** The values of a label, each with the name of the first that has it. */
  values(key: string): ReadonlyMap<string, string> {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const values = new Map<string, string>();
    for (const { name, view } of this.#bearers) {
      const value = view.labels[key];
      if (value !== undefined && !values.has(value)) values.set(value, name);
    }
    this.#values.set(key, values);
    return values;
  }

  /** True where something may have the label with a value that the input does not tell. */
  isOpen(key: string): boolean {
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const isOpen = this.#bearers.some(({ view }) => view.unsettled?.(key) !== undefined);
    this.#open.set(key, isOpen);
    return isOpen;
  }

  /** Every key, with the name of the first that has it. */
  get keys(): ReadonlyMap<string, string> {
    if (this.#keys !== undefined) return this.#keys;
    const keys = new Map<string, string>();
    for (const { name, view } of this.#bearers)
      for (const key of Object.keys(view.labels)) if (!keys.has(key)) keys.set(key, name);
    this.#keys = keys;
    return keys;
  }

  /** The value of a label that a misspelt one stands for. */
  meantValue(key: string, value: string): string | undefined {
    const names = this.#names.get(key) ?? new Names(this.values(key).keys());
    this.#names.set(key, names);
    return names.meantBy(value);
  }
}
