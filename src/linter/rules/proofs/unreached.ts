import { isolates, isolationOf } from "./bypassing.js";
import { keyOf } from "../../../source/manifest/origin.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { DIRECTIONS, type Direction, type Policy } from "../../../cluster/model/policy.js";
import { sharedRegions, type Region } from "../../../semantics/match/region.js";
import type { Entry } from "../../../semantics/evaluate/entry.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Proofs } from "./proofs.js";
import type { WalkSubject } from "../../../semantics/reach/walk-subject.js";

/** Directions of Baseline policies all of whose pods are isolated by NetworkPolicies. */
export function* unreachedBaselines(proofs: Proofs): Generator<Problem> {
  const { cluster, coverage, witnesses } = proofs;
  for (const policy of policiesInTiers(cluster, "Baseline")) {
    for (const direction of DIRECTIONS) {
      const list = policy.rules[direction];
      if (list === undefined || list.rules.length === 0 || !isNeverReached(proofs, policy, direction))
        continue;
      const subjects = coverage.subjectsOf({ policy, direction });
      const found = claimedBy(proofs, policy, direction);
      if (found === undefined) continue;
      const { subject, isolatedBy } = found;
      const witness = witnesses.find(direction, subject, found.regions);
      if (witness === undefined) continue;
      const workloads = new Set(
        subjects.flatMap(({ alike }) => alike.flatMap((of) => witnesses.workloadsOf(of))),
      );
      yield {
        code: "baseline-never-reached",
        facts: {
          policy: kindAndName(policy.ref),
          direction,
          selected: workloads.size,
          scope: scopeOf(cluster),
        },
        at: keyOf(list.origin),
        object: policy.ref,
        related: [{ at: isolationOf(isolatedBy, direction), role: "isolates" }],
        witness,
      };
    }
  }
}

/** True where each pod that a Baseline policy selects is isolated in a direction, whatever is unsettled. */
function isNeverReached({ coverage }: Proofs, policy: Policy, direction: Direction): boolean {
  const subjects = coverage.subjectsOf({ policy, direction });
  return (
    subjects.length > 0 &&
    subjects.every((subject) => isolatorOf({ coverage }, subject, direction) !== undefined)
  );
}

function isolatorOf(
  { coverage }: Pick<Proofs, "coverage">,
  subject: WalkSubject,
  direction: Direction,
): Policy | undefined {
  return [...coverage.policiesOf(subject)].find(
    (policy) => isolates(policy, direction) && coverage.selectsSurely(policy, subject),
  );
}

interface Claimed {
  readonly subject: WalkSubject;
  readonly regions: readonly Region[];
  readonly isolatedBy: Policy;
}

/** A subject with traffic that a rule of a policy would decide, and that the NetworkPolicies of the subject do. */
function claimedBy({ coverage }: Proofs, policy: Policy, direction: Direction): Claimed | undefined {
  for (const directed of soundRulesOf(policy).filter((each) => each.direction === direction)) {
    for (const subject of coverage.subjectsOf(directed)) {
      const isolatedBy = isolatorOf({ coverage }, subject, direction);
      const decided = coverage.walk(direction, subject).leaves.filter(({ by }) => isOfNetworkPolicy(by));
      const taken = decided.map(({ region }) => region);
      const regions = sharedRegions(coverage.aloneOf(directed, subject), taken);
      if (regions.length > 0 && isolatedBy !== undefined) return { subject, regions, isolatedBy };
    }
  }
  return undefined;
}

function isOfNetworkPolicy(entry: Entry): boolean {
  return "tier" in entry && entry.tier === "NetworkPolicy";
}
