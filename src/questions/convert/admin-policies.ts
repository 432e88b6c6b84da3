import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import {
  asClusterNetworkPolicy,
  CLUSTER_NETWORK_POLICY_VERSION,
  type NewPolicy,
} from "../../cluster/kinds/conversion/cluster-network-policy.js";
import type { Direction, Policy } from "../../cluster/model/policy.js";
import { Inconvertible } from "../../cluster/kinds/conversion/outcome.js";
import { MOST_ITEMS } from "../../cluster/kinds/conversion/rules.js";
import { notesOn } from "./notes.js";
import { unbuildableSelector } from "./unbuildable.js";
import { variantsOf, type Variant } from "./variants.js";
import { withSuffix, type FreeNames } from "../../cluster/model/free-names.js";
import { rewrittenValue, type Rewriting } from "../../source/edit/rewrite/rewriting.js";
import type { About, Conversion, Generated, LeftReason } from "./conversion.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Json } from "../../source/edit/edit.js";
import type { Node } from "../../source/manifest/node.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Priorities } from "./priorities.js";
import type { ReadAs } from "../../cluster/kinds/kind.js";

/** A policy of v1alpha1 that a server takes. */
export interface AdminPolicySource {
  readonly node: Node;
  readonly policy: Policy;
  readonly readAs: ReadAs;
  /** The name that it will have. */
  readonly name: string;
}

/** What conversions have to agree about. */
export interface ConversionContext {
  readonly cluster: Cluster;
  readonly names: FreeNames;
  readonly priorities: Priorities;
}

/**
 * What an AdminNetworkPolicy or BaselineAdminNetworkPolicy becomes (S-MIG-10…17).
 * @throws {Inconvertible} for what ClusterNetworkPolicies cannot say
 */
export function convertAdminPolicy(
  source: AdminPolicySource,
  surroundings: ConversionContext,
): Attempt<Conversion, LeftReason> {
  const found = variantsOf(source, surroundings.cluster);
  if (!found.ok) return found;
  const { value: variants } = found;
  const unbuildable = unbuildableSelector(source, variants);
  if (unbuildable !== undefined) throw new Inconvertible("unbuildable-selector", unbuildable);
  const most = Math.max(...variants.map(({ parts }) => parts));
  const taken = prioritiesFor(source, most, surroundings.priorities);
  if (!taken.ok) return taken;
  const { value: priorities } = taken;
  const made = variants.flatMap((variant, i) =>
    policiesOf(variant, source, priorities, i === 0, surroundings),
  );
  const [first, ...others] = made;
  if (first === undefined) throw new Error("invariant: a policy becomes at least one");
  const { policy } = source;
  return succeeded({
    ref: policy.ref,
    origin: policy.origin,
    policy,
    to: asClusterNetworkPolicy(source.node, first.policy),
    about: first.about,
    also: others.map((each) => generated(source.node, each)),
    becomes: made.map(({ name }) => refOf(name)),
    notes: notesOn(source, variants, priorities, first.name),
  });
}

function generated(node: Node, { policy, about }: MadePolicy): Generated {
  if (about === undefined) throw new Error("invariant: a policy becomes several for a reason");
  return { value: rewrittenValue(asClusterNetworkPolicy(node, policy)) as Json, about };
}

function refOf(name: string): ObjectRef {
  return {
    apiVersion: CLUSTER_NETWORK_POLICY_VERSION,
    kind: "ClusterNetworkPolicy",
    namespace: undefined,
    name,
  };
}

/** The priorities of the parts; undefined for the written one. */
function prioritiesFor(
  { policy }: AdminPolicySource,
  parts: number,
  priorities: Priorities,
): Attempt<readonly (number | undefined)[], LeftReason> {
  const { ref, priority, tier } = policy;
  if (tier === "NetworkPolicy") throw new Error("invariant: an admin policy is of an ordered tier");
  const count = Math.max(1, parts);
  if (priority === undefined) {
    const chosen = priorities.takeLast(tier, count, ref);
    return chosen === undefined
      ? failed({ code: "no-free-priority", priority: 0, needed: count })
      : succeeded(chosen);
  }
  if (count === 1) return succeeded([undefined]);
  const other = priorities.sharing(tier, priority, ref);
  if (other !== undefined) return failed({ code: "shared-priority", priority, with: other });
  const behind = priorities.takeBehind(tier, priority, count - 1, ref);
  return behind === undefined
    ? failed({ code: "no-free-priority", priority, needed: count - 1 })
    : succeeded([undefined, ...behind]);
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
  { names }: ConversionContext,
): MadePolicy[] {
  const { policy, name: own } = source;
  const { tier, ref } = policy;
  if (tier === "NetworkPolicy") throw new Error("invariant: an admin policy is of an ordered tier");
  // The server makes a name up where only a prefix is written.
  const stem = own === "" ? "policy" : own;
  const base = variant.nameSuffix === undefined ? stem : withSuffix(stem, variant.nameSuffix);
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
