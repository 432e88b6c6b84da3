import { areTogether, policiesAlone } from "./alone.js";
import { isAboutDnsAlone } from "./one-sided.js";
import { DIRECTIONS, type Policy } from "../../../cluster/model/policy.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { includesAnywhere, matchesEverything, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { reviewOf } from "../../../questions/mistakes/review.js";
import { isGuardOf, isOfEachNamespace } from "./redundant-policies.js";
import { isolates } from "./bypassing.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** NetworkPolicies for pods that are not there, but may be elsewhere. */
function policiesForAbsent(cluster: Cluster): readonly Policy[] {
  const absent = reviewOf(cluster).absences.filter(({ of, isSubject }) => of === "pods" && isSubject);
  return absent
    .map(({ policy }) => policy)
    .filter(({ tier, isolates: isSound }) => tier === "NetworkPolicy" && isSound);
}

/**
 * NetworkPolicies beside one for all pods of their namespace, or for the same pods, that isolates as they do and allows what they do,
 * whatever pods there are; of two alike, the last by name.
 */
export function* redundantPoliciesAlone(cluster: Cluster): Generator<Problem> {
  const unseen = new Set([...policiesAlone(cluster), ...policiesForAbsent(cluster)]);
  const isolating = policiesInTiers(cluster, "NetworkPolicy").filter(({ isolates: isSound }) => isSound);
  for (const alike of groupBy(isolating, ({ ref }) => ref.namespace).values()) {
    const judged = alike.filter((each) => unseen.has(each));
    const bySubject = groupBy(judged.length === 0 ? [] : alike, subjectKey);
    const gone = new Set<Policy>();
    for (const policy of judged.toSorted((a, b) => (a.ref.name < b.ref.name ? 1 : -1))) {
      const others = new Set([
        ...(bySubject.get(EVERY_POD) ?? []),
        ...(bySubject.get(subjectKey(policy)) ?? []),
      ]);
      cluster.work?.take(others.size);
      const by = [...others].find(
        (each) => each !== policy && !gone.has(each) && makesUpFor(cluster, each, policy),
      );
      if (by === undefined) continue;
      gone.add(policy);
      yield {
        code: "redundant-policy",
        facts: {
          policy: kindAndName(policy.ref),
          by: [kindAndName(by.ref)],
          more: 0,
          isForDns: isAboutDnsAlone(policy, "egress") && policy.rules.ingress === undefined,
          isOfEach: isOfEachNamespace(cluster, policy),
          scope: scopeOf(cluster, true),
        },
        at: nameOrigin(policy),
        object: policy.ref,
        related: [{ at: nameOrigin(by), role: "policy" }],
      };
    }
  }
}

const EVERY_POD = "";

/** The same for policies of one namespace that select the same pods by the same text. */
function subjectKey({ subject: { pods } }: Policy): string {
  return pods === undefined || pods.requirements.length === 0 ? EVERY_POD : pods.key;
}

function makesUpFor(cluster: Cluster, wide: Policy, narrow: Policy): boolean {
  const directions = DIRECTIONS.filter((direction) => isolates(narrow, direction));
  if (directions.length === 0 || !areTogether(wide, narrow)) return false;
  if (!directions.every((direction) => isGuardOf(narrow, direction)(wide))) return false;
  const rules = rulesOf(narrow);
  const sound = soundRulesOf(wide);
  // What cannot be built may do more; where the other one allows everything, that is what is wrong.
  if (rules.length !== soundRulesOf(narrow).length || sound.some(({ rule }) => matchesEverything(rule)))
    return false;
  cluster.work?.take(rules.length * sound.length);
  return rules.every(({ direction, rule }) =>
    sound.some((each) => each.direction === direction && includesAnywhere(cluster, each.rule, rule)),
  );
}
