import { differingRules, selectsSame, type DifferingRules } from "./everywhere-rules.js";
import { comparedLabels } from "./compared-labels.js";
import { hasUnbuildableSubject } from "../../semantics/match/subject.js";
import { reorderings, type Reordering, type PolicyReplacement } from "./everywhere-order.js";
import {
  DIRECTIONS,
  TIERS,
  type DirectedRule,
  type Direction,
  type Policy,
  type Tier,
} from "../../cluster/model/policy.js";
import { refKey } from "../../cluster/model/object-ref.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { RefusedPolicy } from "../../cluster/model/objects.js";

/*
 * That a conversion changes no verdict in any cluster, whatever its pods, namespaces, nodes and Services: told by what the
 * policies say alone, before and after, each as it is read from its text. Under the reference profile (S-V-1), and sound,
 * not complete: where it says that no cluster differs, none does.
 *
 * A verdict follows from each tier by itself (S-EV-10). A tier comes to the same where each of its policies, together with
 * all that have taken its place, selects the same subjects, acts in the same directions with rules that do the same
 * (everywhere-rules.ts), and in an ordered tier comes in the same place among the others (everywhere-order.ts). Among others,
 * that is: where a policy has another API or priority, it may come in another place beside one that was not read (S-PRI-2,
 * S-PRI-5). NetworkPolicies have no order.
 */

/** Whether a conversion is shown to change nothing in any cluster that has these policies, or what stands against it. */
export type Everywhere =
  | {
      readonly holds: true;
      /** Tiers of which a cluster must have no other policies: the order between those and the new ones is another one. */
      readonly aloneIn: readonly Tier[];
    }
  | { readonly holds: false; readonly because: readonly Doubt[] };

/** Why it is not shown that no cluster decides a flow differently. */
export type Doubt =
  /** Policies are refused, or may be missing from what was read. */
  | { readonly code: "incomplete"; readonly side: ClusterSide; readonly refused: readonly RefusedPolicy[] }
  /** Peers that compare namespaces have become those of the namespaces of now: new ones are not covered. */
  | { readonly code: "tenants"; readonly policy: Policy; readonly keys: readonly string[] }
  /** Namespaces isolate their pods in the 2016 design, whatever policies they have (S-LEG-1). */
  | { readonly code: "isolation-2016"; readonly policies: readonly Policy[] }
  /** A policy is gone, or there is one in the place of none. */
  | { readonly code: "missing" | "added"; readonly policy: Policy }
  /** A policy in the place of another one is in another tier, or selects others. */
  | { readonly code: "tier" | "subject"; readonly policy: Policy; readonly by: Policy }
  /** A policy isolates in a direction in which it did not, or no more. */
  | { readonly code: "isolation"; readonly policy: Policy; readonly direction: Direction }
  | ({ readonly code: "rules"; readonly policy: Policy; readonly direction: Direction } & DifferingRules)
  | Reordering;

type ClusterSide = "before" | "after";

/** What of a cluster the proof is about. */
type Policies = Pick<Cluster, "policies" | "refused" | "facts" | "namespaces">;

/**
 * Proves by what policies say that no cluster decides a flow differently after a conversion.
 * @param replaced what stands in the place of each policy that is converted; every other one is the one of the same name
 */
export function everywhere(
  before: Policies,
  after: Policies,
  replaced: readonly PolicyReplacement[],
): Everywhere {
  const { replacements, added } = replacementsOf(before, after, replaced);
  const redesigned = replacements.filter(isRedesigned);
  const expanded = replacements.filter(isExpanded);
  const incomparable = new Set([...redesigned, ...expanded]);
  const comparable = replacements.filter((each) => !incomparable.has(each));
  const isolation = otherIsolation(before, after, redesigned);
  const because: Doubt[] = [
    ...incomplete("before", before),
    ...incomplete("after", after),
    ...isolation,
    ...expanded.map(tenants),
    // Where isolation is another thing now, what says it anew has no policy that it stands for.
    ...(isolation.length > 0 ? [] : added).map((policy) => ({ code: "added" as const, policy })),
    ...comparable.flatMap(doubts),
    ...reorderings(comparable),
  ];
  if (because.length > 0) return { holds: false, because };
  const moved = new Set(replacements.filter(isMoved).map(({ old }) => old.tier));
  return { holds: true, aloneIn: TIERS.filter((tier) => moved.has(tier)) };
}

/** True where a policy of an ordered tier may stand otherwise to one that is neither before nor after. */
function isMoved({ old, by }: PolicyReplacement): boolean {
  if (old.tier === "NetworkPolicy") return false;
  return by.some(({ generation, priority }) => generation !== old.generation || priority !== old.priority);
}

/** Every policy of the input with what stands in its place, and what stands in the place of none. */
function replacementsOf(
  before: Policies,
  after: Policies,
  replaced: readonly PolicyReplacement[],
): { readonly replacements: readonly PolicyReplacement[]; readonly added: readonly Policy[] } {
  const known = new Map(replaced.map(({ old, by }) => [old, by]));
  const converted = new Set(replaced.flatMap(({ by }) => by));
  const left = new Set(after.policies);
  const named = new Map(
    after.policies.filter((policy) => !converted.has(policy)).map((policy) => [refKey(policy.ref), policy]),
  );
  const replacements = before.policies.map((old): PolicyReplacement => {
    const unchanged = named.get(refKey(old.ref));
    const by = known.get(old) ?? (unchanged === undefined ? [] : [unchanged]);
    // A policy can stand in one place only.
    return { old, by: by.filter((policy) => left.delete(policy)) };
  });
  return { replacements, added: [...left] };
}

function incomplete(side: ClusterSide, { refused, facts }: Policies): Doubt[] {
  return refused.length === 0 && !facts.mayMissPolicies ? [] : [{ code: "incomplete", side, refused }];
}

/** True where a policy counted in the namespaces that isolate, and now isolates itself, or is gone. */
function isRedesigned({ old, by }: PolicyReplacement): boolean {
  const isOf2016 = ({ tier, isolates }: Policy): boolean => tier === "NetworkPolicy" && !isolates;
  return isOf2016(old) ? !(by.length > 0 && by.every(isOf2016)) : by.some(isOf2016);
}

function otherIsolation(
  before: Policies,
  after: Policies,
  redesigned: readonly PolicyReplacement[],
): Doubt[] {
  if (redesigned.length === 0 && isolationOf(before) === isolationOf(after)) return [];
  return [{ code: "isolation-2016", policies: redesigned.map(({ old }) => old) }];
}

/** The namespaces that isolate their pods, where that counts. */
function isolationOf({ namespaces, facts }: Policies): string {
  if (!facts.isLegacy) return "";
  const isolated = [...namespaces.values()].filter(({ isolation2016 }) => isolation2016 !== undefined);
  return JSON.stringify(isolated.map(({ name }) => name).toSorted());
}

function isExpanded({ old, by }: PolicyReplacement): boolean {
  const compares = (policy: Policy): boolean => comparedLabels(policy).length > 0;
  return by.length > 0 && compares(old) && !by.some(compares);
}

function tenants({ old: policy }: PolicyReplacement): Doubt {
  return { code: "tenants", policy, keys: comparedLabels(policy).toSorted() };
}

/** What stands against a policy and those in its place being the same, wherever they come among others. */
function doubts(replacement: PolicyReplacement): Doubt[] {
  const { old: policy, by } = replacement;
  if (by.length === 0) return hasEffect(policy) ? [{ code: "missing", policy }] : [];
  const misplaced = by.flatMap((each): Doubt[] => {
    if (each.tier !== policy.tier) return [{ code: "tier", policy, by: each }];
    return selectsSame(policy.subject, each.subject) ? [] : [{ code: "subject", policy, by: each }];
  });
  return [...misplaced, ...DIRECTIONS.flatMap((direction) => doubtsIn(direction, replacement))];
}

function hasEffect(policy: Policy): boolean {
  if (policy.tier === "NetworkPolicy") return true;
  return DIRECTIONS.some((direction) => doubtsIn(direction, { old: policy, by: [] }).length > 0);
}

function doubtsIn(direction: Direction, { old: policy, by }: PolicyReplacement): Doubt[] {
  const isIsolating = policy.tier === "NetworkPolicy";
  const isolates = (each: Policy): boolean => each.rules[direction] !== undefined;
  if (isIsolating && isolates(policy) !== by.some(isolates))
    return [{ code: "isolation", policy, direction }];
  const mayFailClosed = hasUnbuildableSubject(policy);
  const after = by.flatMap((each) => rulesIn(each, direction));
  const differing = differingRules(rulesIn(policy, direction), after, mayFailClosed);
  return differing === undefined ? [] : [{ code: "rules", policy, direction, ...differing }];
}

function rulesIn(policy: Policy, direction: Direction): DirectedRule[] {
  return (policy.rules[direction]?.rules ?? []).map((rule) => ({ policy, direction, rule }));
}
