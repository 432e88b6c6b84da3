import { oncePer } from "../../base/collections/once-per.js";
import { SelectorFindings } from "./findings.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { SelectionCode, SelectorReview } from "./absences.js";

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
