import { isUnbuildable } from "../../semantics/match/effect.js";
import { DIRECTIONS, type Direction, type Policy, type Rule } from "../../cluster/model/policy.js";
import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { oncePer } from "../../base/collections/once-per.js";
import { ownedAddresses } from "../../cluster/model/address-owners.js";
import { partyOf } from "../../semantics/match/party.js";
import { readTraffic } from "../query/traffic.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import { sidesOf, type SideEnds, type Trying } from "../expect/judge.js";
import { splitByPods } from "../../semantics/match/pods.js";
import { trafficOfPort } from "../../semantics/match/ports.js";
import { hasUnbuildableSubject } from "../../semantics/match/subject.js";
import { World } from "../../semantics/match/world.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Expectation } from "../expect/test-file.js";
import type { MadeMutant } from "./mutants.js";
import type { Profile } from "../../semantics/match/profile.js";

/** What an expectation can hang on. Undefined stands for anything at all. */
export interface Sight {
  readonly from: readonly Endpoint[] | undefined;
  readonly to: readonly Endpoint[] | undefined;
  /** What is asked of the pods themselves. */
  readonly traffic: Traffic | undefined;
}

/** What an expectation can hang on: in doubt, more. */
export function sightOf(
  cluster: Cluster,
  expectation: Expectation,
  trying: Pick<Trying, "namespace">,
): Sight {
  const sides = sidesOf(cluster, expectation, trying);
  if (!sides.ok) return { from: undefined, to: undefined, traffic: undefined };
  const { from, to } = sides.value;
  const isBehindService = [...from.ends, ...to.ends].some(({ resolved }) => resolved.services !== undefined);
  if (isBehindService) return { from: endpointsOf(from, cluster), to: undefined, traffic: undefined };
  return {
    from: endpointsOf(from, cluster),
    to: endpointsOf(to, cluster),
    traffic: trafficOf(expectation),
  };
}

/** Behind addresses of the cluster, and names, may be any pod. */
function endpointsOf({ isOpen, ends }: SideEnds, cluster: Cluster): readonly Endpoint[] | undefined {
  if (isOpen) return undefined;
  const endpoints = ends.flatMap(({ resolved }) => resolved.endpoints);
  const isPlain = (each: Endpoint): boolean =>
    each.type === "pod" || (each.type === "addresses" && !each.addresses.meets(addressesIn(cluster)));
  return endpoints.every(isPlain) ? endpoints : undefined;
}

const addressesIn = oncePer(ownedAddresses);

function trafficOf({ to, port, protocol }: Expectation): Traffic | undefined {
  let all = NO_TRAFFIC;
  for (const text of to.length === 0 ? [undefined] : to) {
    const read = readTraffic(text?.port ?? port, protocol);
    if (!read.ok || read.value.names.length > 0) return undefined;
    all = unionTraffic(all, read.value.ranges);
  }
  return all;
}

/** True where an expectation may come to something else with a mutant's policies. */
export function mayChange(
  { from, to, traffic }: Sight,
  mutant: Pick<MadeMutant, "revised" | "direction" | "rules">,
  before: Cluster,
  after: Cluster,
  profile: Profile,
): boolean {
  const { revised, direction } = mutant;
  // Where a subject can't be built, a rule fails closed, whatever it matches (U-20).
  const rules = [...revised.keys()].some(hasUnbuildableSubject) ? undefined : mutant.rules;
  if (rules !== undefined && traffic !== undefined && !rules.some((rule) => mayBeFor(rule, traffic)))
    return false;
  return DIRECTIONS.some((each) => {
    if (direction !== undefined && direction !== each) return false;
    const [subjects, others] = each === "egress" ? [from, to] : [to, from];
    if (subjects !== undefined && !isSelected(subjects, revised, each, before, after)) return false;
    return (
      rules === undefined ||
      others === undefined ||
      rules.some((rule) => mayMatch(rule, others, before, profile))
    );
  });
}

function isSelected(
  subjects: readonly Endpoint[],
  revised: MadeMutant["revised"],
  direction: Direction,
  before: Cluster,
  after: Cluster,
): boolean {
  const [first, then] = [relevantPolicies(before, subjects), relevantPolicies(after, subjects)];
  const acts = (policy: Policy | undefined): boolean => policy?.rules[direction] !== undefined;
  return [...revised].some(
    ([policy, to]) => (first.has(policy) && acts(policy)) || (to !== undefined && then.has(to) && acts(to)),
  );
}

/** True for a rule that can deny whatever it does not match: a part of it is not known, or cannot be built (S-FC-1, U-20). */
function mayFailClosed({ failsClosed, peers }: Rule): boolean {
  return failsClosed !== undefined || (!peers.all && peers.items.some(isUnbuildable));
}

/** False where a rule's ports are none of some traffic. */
function mayBeFor(rule: Rule, traffic: Traffic): boolean {
  const { ports } = rule;
  if (ports.all || mayFailClosed(rule)) return true;
  return ports.items.some(
    (item) =>
      item.type === "name" || !isNoTraffic(intersectTraffic(trafficOfPort(item, "none").sure, traffic)),
  );
}

/** False where all of a rule's peers select pods, and none of some ends. */
function mayMatch(rule: Rule, ends: readonly Endpoint[], cluster: Cluster, profile: Profile): boolean {
  const { peers } = rule;
  if (peers.all || mayFailClosed(rule)) return true;
  return peers.items.some((peer) => {
    if (peer.type !== "pods") return peer.type !== "nothing";
    return ends.some((endpoint) => {
      const context = { cluster, profile, family: "IPv4" as const, toName: undefined };
      const seen = { party: partyOf(endpoint), tier: "NetworkPolicy" as const, context };
      return splitByPods(World.ANY, peer, seen).yes.length > 0;
    });
  });
}
