import { priorityOrigin } from "../../../cluster/problems/object-places.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { loadedConflict } from "./loaded.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { proofsOf, type Proofs } from "../proofs/proofs.js";
import { TieWitnesses } from "./witnesses.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";
import type { SamePriority, Witness } from "../../../cluster/problems/priority.js";

/** Policies that share a priority: those that disagree about a flow, or of a group without any, the group. */
export function priorityProblems(
  cluster: Cluster,
  code: "same-priority" | "same-priority-conflict",
): Problem[] {
  return problemsOf(cluster).filter((problem) => problem.code === code);
}

const problemsOf = oncePer((cluster: Cluster) => [...problems(cluster)]);

/** Each policy is compared with those before it until one disagrees: so many findings as policies, not as pairs. */
function* problems(cluster: Cluster): Generator<Problem> {
  const groups = groupsOf(cluster.policies);
  // A plugin that goes by names leaves nothing open.
  if (groups.length === 0 || profileOfCluster(cluster).readings["equal-priority"] === "by-name") return;
  const witnesses = new TieWitnesses(cluster, podIndexOf(cluster));
  const proofs = proofsOf(cluster);
  for (const group of groups) {
    const conflicts = group.flatMap((policy, i) =>
      conflictOf(policy, group.slice(0, i), group.length, { proofs, witnesses }),
    );
    yield* conflicts;
    const [first, second] = group;
    if (conflicts.length > 0 || first === undefined || second === undefined) continue;
    yield { code: "same-priority", facts: factsOf(second, first, group.length), ...placesOf(second, first) };
  }
}

/** A policy that disagrees with one before it: all flows of the input are asked, then some of pods that there may be. */
function conflictOf(
  policy: Policy,
  earlier: readonly Policy[],
  count: number,
  { proofs, witnesses }: { readonly proofs: Proofs; readonly witnesses: TieWitnesses },
): Problem[] {
  const problem = (other: Policy, witness: Witness): ProblemOf<"same-priority-conflict"> => ({
    code: "same-priority-conflict",
    facts: { ...factsOf(policy, other, count), witness },
    ...placesOf(policy, other),
  });
  for (const other of earlier) {
    const conflict = loadedConflict(proofs, policy, other);
    if (conflict !== undefined) return [{ ...problem(other, conflict.witness), witness: conflict.flow }];
  }
  for (const other of earlier) {
    const witness = witnesses.find(policy, other);
    if (witness !== undefined) return [problem(other, witness)];
  }
  return [];
}

/** Policies of both APIs count as one group: their order is as open as that of two of one (S-PRI-5). */
function groupsOf(policies: readonly Policy[]): Policy[][] {
  const ordered = policies.filter(({ priority }) => priority !== undefined);
  const groups = groupBy(ordered, ({ tier, priority }) => `${tier} ${priority}`);
  return [...groups.values()].filter(({ length }) => length > 1).map((group) => group.toSorted(byName));
}

/** The same order whatever the order of the files. */
function byName({ ref: a }: Policy, { ref: b }: Policy): number {
  const [left, right] = [`${a.name} ${a.kind}`, `${b.name} ${b.kind}`];
  return left < right ? -1 : left > right ? 1 : 0;
}

function factsOf(policy: Policy, other: Policy, count: number): SamePriority {
  const { tier, priority = 0 } = policy;
  return { tier, priority, policy: kindAndName(policy.ref), other: kindAndName(other.ref), count };
}

function placesOf(policy: Policy, other: Policy): Pick<Problem, "at" | "related" | "object"> {
  return {
    at: priorityOrigin(policy),
    related: [{ at: priorityOrigin(other), role: "other" }],
    object: policy.ref,
  };
}
