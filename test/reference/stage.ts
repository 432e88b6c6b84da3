/** The cluster of section 5.3's cases: two namespaces with two pods each, a host pod in back, and both nodes. */

import type { AdminSpec } from "./builders.js";
import { inNamespace, namespace, networkPolicy, node, pod, replaceIn } from "./builders.js";
import type { Options } from "./cluster.js";
import type { AdminRule, ClusterProtocol, KubernetesObject } from "./kubernetes.js";
import { mismatches } from "./table.js";

export const cluster: readonly KubernetesObject[] = [
  namespace("front"),
  namespace("back"),
  node("n1", ["192.168.0.1", "fd00:1::1"]),
  node("n2", ["192.168.0.2", "fd00:1::2"]),
  pod("front", "web", { ips: ["10.0.1.1", "fd00:2::1"], node: "n1", labels: { app: "web" } }),
  pod("front", "job", { ips: ["10.0.1.2", "fd00:2::2"], node: "n1", labels: { app: "job" } }),
  pod("back", "api", { ips: ["10.0.2.1", "fd00:2::3"], node: "n2", labels: { app: "api" } }),
  pod("back", "db", { ips: ["10.0.2.2", "fd00:2::4"], node: "n2", labels: { app: "db" } }),
  pod("back", "host", { host: true, node: "n1", ips: ["192.168.0.1", "fd00:1::1"] }),
];

export const everywhere = { namespaces: {} };
export const front = { namespaces: inNamespace("front") };
export const back = { namespaces: inNamespace("back") };
export const everyNetwork = { networks: ["0.0.0.0/0", "::/0"] };

export function tcp(number: number): ClusterProtocol {
  return { tcp: { destinationPort: { number } } };
}

export function toBack(action: string): AdminRule {
  return { action, to: [back] };
}

export function egress(...rules: AdminRule[]): AdminSpec {
  return { subject: front, egress: rules };
}

export function fromFront(action: string): AdminSpec {
  return { subject: back, ingress: [{ action, from: [front] }] };
}

export function allowAll(name: string): KubernetesObject {
  return networkPolicy(name, { podSelector: {}, policyTypes: ["Ingress"], ingress: [{}] });
}

export function denyEgress(name: string): KubernetesObject {
  return networkPolicy(name, { podSelector: {}, policyTypes: ["Egress"] });
}

export function denyAll(name: string): KubernetesObject {
  return networkPolicy(name, { podSelector: {}, policyTypes: ["Ingress", "Egress"] });
}

export const podsOfBack = "back/api,back/db";
export const podsOfFront = "front/web,front/job";
export const outside = "203.0.113.1,2001:db8::1,node:n1";

export interface Case {
  readonly id: string;
  /** Policies, and pods that replace one of the cluster. */
  readonly objects: readonly KubernetesObject[];
  /** Every other flow between pods is allowed. */
  readonly clauses: readonly string[];
  readonly options?: Options;
}

/** Mismatches of a case on both families. */
export function mismatchesOf({ objects, clauses, options }: Case): string[] {
  const ranges = { ports: [80, 8080], families: ["IPv4", "IPv6"] } as const;
  return mismatches(replaceIn(cluster, objects), clauses, { complete: true, ...options }, ranges);
}
