import { bypassText, missingText, openText, stepText } from "./audit-words.js";
import { NEW } from "../questions/audit/sources.js";
import { groupBy } from "../base/collections/group-by.js";
import type { AuditGroup, AuditStep, Bypass } from "../questions/audit/result.js";
import type { Policy } from "../cluster/model/policy.js";

/** Groups that read alike: the same comes to the same, only by other NetworkPolicies. */
export interface ListedGroup {
  /** The first of them, with the pods of all. */
  readonly group: AuditGroup;
  /** How many NetworkPolicies do for the others what those that are shown do for the first. */
  readonly otherPolicies: number;
}

/**
 * The groups of a class as people read them. Where each workload has a NetworkPolicy of its own, a class has as many groups as
 * there are workloads, and nothing else tells them apart.
 */
export function listedGroups(groups: readonly AuditGroup[]): readonly ListedGroup[] {
  return [...groupBy(groups, readingOf).values()].map((alike): ListedGroup => {
    const [first, ...others] = alike as [AuditGroup, ...AuditGroup[]];
    const shown = new Set(ownPolicies(first));
    const more = new Set(others.flatMap(ownPolicies).filter((each) => !shown.has(each)));
    return {
      group: { ...first, endpoints: alike.flatMap(({ endpoints }) => endpoints) },
      otherPolicies: more.size,
    };
  });
}

/** The same text for groups that read alike. */
function readingOf({ endpoints, status, decidedBy, open, bypasses, missing }: AuditGroup): string {
  return [
    status,
    // Pods that don't exist yet are easily overlooked among those that do.
    endpoints.some((id) => id.startsWith(NEW)),
    decidedBy === undefined ? "" : stepText(unnamedStep(decidedBy)),
    ...open.map((each) => openText({ ...each, by: unnamedStep(each.by) })),
    ...bypasses.map((each) => `${each.id} ${bypassText(unnamedBypass(each))}`),
    ...missing.map(missingText),
  ].join("\n");
}

function unnamedStep({ decider, direction }: AuditStep): AuditStep {
  switch (decider.type) {
    case "isolation": {
      // It doesn't matter how many of them do it.
      const policies = decider.tier === "NetworkPolicy" ? decider.policies.slice(0, 1) : decider.policies;
      return { direction, decider: { ...decider, policies: policies.map(unnamed) } };
    }
    case "rule":
      return { direction, decider: { ...decider, policy: unnamed(decider.policy) } };
    default:
      return { decider, direction };
  }
}

function unnamedBypass(bypass: Bypass): Bypass {
  switch (bypass.id) {
    case "B-15":
      // Who can undo it is told by the namespaces.
      return { ...bypass, policies: bypass.policies.map(withoutName) };
    case "B-17":
      return { ...bypass, by: unnamedStep(bypass.by) };
    default:
      return bypass;
  }
}

/** A NetworkPolicy without its name; those of other tiers are few, and each is meant by its name. */
function unnamed(policy: Policy): Policy {
  return policy.tier === "NetworkPolicy" ? { ...policy, ref: NAMELESS } : policy;
}

function withoutName(policy: Policy): Policy {
  const { ref, tier } = policy;
  return tier === "NetworkPolicy" ? { ...policy, ref: { ...ref, name: "" } } : policy;
}

const NAMELESS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  namespace: undefined,
  name: "",
};

/** The NetworkPolicies that are named in what is said of a group. */
function ownPolicies({ decidedBy, open, bypasses }: AuditGroup): Policy[] {
  const steps = [
    ...(decidedBy === undefined ? [] : [decidedBy]),
    ...open.map(({ by }) => by),
    ...bypasses.flatMap((each) => (each.id === "B-17" ? [each.by] : [])),
  ];
  const ofSteps = steps.flatMap(({ decider }) =>
    decider.type === "isolation" ? decider.policies : decider.type === "rule" ? [decider.policy] : [],
  );
  const overridden = bypasses.flatMap((each) => (each.id === "B-15" ? each.policies : []));
  return [...ofSteps, ...overridden].filter(({ tier }) => tier === "NetworkPolicy");
}

/** `the same for the others by 6 NetworkPolicies of their own`; undefined where one group is shown. */
export function otherPoliciesText({ otherPolicies }: ListedGroup): string | undefined {
  if (otherPolicies === 0) return undefined;
  const policies = otherPolicies === 1 ? "another NetworkPolicy" : `${otherPolicies} other NetworkPolicies`;
  return `the same for the others by ${policies}: -o json lists them`;
}
