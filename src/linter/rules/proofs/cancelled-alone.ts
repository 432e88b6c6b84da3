import { areTogether, policiesAlone } from "./alone.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { includesPods } from "../../../semantics/match/implies.js";
import { isolates, isolationOf } from "./bypassing.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { matchesEverything, nameOf, scopeOf, soundRulesOf } from "./rules.js";
import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Direction, Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** NetworkPolicies beside one that allows everything to all pods that they may select, whatever pods there are (S-EV-12). */
export function* cancelledAlone(cluster: Cluster): Generator<Problem> {
  for (const alike of groupBy(policiesAlone(cluster), ({ ref }) => ref.namespace).values()) {
    const opening = alike.flatMap(soundRulesOf).filter(({ rule }) => matchesEverything(rule));
    for (const policy of alike) {
      const told = new Set<Direction>();
      cluster.work?.take(opening.length);
      for (const by of opening) {
        const { direction } = by;
        if (told.has(direction) || !isolates(policy, direction)) continue;
        if (!includesPods(by.policy.subject, policy.subject) || !areTogether(by.policy, policy)) continue;
        if (allowsEverything(policy, direction)) continue;
        told.add(direction);
        yield {
          code: "allow-all-cancels-deny",
          facts: {
            policy: kindAndName(policy.ref),
            direction,
            by: nameOf(by),
            scope: scopeOf(cluster, true),
          },
          at: isolationOf(policy, direction),
          object: policy.ref,
          related: [{ at: ruleOrigin(by.rule), role: "rule" }],
        };
      }
    }
  }
}

function allowsEverything(policy: Policy, direction: Direction): boolean {
  return soundRulesOf(policy).some((each) => each.direction === direction && matchesEverything(each.rule));
}
