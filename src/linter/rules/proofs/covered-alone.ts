import { DIRECTIONS, type DirectedRule } from "../../../cluster/model/policy.js";
import { includesAnywhere, matchesEverything, naming, nameOf, scopeOf, soundRulesOf } from "./rules.js";
import { purposeOf } from "./purpose.js";
import { policiesAlone } from "./alone.js";
import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import { precedenceOf, wholeShadows } from "./shadowing.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Rules of NetworkPolicies of which another one of the policy says all, whatever pods there are; of two alike, the last. */
export function* redundantAlone(cluster: Cluster): Generator<Problem> {
  for (const policy of policiesAlone(cluster))
    for (const direction of DIRECTIONS) {
      const rules = soundRulesOf(policy).filter((each) => each.direction === direction);
      // Beside a rule that allows everything, that rule is what is wrong.
      if (rules.length < 2 || rules.some(({ rule }) => matchesEverything(rule))) continue;
      cluster.work?.take(rules.length ** 2);
      const gone = new Set<DirectedRule>();
      for (const directed of rules.toReversed()) {
        const whole = rules.find(
          (each) =>
            each !== directed && !gone.has(each) && includesAnywhere(cluster, each.rule, directed.rule),
        );
        if (whole === undefined) continue;
        gone.add(directed);
        const { facts, ...places } = covered(cluster, directed, whole);
        yield {
          code: "redundant-rule",
          facts: {
            ...facts,
            ...purposeOf(cluster, directed, whole),
          },
          at: ruleOrigin(directed.rule),
          ...places,
        };
      }
    }
}

/** Rules of ordered tiers of which an earlier one decides all, in input that has no pods. */
export function* shadowedAlone(cluster: Cluster): Generator<Problem> {
  if (cluster.workloads.length > 0) return;
  for (const { directed, by } of wholeShadows(cluster)) {
    const { facts, ...places } = covered(cluster, directed, by);
    yield {
      code: "shadowed-rule",
      facts: { ...facts, part: "rule", precedence: precedenceOf(directed, [by]) },
      at: ruleOrigin(directed.rule),
      ...places,
    };
  }
}

function covered(cluster: Cluster, directed: DirectedRule, whole: DirectedRule) {
  const { by, related } = naming([whole]);
  const facts = { rule: nameOf(directed), by, scope: scopeOf(cluster, true) };
  return { facts, object: directed.policy.ref, related };
}
