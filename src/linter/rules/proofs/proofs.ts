import { Coverage } from "../../../semantics/reach/coverage.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { reachOf } from "../../../semantics/reach/reach.js";
import { ProofWitnesses } from "./witnesses.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** What the rules that prove something about all flows share. */
export interface Proofs {
  readonly cluster: Cluster;
  readonly coverage: Coverage;
  readonly witnesses: ProofWitnesses;
}

/** The proofs of a cluster. */
export const proofsOf = oncePer((cluster: Cluster): Proofs => {
  const reach = reachOf(cluster);
  return { cluster, coverage: new Coverage(reach), witnesses: new ProofWitnesses(reach) };
});

/** Makes a rule's check of a proof. */
export function provenBy(
  prove: (proofs: Proofs) => Iterable<Problem>,
): (cluster: Cluster) => Iterable<Problem> {
  return (cluster) => (cluster.policies.length === 0 ? [] : prove(proofsOf(cluster)));
}
