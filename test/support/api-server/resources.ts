/** A kind as an API server serves it. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** A resource from its short form: `v1 Pod pods namespaced`. */
export function resource(text: string): Resource {
  const [apiVersion = "", kind = "", plural = "", scope] = text.split(" ");
  return { apiVersion, kind, plural, isNamespaced: scope === "namespaced" };
}

/** What every cluster of today serves, as far as it matters here. */
export const BUILT_IN: readonly Resource[] = [
  "v1 Namespace namespaces",
  "v1 Node nodes",
  "v1 Pod pods namespaced",
  "v1 Service services namespaced",
  "v1 Endpoints endpoints namespaced",
  "v1 ReplicationController replicationcontrollers namespaced",
  "v1 Secret secrets namespaced",
  "v1 ConfigMap configmaps namespaced",
  "apps/v1 Deployment deployments namespaced",
  "apps/v1 ReplicaSet replicasets namespaced",
  "apps/v1 StatefulSet statefulsets namespaced",
  "apps/v1 DaemonSet daemonsets namespaced",
  "batch/v1 Job jobs namespaced",
  "batch/v1 CronJob cronjobs namespaced",
  "discovery.k8s.io/v1 EndpointSlice endpointslices namespaced",
  "networking.k8s.io/v1 NetworkPolicy networkpolicies namespaced",
  "networking.k8s.io/v1 Ingress ingresses namespaced",
  "networking.k8s.io/v1 IngressClass ingressclasses",
  "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration validatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration mutatingwebhookconfigurations",
  "apiextensions.k8s.io/v1 CustomResourceDefinition customresourcedefinitions",
].map(resource);

/** The policy kinds that come as CRDs. */
export const POLICY_RESOURCES: readonly Resource[] = [
  "policy.networking.k8s.io/v1alpha2 ClusterNetworkPolicy clusternetworkpolicies",
  "policy.networking.k8s.io/v1alpha1 AdminNetworkPolicy adminnetworkpolicies",
  "policy.networking.k8s.io/v1alpha1 BaselineAdminNetworkPolicy baselineadminnetworkpolicies",
].map(resource);
