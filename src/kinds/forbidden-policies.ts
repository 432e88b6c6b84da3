import { CRD_KINDS } from "./bundles.js";
import { NAMESPACE_NAME_LABEL } from "../model/labels.js";
import { selectorOf } from "../model/selector.js";
import { tiersOfKind } from "./refused-policy.js";
import type { ClusterObject } from "../model/objects.js";
import type { ForbiddenKind } from "../model/cluster.js";
import type { Origin } from "../manifest/origin.js";

const POLICY_KINDS: ReadonlySet<string> = new Set(["NetworkPolicy", ...CRD_KINDS]);

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
  if (!POLICY_KINDS.has(kind)) return [];
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
        tiers: tiersOfKind(kind),
        priority: undefined,
        subject:
          readIn.length === 0 ? undefined : { namespaces: { selector: elsewhere }, pods: undefined, origin },
        directions: ["egress", "ingress"],
      },
    },
  ];
}
