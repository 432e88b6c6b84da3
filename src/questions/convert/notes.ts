import { comparedLabels } from "./compared-labels.js";
import { DIRECTIONS, type Policy } from "../../cluster/model/policy.js";
import type { AdminPolicySource } from "./admin-policies.js";
import type { ConversionNote } from "./conversion.js";
import type { Variant } from "./variants.js";

/**
 * What is worth knowing about the conversion of an admin policy.
 * @param priorities those of its parts; undefined for the written one
 * @param name of the policy in its place
 */
export function notesOn(
  { policy, readAs }: AdminPolicySource,
  variants: readonly Variant[],
  priorities: readonly (number | undefined)[],
  name: string,
): ConversionNote[] {
  const [first] = variants;
  const all = DIRECTIONS.map((direction) => [direction, first?.rules[direction]] as const);
  const keys = comparedLabels(policy);
  const fields = experimentalFields(policy);
  const written = policy.priority;
  const chosen = priorities[0];
  return [
    ...(readAs.release === undefined ? [] : [{ code: "read-as" as const, release: readAs.release }]),
    ...(name === policy.ref.name || keys.length > 0 ? [] : [{ code: "renamed" as const, to: name }]),
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
