import { CRD_KINDS } from "../admission/bundles.js";
import { NAMESPACE_NAME_LABEL } from "../model/labels.js";
import { selectorOf } from "../model/selector.js";
import { tiersOfKind } from "./refused-policy.js";
import type { ClusterObject } from "../model/objects.js";
import { ANY_KIND, type ForbiddenKind } from "../model/cluster.js";
import { POLICY_GROUP } from "../admission/crd/definition.js";
import type { Origin } from "../manifest/origin.js";

const NETWORK_POLICY = "NetworkPolicy";

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
  return kinds.map((each) => ({
    type: "refused-policy",
    refused: {
      cause: why === undefined ? "forbidden" : "unlisted",
      ref: { apiVersion, kind: each, namespace: undefined, name: NO_NAME },
      origin,
      tiers: tiersOfKind(each),
      priority: undefined,
      subject:
        readIn.length === 0 ? undefined : { namespaces: { selector: elsewhere }, pods: undefined, origin },
      directions: ["egress", "ingress"],
    },
  }));
}

/** The kinds of policies that are evaluated and that a kind, or any kind of an API, stands for. */
function policyKinds(apiVersion: string, kind: string): readonly string[] {
  const [group = ""] = apiVersion.split("/");
  if (group === "networking.k8s.io") return kind === NETWORK_POLICY ? [kind] : [];
  if (group !== POLICY_GROUP) return [];
  return CRD_KINDS.filter((each) => kind === each || kind === ANY_KIND);
}
