import { field, textOf } from "../node.js";
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

export const ADMIN_NETWORK_POLICY: Dialect = {
  generation: "AdminNetworkPolicy",
  tierOf: () => "Admin",
  actions: ALLOW,
  portsOf: portsV1alpha1,
};

export const BASELINE_ADMIN_NETWORK_POLICY: Dialect = { ...ADMIN_NETWORK_POLICY, tierOf: () => "Baseline" };

export const CLUSTER_NETWORK_POLICY: Dialect = {
  generation: "ClusterNetworkPolicy",
  tierOf: (spec) => (textOf(field(spec, "tier")) === "Baseline" ? "Baseline" : "Admin"),
  actions: ACCEPT,
  portsOf: protocolsV1alpha2,
};
