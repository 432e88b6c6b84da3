/** Namespaces that every cluster has, and that the manifests of an application seldom hold. */
export const SYSTEM_NAMESPACES: readonly string[] = [
  "default",
  "kube-node-lease",
  "kube-public",
  "kube-system",
];

/** The one of them whose pods every cluster has: cluster DNS among others. */
export const CONTROL_PLANE_NAMESPACE = "kube-system";
