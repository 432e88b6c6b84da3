import { factEndOf } from "../match/fact-end.js";
import { groupBy } from "../../base/collections/group-by.js";
import { pivotOf } from "../evaluate/policy-index.js";
import { podLabels } from "../match/party.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Selector } from "../../cluster/model/selector.js";

/** Classes of pods by the values of their labels, each key looked at when it is first asked for. */
export class LabelValues<C> {
  readonly classes: readonly C[];
  readonly #podOf: (each: C) => PodEndpoint;
  readonly #byKey = new Map<string, ReadonlyMap<string, readonly C[]>>();

  constructor(classes: readonly C[], podOf: (each: C) => PodEndpoint) {
    this.classes = classes;
    this.#podOf = podOf;
  }

  /** A superset of what a selector selects: what has a value that it asks for, or may get one (S-WL-1). */
  candidates(selector: Selector | undefined): readonly C[] {
    const pivot = pivotOf(selector);
    if (pivot === undefined) return this.classes;
    const byValue = this.#valuesOf(pivot.key);
    const unsettled = byValue.get(UNSETTLED);
    const [only, ...others] = pivot.values;
    if (unsettled === undefined && only !== undefined && others.length === 0) return byValue.get(only) ?? [];
    return [...pivot.values, UNSETTLED].flatMap((value) => byValue.get(value) ?? []);
  }

  #valuesOf(key: string): ReadonlyMap<string, readonly C[]> {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const byValue = groupBy(this.classes, (each) => valueOf(this.#podOf(each), key));
    this.#byKey.set(key, byValue);
    return byValue;
  }
}

/** Stands for values that the input does not tell, and for a missing label: no label value has a blank. */
const UNSETTLED = " unsettled";
const MISSING = " missing";

function valueOf(pod: PodEndpoint, key: string): string {
  const isUnsettled = podLabels(pod, factEndOf(pod)).unsettled?.(key) !== undefined;
  return isUnsettled ? UNSETTLED : (pod.labels[key] ?? MISSING);
}
