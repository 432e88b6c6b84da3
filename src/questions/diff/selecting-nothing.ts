import { groupBy } from "../../base/collections/group-by.js";
import { isSubject } from "../../semantics/reach/walk-subject.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { oncePer } from "../../base/collections/once-per.js";
import { policyEffect } from "./contents.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Reach } from "../../semantics/reach/reach.js";

/**
 * The policies of which only one of two clusters has one that does the same, and that select no pod there: what they do to the pods that
 * they are meant for is not compared. One that selects nothing on either side is told once, as it stands after.
 */
export function changedSelectingNothing(before: Reach, after: Reach): readonly Policy[] {
  const [first, second] = [before, after].map(({ cluster }) => effectsOf(cluster));
  if (first === undefined || second === undefined) return [];
  const only = (own: ReadonlyMap<string, Policy>, other: ReadonlyMap<string, Policy>): Policy[] =>
    [...own].flatMap(([effect, policy]) => (other.has(effect) ? [] : [policy]));
  return orAtLimit(
    () => {
      const gone = only(first, second).filter((policy) => !selectsPod(before, policy));
      const fresh = only(second, first).filter((policy) => !selectsPod(after, policy));
      const names = new Set(fresh.map(nameOf));
      return [...gone.filter((policy) => !names.has(nameOf(policy))), ...fresh];
    },
    () => [],
  );
}

/** True for a cluster with a pod that a policy could select. */
export function hasSubject({ classes }: Reach): boolean {
  return classes.some(isSubject);
}

/** The classes of pods that a policy could select, by their namespaces. */
const subjectsByNamespace = oncePer(({ classes }: Reach) =>
  groupBy(classes.filter(isSubject), ({ representative }) =>
    representative.type === "pod" ? representative.namespace : undefined,
  ),
);

function effectsOf({ policies }: Cluster): ReadonlyMap<string, Policy> {
  return new Map(policies.map((policy) => [policyEffect(policy), policy]));
}

function selectsPod(reach: Reach, policy: Policy): boolean {
  const { own } = policy.subject.namespaces;
  const subjects = subjectsByNamespace(reach);
  const asked = own === undefined ? [...subjects.values()].flat() : (subjects.get(own) ?? []);
  return asked.some((each) => reach.selections.of(each).policies.has(policy));
}

function nameOf({ ref: { kind, namespace, name } }: Policy): string {
  return JSON.stringify([kind, namespace, name]);
}
