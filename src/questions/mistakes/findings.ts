import { namespaceOrigin } from "../../cluster/problems/object-places.js";
import { Beside } from "./beside.js";
import { ANY_DESTINATION } from "../../semantics/match/fact-end.js";
import { oncePer } from "../../base/collections/once-per.js";
import { keyOf, pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import {
  EVERYTHING,
  originFor,
  selectorOf,
  type LabelCondition,
  type Requirement,
  type Selector,
} from "../../cluster/model/selector.js";
import { isWritten, textAt } from "../../source/manifest/locate.js";
import { keyOrigin, typosIn, type Typo } from "./typos.js";
import { FutureSelections } from "./made-pods.js";
import { isNameKey } from "./name-keys.js";
import { selectorText } from "./selector-text.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf, type PodClass, type PodIndex } from "./pod-index.js";
import { unknownLabels } from "../../semantics/match/party.js";
import { SelectionScopes, type SelectionScope } from "./scope.js";
import { splitBySelector, valuesOf, type LabelView } from "../../semantics/match/selector.js";
import { SYSTEM_NAMESPACES } from "./system-namespaces.js";
import { Vocabulary } from "./vocabulary.js";
import { World } from "../../semantics/match/world.js";
import { groupBy } from "../../base/collections/group-by.js";
import { kindAndName } from "../../cluster/model/object-ref.js";
import { KUSTOMIZATION_NAMES } from "../../source/kustomize/kustomization.js";
import { firstFew } from "../../cluster/problems/selection.js";
import type { Bearer, LabelTypo, SelectsNoPods } from "../../cluster/problems/selection.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { PodSelection, Policy } from "../../cluster/model/policy.js";
import type { Problem, ProblemOf } from "../../cluster/problems/problem.js";

/** The codes of what a selector that selects nothing may be. */
export type SelectionCode =
  | "selects-no-pods"
  | "peer-selects-no-pods"
  | "peer-pods-only-elsewhere"
  | "namespace-selector-matches-none"
  | "label-typo";

/** A selector that selects nothing, or not what was meant. */
export type SelectionProblem = { readonly [C in SelectionCode]: ProblemOf<C> }[SelectionCode];

/** A selector that selects nothing of the input, where that need not be a mistake: what it names may be elsewhere. */
export interface Absence {
  readonly policy: Policy;
  readonly of: "namespaces" | "pods";
  /** What it names: `monitoring`, `app=zipkin`. */
  readonly name: string;
  /** Where it is written. */
  readonly at: Origin;
}

/** A selector that asks for the name of a namespace by a label that nothing sets by itself (S-NS-1). */
export interface UnsetName {
  readonly policy: Policy;
  readonly requirement: Requirement;
  readonly namespace: string;
  readonly at: Origin;
}

/** What is found in the selectors of policies: mistakes, and what may be none. */
export interface SelectorReview {
  readonly problems: readonly SelectionProblem[];
  readonly absences: readonly Absence[];
  readonly unsetNames: readonly UnsetName[];
}

/** What is wrong with the selectors of a cluster's policies; each cause once, under one of the codes. */
export function selectionProblems(cluster: Cluster, code: SelectionCode): Problem[] {
  return reviewOf(cluster).problems.filter((problem) => problem.code === code);
}

/** The review of all policies of a cluster. */
export const reviewOf = oncePer((cluster: Cluster): SelectorReview => {
  const selections = new SelectorFindings(cluster);
  const ofPolicies = cluster.policies.flatMap((policy) => [...selections.problemsOf(policy)]);
  const problems = [...ofPolicies, ...selections.addedLabels()];
  return { problems, absences: selections.absences, unsetNames: selections.unsetNames };
});

/** A selection of pods with what it is for. */
interface Use {
  readonly policy: Policy;
  readonly selection: PodSelection;
  readonly is: "subject" | "peer";
}

/** A selector that a kustomization has added a label to, and that selects nothing by it. */
interface Added {
  readonly use: Use;
  readonly facts: SelectsNoPods;
  /** What it names: `app=zipkin`. */
  readonly name: string;
  readonly at: Origin;
  /** The namespace of an installer whose pods it is for. */
  readonly foreign?: string;
}

function codeOf(is: Use["is"]): "selects-no-pods" | "peer-selects-no-pods" {
  return is === "peer" ? "peer-selects-no-pods" : "selects-no-pods";
}

/** True for a condition that a kustomization has added to a selector of a policy. */
function isAddedTo({ origin }: Policy, requirement: Requirement): boolean {
  const file = requirement.origin?.document.file;
  return (
    file !== undefined && file !== origin.document.file && KUSTOMIZATION_NAMES.includes(lastOf(file.name))
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** True for a condition that asks for a label. */
function isPositive({ operator }: Requirement): boolean {
  return operator === "In" || operator === "Exists";
}

/** How many values, or namespaces, a finding names. */
const NAMED = 5;

/** Asks the selectors of a cluster's policies what they select. */
export class SelectorFindings {
  readonly #work: Cluster["work"];
  readonly #cluster: Cluster;
  readonly #index: PodIndex;
  readonly #scopes: SelectionScopes;
  readonly #namespaces: Vocabulary;
  readonly #knowsNamespaces: boolean;
  readonly #future: FutureSelections;
  readonly #used: ReadonlySet<string>;
  readonly #beside: Beside;
  readonly #absences: Absence[] = [];
  readonly #unsetNames: UnsetName[] = [];
  readonly #added: Added[] = [];

  constructor(cluster: Cluster) {
    this.#work = cluster.work;
    this.#cluster = cluster;
    this.#index = podIndexOf(cluster);
    this.#scopes = new SelectionScopes(cluster, this.#index);
    this.#namespaces = Vocabulary.ofNamespaces(cluster);
    this.#knowsNamespaces = [...cluster.namespaces.values()].some(({ isKnown }) => isKnown);
    this.#future = new FutureSelections(cluster);
    this.#used = namesInUse(cluster);
    this.#beside = new Beside(cluster);
  }

  /** What the policies that were looked at name and the input does not hold. */
  get absences(): readonly Absence[] {
    return this.#absences;
  }

  get unsetNames(): readonly UnsetName[] {
    return this.#unsetNames;
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
        for (const { use, name, at } of uses)
          this.#absences.push({ policy: use.policy, of: "pods", name, at });
        continue;
      }
      const policies = firstFew(uses.map(({ use }) => kindAndName(use.policy.ref)));
      const { at, use } = proven;
      const foreign = uses.find((each) => each.foreign !== undefined)?.foreign;
      const added = { selectors: uses.length, policies, ...(foreign === undefined ? {} : { foreign }) };
      const facts = { ...proven.facts, added };
      yield { code: codeOf(use.is), facts, at, object: use.policy.ref };
    }
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
    if (namespaces.own === undefined) yield* this.#ofNamespaces(use, namespaces.selector, scope);
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
    const foreign = requirements
      .filter(({ key, operator }) => operator === "In" && (key === NAMESPACE_NAME_LABEL || isNameKey(key)))
      .flatMap(({ values }) => values)
      .find(isOfInstaller);
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

  *#ofNamespaces(use: Use, selector: Selector, scope: SelectionScope): Generator<SelectionProblem> {
    const { policy } = use;
    if (!isPossible(selector) || this.#unsetName(use, selector) || !this.#knowsNamespaces) return;
    const isNone = scope.namespaces.length === 0;
    const typos = typosIn(selector, this.#namespaces, this.#work);
    for (const typo of typos) yield typoProblem(typo, policy, "namespaces", isNone, []);
    const culprit = this.#namespaceCondition(selector);
    if (!isNone || typos.some(({ requirement }) => isCause(requirement, this.#namespaces))) return;
    if (this.#selectsUsedNamespace(selector)) return;
    const at = placeOf(culprit, selector);
    if (at === undefined || (culprit !== undefined && isMistakenElsewhere(culprit))) return;
    const named =
      culprit?.key === NAMESPACE_NAME_LABEL
        ? undefined
        : culprit?.values.find((value) => this.#cluster.namespaces.get(value)?.isKnown === true);
    if (named === undefined && !this.#cluster.facts.isComplete) {
      if (this.#beside.hasNamespace(selector)) return;
      this.#absences.push({ policy, of: "namespaces", name: namespaceText(culprit, selector), at });
      return;
    }
    yield {
      code: "namespace-selector-matches-none",
      facts: {
        condition: culprit,
        named,
        values: firstFew(culprit === undefined ? [] : this.#namespaces.values(culprit.key).keys()),
      },
      at,
      object: policy.ref,
    };
  }

  /** The one condition that no namespace fulfils. */
  #namespaceCondition({ requirements }: Selector): Requirement | undefined {
    const impossible = requirements.filter(
      (requirement) => this.#index.namespacesOf({ selector: selectorOf([requirement]) }).length === 0,
    );
    return impossible.length === 1 ? impossible[0] : undefined;
  }

  /** Namespaces that every cluster has, and those that some object is in, are there: the input need not hold them. */
  #selectsUsedNamespace({ requirements }: Selector): boolean {
    const { namespaces, facts } = this.#cluster;
    return requirements.some(({ key, operator, values }) => {
      if (!facts.isComplete && isReservedKey(key)) return true;
      if (key !== NAMESPACE_NAME_LABEL || operator !== "In") return false;
      return values.some(
        (value) =>
          (SYSTEM_NAMESPACES.includes(value) && !namespaces.has(value)) ||
          (!facts.isComplete && (this.#used.has(value) || isReserved(value))),
      );
    });
  }

  /**
   * Namespaces by a label that people take for their name: only one is set by the server, and no object of the input sets
   * this one.
   */
  #unsetName({ policy }: Use, { requirements }: Selector): boolean {
    if (this.#cluster.facts.isComplete) return false;
    let isFound = false;
    for (const requirement of requirements) {
      const { key, operator, values } = requirement;
      if (operator !== "In" || !isNameKey(key)) continue;
      for (const namespace of values) {
        // Who labels namespaces of their own need not have labelled those that an installer makes.
        if (this.#namespaces.keys.has(key) && !isOfInstaller(namespace)) continue;
        const at = originFor(requirement, namespace);
        if (at === undefined || this.#cluster.namespaces.get(namespace)?.isKnown === true) continue;
        if (this.#beside.setsOnNamespace(key, namespace)) continue;
        this.#unsetNames.push({ policy, requirement, namespace, at });
        isFound = true;
      }
    }
    return isFound;
  }

  *#ofPods(use: Use, pods: Selector, scope: SelectionScope): Generator<SelectionProblem> {
    const { policy, selection, is } = use;
    const { vocabulary, namespaces, isEveryNamespace } = scope;
    const isNamed = !isEveryNamespace && namespaces.length <= NAMED;
    const isNone = this.#index.select(selection, policy.tier).length === 0;
    const names = isNamed ? namespaces.map(({ name }) => name) : [];
    const typos = (scope.classes.length === 0 ? [] : typosIn(pods, vocabulary, this.#work)).filter(
      ({ requirement }) => !this.#future.mayFulfil(selection.namespaces, requirement),
    );
    for (const typo of typos) yield typoProblem(typo, policy, "pods", isNone, names);
    if (!isNone || typos.some(({ requirement }) => isCause(requirement, vocabulary))) return;
    if (is === "peer" ? scope.isOpen : !this.#isTellingSubject(use, scope)) return;
    if (this.#future.mayHold(selection)) return;
    const culprit = this.#podCondition(selection, pods);
    if (culprit !== undefined && isMistakenElsewhere(culprit)) return;
    const facts = this.#whyNone(use, pods, scope, names, culprit);
    const at = this.#placeOf(use, pods, culprit, facts);
    if (at === undefined) return;
    const isOwn = selection.namespaces.own !== undefined;
    const object = policy.ref;
    if (culprit !== undefined && isAddedTo(policy, culprit))
      this.#added.push({ use, facts, name: podsText(culprit, pods), at });
    else if (is === "peer" && isOwn && facts.elsewhere.length > 0)
      yield { code: "peer-pods-only-elsewhere", facts, at, object };
    else if (!this.#cluster.facts.isComplete && !isNearMiss(facts, is)) {
      if (!this.#beside.hasPods(pods, selection))
        this.#absences.push({ policy, of: "pods", name: podsText(culprit, pods), at });
    } else yield { code: codeOf(is), facts, at, object };
  }

  /**
   * True where a subject without pods tells something. Not where the input has no pods of its own namespace at all, unless
   * it is a whole cluster; nor where another rule says what is wrong with the namespace.
   */
  #isTellingSubject({ policy, selection }: Use, { classes }: SelectionScope): boolean {
    const { namespaces } = selection;
    if (namespaces.own === undefined) return !this.#selectsUsedNamespace(namespaces.selector);
    if (classes.length > 0) return true;
    if (!this.#cluster.facts.isComplete) return false;
    if (this.#cluster.namespaces.get(namespaces.own)?.isKnown === true) return true;
    return !this.#knowsNamespaces && this.#elsewhere(selection, policy).length > 0;
  }

  /** The namespaces in which the labels of a selection are those of some pods, as they are written. */
  #elsewhere({ pods, origin }: PodSelection, { origin: at }: Policy): string[] {
    // Whoever applies what names no namespace says where it goes.
    if (!this.#cluster.facts.isComplete && !isWritten(namespaceOrigin({ origin: at }))) return [];
    const anywhere = { namespaces: { selector: EVERYTHING }, pods, origin };
    const found = this.#index
      .select(anywhere, "NetworkPolicy")
      .filter(({ workloads }) => workloads.some(isPlaced));
    return [...new Set(found.map(({ representative }) => representative.namespace))];
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
    const [host] = policy.tier === "NetworkPolicy" ? [] : this.#index.select(selection, "NetworkPolicy");
    return {
      condition: host === undefined ? culprit && conditionOf(culprit) : undefined,
      namespaces,
      hasPods: scope.classes.length > 0,
      values: firstFew(culprit === undefined ? [] : scope.vocabulary.values(culprit.key).keys()),
      otherKey: culprit === undefined ? undefined : otherKeyOf(culprit, scope.vocabulary),
      elsewhere: first(this.#elsewhere({ ...selection, pods }, policy)),
      hostPod: host?.name,
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
    if (culprit === undefined || !others.some(isPositive) || !isPositive(culprit)) return [];
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
    return placeOf(hasPods ? culprit : undefined, pods);
  }
}

function first(texts: Iterable<string>): string[] {
  return [...texts].slice(0, NAMED);
}

/** False where a workload does not say in which namespace it is: whoever applies it does. */
function isPlaced(workload: Workload): boolean {
  const known = PLACED.get(workload);
  if (known !== undefined) return known;
  const { origin } = workload;
  const answer = origin !== undefined && isWritten(namespaceOrigin({ origin }));
  PLACED.set(workload, answer);
  return answer;
}

/** Telling takes reading the document again, and many selections come to the same pods. */
const PLACED = new WeakMap<Workload, boolean>();

/** Namespaces that objects of the input are in, or will be: nobody need hold the Namespace too. */
function namesInUse({ madePods, services }: Cluster): ReadonlySet<string> {
  const names = [...madePods.map(({ namespace }) => namespace), ...services.map(({ ref }) => ref.namespace)];
  return new Set(names.flatMap((name) => name ?? []));
}

/** True for namespaces that are there before anybody applies manifests. */
function isOfInstaller(name: string): boolean {
  return SYSTEM_NAMESPACES.includes(name) || isReserved(name);
}

/** Names that a platform keeps to itself: such a namespace is the platform's, not the input's. */
function isReserved(name: string): boolean {
  return name.startsWith("kube-") || name.startsWith("openshift-");
}

/** True for a label that a platform sets on its own namespaces. */
function isReservedKey(key: string): boolean {
  return /(?:^|\.)openshift\.io\//.test(key);
}

/**
 * True where what a selector asks for is nearly there: its value under another key, or its pods in one other namespace, or
 * pods that are there but for their node's network, or for one label that no pod has.
 */
function isNearMiss(
  { otherKey, elsewhere, hasPods, hostPod, almost }: SelectsNoPods,
  is: Use["is"],
): boolean {
  if (hostPod !== undefined || almost !== undefined) return true;
  if (is === "subject" && hasPods && elsewhere.length === 1) return true;
  return otherKey !== undefined && isDistinct(otherKey.value);
}

/** False for values that many labels have. */
function isDistinct(value: string): boolean {
  return value.length > 2 && !/^(?:true|false|enabled|disabled|default|\d+)$/.test(value);
}

/** What a selector of namespaces names. */
function namespaceText(culprit: Requirement | undefined, { requirements }: Selector): string {
  const named = requirements.find(({ key, operator }) => key === NAMESPACE_NAME_LABEL && operator === "In");
  const [only, ...more] = (named ?? culprit)?.values ?? [];
  if (named !== undefined && only !== undefined && more.length === 0) return only;
  return podsText(culprit, { requirements });
}

function podsText(
  culprit: Requirement | undefined,
  { requirements }: Pick<Selector, "requirements">,
): string {
  return selectorText({ requirements: culprit === undefined ? requirements : [culprit] });
}

/** True for a selector that can be built and does not contradict itself: other rules say where it is not so. */
function isPossible(selector: Selector): boolean {
  if (selector.unbuildable === true) return false;
  const known = POSSIBLE.get(selector);
  if (known !== undefined) return known;
  const answer = hasSomeLabels(selector);
  POSSIBLE.set(selector, answer);
  return answer;
}

/** Conditions about different keys cannot contradict each other; only several about one are put together. */
function hasSomeLabels(selector: Selector): boolean {
  const { requirements } = selector;
  if (requirements.some((each) => valuesOf(each).isEmpty)) return false;
  const hasOneEach = new Set(requirements.map(({ key }) => key)).size === requirements.length;
  return hasOneEach || splitBySelector(World.ANY, selector, UNKNOWN).yes.length > 0;
}

/** Policies that ask for the same share a selector. */
const POSSIBLE = new WeakMap<Selector, boolean>();

const UNKNOWN: LabelView = unknownLabels((label) => ({
  type: "fact",
  code: "pod-labels",
  pod: ANY_DESTINATION,
  label,
}));

function placeOf(condition: Requirement | undefined, { origin }: Selector): Origin | undefined {
  return condition?.origin ?? (origin === undefined ? undefined : keyOf(origin));
}

/** True where nothing at all has what a condition with a misspelling in it asks for. */
function isCause({ key, operator, values }: Requirement, vocabulary: Vocabulary): boolean {
  if (operator === "NotIn" || operator === "DoesNotExist") return false;
  const real = vocabulary.values(key);
  return operator === "Exists" ? real.size === 0 : !values.some((value) => real.has(value));
}

function conditionOf({ key, operator, values }: Requirement): LabelCondition {
  return { key, operator, values };
}

/** A pod that has a wanted value under another key. */
function otherKeyOf({ key, values }: Requirement, vocabulary: Vocabulary): Bearer | undefined {
  for (const other of vocabulary.keys.keys()) {
    const value = other === key ? undefined : values.find((each) => vocabulary.values(other).has(each));
    if (value !== undefined) return { key: other, value, name: vocabulary.values(other).get(value) ?? "" };
  }
  return undefined;
}

function typoProblem(
  { requirement, part, written, meant, bearer, at }: Typo,
  { ref }: Policy,
  of: LabelTypo["of"],
  isNone: boolean,
  namespaces: readonly string[],
): SelectionProblem {
  const { operator } = requirement;
  const isNegative = operator === "NotIn" || operator === "DoesNotExist";
  const effect = isNegative ? "excludes-nothing" : isNone ? "selects-nothing" : "selects-less";
  return {
    code: "label-typo",
    facts: { part, written, meant, bearer, of, namespaces, effect },
    at,
    object: ref,
  };
}

/** Texts that stand for no value. */
const NULLS: ReadonlySet<string> = new Set(["", "~", "null", "Null", "NULL"]);

/** True for a condition that is not stored as it is written, a null value or a key that is no text: other rules say so. */
function isMistakenElsewhere(condition: Requirement): boolean {
  const { origin, values } = condition;
  const key = keyOrigin(condition);
  const isNull = origin !== undefined && values.includes("") && NULLS.has(textAt(origin));
  return isNull || (key !== undefined && /^[\w.+~]+$/.test(textAt(key)) && textAt(key) !== condition.key);
}
