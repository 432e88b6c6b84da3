import { NAMESPACE_NAME_LABEL } from "../model/labels.js";
import { selectorOf } from "../model/selector.js";
import type { ClusterObject } from "../model/objects.js";
import type { ForbiddenKind } from "../model/cluster.js";
import type { Origin } from "../manifest/origin.js";
import type { Tier } from "../model/policy.js";

const TIERS: ReadonlyMap<string, readonly Tier[]> = new Map([
  ["NetworkPolicy", ["NetworkPolicy"]],
  ["AdminNetworkPolicy", ["Admin"]],
  ["BaselineAdminNetworkPolicy", ["Baseline"]],
  ["ClusterNetworkPolicy", ["Admin", "Baseline"]],
]);

/** No object can have this name. */
const NO_NAME = "(forbidden)";

/**
 * What stands for the policies of a kind that a cluster does not show: there may be any, about every pod of the
 * namespaces in which they could not be read. None for a kind that is no policy.
 * @param origin names the cluster
 */
export function forbiddenPolicies(
  { apiVersion, kind, readIn }: ForbiddenKind,
  origin: Origin,
): readonly ClusterObject[] {
  const tiers = TIERS.get(kind);
  if (tiers === undefined) return [];
  const elsewhere = selectorOf([
    { key: NAMESPACE_NAME_LABEL, operator: "NotIn", values: readIn.toSorted(), origin: undefined },
  ]);
  return [
    {
      type: "refused-policy",
      refused: {
        cause: "forbidden",
        ref: { apiVersion, kind, namespace: undefined, name: NO_NAME },
        origin,
        tiers,
        priority: undefined,
        subject:
          readIn.length === 0 ? undefined : { namespaces: { selector: elsewhere }, pods: undefined, origin },
        directions: ["egress", "ingress"],
      },
    },
  ];
}
