import { groupOf, type PolicyApi } from "./policy-apis.js";
import { POLICY_APIS } from "./policy-table.js";
import { NAMESPACE_NAME_LABEL } from "../model/labels.js";
import { selectorOf } from "../model/selector.js";
import type { ClusterObject } from "../model/objects.js";
import { ANY_KIND, type ForbiddenKind } from "../model/cluster.js";
import type { Origin } from "../../source/manifest/origin.js";

/** No object can have this name. */
const NO_NAME = "(forbidden)";

/**
 * What stands for the policies of a kind that a cluster does not show: there may be any, about every pod of the
 * namespaces in which they could not be read. None for a kind that is no policy.
 * @param origin names the cluster
 */
export function forbiddenPolicies(
  { apiVersion, kind, readIn, why }: ForbiddenKind,
  origin: Origin,
): readonly ClusterObject[] {
  const kinds = policyKinds(apiVersion, kind);
  const elsewhere = selectorOf([
    { key: NAMESPACE_NAME_LABEL, operator: "NotIn", values: readIn.toSorted(), origin: undefined },
  ]);
  return kinds.map((api) => ({
    type: "refused-policy",
    refused: {
      cause: why === undefined ? "forbidden" : "unlisted",
      ref: { apiVersion, kind: api.kind, namespace: undefined, name: NO_NAME },
      origin,
      generation: api.generations[0],
      tiers: api.tiers,
      priority: undefined,
      subject:
        readIn.length === 0 ? undefined : { namespaces: { selector: elsewhere }, pods: undefined, origin },
      directions: ["egress", "ingress"],
    },
  }));
}

/** The kinds of policies that are evaluated and that a kind, or any kind of an API, stands for. */
function policyKinds(apiVersion: string, kind: string): readonly PolicyApi[] {
  const group = groupOf(apiVersion);
  return POLICY_APIS.filter(
    (api) =>
      group === groupOf(api.storedIn[0]) && (kind === api.kind || (kind === ANY_KIND && api.ownsGroup)),
  );
}
