import { orAtLimit } from "../../../base/limits/or-at-limit.js";
import { diff } from "../../../questions/diff/diff.js";
import { flowCount, type Change } from "../../../questions/diff/group.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { isDefinite } from "../../../cluster/model/verdict.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { ShapeMixUp } from "../../../cluster/model/objects.js";

type MixUpProblem = ProblemOf<"older-shape-selects-everything">;

/** What all policies of older shapes are compared with: the cluster of the release that they were written for. */
const asMeant = oncePer((cluster: Cluster) => {
  const mixedUp = cluster.refused.flatMap((each) => each.mixedUp ?? []);
  const policies = [...cluster.policies, ...mixedUp.map((each) => each.asMeant)];
  const refused = cluster.refused.filter((each) => each.mixedUp === undefined);
  return { before: { ...cluster, policies, refused } };
});

/** Adds what it opens and closes that a later release stores a policy without its selectors, and a flow that shows it. */
export function withEffect(problem: MixUpProblem, cluster: Cluster): MixUpProblem {
  const refused = cluster.refused.find(({ ref }) => kindAndName(ref) === problem.facts.policy);
  if (refused?.mixedUp === undefined || cluster.workloads.length === 0) return problem;
  const { mixedUp } = refused;
  const tooMany: MixUpProblem = { ...problem, facts: { ...problem.facts, flows: "too-many" } };
  return orAtLimit(
    () => {
      const changes = changesBy(mixedUp, asMeant(cluster).before);
      // What a limit has ended may hold more.
      return cluster.work?.limit === undefined ? withChanges(problem, changes) : tooMany;
    },
    () => tooMany,
  );
}

/** Every other policy is taken as it was meant. */
function changesBy({ asMeant: meant, asStored }: ShapeMixUp, before: Cluster): readonly Change[] {
  const policies = before.policies.map((each) => (each === meant ? asStored : each));
  return diff(before, { ...before, policies }, profileOfCluster(before)).changes;
}

function withChanges(problem: MixUpProblem, changes: readonly Change[]): MixUpProblem {
  const flowsThat = (change: Change["change"]): number =>
    changes.filter((each) => each.change === change).reduce((sum, each) => sum + flowCount(each), 0);
  const counts = { opened: flowsThat("opened"), closed: flowsThat("closed") };
  // Changes are in their order: what opens comes first. A flow whose verdict is certain shows more than one that was open to dispute.
  const telling = changes.filter(({ change }) => change === "opened" || change === "closed");
  const shown = telling.find(({ before }) => isDefinite(before.verdict)) ?? telling[0];
  if (shown === undefined) return { ...problem, facts: { ...problem.facts, flows: counts } };
  const { verdict } = shown.before;
  return {
    ...problem,
    facts: { ...problem.facts, flows: { ...counts, asStored: shown.after.verdict } },
    witness: { ...shown.witness, verdict, bundle: problem.facts.bundle },
  };
}
