import { Coverage } from "../../reach/coverage.js";
import { oncePer } from "../../collections/once-per.js";
import { reachOf } from "../../reach/reach.js";
import { TooMuchWork, Work } from "../../reach/work.js";
import { Witnesses } from "./witnesses.js";
import type { Cluster } from "../../model/cluster.js";
import type { Problem, ProblemCode } from "../../diagnostics/problem.js";

/** What the rules that prove something about all flows share. */
export interface Proofs {
  readonly cluster: Cluster;
  readonly coverage: Coverage;
  readonly witnesses: Witnesses;
}

/** The steps that the proofs of one cluster may take together. */
const MOST_STEPS = 2_000_000_000;

/** The proofs of a cluster. */
export const proofsOf = oncePer((cluster: Cluster): Proofs => {
  const reach = reachOf(cluster);
  return { cluster, coverage: new Coverage(reach, new Work(MOST_STEPS)), witnesses: new Witnesses(reach) };
});

/** Makes a rule's check of a proof. */
export function provenBy(
  code: ProblemCode,
  prove: (proofs: Proofs) => Iterable<Problem>,
): (cluster: Cluster) => Iterable<Problem> {
  return (cluster) => withinWork(code, cluster, () => prove(proofsOf(cluster)));
}

/** What a proof finds. Where it takes too much work, the run is incomplete, and says so. */
export function* withinWork(
  code: ProblemCode,
  { policies }: Cluster,
  find: () => Iterable<Problem>,
): Generator<Problem> {
  const [first] = policies;
  if (first === undefined) return;
  try {
    yield* find();
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    const facts = { reason: "too-much-work", detail: code } as const;
    yield { code: "not-analysed", facts, at: first.origin, object: first.ref };
  }
}
