import type { RecordedRule } from "./record.js";

/** What Antrea says of the policy that decided one direction. */
export interface AntreaPolicy {
  /** By its name or its number: `K8sNetworkPolicy`, `1`. */
  readonly type: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly action: RecordedRule["action"];
  readonly direction: "egress" | "ingress";
}

const KINDS: ReadonlyMap<string, Pick<RecordedRule, "kind" | "tier">> = new Map([
  ["1", { kind: "NetworkPolicy", tier: "NetworkPolicy" as const }],
  ["K8sNetworkPolicy", { kind: "NetworkPolicy", tier: "NetworkPolicy" as const }],
  ["4", { kind: "ClusterNetworkPolicy", tier: undefined }],
  ["K8sClusterNetworkPolicy", { kind: "ClusterNetworkPolicy", tier: undefined }],
  ["ClusterNetworkPolicy", { kind: "ClusterNetworkPolicy", tier: undefined }],
  ["AdminNetworkPolicy", { kind: "AdminNetworkPolicy", tier: "Admin" as const }],
  ["BaselineAdminNetworkPolicy", { kind: "BaselineAdminNetworkPolicy", tier: "Baseline" as const }],
]);

/** A policy as every format says it; Antrea's own kinds have none of Kubernetes'. */
export function antreaRule({ type, namespace, name, action, direction }: AntreaPolicy): RecordedRule {
  const known = KINDS.get(type) ?? { kind: undefined, tier: undefined };
  return { ...known, namespace, name, rule: undefined, direction, action };
}
