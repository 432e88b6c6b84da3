import { expressionKeyOrigin, peerNamespaceOrigin } from "../../cluster/problems/object-places.js";
import type { Origin } from "../../source/manifest/origin.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { oncePer } from "../../base/collections/once-per.js";
import { SelectorFindings } from "./findings.js";
import type { SelectionProblem } from "./absences.js";
import { servicePorts } from "./service-ports.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { DocumentEdit } from "../../source/edit/edit.js";
import type { Label } from "../../cluster/model/new-parts.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Protocol } from "../../base/net/traffic.js";

/** A value of a policy that matches nothing, with the one that was meant: what the linter's help says, as edits. */
export interface DeadValue {
  /** The rule of the linter that reports it. */
  readonly code: DeadValueCode;
  readonly policy: Policy;
  /** Where it is written. */
  readonly at: Origin;
  readonly change: ValueChange;
  readonly edits: readonly DocumentEdit[];
}

/** The rules of the linter that are about one written value which matches nothing. */
export type DeadValueCode = "service-port-not-target-port" | SelectionProblem["code"];

/** A value that matches nothing, with the one that was probably meant. */
export type ValueChange =
  | {
      readonly part: "port";
      readonly protocol: Protocol;
      readonly written: number;
      readonly meant: number;
    }
  | { readonly part: "label"; readonly written: Label; readonly meant: Label }
  /** Pods of another namespace are meant than those that are selected without one. */
  | { readonly part: "namespace"; readonly meant: string };

/** Finds the dead values of single policies: of a cluster's policies, a question concerns a few. */
class DeadValues {
  readonly #cluster: Cluster;
  readonly #selections: SelectorFindings;
  readonly #known = new Map<Policy, readonly DeadValue[]>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#selections = new SelectorFindings(cluster);
  }

  of(policy: Policy): readonly DeadValue[] {
    const known = this.#known.get(policy);
    if (known !== undefined) return known;
    const found = [...this.#deadPorts(policy), ...this.#deadSelectors(policy)];
    this.#known.set(policy, found);
    return found;
  }

  *#deadPorts(policy: Policy): Generator<DeadValue> {
    for (const { code, at, facts } of servicePorts(this.#cluster, [policy])) {
      const [meant, ...more] = facts.targets;
      // Where the pods listen on several ports, which of them is meant is not known.
      if (meant === undefined || more.length > 0 || !("step" in at)) continue;
      const change = { part: "port" as const, protocol: facts.protocol, written: facts.port, meant };
      yield { code, policy, at, change, edits: [{ type: "set", at, value: meant }] };
    }
  }

  *#deadSelectors(policy: Policy): Generator<DeadValue> {
    for (const problem of this.#selections.problemsOf(policy)) {
      const { at, code } = problem;
      if (!("step" in at)) continue;
      const found = replacementFor(problem, at);
      if (found !== undefined) yield { code, policy, at, ...found };
    }
  }
}

/** Those of a cluster, each policy looked at once. */
export const deadValuesOf = oncePer((cluster: Cluster) => new DeadValues(cluster));

/** Another value with the edits that write it. */
type Replacement = Pick<DeadValue, "change" | "edits">;

/** What a selector that selects nothing was meant to be, as edits; undefined where there is no one way. */
function replacementFor(problem: SelectionProblem, at: Origin): Replacement | undefined {
  switch (problem.code) {
    case "label-typo": {
      const { part, written, meant, bearer } = problem.facts;
      if (part === "key") {
        const label: Label = [written, bearer.value];
        return otherKey(at, label, meant);
      }
      return otherValue(at, [bearer.key, written], meant);
    }
    case "namespace-selector-matches-none": {
      const { condition, named } = problem.facts;
      const [value, ...others] = condition?.values ?? [];
      const isOne = condition?.operator === "In" && value !== undefined && others.length === 0;
      if (!isOne || named === undefined) return undefined;
      return otherKey(at, [condition.key, value], NAMESPACE_NAME_LABEL);
    }
    case "peer-pods-only-elsewhere":
    case "peer-selects-no-pods":
    case "selects-no-pods": {
      const { condition, otherKey: other, alike, elsewhere, hasPods } = problem.facts;
      const [namespace, ...more] = elsewhere;
      if (problem.code === "peer-pods-only-elsewhere" && namespace !== undefined)
        return more.length === 0 ? inNamespace(at, namespace) : undefined;
      const [value, ...others] = condition?.values ?? [];
      const isOne = condition?.operator === "In" && value !== undefined && others.length === 0;
      if (isOne && alike !== undefined) return otherValue(at, [condition.key, value], alike.value);
      if (!isOne || !hasPods || other === undefined) return undefined;
      return otherKey(at, [condition.key, value], other.key);
    }
  }
}

/** The edits of the one way to say what was meant, if there is one. */
export function replacementEdits(problem: SelectionProblem): readonly DocumentEdit[] | undefined {
  return "step" in problem.at ? replacementFor(problem, problem.at)?.edits : undefined;
}

/** Another value under the same key. */
function otherValue(at: Origin, written: Label, value: string): Replacement {
  const change = { part: "label" as const, written, meant: [written[0], value] as const };
  return { change, edits: [{ type: "set", at, value }] };
}

/** The same value under another key: in `matchLabels`, or in an expression. */
export function otherKey(at: Origin, written: Label, key: string): Replacement | undefined {
  const change = { part: "label" as const, written, meant: [key, written[1]] as const };
  if (at.parent?.step === "matchLabels")
    return { change, edits: [{ type: "rename", at: { ...at, part: "value" }, key }] };
  if (at.step === "key") return { change, edits: [{ type: "set", at, value: key }] };
  const expression = at.parent?.step === "values" ? at.parent.parent : undefined;
  if (expression === undefined) return undefined;
  return { change, edits: [{ type: "set", at: expressionKeyOrigin(expression), value: key }] };
}

/** A peer of NetworkPolicy that names pods without a namespace is about the policy's own. */
function inNamespace(at: Origin, namespace: string): Replacement | undefined {
  let entry: Origin | undefined = at;
  while (entry !== undefined && entry.step !== "podSelector") entry = entry.parent;
  const peer = entry?.parent;
  const list = peer?.parent?.step;
  if (peer === undefined || typeof peer.step !== "number" || (list !== "from" && list !== "to"))
    return undefined;
  const value = { matchLabels: { [NAMESPACE_NAME_LABEL]: namespace } };
  return {
    change: { part: "namespace", meant: namespace },
    edits: [{ type: "set", at: peerNamespaceOrigin(peer), value }],
  };
}
