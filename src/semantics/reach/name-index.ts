import { askedNames, patternsAround } from "../match/domain.js";
import { groupBy } from "../../base/collections/group-by.js";
import { hasAnswers } from "../match/peer.js";
import { normaliseDomain } from "../../cluster/model/cluster-names.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndClass } from "./classes.js";

/** Finds the classes that a rule's domain name may match, without comparing it with every name that was asked for. */
export class NameIndex {
  readonly #byPattern = new Map<string, (readonly EndClass[])[]>();
  /** Classes that have an address, in groups that answer alike to any name. */
  readonly #others: readonly (readonly EndClass[])[];

  /** @param views classes that differ only in what selectors of pods see */
  constructor(cluster: Cluster, views: readonly (readonly EndClass[])[]) {
    const others: (readonly EndClass[])[] = [];
    for (const view of views) {
      const { representative, toName = "" } = view[0] as EndClass;
      if (representative.type === "domain") this.#add(view, askedNames(toName, cluster));
      else others.push(view);
    }
    const typeOf = ({ representative }: EndClass): string => representative.type;
    this.#others = hasAnswers(cluster) ? others : [...groupBy(others.flat(), typeOf).values()];
  }

  #add(view: readonly EndClass[], names: readonly string[]): void {
    for (const pattern of new Set(names.flatMap(patternsAround))) {
      const known = this.#byPattern.get(pattern);
      if (known === undefined) this.#byPattern.set(pattern, [view]);
      else known.push(view);
    }
  }

  /** A superset of the classes that a domain name matches, in groups of which one class answers for all. */
  candidates(pattern: string): readonly (readonly EndClass[])[] {
    return [...(this.#byPattern.get(normaliseDomain(pattern)) ?? []), ...this.#others];
  }
}
