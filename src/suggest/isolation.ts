import { REFERENCE } from "../match/profile.js";
import { relevantPolicies } from "../evaluate/candidates.js";
import { splitByPods } from "../match/pods.js";
import { World } from "../match/world.js";
import type { Cluster } from "../model/cluster.js";
import type { Direction } from "../model/policy.js";
import type { Endpoint } from "../model/endpoint.js";
import type { MatchContext } from "../match/party.js";

/** True where NetworkPolicies isolate all of some ends for sure: another one takes nothing from them. */
export function areIsolated(cluster: Cluster, ends: readonly Endpoint[], direction: Direction): boolean {
  const context: MatchContext = { cluster, profile: REFERENCE, family: "IPv4", toName: undefined };
  return ends.every((endpoint) => {
    const policies = [...relevantPolicies(cluster, [endpoint])];
    const party = { endpoint, factKey: endpoint.id };
    return policies.some(
      ({ tier, rules, subject }) =>
        tier === "NetworkPolicy" &&
        rules[direction] !== undefined &&
        splitByPods(World.ANY, subject, party, tier, context).no.length === 0,
    );
  });
}
