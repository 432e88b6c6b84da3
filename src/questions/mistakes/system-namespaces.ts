/** Namespaces that every cluster has, and that the manifests of an application seldom hold. */
export const SYSTEM_NAMESPACES: readonly string[] = [
  "default",
  "kube-node-lease",
  "kube-public",
  "kube-system",
];

/** The one of them whose pods every cluster has: cluster DNS among others. */
export const CONTROL_PLANE_NAMESPACE = "kube-system";

/**
 * Namespaces into which the installation guides of ingress controllers, service meshes and monitoring put them: most clusters have some,
 * and few repositories of an application hold them.
 */
export const USUAL_NAMESPACES: ReadonlySet<string> = new Set([
  "argocd",
  "cert-manager",
  "envoy-gateway-system",
  "flux-system",
  "haproxy-controller",
  "ingress-nginx",
  "istio-ingress",
  "istio-system",
  "kong",
  "linkerd",
  "linkerd-viz",
  "logging",
  "longhorn-system",
  "metallb-system",
  "monitoring",
  "nginx-ingress",
  "observability",
  "projectcontour",
  "prometheus",
  "traefik",
  "traefik-system",
  "traefik-v2",
]);
