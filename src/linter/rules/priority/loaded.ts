import { disagreementIn, isUndefinedBy, sampleOf, tieBetween, type Tie } from "./choices.js";
import { DIRECTIONS, type Policy } from "../../../cluster/model/policy.js";
import { memberBeside, type WalkSubject } from "../../../semantics/reach/walk-subject.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Proofs } from "../proofs/proofs.js";
import type { Witness } from "../../../cluster/problems/priority.js";

/** A flow on which two policies disagree, for words and as it is typed. */
export interface Conflict {
  readonly witness: Witness;
  readonly flow: FlowWitness;
}

/** A flow of the input whose verdict hangs on which of two policies of one priority is applied, if there is any at all. */
export function loadedConflict(proofs: Proofs, policy: Policy, other: Policy): Conflict | undefined {
  const { coverage } = proofs;
  for (const direction of DIRECTIONS) {
    const tie = tieBetween(policy, other, direction);
    for (const subject of coverage.subjectsOf({ policy, direction })) {
      if (!coverage.policiesOf(subject).has(other)) continue;
      for (const { others, leaves } of coverage.walk(direction, subject).cells) {
        if (disagreementIn(leaves, tie) === undefined) continue;
        for (const index of itselfLast(others.members, subject)) {
          const conflict = conflictWith(proofs, tie, subject, coverage.reach.classes[index] as EndClass);
          if (conflict !== undefined) return conflict;
        }
      }
    }
  }
  return undefined;
}

/** Numbers of classes, that of the pod which stands for a subject behind all others. */
function itselfLast(indexes: readonly number[], { of }: WalkSubject): readonly number[] {
  const others = indexes.filter((index) => index !== of.index);
  return others.length === indexes.length ? indexes : [...others, of.index];
}

/** The same for one other end: the other direction may settle what this one leaves open. */
function conflictWith(
  { coverage, witnesses }: Proofs,
  tie: Tie,
  subject: WalkSubject,
  end: EndClass,
): Conflict | undefined {
  const of = memberBeside(subject, end);
  if (of === undefined) return undefined;
  const { family } = subject;
  const [from, to] = tie.direction === "egress" ? [of, end] : [end, of];
  const rows = witnesses.rowsBetween(from, to);
  if (rows === undefined) return undefined;
  coverage.reach.spend(1);
  for (const part of coverage.reach.flow(from.index, to.index, family).parts) {
    const outcomes = disagreementIn(part[tie.direction].leaves, tie);
    if (outcomes === undefined || !isUndefinedBy(part, tie.choice)) continue;
    const flow = witnesses.between(from, to, family, part.traffic, { verdict: "undefined" });
    if (flow === undefined) continue;
    const witness: Witness = {
      from: { type: "existing", name: rows.from.shownAs },
      to: { type: "existing", name: rows.to.shownAs },
      traffic: sampleOf(part.traffic, to.representative),
      ...outcomes,
    };
    return { witness, flow };
  }
  return undefined;
}
