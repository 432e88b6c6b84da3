import { alikeOf } from "./bare-names.js";
import { clusterDns } from "../../cluster/model/cluster-dns.js";
import { isHomeOf, namesAddOn } from "./add-ons.js";
import {
  podsAbsence,
  podsText,
  type Absence,
  type Added,
  type SelectionProblem,
  type UnsetName,
  type Use,
} from "./absences.js";
import { Beside } from "./beside.js";
import {
  EVERYTHING,
  selectorOf,
  type LabelCondition,
  type Requirement,
  type Selector,
} from "../../cluster/model/selector.js";
import { firstFew } from "../../cluster/problems/selection.js";
import { FutureSelections } from "./made-pods.js";
import { groupBy } from "../../base/collections/group-by.js";
import { hasPlaceholder } from "../../cluster/model/placeholder.js";
import { isAddedTo, isMistakenElsewhere, isPlaced, conditionPlace } from "./written.js";
import { isCause, isPositive, typoProblem } from "./typo-problem.js";
import { isNameKey } from "./name-keys.js";
import { isNearMiss, otherKeyOf } from "./near-misses.js";
import { CONTROL_PLANE_NAMESPACE, isOfInstaller } from "./system-namespaces.js";
import { isPossible } from "./possible.js";
import { hasNamespaceField } from "../../cluster/problems/names-namespace.js";
import { kindAndName } from "../../cluster/model/object-ref.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { NamespaceFindings } from "./namespace-findings.js";
import { namespaceOrigin } from "../../cluster/problems/object-places.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf, type PodClass, type PodIndex } from "./pod-index.js";
import { SelectionScopes, type SelectionScope } from "./scope.js";
import { namedOtherwise } from "./named-otherwise.js";
import { typosIn, type Typo } from "./typos.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { PodSelection, Policy } from "../../cluster/model/policy.js";
import type { SelectsNoPods } from "../../cluster/problems/selection.js";

function codeOf(is: Use["is"]): "selects-no-pods" | "peer-selects-no-pods" {
  return is === "peer" ? "peer-selects-no-pods" : "selects-no-pods";
}

/** How many values, or namespaces, a finding names. */
const NAMED = 5;

/** Asks the selectors of a cluster's policies what they select. */
export class SelectorFindings {
  readonly #work: Cluster["work"];
  readonly #cluster: Cluster;
  readonly #index: PodIndex;
  readonly #scopes: SelectionScopes;
  readonly #namespaces: NamespaceFindings;
  readonly #future: FutureSelections;
  readonly #beside: Beside;
  readonly #absences: Absence[] = [];
  readonly #added: Added[] = [];

  constructor(cluster: Cluster) {
    this.#work = cluster.work;
    this.#cluster = cluster;
    this.#index = podIndexOf(cluster);
    this.#scopes = new SelectionScopes(cluster, this.#index);
    this.#future = new FutureSelections(cluster);
    this.#beside = new Beside(cluster);
    this.#namespaces = new NamespaceFindings(cluster, this.#index, this.#beside, this.#absences);
  }

  /** What the policies that were looked at name and the input does not hold. */
  get absences(): readonly Absence[] {
    return this.#absences;
  }

  get unsetNames(): readonly UnsetName[] {
    return this.#namespaces.unsetNames;
  }

  /**
   * Labels that kustomizations add to selectors, and that no pod has: one problem for each, where some selector would select pods
   * without it.
   */
  *addedLabels(): Generator<SelectionProblem> {
    for (const uses of groupBy(
      this.#added,
      ({ at }) => `${at.document.file.name}${pointer(pathOf(at))}`,
    ).values()) {
      const proven =
        uses.find(({ facts }) => facts.almost !== undefined) ??
        uses.find((each) => each.foreign !== undefined);
      if (proven === undefined) {
        for (const { use, name, at } of uses) this.#absences.push(podsAbsence(use, name, at));
        continue;
      }
      const policies = firstFew(uses.map(({ use }) => kindAndName(use.policy.ref)));
      const { at, use } = proven;
      const foreign = uses.find((each) => each.foreign !== undefined)?.foreign;
      const isOfOthers = this.#isOfPods(use, at);
      const added = {
        selectors: uses.length,
        policies,
        ...(foreign === undefined ? {} : { foreign }),
        ...(isOfOthers ? ({ isOfOthers } as const) : {}),
      };
      const facts = { ...proven.facts, added };
      yield { code: codeOf(use.is), facts, at, object: use.policy.ref };
    }
  }

  /** True where some pods have the label that is written at a place, in any namespace. */
  #isOfPods({ selection: { pods, origin }, policy }: Use, at: Origin): boolean {
    const added = pods?.requirements.filter((each) => each.origin === at) ?? [];
    const anywhere = { namespaces: { selector: EVERYTHING }, pods: selectorOf(added), origin };
    return added.length > 0 && this.#index.select(anywhere, policy.tier).length > 0;
  }

  /** What is wrong with the selectors of one policy. */
  *problemsOf(policy: Policy): Generator<SelectionProblem> {
    yield* this.#ofUse({ policy, selection: policy.subject, is: "subject" });
    const peers = rulesOf(policy).flatMap(({ rule }) => peersOf(rule));
    for (const peer of peers)
      if (peer.type === "pods") yield* this.#ofUse({ policy, selection: peer, is: "peer" });
  }

  *#ofUse(use: Use): Generator<SelectionProblem> {
    const { namespaces, pods } = use.selection;
    const scope = this.#scopes.of(namespaces);
    if (namespaces.own === undefined && this.#isAddedForForeign(use, namespaces.selector, pods)) return;
    if (namespaces.own === undefined) yield* this.#namespaces.problemsOf(use, namespaces.selector, scope);
    const isAsked = scope.namespaces.length > 0 && pods !== undefined && pods.requirements.length > 0;
    if (isAsked && isPossible(pods)) yield* this.#ofPods(use, pods, scope);
  }

  /**
   * True for pods of an installer's namespace, such as those of cluster DNS, where a kustomization has added a label to their selector:
   * it labels its own pods alone.
   */
  #isAddedForForeign(use: Use, { requirements }: Selector, pods: Selector | undefined): boolean {
    const added = pods?.requirements.find((each) => isAddedTo(use.policy, each));
    const at = added?.origin;
    if (pods === undefined || added === undefined || at === undefined) return false;
    const foreign =
      requirements
        .filter(({ key, operator }) => operator === "In" && (key === NAMESPACE_NAME_LABEL || isNameKey(key)))
        .flatMap(({ values }) => values)
        .find(isOfInstaller) ?? this.#homeOfAny(requirements, pods);
    if (foreign === undefined || this.#index.select(use.selection, use.policy.tier).length > 0) return false;
    const facts: SelectsNoPods = {
      condition: conditionOf(added),
      namespaces: [foreign],
      hasPods: false,
      values: firstFew([]),
      otherKey: undefined,
      elsewhere: [],
      hostPod: undefined,
    };
    this.#added.push({ use, facts, name: podsText(added, pods), at, foreign });
    return true;
  }

  /** The installer's namespace where pods of any are meant that are called as those of cluster DNS, and the input has none of them. */
  #homeOfAny(namespaces: Selector["requirements"], pods: Selector): string | undefined {
    if (namespaces.length > 0 || !isHomeOf([CONTROL_PLANE_NAMESPACE], pods)) return undefined;
    return clusterDns(this.#cluster) === undefined ? CONTROL_PLANE_NAMESPACE : undefined;
  }

  *#ofPods(use: Use, pods: Selector, scope: SelectionScope): Generator<SelectionProblem> {
    const { policy, selection, is } = use;
    const { vocabulary, namespaces, isEveryNamespace } = scope;
    const isNamed = !isEveryNamespace && namespaces.length <= NAMED;
    const isNone = this.#index.select(selection, policy.tier).length === 0;
    const names = isNamed ? namespaces.map(({ name }) => name) : [];
    const typos = this.#typosIn(pods, scope).filter(
      ({ requirement }) => !this.#future.mayFulfil(selection.namespaces, requirement),
    );
    for (const typo of typos) yield typoProblem(typo, policy, "pods", isNone, names);
    if (!isNone || typos.some(({ requirement }) => isCause(requirement, vocabulary))) return;
    if (is === "peer" ? scope.isOpen : !this.#isTellingSubject(use, scope)) return;
    if (this.#future.mayHold(selection)) return;
    const blamed = this.#addedToPods(use, pods);
    const culprit = blamed?.condition ?? this.#podCondition(selection, pods);
    if (culprit !== undefined && isMistakenElsewhere(culprit)) return;
    const why = this.#whyNone(use, pods, scope, names, culprit);
    const facts = blamed === undefined ? why : { ...why, almost: blamed.pods };
    const at = this.#placeOf(use, pods, culprit, facts);
    if (at === undefined) return;
    const isOwn = selection.namespaces.own !== undefined;
    const object = policy.ref;
    if (culprit !== undefined && isAddedTo(policy, culprit))
      this.#added.push({ use, facts, name: podsText(culprit, pods), at });
    else if (is === "peer" && isOwn && facts.elsewhere.length > 0)
      yield { code: "peer-pods-only-elsewhere", facts, at, object };
    else if (!this.#cluster.facts.isComplete && !isNearMiss(facts, is)) {
      if (!this.#beside.hasPods(pods, selection) && !this.#isToBePlaced(selection))
        this.#absences.push(
          podsAbsence(use, podsText(culprit, pods), at, is === "peer" && this.#isAddOn(selection)),
        );
    } else yield { code: codeOf(is), facts, at, object };
  }

  /**
   * The first label that a kustomization has added to a selector and pods lack which it selects as it is written; undefined where it
   * selects none, or hangs on nothing else.
   */
  #addedToPods(
    { policy, selection }: Use,
    { requirements }: Selector,
  ): { readonly condition: Requirement; readonly pods: string } | undefined {
    const written = requirements.filter((each) => !isAddedTo(policy, each));
    if (written.length === requirements.length || !written.some(isPositive)) return undefined;
    const [meant] = this.#index.select({ ...selection, pods: selectorOf(written) }, policy.tier);
    if (meant === undefined) return undefined;
    const lacking = requirements.find(
      (each) =>
        isAddedTo(policy, each) &&
        this.#index.select({ ...selection, pods: selectorOf([...written, each]) }, policy.tier).length === 0,
    );
    return lacking && { condition: lacking, pods: meant.name };
  }

  /** Values and keys that are misspelt, and values that are names of objects. */
  #typosIn(pods: Selector, scope: SelectionScope): readonly Typo[] {
    if (scope.classes.length === 0) return [];
    const misspelt = typosIn(pods, scope.vocabulary, this.#work);
    const isMisspelt = new Set(misspelt.map(({ written }) => written));
    const named = namedOtherwise(pods, scope, this.#cluster);
    return [...misspelt, ...named.filter(({ written }) => !isMisspelt.has(written))];
  }

  /**
   * True where a subject without pods tells something. Not where the input has no pods of its own namespace at all, unless
   * it is a whole cluster; nor where another rule says what is wrong with the namespace.
   */
  #isTellingSubject({ policy, selection }: Use, { classes }: SelectionScope): boolean {
    const { namespaces } = selection;
    if (namespaces.own === undefined) return !this.#namespaces.selectsUsed(namespaces.selector);
    if (classes.length > 0) return true;
    if (!this.#cluster.facts.isComplete) return false;
    if (this.#cluster.namespaces.get(namespaces.own)?.isKnown === true) return true;
    return !this.#namespaces.isKnown && this.#elsewhere(selection, policy).length > 0;
  }

  /** The namespaces in which the labels of a selection are those of some pods, as they are written. */
  #elsewhere({ pods, origin }: PodSelection, { origin: at }: Policy, made: readonly string[] = []): string[] {
    const anywhere = { namespaces: { selector: EVERYTHING }, pods, origin };
    const alike = this.#index.select(anywhere, "NetworkPolicy");
    // Whoever applies what names no namespace says where it goes.
    const isComplete = this.#cluster.facts.isComplete;
    if (alike.length + made.length === 0 || (!isComplete && !hasNamespaceField({ origin: at }))) return [];
    const found = alike.filter(({ workloads }) => workloads.some(isPlaced));
    return [...new Set([...found.map(({ representative }) => representative.namespace), ...made])];
  }

  /** True where pods have the labels of a selection, in a namespace that something fills in: it may be any. */
  #isToBePlaced({ pods, origin }: PodSelection): boolean {
    const anywhere = { namespaces: { selector: EVERYTHING }, pods, origin };
    return this.#index
      .select(anywhere, "NetworkPolicy")
      .some(({ representative }) => hasPlaceholder(representative.namespace));
  }

  /** True for pods that are called as an add-on is, of which the input has none in any namespace. */
  #isAddOn({ pods, origin }: PodSelection): boolean {
    if (pods === undefined || !namesAddOn(pods)) return false;
    const anywhere = { namespaces: { selector: EVERYTHING }, pods, origin };
    return this.#index.select(anywhere, "NetworkPolicy").length === 0;
  }

  /** The one condition that no pod fulfils where the selection looks. */
  #podCondition({ namespaces, origin }: PodSelection, { requirements }: Selector): Requirement | undefined {
    const impossible = requirements.filter((requirement) => {
      const alone = { namespaces, pods: selectorOf([requirement]), origin };
      return this.#index.select(alone, "NetworkPolicy").length === 0;
    });
    return impossible.length === 1 ? impossible[0] : undefined;
  }

  #whyNone(
    { policy, selection, is }: Use,
    pods: Selector,
    scope: SelectionScope,
    namespaces: readonly string[],
    culprit: Requirement | undefined,
  ): SelectsNoPods {
    const [almost] = this.#almost({ policy, selection, is }, pods, scope, culprit);
    const alike = culprit === undefined ? undefined : alikeOf(this.#cluster, culprit, scope.vocabulary);
    const [host] = policy.tier === "NetworkPolicy" ? [] : this.#index.select(selection, "NetworkPolicy");
    return {
      condition: host === undefined ? culprit && conditionOf(culprit) : undefined,
      namespaces,
      hasPods: scope.classes.length > 0,
      values: firstFew(culprit === undefined ? [] : scope.vocabulary.values(culprit.key).keys()),
      otherKey: culprit === undefined ? undefined : otherKeyOf(culprit, scope.vocabulary),
      elsewhere: first(
        this.#elsewhere(
          { ...selection, pods },
          policy,
          // What an operator makes is told where it is to be reached.
          is === "peer" ? this.#future.namespacesFor(pods) : [],
        ),
      ),
      hostPod: host?.name,
      ...(alike === undefined ? {} : { alike }),
      ...(almost === undefined ? {} : { almost: almost.name }),
    };
  }

  /**
   * Pods that a selector would select without a condition that asks for a label of which they have nothing: a value that others have is
   * another sort of pods, a label that nobody there has was forgotten, or is of somebody else.
   */
  #almost(
    { policy, selection }: Use,
    { requirements }: Selector,
    { vocabulary }: SelectionScope,
    culprit: Requirement | undefined,
  ): readonly PodClass[] {
    const others = requirements.filter((each) => each !== culprit);
    // What a kustomization adds tells nothing of whom the policy is for.
    const isWrittenSo = (each: Requirement): boolean => isPositive(each) && !isAddedTo(policy, each);
    if (culprit === undefined || !others.some(isWrittenSo) || !isPositive(culprit)) return [];
    if (!isAddedTo(policy, culprit) && vocabulary.values(culprit.key).size > 0) return [];
    return this.#index.select({ ...selection, pods: selectorOf(others) }, policy.tier);
  }

  /** The namespace, where its pods are meant that are in another one; else the condition, or the selector. */
  #placeOf(
    { policy, selection, is }: Use,
    pods: Selector,
    culprit: Requirement | undefined,
    { hasPods, elsewhere }: SelectsNoPods,
  ): Origin | undefined {
    const isOwn = is === "subject" && selection.namespaces.own !== undefined;
    if (isOwn && !hasPods && elsewhere.length > 0) return namespaceOrigin(policy);
    return conditionPlace(hasPods ? culprit : undefined, pods);
  }
}

function first(texts: Iterable<string>): string[] {
  return [...texts].slice(0, NAMED);
}

function conditionOf({ key, operator, values }: Requirement): LabelCondition {
  return { key, operator, values };
}
