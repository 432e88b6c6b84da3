import { candidatesOf } from "../../semantics/evaluate/candidates.js";
import { EndClasses } from "./classes.js";
import { DIRECTIONS, TIERS, type Direction, type Policy, type Tier } from "../../cluster/model/policy.js";
import { partyOf, mayBePod, type MatchContext, type Party } from "../../semantics/match/party.js";
import { isOfPlugin } from "../../semantics/plugins/profile-of.js";
import { unenforcedAmong, type Unenforced } from "../../semantics/match/enforced.js";
import { maySelect } from "../../semantics/evaluate/refused.js";
import { resultEndpoint } from "./endpoint.js";
import { splitBySubject } from "../../semantics/match/subject.js";
import { World } from "../../semantics/match/world.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Exemption } from "../../semantics/evaluate/decider.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { Resolved } from "../query/resolution.js";
import type { ResultEndpoint } from "./result.js";

/** Which policies select an endpoint, in the order in which they are asked, and what they leave open. */
export interface Overview {
  readonly endpoint: ResultEndpoint;
  readonly directions: readonly DirectionOverview[];
  /** Policies that select it, and that the network plugin doesn't enforce. */
  readonly unenforced: Unenforced | undefined;
}

/** One direction of an endpoint: what is asked about its traffic, in the order of the tiers. */
export interface DirectionOverview {
  readonly direction: Direction;
  /** Set where the endpoint is not subject to policy at all. */
  readonly exempt: Exemption | undefined;
  readonly tiers: readonly TierOverview[];
  /** What happens to traffic that no rule decides. */
  readonly rest: "denied" | "allowed" | "unknown";
  /** True where it is denied because the implementation denies what no policy restricts. */
  readonly isRestByDefault: boolean;
}

/** What one tier has to say about an endpoint in one direction. */
export interface TierOverview {
  readonly tier: Tier;
  readonly policies: readonly SelectingPolicy[];
  /** Policies that are missing from the cluster and that may select the endpoint too. */
  readonly refused: readonly RefusedPolicy[];
}

/** A policy whose subject the endpoint belongs to, or may. */
export interface SelectingPolicy {
  readonly policy: Policy;
  /** What it hangs on whether the policy selects the endpoint; empty where it does. */
  readonly unsettled: readonly Unsettled[];
}

/** The policies of an endpoint, once per class of pods that policies tell apart. */
export function overviewOf(cluster: Cluster, resolved: Resolved, profile: Profile): Overview[] {
  const { endpoints } = resolved;
  const classes = new EndClasses(cluster, endpoints).of(endpoints, { byNode: false, portNames: [] });
  return classes.map(({ representative, members }) => {
    const directionsAs = (as: Profile): readonly DirectionOverview[] =>
      DIRECTIONS.map((direction) => directionOverview(cluster, representative, direction, as));
    return {
      endpoint: resultEndpoint(cluster, resolved, members),
      directions: directionsAs(profile),
      unenforced: isOfPlugin(profile)
        ? unenforcedAmong(selectingPolicies(directionsAs(profile.base)), cluster, profile)
        : undefined,
    };
  });
}

/** The policies that select an endpoint, or may, in some direction. */
export function selectingPolicies(directions: readonly DirectionOverview[]): readonly Policy[] {
  return directions.flatMap(({ tiers }) =>
    tiers.flatMap(({ policies }) => policies.map(({ policy }) => policy)),
  );
}

function directionOverview(
  cluster: Cluster,
  endpoint: Endpoint,
  direction: Direction,
  profile: Profile,
): DirectionOverview {
  const context: MatchContext = { cluster, profile, family: "IPv4", toName: undefined };
  const party = partyOf(endpoint);
  const candidates = candidatesOf(endpoint, context);
  const tiers = TIERS.map((tier) => {
    const groups = candidates[tier];
    const apis = "policies" in groups ? [groups] : groups;
    const policies = apis.flatMap((api) => api.policies);
    const refused = apis.flatMap((api) => api.refused);
    return {
      tier,
      policies: policies.flatMap((policy) => selectingPolicy(policy, party, direction, context)),
      refused: refused.filter((policy) => maySelect(policy, party, direction, tier, context)),
    };
  });
  const networkPolicies = tiers.find(({ tier }) => tier === "NetworkPolicy");
  const isolating = networkPolicies?.policies ?? [];
  const isIsolated =
    isolating.some(({ unsettled }) => unsettled.length === 0) ||
    isIsolatedByNamespace(cluster, endpoint, direction);
  const mayBeIsolated = isolating.length > 0 || networkPolicies?.refused.length !== 0;
  const isClosed = profile.readings.unrestricted === "denied";
  const rest = isIsolated || isClosed ? "denied" : mayBeIsolated ? "unknown" : "allowed";
  return {
    direction,
    exempt: exemptionOf(endpoint),
    tiers,
    rest,
    isRestByDefault: isClosed && !isIsolated,
  };
}

function selectingPolicy(
  policy: Policy,
  party: Party,
  direction: Direction,
  context: MatchContext,
): SelectingPolicy[] {
  if (policy.rules[direction] === undefined) return [];
  const { yes, no } = splitBySubject(World.ANY, policy, party, context);
  if (yes.length === 0) return [];
  const unsettled = no.length === 0 ? [] : yes.flatMap((world) => world.restricted);
  return [{ policy, unsettled }];
}

/** The isolation of the 2016 design is the namespace's (S-LEG-1). */
function isIsolatedByNamespace(
  { facts, namespaces }: Cluster,
  endpoint: Endpoint,
  direction: Direction,
): boolean {
  if (!facts.isLegacy || direction === "egress" || endpoint.type !== "pod") return false;
  return namespaces.get(endpoint.namespace)?.isolation2016 === "DefaultDeny";
}

function exemptionOf(endpoint: Endpoint): Exemption | undefined {
  if (endpoint.type === "node") return "node";
  if (endpoint.type === "pod") return endpoint.hostNetwork ? "host-network" : undefined;
  return mayBePod(endpoint) ? undefined : "outside";
}
