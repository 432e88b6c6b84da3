import { POLICY_APIS } from "../../kinds/policy-table.js";

/**
 * What the program reads by its very words, wherever it stands: such words are not replaced, and no other one becomes
 * one of them. Written as they stand in objects; the words of each are kept one by one, so that names made of them
 * (`kube-dns-6f7` of a Deployment `kube-dns`) still belong together.
 */
const WELL_KNOWN: readonly string[] = [
  // Namespaces, Services and policies that are known by their names.
  "default",
  "kube-system",
  "kube-public",
  "kube-node-lease",
  "kube-dns",
  "coredns",
  "kubernetes",
  "svc.cluster.local",
  "pod.cluster.local",

  // Labels and annotations that servers, controllers and charts set.
  "kubernetes.io/metadata.name",
  "kubernetes.io/service-name",
  "endpointslice.kubernetes.io/managed-by endpointslice-controller.k8s.io endpointslicemirroring-controller.k8s.io",
  "node-role.kubernetes.io/control-plane",
  "node-role.kubernetes.io/master",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "pod-template-hash",
  "rollouts-pod-template-hash",
  "pod-template-generation",
  "controller-revision-hash",
  "statefulset.kubernetes.io/pod-name",
  "apps.kubernetes.io/pod-index",
  "batch.kubernetes.io/job-name",
  "batch.kubernetes.io/controller-uid",
  "batch.kubernetes.io/job-completion-index",
  "helm.sh/chart",
  "app.kubernetes.io/name",
  "app.kubernetes.io/component",
  "app.kubernetes.io/version",
  "k8s-app",
  "k8s.io",
  "run",
  "net.beta.kubernetes.io/network-policy",
  '{"ingress":{"isolation":"DefaultDeny"}}',

  // Labels of service meshes and of networks beside the cluster's own.
  "istio-injection enabled istio.io/rev istio.io/dataplane-mode ambient",
  "sidecar.istio.io/inject security.istio.io/tlsMode istio linkerd.io/control-plane-ns",
  "k8s.ovn.org/primary-user-defined-network",

  // Ingress and Gateway controllers, and the labels of their pods.
  "k8s.io/ingress-nginx ingress-nginx rke2-ingress-nginx nginx-ingress controller",
  "nginx.org/ingress-controller",
  "traefik.io/gateway-controller traefik",
  "haproxy.org/ingress-controller kubernetes-ingress haproxy-ingress",
  "haproxy-ingress.github.io/controller",
  "projectcontour.io contour envoy",
  "ingress-controllers.konghq.com/kong konghq.com/kic-gateway-controller proxy-kong gateway app",
  "istio.io/gateway-controller istio ingressgateway",
  "gateway.nginx.org nginx-gateway-fabric",
  "gateway.envoyproxy.io/gatewayclass-controller",
  "gateway.envoyproxy.io/owning-gateway-name",
  "gateway.envoyproxy.io/owning-gateway-namespace",
  "gateway.networking.k8s.io/gateway-name",
  "apisix.apache.org/apisix-ingress",
  "openshift.io/ingress-to-route",
  "ingresscontroller.operator.openshift.io/deployment-ingresscontroller",
  "ingress.k8s.aws/alb gateway.k8s.aws application-networking.k8s.aws/gateway-api-controller",
  "networking.gke.io",
  "azure/application-gateway alb.networking.azure.io/alb-controller k8s.io/ingress-gce gce-internal",
  "azure-application-gateway azure-alb-external amazon-vpc-lattice gke-l7-rilb gke-l7-gxlb",
  "gke-l7-global-external-managed gke-l7-regional-external-managed",

  // What fields may say.
  "In NotIn Exists DoesNotExist",
  "TCP UDP SCTP",
  ...POLICY_APIS.map(({ words }) => words),
  "Pending Running Succeeded Failed Unknown",
  "Always Never OnFailure",
  "Indexed NonIndexed",
  "Hostname InternalIP ExternalIP InternalDNS ExternalDNS",
  "None ClusterIP NodePort LoadBalancer ExternalName",
  "Cluster Local",
  "IPv4 IPv6 FQDN",
  "matchLabels matchExpressions",
  "ALL CAP_BPF CAP_NET_ADMIN CAP_SYS_ADMIN CAP_SYS_MODULE CAP_SYS_PTRACE",
  "pods/attach pods/exec pods/portforward pods/proxy services/proxy nodes/proxy get create",
  "true false",

  // Kinds that own pods, or that others refer to.
  "Pod Deployment ReplicaSet ReplicationController StatefulSet DaemonSet Job CronJob Node Service Namespace Gateway",
];

/** Every word of what is well known. */
export const WELL_KNOWN_WORDS: ReadonlySet<string> = new Set(
  WELL_KNOWN.flatMap((text) => text.match(/[A-Za-z0-9]+/g) ?? []),
);
