import { namespaceOrigin } from "../../cluster/problems/object-places.js";
import { ANY_DESTINATION } from "../../semantics/match/fact-end.js";
import { oncePer } from "../../base/collections/once-per.js";
import { keyOf, type Origin } from "../../source/manifest/origin.js";
import {
  EVERYTHING,
  selectorOf,
  type LabelCondition,
  type Requirement,
  type Selector,
} from "../../cluster/model/selector.js";
import { isWritten, textAt } from "../../source/manifest/locate.js";
import { keyOrigin, typosIn, type Typo } from "./typos.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf, type PodIndex } from "./pod-index.js";
import { unknownLabels } from "../../semantics/match/party.js";
import { SelectionScopes, type SelectionScope } from "./scope.js";
import { splitBySelector, type LabelView } from "../../semantics/match/selector.js";
import { SYSTEM_NAMESPACES } from "./system-namespaces.js";
import { Vocabulary } from "./vocabulary.js";
import { World } from "../../semantics/match/world.js";
import type { Bearer, LabelTypo, SelectsNoPods, Some } from "../../cluster/problems/selection.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { PodSelection, Policy } from "../../cluster/model/policy.js";
import type { Problem, ProblemOf } from "../../cluster/problems/problem.js";

/** The codes of what a selector that selects nothing may be. */
export type SelectionCode =
  | "selects-no-pods"
  | "peer-selects-no-pods"
  | "namespace-selector-matches-none"
  | "label-typo";

/** A selector that selects nothing, or not what was meant. */
export type SelectionProblem = { readonly [C in SelectionCode]: ProblemOf<C> }[SelectionCode];

/** What is wrong with the selectors of a cluster's policies; each cause once, under one of the codes. */
export function selectionProblems(cluster: Cluster, code: SelectionCode): Problem[] {
  return problemsOf(cluster).filter((problem) => problem.code === code);
}

const problemsOf = oncePer((cluster: Cluster) => {
  const selections = new SelectorFindings(cluster);
  return cluster.policies.flatMap((policy) => [...selections.problemsOf(policy)]);
});

/** A selection of pods with what it is for. */
interface Use {
  readonly policy: Policy;
  readonly selection: PodSelection;
  readonly is: "subject" | "peer";
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

  constructor(cluster: Cluster) {
    this.#work = cluster.work;
    this.#cluster = cluster;
    this.#index = podIndexOf(cluster);
    this.#scopes = new SelectionScopes(cluster, this.#index);
    this.#namespaces = Vocabulary.ofNamespaces(cluster);
    this.#knowsNamespaces = [...cluster.namespaces.values()].some(({ isKnown }) => isKnown);
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
    if (namespaces.own === undefined) yield* this.#ofNamespaces(use, namespaces.selector, scope);
    const isAsked = scope.namespaces.length > 0 && pods !== undefined && pods.requirements.length > 0;
    if (isAsked && isPossible(pods)) yield* this.#ofPods(use, pods, scope);
  }

  *#ofNamespaces({ policy }: Use, selector: Selector, scope: SelectionScope): Generator<SelectionProblem> {
    if (!this.#knowsNamespaces || !isPossible(selector)) return;
    const isNone = scope.namespaces.length === 0;
    const typos = typosIn(selector, this.#namespaces, this.#work);
    for (const typo of typos) yield typoProblem(typo, policy, "namespaces", isNone, []);
    const culprit = this.#namespaceCondition(selector);
    if (!isNone || typos.some(({ requirement }) => isCause(requirement, this.#namespaces))) return;
    if (this.#selectsSystemNamespace(selector)) return;
    const at = placeOf(culprit, selector);
    if (at === undefined || (culprit !== undefined && isMistakenElsewhere(culprit))) return;
    const names = this.#namespaces.values(NAMESPACE_NAME_LABEL);
    yield {
      code: "namespace-selector-matches-none",
      facts: {
        condition: culprit,
        named:
          culprit?.key === NAMESPACE_NAME_LABEL
            ? undefined
            : culprit?.values.find((value) => names.has(value)),
        values: some(culprit === undefined ? [] : this.#namespaces.values(culprit.key).keys()),
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

  /** Namespaces that every cluster has are there, also where the input does not hold them. */
  #selectsSystemNamespace({ requirements }: Selector): boolean {
    return requirements.some(
      ({ key, operator, values }) =>
        key === NAMESPACE_NAME_LABEL &&
        operator === "In" &&
        values.some((value) => SYSTEM_NAMESPACES.includes(value) && !this.#cluster.namespaces.has(value)),
    );
  }

  *#ofPods(use: Use, pods: Selector, scope: SelectionScope): Generator<SelectionProblem> {
    const { policy, selection, is } = use;
    const { vocabulary, namespaces, isEveryNamespace } = scope;
    const isNamed = !isEveryNamespace && namespaces.length <= NAMED;
    const isNone = this.#index.select(selection, policy.tier).length === 0;
    const names = isNamed ? namespaces.map(({ name }) => name) : [];
    const typos = scope.classes.length === 0 ? [] : typosIn(pods, vocabulary, this.#work);
    for (const typo of typos) yield typoProblem(typo, policy, "pods", isNone, names);
    if (!isNone || typos.some(({ requirement }) => isCause(requirement, vocabulary))) return;
    if (is === "peer" ? scope.isOpen : !this.#isTellingSubject(use, scope)) return;
    const culprit = this.#podCondition(selection, pods);
    if (culprit !== undefined && isMistakenElsewhere(culprit)) return;
    const facts = this.#whyNone(use, pods, scope, names, culprit);
    const at = this.#placeOf(use, pods, culprit, facts);
    if (at === undefined) return;
    yield is === "peer"
      ? { code: "peer-selects-no-pods", facts, at, object: policy.ref }
      : { code: "selects-no-pods", facts, at, object: policy.ref };
  }

  /**
   * True where a subject without pods tells something. Not where its own namespace is missing from the input, pods and
   * all, unless its labels are those of pods in another one; nor where another rule says what is wrong with the namespace.
   */
  #isTellingSubject({ policy, selection }: Use, { classes }: SelectionScope): boolean {
    const { namespaces } = selection;
    if (namespaces.own === undefined) return !this.#selectsSystemNamespace(namespaces.selector);
    if (classes.length > 0) return true;
    if (!isWritten(namespaceOrigin(policy))) return false;
    if (this.#cluster.namespaces.get(namespaces.own)?.isKnown === true) return true;
    return !this.#knowsNamespaces && this.#elsewhere(selection).length > 0;
  }

  /** The namespaces in which the labels of a selection are those of some pods. */
  #elsewhere({ pods, origin }: PodSelection): string[] {
    const anywhere = { namespaces: { selector: EVERYTHING }, pods, origin };
    const found = this.#index.select(anywhere, "NetworkPolicy");
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
    { policy, selection }: Use,
    pods: Selector,
    scope: SelectionScope,
    namespaces: readonly string[],
    culprit: Requirement | undefined,
  ): SelectsNoPods {
    const [host] = policy.tier === "NetworkPolicy" ? [] : this.#index.select(selection, "NetworkPolicy");
    return {
      condition: host === undefined ? culprit && conditionOf(culprit) : undefined,
      namespaces,
      hasPods: scope.classes.length > 0,
      values: some(culprit === undefined ? [] : scope.vocabulary.values(culprit.key).keys()),
      otherKey: culprit === undefined ? undefined : otherKeyOf(culprit, scope.vocabulary),
      elsewhere: first(this.#elsewhere({ ...selection, pods })),
      hostPod: host?.name,
    };
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

function some(texts: Iterable<string>): Some {
  const sorted = [...texts].toSorted();
  return { first: sorted.slice(0, NAMED), more: Math.max(0, sorted.length - NAMED) };
}

/** True for a selector that can be built and does not contradict itself: other rules say where it is not so. */
function isPossible(selector: Selector): boolean {
  return selector.unbuildable !== true && splitBySelector(World.ANY, selector, UNKNOWN).yes.length > 0;
}

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
