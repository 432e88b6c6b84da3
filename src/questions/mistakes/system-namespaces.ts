/** Namespaces that every cluster has, and that the manifests of an application seldom hold. */
export const SYSTEM_NAMESPACES: readonly string[] = [
  "default",
  "kube-node-lease",
  "kube-public",
  "kube-system",
];

/** The one of them whose pods every cluster has: cluster DNS among others. */
export const CONTROL_PLANE_NAMESPACE = "kube-system";

/** True for namespaces that are there before anybody applies manifests. */
export function isOfInstaller(name: string): boolean {
  return SYSTEM_NAMESPACES.includes(name) || isReserved(name);
}

/** Names that a platform keeps to itself: such a namespace is the platform's, not the input's. */
export function isReserved(name: string): boolean {
  return name.startsWith("kube-") || name.startsWith("openshift-");
}

/** True for a label that a platform sets on its own namespaces. */
export function isReservedKey(key: string): boolean {
  return /(?:^|\.)openshift\.io\//.test(key);
}
