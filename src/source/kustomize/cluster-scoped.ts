/**
 * Kinds without namespaces, as far as kustomize knows them by itself: those of Kubernetes. Kinds that come with CRDs have
 * namespaces to it.
 */
const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  " ComponentStatus",
  " Namespace",
  " Node",
  " PersistentVolume",
  "admissionregistration.k8s.io MutatingWebhookConfiguration",
  "admissionregistration.k8s.io ValidatingAdmissionPolicy",
  "admissionregistration.k8s.io ValidatingAdmissionPolicyBinding",
  "admissionregistration.k8s.io ValidatingWebhookConfiguration",
  "apiextensions.k8s.io CustomResourceDefinition",
  "apiregistration.k8s.io APIService",
  "authentication.k8s.io SelfSubjectReview",
  "authentication.k8s.io TokenReview",
  "authorization.k8s.io SelfSubjectAccessReview",
  "authorization.k8s.io SelfSubjectRulesReview",
  "authorization.k8s.io SubjectAccessReview",
  "certificates.k8s.io CertificateSigningRequest",
  "certificates.k8s.io ClusterTrustBundle",
  "flowcontrol.apiserver.k8s.io FlowSchema",
  "flowcontrol.apiserver.k8s.io PriorityLevelConfiguration",
  "internal.apiserver.k8s.io StorageVersion",
  "networking.k8s.io IngressClass",
  "networking.k8s.io ClusterCIDR",
  "networking.k8s.io IPAddress",
  "node.k8s.io RuntimeClass",
  "policy PodSecurityPolicy",
  "rbac.authorization.k8s.io ClusterRole",
  "rbac.authorization.k8s.io ClusterRoleBinding",
  "resource.k8s.io ResourceClass",
  "scheduling.k8s.io PriorityClass",
  "storage.k8s.io CSIDriver",
  "storage.k8s.io CSINode",
  "storage.k8s.io StorageClass",
  "storage.k8s.io VolumeAttachment",
]);

/** True for kinds that are certainly in no namespace. */
export function isClusterScoped({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return CLUSTER_SCOPED.has(`${group} ${kind}`);
}
