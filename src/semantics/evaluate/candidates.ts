import { groupBy } from "../../base/collections/group-by.js";
import { compareTexts } from "../../base/collections/compare-texts.js";
import { enforcedPolicy, isEnforced } from "../match/enforced.js";
import { namespaceOf } from "../match/pods.js";
import { policyIndexOf } from "./policy-index.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import { mayBePod, namespaceLabels, podLabels, type MatchContext } from "../match/party.js";
import { factEndOf } from "../match/fact-end.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";

/** Policies of one API in one tier, with those that the server refuses. */
export interface CandidatePolicies {
  readonly policies: readonly Policy[];
  readonly refused: readonly RefusedPolicy[];
}

/** The policies that may select a subject, in the order in which they are asked. */
export interface CandidatesByTier {
  /** Per API, highest precedence first: what two APIs do in one tier is not defined (S-PRI-5). */
  readonly Admin: readonly CandidatePolicies[];
  readonly NetworkPolicy: CandidatePolicies;
  readonly Baseline: readonly CandidatePolicies[];
}

/** For an end that is not subject to policy: nobody is asked. */
export const NO_CANDIDATES: CandidatesByTier = {
  Admin: [],
  NetworkPolicy: { policies: [], refused: [] },
  Baseline: [],
};

/** Finds the policies that may select a subject. */
export function candidatesOf(subject: Endpoint, context: MatchContext): CandidatesByTier {
  const { cluster, profile } = context;
  const found = policiesFor(subject, cluster).flatMap(
    (policy) => enforcedPolicy(policy, cluster, profile) ?? [],
  );
  const unread = cluster.refused.filter(({ ref }) => isEnforced(ref.kind, profile));
  const { named } = cluster;
  const byOwnOrder = named === undefined || named === "all" ? byPrecedence : byNamed(named);
  const isByName = profile.readings["equal-priority"] === "by-name";
  const byApi = (tier: "Admin" | "Baseline"): CandidatePolicies[] =>
    byGeneration(
      found.filter((policy) => policy.tier === tier),
      unread.filter((refused) => refused.tiers.includes(tier)),
      isByName ? byPrecedence : byOwnOrder,
    );
  return {
    Admin: byApi("Admin"),
    NetworkPolicy: {
      policies: found.filter(({ tier }) => tier === "NetworkPolicy").toSorted(byOwnOrder),
      refused: unread.filter(({ tiers }) => tiers.includes("NetworkPolicy")),
    },
    Baseline: byApi("Baseline"),
  };
}

/** Whichever APIs there are, in one order. */
function byGeneration(
  policies: readonly Policy[],
  refused: readonly RefusedPolicy[],
  order: typeof byPrecedence,
): CandidatePolicies[] {
  const asked = groupBy(policies, ({ generation }) => generation);
  const missing = groupBy(refused, ({ generation }) => generation);
  return [...new Set([...asked.keys(), ...missing.keys()])].toSorted().map((generation) => ({
    policies: (asked.get(generation) ?? []).toSorted(order),
    refused: missing.get(generation) ?? [],
  }));
}

/** The same policies as they would be after a change: each as `revise` gives it, or left out. */
export function revisedCandidates(
  { Admin, NetworkPolicy, Baseline }: CandidatesByTier,
  revise: (policy: Policy) => Policy | undefined,
): CandidatesByTier {
  const revised = ({ policies, refused }: CandidatePolicies): CandidatePolicies => ({
    policies: policies.flatMap((policy) => revise(policy) ?? []),
    refused,
  });
  return {
    Admin: Admin.map(revised),
    NetworkPolicy: revised(NetworkPolicy),
    Baseline: Baseline.map(revised),
  };
}

function policiesFor(subject: Endpoint, cluster: Cluster): readonly Policy[] {
  // An address may be the one of any pod at all.
  if (mayBePod(subject)) return cluster.policies;
  if (subject.type !== "pod") return [];
  return policyIndexOf(cluster).find(
    subject.namespace,
    namespaceLabels(namespaceOf(subject.namespace, cluster)),
    podLabels(subject, factEndOf(subject)),
  );
}

/** By priority, then by name: for a fixed order of output only, names do not break ties (S-PRI-3). */
export function byPrecedence(a: Policy, b: Policy): number {
  const byPriority = (a.priority ?? 0) - (b.priority ?? 0);
  return byPriority === 0 ? compareTexts(sortedNameOf(a), sortedNameOf(b)) : byPriority;
}

/** The same with some before others of their priority: what is allowed by several is then allowed by those. */
function byNamed(named: ReadonlySet<ObjectRef>): typeof byPrecedence {
  const rank = ({ ref }: Policy): number => (named.has(ref) ? 0 : 1);
  return (a, b) => (a.priority ?? 0) - (b.priority ?? 0) || rank(a) - rank(b) || byPrecedence(a, b);
}

function sortedNameOf(policy: Policy): string {
  const known = NAMES.get(policy);
  if (known !== undefined) return known;
  const name = `${policy.ref.namespace ?? ""}/${policy.ref.name}`;
  NAMES.set(policy, name);
  return name;
}

/** Policies are put in order for each end that they may select. */
const NAMES = new WeakMap<Policy, string>();

/** The policies that may select one of some endpoints: no other policy can tell what their flows come to. */
export function relevantPolicies(cluster: Cluster, endpoints: readonly Endpoint[]): ReadonlySet<Policy> {
  return new Set(endpoints.flatMap((endpoint) => policiesFor(endpoint, cluster)));
}
