import { adminPolicyWriter, CLUSTER_NETWORK_POLICY_WRITER } from "./admin-policies/writers.js";
import { DIRECTIONS, type Direction } from "../model/policy.js";
import { field, type Node } from "../../source/manifest/node.js";
import { NETWORK_POLICY_WRITER, typesWritten } from "./network-policy/writer.js";
import { POLICY_GROUP } from "../admission/crd/definition.js";
import type { PolicyReader } from "./kind.js";
import type { PolicyApi } from "./policy-apis.js";

const ORDERED = {
  ownsGroup: true,
  isNamespaced: false,
  hasCrd: true,
  directionsOf: (spec: Node | undefined): readonly Direction[] =>
    DIRECTIONS.filter((direction) => field(spec, direction) !== undefined),
} as const;

/** The kinds of policies that are evaluated. Tables that list kinds have them in this order. */
export const POLICY_APIS: readonly PolicyApi[] = [
  {
    ...ORDERED,
    kind: "ClusterNetworkPolicy",
    // The release that brought v1beta1 still serves v1alpha2, with the same schema: nothing is converted between them.
    apiVersions: [`${POLICY_GROUP}/v1alpha2`, `${POLICY_GROUP}/v1beta1`],
    storedIn: [`${POLICY_GROUP}/v1alpha2`],
    plural: "clusternetworkpolicies",
    shortNames: ["cnp"],
    generations: ["ClusterNetworkPolicy"],
    tiers: ["Admin", "Baseline"],
    hasPriority: true,
    words: "Admin Baseline Accept Deny Pass TCP UDP SCTP",
    read: adminPolicy("ClusterNetworkPolicy"),
    writer: CLUSTER_NETWORK_POLICY_WRITER,
  },
  {
    ...ORDERED,
    kind: "AdminNetworkPolicy",
    apiVersions: [`${POLICY_GROUP}/v1alpha1`],
    storedIn: [`${POLICY_GROUP}/v1alpha1`],
    plural: "adminnetworkpolicies",
    shortNames: ["anp"],
    generations: ["AdminNetworkPolicy"],
    tiers: ["Admin"],
    hasPriority: true,
    words: "Allow Deny Pass Self NotSelf TCP UDP SCTP",
    read: adminPolicy("AdminNetworkPolicy"),
    writer: adminPolicyWriter(["Allow", "Deny", "Pass"]),
  },
  {
    ...ORDERED,
    kind: "BaselineAdminNetworkPolicy",
    apiVersions: [`${POLICY_GROUP}/v1alpha1`],
    storedIn: [`${POLICY_GROUP}/v1alpha1`],
    plural: "baselineadminnetworkpolicies",
    shortNames: ["banp"],
    generations: ["AdminNetworkPolicy"],
    tiers: ["Baseline"],
    hasPriority: false,
    words: "Allow Deny Self NotSelf TCP UDP SCTP",
    read: adminPolicy("BaselineAdminNetworkPolicy"),
    writer: adminPolicyWriter(["Allow", "Deny"]),
  },
  {
    kind: "NetworkPolicy",
    apiVersions: ["networking.k8s.io/v1", "extensions/v1beta1"],
    storedIn: ["networking.k8s.io/v1"],
    ownsGroup: false,
    isNamespaced: true,
    hasCrd: false,
    plural: "networkpolicies",
    shortNames: ["netpol"],
    generations: ["NetworkPolicy", "NetworkPolicy2016"],
    tiers: ["NetworkPolicy"],
    hasPriority: false,
    directionsOf: typesWritten,
    words: "Ingress Egress TCP UDP SCTP",
    read: async () => (await import("./network-policy/reader.js")).NETWORK_POLICY,
    writer: NETWORK_POLICY_WRITER,
  },
];

function adminPolicy(kind: string): () => Promise<PolicyReader> {
  return async () => {
    const { ADMIN_POLICIES } = await import("./admin-policies/reader.js");
    const reader = ADMIN_POLICIES.get(kind);
    if (reader === undefined) throw new Error(`invariant: no reader for ${kind}`);
    return reader;
  };
}
