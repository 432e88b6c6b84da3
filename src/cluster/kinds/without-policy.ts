import { classify } from "./registry.js";
import { groupOf } from "./policy-apis.js";

/**
 * Kinds that change no verdict by what they are, beside those that are read: by group. What an operator makes of them is the
 * operator's. A kind that is not here may be anybody's, and hold anything.
 */
const KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      [
        "",
        "ConfigMap Secret ServiceAccount PersistentVolume PersistentVolumeClaim LimitRange ResourceQuota PodTemplate",
      ],
      ["apps", "ControllerRevision"],
      ["autoscaling", "HorizontalPodAutoscaler"],
      ["autoscaling.k8s.io", "VerticalPodAutoscaler"],
      ["policy", "PodDisruptionBudget PodSecurityPolicy"],
      ["rbac.authorization.k8s.io", "Role RoleBinding ClusterRole ClusterRoleBinding"],
      ["storage.k8s.io", "StorageClass CSIDriver VolumeAttachment"],
      ["snapshot.storage.k8s.io", "VolumeSnapshot VolumeSnapshotClass VolumeSnapshotContent"],
      ["scheduling.k8s.io", "PriorityClass"],
      ["coordination.k8s.io", "Lease"],
      ["node.k8s.io", "RuntimeClass"],
      ["certificates.k8s.io", "CertificateSigningRequest"],
      ["apiregistration.k8s.io", "APIService"],
      ["flowcontrol.apiserver.k8s.io", "FlowSchema PriorityLevelConfiguration"],
      ["admissionregistration.k8s.io", "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding"],
      ["gateway.networking.k8s.io", "ReferenceGrant BackendTLSPolicy"],
      [
        "networking.istio.io",
        "VirtualService Gateway DestinationRule ServiceEntry EnvoyFilter WorkloadEntry",
      ],
      ["security.istio.io", "RequestAuthentication"],
      ["telemetry.istio.io", "Telemetry"],
      ["cert-manager.io", "Certificate CertificateRequest Issuer ClusterIssuer"],
      ["acme.cert-manager.io", "Challenge Order"],
      ["trust.cert-manager.io", "Bundle"],
      ["monitoring.coreos.com", "PrometheusRule Probe ScrapeConfig AlertmanagerConfig"],
      ["operator.victoriametrics.com", "VMServiceScrape VMPodScrape VMRule VMProbe"],
      ["grafana.integreatly.org", "GrafanaDashboard GrafanaDatasource"],
      [
        "external-secrets.io",
        "ExternalSecret SecretStore ClusterSecretStore ClusterExternalSecret PushSecret",
      ],
      ["bitnami.com", "SealedSecret"],
      ["secrets-store.csi.x-k8s.io", "SecretProviderClass"],
      ["keda.sh", "ScaledObject ScaledJob TriggerAuthentication ClusterTriggerAuthentication"],
      ["traefik.io", "IngressRoute IngressRouteTCP IngressRouteUDP Middleware TLSOption TLSStore"],
      ["traefik.containo.us", "IngressRoute IngressRouteTCP IngressRouteUDP Middleware TLSOption TLSStore"],
      ["route.openshift.io", "Route"],
      ["security.openshift.io", "SecurityContextConstraints"],
      ["velero.io", "Backup Restore Schedule BackupStorageLocation"],
      [
        "source.toolkit.fluxcd.io",
        "GitRepository HelmRepository HelmChart OCIRepository Bucket ExternalArtifact",
      ],
      ["notification.toolkit.fluxcd.io", "Alert Provider Receiver"],
      ["image.toolkit.fluxcd.io", "ImageRepository ImagePolicy ImageUpdateAutomation"],
      ["kustomize.toolkit.fluxcd.io", "Kustomization"],
      ["helm.toolkit.fluxcd.io", "HelmRelease"],
      ["argoproj.io", "Application ApplicationSet AppProject"],
      ["kustomize.config.k8s.io", "Kustomization Component"],
    ] as const
  ).map(([group, kinds]) => [group, new Set(kinds.split(" "))]),
);

/**
 * True for an object that holds no policy, and that no policy's meaning hangs on: labels of namespaces decide what policies
 * select, and a list may hold anything.
 */
export function isWithoutPolicy(apiVersion: string, kind: string): boolean {
  const known = classify(apiVersion, kind);
  if (known.type === "known") return kind !== "Namespace";
  return (
    (known.type === "other" || known.type === "maker") && KINDS.get(groupOf(apiVersion))?.has(kind) === true
  );
}

/** True for an object that is a policy of anybody's, or was meant as one, or a list. */
export function mayBePolicy(apiVersion: string, kind: string): boolean {
  const { type } = classify(apiVersion, kind);
  return type !== "known" && type !== "maker" && type !== "other";
}
