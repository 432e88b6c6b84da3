/** Small manifests for tests of the command line; what each is for stands in its name. */

export function pod(namespace: string | undefined, app: string, ports = "[]"): string {
  const where = namespace === undefined ? "" : `, namespace: ${namespace}`;
  return `apiVersion: v1
kind: Pod
metadata: { name: ${app}, labels: { app: ${app} }${where} }
spec: { containers: [{ name: main, image: "registry.example/${app}:1", ports: ${ports} }] }
`;
}

export function namespace(name: string, labels = "{}"): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: ${labels} }\n`;
}

/** Lets `web` in on TCP 7070, and everything else not. */
export const CART_FROM_WEB = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart-from-web, namespace: shop }
spec:
  podSelector: { matchLabels: { app: cart } }
  policyTypes: [Ingress]
  ingress:
  - from: [{ podSelector: { matchLabels: { app: web } } }]
    ports: [{ port: 7070 }]
`;

/** A NetworkPolicy that the server refuses, with one finding of level error. */
export const REVERSED_PORTS = CART_FROM_WEB.replace("port: 7070", "port: 90, endPort: 80");

/** An egress policy of `web` with one rule. */
export function webEgress(rule: string): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web-egress, namespace: shop }
spec: { podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [${rule}] }
`;
}

/** A ClusterNetworkPolicy of the Admin tier with egress rules. */
export function adminEgress(name: string, ...rules: readonly string[]): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec: { tier: Admin, priority: 7, subject: { namespaces: {} }, egress: [${rules.join(", ")}] }
`;
}

export const DENY_ALL = '{ action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }';

/** Documents as one stream. */
export function stream(...documents: readonly string[]): string {
  return documents.join("---\n");
}

/** Two pods, and the policy between them. */
export const SHOP = stream(
  namespace("shop"),
  pod("shop", "web"),
  pod(
    "shop",
    "cart",
    "[{ name: grpc, containerPort: 7070 }, { name: dns, containerPort: 53, protocol: UDP }]",
  ),
  CART_FROM_WEB,
);
