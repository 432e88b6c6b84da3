import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { selectorText } from "./selector-text.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { PodSelection, Policy } from "../../cluster/model/policy.js";
import type { ProblemOf } from "../../cluster/problems/problem.js";
import type { Requirement, Selector } from "../../cluster/model/selector.js";
import type { SelectsNoPods } from "../../cluster/problems/selection.js";

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
  /** True for pods of the policy's own namespace, but a peer's that are an add-on's: who writes the policy has their manifests, too. */
  readonly isOwn: boolean;
  /** True for what the policy is about, false for a peer. */
  readonly isSubject: boolean;
  /** The values of labels that it asks for, of which one may be nearly what is there. */
  readonly values: readonly string[];
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

/** A selection of pods with what it is for. */
export interface Use {
  readonly policy: Policy;
  readonly selection: PodSelection;
  readonly is: "subject" | "peer";
}

/** A selector that a kustomization has added a label to, and that selects nothing by it. */
export interface Added {
  readonly use: Use;
  readonly facts: SelectsNoPods;
  /** What it names: `app=zipkin`. */
  readonly name: string;
  readonly at: Origin;
  /** The namespace of an installer whose pods it is for. */
  readonly foreign?: string;
}

/** True for pods of the policy's own namespace, selected or let in. */
function isOfOwn({ selection }: Use): boolean {
  return selection.namespaces.own !== undefined;
}

/**
 * What a selection of pods names that are not there.
 * @param isForeign true for pods that another repository holds, for all that is known
 */
export function podsAbsence(use: Use, name: string, at: Origin, isForeign = false): Absence {
  const { policy, is, selection } = use;
  const values = (selection.pods?.requirements ?? []).flatMap((each) => each.values);
  return {
    policy,
    of: "pods",
    name,
    isOwn: isOfOwn(use) && !isForeign,
    isSubject: is === "subject",
    values,
    at,
  };
}

/** What a selector of namespaces names. */
export function namespaceText(culprit: Requirement | undefined, { requirements }: Selector): string {
  const named = requirements.find(({ key, operator }) => key === NAMESPACE_NAME_LABEL && operator === "In");
  const [only, ...more] = (named ?? culprit)?.values ?? [];
  if (named !== undefined && only !== undefined && more.length === 0) return only;
  return podsText(culprit, { requirements });
}

/** What a selector of pods names: the condition that none fulfils, if it is one. */
export function podsText(
  culprit: Requirement | undefined,
  { requirements }: Pick<Selector, "requirements">,
): string {
  return selectorText({ requirements: culprit === undefined ? requirements : [culprit] });
}
