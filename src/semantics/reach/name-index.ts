import { wholeNameOf, patternsAround } from "../match/domain.js";
import { groupBy } from "../../base/collections/group-by.js";
import { hasAnswers } from "../match/peer.js";
import { normaliseDomain } from "../../cluster/model/cluster-names.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndClass } from "./classes.js";

/** Finds the classes that a rule's domain name may match, without comparing it with every name that was asked for. */
export class NameIndex {
  readonly #byPattern: ReadonlyMap<string, readonly NamedView[]>;
  /** Classes that have an address, in groups that answer alike to any name. */
  readonly #others: readonly (readonly EndClass[])[];

  /** @param views classes that differ only in what selectors of pods see */
  constructor(cluster: Cluster, views: readonly (readonly EndClass[])[]) {
    const nameOf = ([each]: readonly EndClass[]): string | undefined =>
      each?.representative.type === "domain" ? each.representative.name : undefined;
    const isName = (view: readonly EndClass[]): boolean => nameOf(view) !== undefined;
    const named = views.filter(isName).flatMap((view): NamedView[] => {
      // An alias of the cluster is asked for by one name, and stands for another one.
      const names = [wholeNameOf(view[0]?.toName ?? "", cluster), nameOf(view) ?? ""];
      return [...new Set(names.flatMap(patternsAround))].map((pattern) => ({ pattern, view }));
    });
    this.#byPattern = groupBy(named, ({ pattern }) => pattern);
    const others = views.filter((view) => !isName(view));
    const typeOf = ({ representative }: EndClass): string => representative.type;
    this.#others = hasAnswers(cluster) ? others : [...groupBy(others.flat(), typeOf).values()];
  }

  /** A superset of the classes that a domain name matches, in groups of which one class answers for all. */
  candidates(pattern: string): readonly (readonly EndClass[])[] {
    const named = this.#byPattern.get(normaliseDomain(pattern)) ?? [];
    return [...named.map(({ view }) => view), ...this.#others];
  }
}

/** Classes with a domain name of rules that matches the name by which they were asked for. */
interface NamedView {
  readonly pattern: string;
  readonly view: readonly EndClass[];
}
