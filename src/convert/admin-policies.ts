import {
  asClusterNetworkPolicy,
  CLUSTER_NETWORK_POLICY_VERSION,
  comparedLabels,
  type Condition,
  type NewPolicy,
} from "../kinds/conversion/cluster-network-policy.js";
import { DIRECTIONS, type Direction, type Policy } from "../model/policy.js";
import { fieldAt } from "../kinds/node.js";
import { Inconvertible } from "../kinds/conversion/outcome.js";
import { isUnbuildable } from "../match/effect.js";
import { MOST_ITEMS, newRules, type NewRules } from "../kinds/conversion/rules.js";
import { nameWord, withSuffix, type Names } from "./names.js";
import { otherTenants, tenantsIn, unknownNamespaces, type Tenant } from "./tenants.js";
import { rewrittenValue, type Rewriting } from "../edit/rewriting.js";
import type { About, Conversion, ConversionNote, LeftReason } from "./conversion.js";
import type { Cluster } from "../model/cluster.js";
import type { Json } from "../edit/edit.js";
import type { LabelValues } from "../kinds/conversion/compared.js";
import type { Node } from "../kinds/node.js";
import type { Origin } from "../manifest/origin.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { Priorities } from "./priorities.js";
import type { ReadAs } from "../kinds/kind.js";

/** A policy of v1alpha1 that a server takes. */
export interface AdminPolicySource {
  readonly node: Node;
  readonly policy: Policy;
  readonly readAs: ReadAs;
  /** The name that it will have. */
  readonly name: string;
}

/** What conversions have to agree about. */
export interface Surroundings {
  readonly cluster: Cluster;
  readonly names: Names;
  readonly priorities: Priorities;
}

/** Some of the subjects of a policy, with the rules for them, in as many policies as these need. */
interface Variant {
  readonly about: About | undefined;
  readonly conditions: readonly Condition[];
  readonly word: string | undefined;
  readonly rules: Readonly<Record<Direction, NewRules | undefined>>;
  readonly parts: number;
}

/**
 * What an AdminNetworkPolicy or BaselineAdminNetworkPolicy becomes (S-MIG-10…17).
 * @throws {Inconvertible} for what ClusterNetworkPolicies cannot say
 */
export function convertAdminPolicy(
  source: AdminPolicySource,
  surroundings: Surroundings,
): Conversion | LeftReason {
  const variants = variantsOf(source, surroundings.cluster);
  if ("code" in variants) return variants;
  const unbuildable = unbuildableSelector(source, variants);
  if (unbuildable !== undefined) throw new Inconvertible("unbuildable-selector", unbuildable);
  const most = Math.max(...variants.map(({ parts }) => parts));
  const priorities = prioritiesFor(source, most, surroundings.priorities);
  if ("code" in priorities) return priorities;
  const made = variants.flatMap((variant, i) =>
    policiesOf(variant, source, priorities, i === 0, surroundings),
  );
  const [first, ...others] = made;
  if (first === undefined) throw new Error("invariant: a policy becomes at least one");
  const { policy } = source;
  return {
    ref: policy.ref,
    origin: policy.origin,
    policy,
    to: asClusterNetworkPolicy(source.node, first.policy),
    about: first.about,
    also: others.map((each) => ({
      value: rewrittenValue(asClusterNetworkPolicy(source.node, each.policy)) as Json,
      about: each.about ?? { code: "part", source: policy.ref, number: 1, of: 1 },
    })),
    becomes: made.map(({ name }) => refOf(name)),
    notes: notesOn(source, variants, priorities, first.name),
  };
}

function refOf(name: string): ObjectRef {
  return {
    apiVersion: CLUSTER_NETWORK_POLICY_VERSION,
    kind: "ClusterNetworkPolicy",
    namespace: undefined,
    name,
  };
}

/** One policy where nothing is compared; else one for each tenant, and what is left for all others. */
function variantsOf(source: AdminPolicySource, cluster: Cluster): readonly Variant[] | LeftReason {
  const { node, policy, readAs } = source;
  const keys = comparedLabels(node, readAs.shape);
  const variant = (
    about: About | undefined,
    conditions: readonly Condition[],
    values: LabelValues,
    word?: string,
  ): Variant => {
    const rules = rulesFor(node, readAs, values);
    return { about, conditions, word, rules, parts: partsOf(rules) };
  };
  if (keys.length === 0) return [variant(undefined, [], new Map())];
  const { namespaces } = policy.subject;
  if (namespaces.own !== undefined) throw new Error("invariant: an admin policy selects namespaces by label");
  const unknown = unknownNamespaces(namespaces.selector, cluster);
  if (unknown.length > 0) return { code: "unknown-namespaces", namespaces: unknown };
  const rest = variant(undefined, [], new Map());
  const tenants = tenantsIn(namespaces.selector, keys, cluster)
    .map((tenant) => ({ tenant, rules: rulesFor(node, readAs, tenant.values) }))
    .filter(({ rules }) => hasMorePeers(rules, rest.rules));
  if (tenants.length === 0) return { code: "no-tenants", keys };
  const others = otherTenants(
    tenants.map(({ tenant }) => tenant),
    keys,
  ).map((conditions) =>
    variant({ code: "other-tenants", source: policy.ref, conditions }, conditions, new Map(), "others"),
  );
  const ofTenants = tenants.map(({ tenant }) =>
    variant(
      { code: "tenant", source: policy.ref, conditions: tenant.conditions },
      tenant.conditions,
      tenant.values,
      wordOf(tenant),
    ),
  );
  return [...others.filter(({ parts }) => parts > 0), ...ofTenants];
}

/**
 * A selector that no implementation can build, where rules are not carried over one by one: one that cannot be built may make its
 * rule, and that of a subject every rule, fail closed (U-20), also a rule that matches nothing otherwise.
 */
function unbuildableSelector(
  { policy }: AdminPolicySource,
  variants: readonly Variant[],
): Origin | undefined {
  const isExpanded = variants.some(({ word }) => word !== undefined);
  const mayFailClosed = isUnbuildable({ type: "pods", ...policy.subject });
  for (const direction of DIRECTIONS) {
    const rules = variants.flatMap((variant) => variant.rules[direction] ?? []);
    const gone = rules.flatMap(({ dropped }) => dropped.filter(({ isWholeRule }) => isWholeRule));
    if (mayFailClosed && (isExpanded || gone.length > 0)) return policy.subject.origin;
    const changed = new Set([...gone.map(({ rule }) => rule), ...rules.flatMap(({ split }) => split)]);
    for (const { index, peers } of policy.rules[direction]?.rules ?? []) {
      const broken = peers.all ? undefined : peers.items.find(isUnbuildable);
      if (broken !== undefined && (isExpanded || changed.has(index))) return broken.origin;
    }
  }
  return undefined;
}

function wordOf({ values }: Tenant): string {
  return [...values.values()].map((value) => nameWord(value ?? "")).join("-");
}

function rulesFor(node: Node, { shape }: ReadAs, values: LabelValues): Variant["rules"] {
  const of = (direction: Direction): NewRules | undefined => {
    const list = fieldAt(node, "spec", direction);
    return list === undefined ? undefined : newRules(list, direction, { shape, values });
  };
  return { egress: of("egress"), ingress: of("ingress") };
}

/** How many policies it takes for all rules. */
function partsOf(rules: Variant["rules"]): number {
  const counts = DIRECTIONS.map((direction) => rules[direction]?.rules.length ?? 0);
  return Math.ceil(Math.max(...counts) / MOST_ITEMS);
}

/** True where comparisons add something to what the rules say without them. */
function hasMorePeers(rules: Variant["rules"], without: Variant["rules"]): boolean {
  const text = (each: Variant["rules"]): string =>
    JSON.stringify(DIRECTIONS.map((direction) => each[direction]?.rules.map(rewrittenValue)));
  return text(rules) !== text(without);
}

/** The priorities of the parts; undefined for the written one. */
function prioritiesFor(
  { policy }: AdminPolicySource,
  parts: number,
  priorities: Priorities,
): readonly (number | undefined)[] | LeftReason {
  const { ref, priority, tier } = policy;
  if (tier === "NetworkPolicy") throw new Error("invariant: an admin policy is of an ordered tier");
  const count = Math.max(1, parts);
  if (priority === undefined) {
    const chosen = priorities.takeLast(tier, count, ref);
    return chosen ?? { code: "no-free-priority", priority: 0, needed: count };
  }
  if (count === 1) return [undefined];
  const other = priorities.sharing(tier, priority, ref);
  if (other !== undefined) return { code: "shared-priority", priority, with: other };
  const behind = priorities.takeBehind(tier, priority, count - 1, ref);
  return behind === undefined
    ? { code: "no-free-priority", priority, needed: count - 1 }
    : [undefined, ...behind];
}

interface MadePolicy {
  readonly name: string;
  readonly policy: NewPolicy;
  readonly about: About | undefined;
}

function policiesOf(
  variant: Variant,
  source: AdminPolicySource,
  priorities: readonly (number | undefined)[],
  isFirst: boolean,
  { names }: Surroundings,
): MadePolicy[] {
  const { policy, name: own } = source;
  const { tier, ref } = policy;
  if (tier === "NetworkPolicy") throw new Error("invariant: an admin policy is of an ordered tier");
  const base = variant.word === undefined ? own : withSuffix(own, variant.word);
  // What is left for the others goes on under the old name.
  const isUnderOwnName = isFirst && variant.about?.code !== "tenant";
  const count = Math.max(1, variant.parts);
  return Array.from({ length: count }, (_, i) => {
    const wanted = i === 0 ? base : withSuffix(base, String(i + 1));
    const name = isUnderOwnName && i === 0 ? own : names.take(wanted);
    const isWritten = name === ref.name;
    const part: About | undefined =
      count === 1 ? undefined : { code: "part", source: ref, number: i + 1, of: count };
    return {
      name,
      about: variant.about ?? part,
      policy: {
        name: isWritten ? undefined : name,
        tier,
        priority: priorities[i],
        conditions: variant.conditions,
        rules: { egress: partOf(variant, "egress", i), ingress: partOf(variant, "ingress", i) },
      },
    };
  });
}

/** The rules of a direction in one of the parts; a further part without any does not speak of the direction. */
function partOf({ rules }: Variant, direction: Direction, part: number): readonly Rewriting[] | undefined {
  const all = rules[direction]?.rules;
  const some = all?.slice(part * MOST_ITEMS, (part + 1) * MOST_ITEMS);
  return part > 0 && some?.length === 0 ? undefined : some;
}

function notesOn(
  { node, policy, readAs }: AdminPolicySource,
  variants: readonly Variant[],
  priorities: readonly (number | undefined)[],
  name: string,
): ConversionNote[] {
  const [first] = variants;
  const all = DIRECTIONS.map((direction) => [direction, first?.rules[direction]] as const);
  const keys = comparedLabels(node, readAs.shape);
  const fields = experimentalFields(policy);
  const written = policy.priority;
  const chosen = priorities[0];
  return [
    ...(readAs.release === undefined ? [] : [{ code: "read-as" as const, release: readAs.release }]),
    ...(name === policy.ref.name ? [] : [{ code: "renamed" as const, to: name }]),
    ...(chosen === undefined ? [] : [{ code: "priority-chosen" as const, priority: chosen }]),
    ...(keys.length === 0 ? [] : [{ code: "tenants" as const, keys, policies: variants.length }]),
    ...(priorities.length < 2
      ? []
      : [{ code: "policy-split" as const, priorities: priorities.map((each) => each ?? written ?? 0) }]),
    ...all.flatMap(([direction, rules]): ConversionNote[] => [
      ...(rules === undefined || rules.split.length === 0
        ? []
        : [{ code: "rules-split" as const, direction, rules: rules.split }]),
      ...(rules?.emptyLists ?? []).map(({ origin: at }) => ({ code: "empty-ports" as const, at })),
      ...(rules?.dropped ?? []).map((dropped) => ({ code: "dropped" as const, dropped })),
    ]),
    ...(fields.length === 0 ? [] : [{ code: "experimental" as const, fields }]),
  ];
}

/** Fields that only the experimental channel of ClusterNetworkPolicy has. */
function experimentalFields({ rules }: Policy): string[] {
  const peers = DIRECTIONS.flatMap((direction) => rules[direction]?.rules ?? []).flatMap((rule) =>
    rule.peers.all ? [] : rule.peers.items,
  );
  const types = new Set(peers.map(({ type }) => type));
  return [...(types.has("nodes") ? ["nodes"] : []), ...(types.has("domains") ? ["domainNames"] : [])];
}
