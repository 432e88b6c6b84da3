import type { Direction } from "../model/policy.js";
import type { ContainerPort } from "../model/endpoint.js";
import type { LabelCondition } from "../model/selector.js";

/** The first few of some texts, and how many there are beside them. */
export interface Some {
  readonly first: readonly string[];
  readonly more: number;
}

/** The first few of some names, sorted, each once. */
export function firstFew(names: Iterable<string>, most = 5): Some {
  const sorted = [...new Set(names)].toSorted();
  return { first: sorted.slice(0, most), more: Math.max(0, sorted.length - most) };
}

/** How many there are. */
export function howMany({
  first,
  more,
}: {
  readonly first: readonly unknown[];
  readonly more: number;
}): number {
  return first.length + more;
}

/** A workload that has a label, as an example: `shop/web`. */
export interface Bearer {
  readonly key: string;
  readonly value: string;
  readonly name: string;
}

/** Where a selector of pods was asked, and why it selects none of them. */
export interface SelectsNoPods {
  /** The condition that no pod fulfils; undefined where each is fulfilled, but not all of them by one pod. */
  readonly condition: LabelCondition | undefined;
  /** The namespaces whose pods were asked; none where it was every namespace, or too many to name. */
  readonly namespaces: readonly string[];
  /** False where the input has no pods there. */
  readonly hasPods: boolean;
  /** The values of the condition's key there. */
  readonly values: Some;
  /** A pod there that has the same value under another key. */
  readonly otherKey: Bearer | undefined;
  /** A pod there whose value differs in the kind at its end alone: `db` for `db-pod`. */
  readonly alike?: Bearer;
  /** A pod there that fulfils every other condition, where no pod there has the condition's key. */
  readonly almost?: string;
  /** Set where a kustomization adds the condition to selectors: how many it adds it to, and whose. */
  readonly added?: {
    readonly selectors: number;
    readonly policies: Some;
    /** A namespace of an installer, whose pods one of the selectors is for: nobody labels them so. */
    readonly foreign?: string;
    /** Set where other pods have it, and those do not that the selectors are for. */
    readonly isOfOthers?: true;
  };
  /** Namespaces in which the selector would select pods, the first few. */
  readonly elsewhere: readonly string[];
  /** A pod that is selected but for being on its node's network. */
  readonly hostPod: string | undefined;
}

/** The kind of an object whose name is taken for a label of its pods: `Deployment`. */
export type NamedAs = string;

/** A key or value of a selector that nothing has, beside one that is nearly the same and that something has. */
export interface LabelTypo {
  readonly part: "key" | "value";
  readonly written: string;
  readonly meant: string;
  /** What has the label that was meant. */
  readonly bearer: Bearer;
  readonly of: "pods" | "namespaces";
  /** The namespaces whose pods were asked; none where every namespace was, or where namespaces were. */
  readonly namespaces: readonly string[];
  /** What follows: the selector selects nothing, selects less, or (of NotIn) excludes nothing by it. */
  readonly effect: "selects-nothing" | "selects-less" | "excludes-nothing";
  /** Of a value that is the name of an object, and no misspelling: its kind. */
  readonly namedAs?: NamedAs;
}

/** Why a selector matches no namespace of the input. */
export interface MatchesNoNamespace {
  readonly condition: LabelCondition | undefined;
  /** The namespace that has the wanted value as its name. */
  readonly named: string | undefined;
  /** The values of the condition's key on those that are. */
  readonly values: Some;
  /** The namespaces of pods that have the wanted labels, where no namespace has a label of that key. */
  readonly labelledPods?: readonly string[];
}

/** A port name that no pod of those that its rule is about declares. */
export interface UnresolvedPort {
  readonly port: string;
  readonly direction: Direction;
  /** The protocol that the rule asks for; undefined where any would do. */
  readonly protocol: ContainerPort["protocol"] | undefined;
  /** The protocols under which the name is declared. */
  readonly declaredAs: readonly ContainerPort["protocol"][];
  /** The names that the pods declare, nearest first. */
  readonly names: readonly string[];
  /** One of the pods. */
  readonly pod: string;
}

/** What the selectors of one file name and the input does not hold: it may be another repository's, or an operator's. */
export interface AbsentFromInput {
  /** How many selectors there are. */
  readonly selectors: number;
  /** Names of namespaces, or labels of them: `monitoring`, `env=prod`. */
  readonly namespaces: Some;
  /** True where none of it is in the namespace of its policy. */
  readonly isElsewhere: boolean;
  /** Workloads beside the policies that none names by labels: one of them may be meant. */
  readonly unclaimed: Some;
  /** Labels of pods: `app=zipkin`. */
  readonly pods: Some;
}

/** A label by which namespaces are selected as if it were their name, which nothing sets by itself. */
export interface UnsetNamespaceLabel {
  readonly key: string;
  /** The name that is written where the finding is. */
  readonly namespace: string;
  /** Other names that are written so. */
  readonly others: Some;
  /** How many selectors write one of them. */
  readonly selectors: number;
}
