import bad from "./bad.yaml";
import good from "./good.yaml";
import { groupBy } from "../../../base/collections/group-by.js";
import { conditionText } from "../words/condition.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { NAMESPACE_NAME_LABEL } from "../../../cluster/model/labels.js";
import { selectorsOf, type UsedSelector } from "../../../cluster/model/policy-parts.js";
import { TextSet } from "../../../semantics/match/text-set.js";
import { valuesOf } from "../../../semantics/match/selector.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { ObjectRef } from "../../../cluster/model/object-ref.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Requirement } from "../../../cluster/model/selector.js";

/** Compares the requirements of one selector by key; needs no pods, for no pod can fulfil them (S-SEL-1). */
export const selectorContradiction = defineRule({
  id: "selector-contradiction",
  level: "error",
  category: "never-works",
  summary: "a selector whose conditions contradict each other",
  rationale:
    "All conditions of a selector must hold together. If two contradict each other, the selector selects nothing: the policy protects no pods, or the peer allows none. To select either of two values, list both in one `In`.",
  reference: "S-SEL-1",
  examples: { bad, good },
  *check({ policies, facts }: Cluster): Generator<Problem> {
    for (const policy of policies) {
      for (const used of selectorsOf(policy)) yield* contradictions(used, facts.labelsNamespaces, policy.ref);
    }
  },
  word({ key, conditions, of }, { related = [] }) {
    const [what] = conditions.map((each) => conditionText(key, each));
    const others = conditions.slice(1).map((each) => conditionText(key, each));
    const because =
      others.length === 0 ? "every namespace has it" : `it also requires ${conjunction(others)}`;
    return {
      message: `the selector can't match any ${SINGULAR[of]}: it requires ${what ?? ""}, but ${because}`,
      label: "can't be true",
      related: related.map(() => "contradicts it"),
      help:
        others.length === 0
          ? "remove the condition, or use another label"
          : "remove one of the conditions; to select either of several values, list them in one `In`",
    };
  },
});

const SINGULAR = { namespaces: "namespace", pods: "pod", nodes: "node" } as const;

/** The first condition on each key that nothing is left for, with those before it that exclude it. */
function* contradictions(
  { selector, of }: UsedSelector,
  labelsNamespaces: boolean,
  object: ObjectRef,
): Generator<Problem> {
  // What cannot be built has a finding of its own.
  if (selector.unbuildable === true) return;
  for (const [key, requirements] of groupBy(selector.requirements, (requirement) => requirement.key)) {
    const isAlwaysSet = of === "namespaces" && labelsNamespaces && key === NAMESPACE_NAME_LABEL;
    const conflict = conflictIn(requirements, isAlwaysSet ? TextSet.PRESENT : TextSet.ANY);
    if (conflict?.at.origin === undefined) continue;
    const { at, excluding } = conflict;
    const conditions = [at, ...excluding].map(({ operator, values }) => ({ operator, values }));
    const related = excluding.flatMap(({ origin }) =>
      origin === undefined ? [] : [{ at: origin, role: "condition" }],
    );
    yield {
      code: "selector-contradiction",
      facts: { key, conditions, of },
      at: conflict.at.origin,
      related,
      object,
    };
  }
}

interface ConditionConflict {
  readonly at: Requirement;
  /** The one that excludes it, or where none does alone, all before it. */
  readonly excluding: readonly Requirement[];
}

function conflictIn(requirements: readonly Requirement[], possible: TextSet): ConditionConflict | undefined {
  let left = possible;
  for (const [i, at] of requirements.entries()) {
    const before = requirements.slice(0, i);
    left = left.intersect(valuesOf(at));
    if (!left.isEmpty) continue;
    if (possible.intersect(valuesOf(at)).isEmpty) return { at, excluding: [] };
    const alone = before.find((each) => possible.intersect(valuesOf(each)).intersect(valuesOf(at)).isEmpty);
    return { at, excluding: alone === undefined ? before : [alone] };
  }
  return undefined;
}
