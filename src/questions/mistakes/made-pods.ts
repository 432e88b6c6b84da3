import { namespaceLabels } from "../../semantics/match/party.js";
import { namespaceOf } from "../../semantics/match/pods.js";
import { selectorOf, type Requirement, type Selector } from "../../cluster/model/selector.js";
import { fulfils, splitBySelector } from "../../semantics/match/selector.js";
import { World } from "../../semantics/match/world.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { NO_LABELS, type Labels } from "../../cluster/model/labels.js";
import type { MadePods } from "../../cluster/model/made-pods.js";
import type { NamespaceSelection, PodSelection } from "../../cluster/model/policy.js";

/**
 * Asks whether a selection may mean pods that operators will make of objects of the input: what only they hold is not
 * missing. They may have other labels than those that are known, so one that is known has to be among those asked for.
 */
export class FutureSelections {
  readonly #cluster: Cluster;
  readonly #known = new Map<string, readonly MadePods[]>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  mayHold({ namespaces, pods }: Pick<PodSelection, "namespaces" | "pods">): boolean {
    const there = this.#in(namespaces);
    this.#cluster.work?.take(there.length);
    return pods === undefined ? there.length > 0 : there.some((made) => mayHave(made, pods));
  }

  mayFulfil(namespaces: NamespaceSelection, requirement: Requirement): boolean {
    return this.mayHold({ namespaces, pods: selectorOf([requirement]) });
  }

  /** The namespaces in which pods will be that a selector asks for by the name of the object of which they are made. */
  namespacesFor({ requirements }: Selector): readonly string[] {
    const { madePods, work } = this.#cluster;
    work?.take(madePods.length);
    return madePods.flatMap(({ namespace, sets, nameKeys }) => {
      const isNamed = requirements.some(({ key, operator }) => operator === "In" && nameKeys.includes(key));
      const isMeant = isNamed && sets.some((set) => requirements.every((each) => fulfils(each, set)));
      return isMeant && namespace !== undefined ? [namespace] : [];
    });
  }

  /** What is made in namespaces that a selection may reach. */
  #in(selection: NamespaceSelection): readonly MadePods[] {
    const { madePods } = this.#cluster;
    if (madePods.length === 0) return madePods;
    const key = selection.own === undefined ? selection.selector.key : JSON.stringify([selection.own]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = madePods.filter(
      ({ namespace }) => namespace === undefined || this.#reaches(selection, namespace),
    );
    this.#known.set(key, found);
    return found;
  }

  #reaches(selection: NamespaceSelection, name: string): boolean {
    if (selection.own !== undefined) return selection.own === name;
    const view = namespaceLabels(namespaceOf(name, this.#cluster));
    return splitBySelector(World.ANY, selection.selector, view).yes.length > 0;
  }
}

function mayHave({ sets, others, isAnything }: MadePods, { requirements }: Selector): boolean {
  if (isAnything) return true;
  const isWritten = (requirement: Requirement): boolean =>
    isPositive(requirement) && others.some(([key, value]) => fulfils(requirement, { [key]: value }));
  const isOpenBeside = (set: Labels, requirement: Requirement): boolean =>
    set[requirement.key] === undefined || fulfils(requirement, set) || isWritten(requirement);
  return (sets.length === 0 ? [NO_LABELS] : sets).some(
    (set) =>
      requirements.every((each) => isOpenBeside(set, each)) &&
      requirements.some((each) => isWritten(each) || (isPositive(each) && fulfils(each, set))),
  );
}

function isPositive({ operator }: Requirement): boolean {
  return operator === "In" || operator === "Exists";
}
