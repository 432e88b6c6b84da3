import { field, textOf } from "../../../source/manifest/node.js";
import { portsV1alpha1 } from "./ports-v1alpha1.js";
import { protocolsV1alpha2 } from "./protocols-v1alpha2.js";
import type { Action } from "../../model/policy.js";
import type { Dialect } from "./decode.js";

const ALLOW: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["Allow", "Accept"],
  ["Deny", "Deny"],
  ["Pass", "Pass"],
]);

const ACCEPT: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["Accept", "Accept"],
  ["Deny", "Deny"],
  ["Pass", "Pass"],
]);

const PODS: ReadonlySet<string> = new Set(["namespaces", "pods"]);
const PODS_AND_ADDRESSES: ReadonlySet<string> = new Set([...PODS, "networks", "nodes"]);
const EVERYTHING: ReadonlySet<string> = new Set([...PODS_AND_ADDRESSES, "domainNames"]);

/** AdminNetworkPolicy of v1alpha1: `Allow` stands for Accept, and `ports` has a member for each form of a port. */
export const ADMIN_NETWORK_POLICY: Dialect = {
  generation: "AdminNetworkPolicy",
  tierOf: () => "Admin",
  actions: ALLOW,
  peers: { ingress: PODS, egress: EVERYTHING },
  shape: "labels",
  portsOf: portsV1alpha1,
};

/** BaselineAdminNetworkPolicy of v1alpha1: the same in the Baseline tier, where peers have no domain names. */
export const BASELINE_ADMIN_NETWORK_POLICY: Dialect = {
  ...ADMIN_NETWORK_POLICY,
  tierOf: () => "Baseline",
  peers: { ingress: PODS, egress: PODS_AND_ADDRESSES },
};

/** ClusterNetworkPolicy of v1alpha2: the tier is a field, `Accept` an action, and ports stand in `protocols`. */
export const CLUSTER_NETWORK_POLICY: Dialect = {
  generation: "ClusterNetworkPolicy",
  tierOf: (spec) => (textOf(field(spec, "tier")) === "Baseline" ? "Baseline" : "Admin"),
  actions: ACCEPT,
  peers: { ingress: PODS, egress: EVERYTHING },
  shape: "labels",
  portsOf: protocolsV1alpha2,
};
