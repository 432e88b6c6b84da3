import { REFERENCE } from "../../semantics/match/profile.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import { splitByPods } from "../../semantics/match/pods.js";
import { World } from "../../semantics/match/world.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import { partyOf, type MatchContext } from "../../semantics/match/party.js";

/** True where NetworkPolicies isolate all of some ends for sure: another one takes nothing from them. */
export function areIsolated(cluster: Cluster, ends: readonly Endpoint[], direction: Direction): boolean {
  const context: MatchContext = { cluster, profile: REFERENCE, family: "IPv4", toName: undefined };
  return ends.every((endpoint) => {
    const policies = [...relevantPolicies(cluster, [endpoint])];
    const party = partyOf(endpoint);
    return policies.some(
      ({ tier, rules, subject }) =>
        tier === "NetworkPolicy" &&
        rules[direction] !== undefined &&
        splitByPods(World.ANY, subject, { party, tier, context }).no.length === 0,
    );
  });
}
