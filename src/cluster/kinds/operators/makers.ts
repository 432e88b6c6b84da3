/** A label of the pods that an operator makes; `$name`, `$namespace` and `$kind` stand for those of the object it makes them for. */
type LabelTexts = Readonly<Record<string, string>>;

/** What an operator makes of an object of one kind. */
export interface Maker {
  /** The API group, any version of it. */
  readonly group: string;
  readonly kinds: readonly string[];
  /** Labels that its pods have for certain: one set for each sort of pod. */
  readonly pods: readonly LabelTexts[];
  /**
   * Set where the object stands for manifests that are not here, such as those of a chart: pods with any labels, in the
   * namespace at the first of these paths that is written, else in the object's own.
   */
  readonly anythingIn?: readonly (readonly string[])[];
  /** Set where the pods come up in namespaces that the object does not name. */
  readonly isAnywhere?: true;
  /** Where the labels are documented, or set. */
  readonly source: string;
}

const NAME = "app.kubernetes.io/name";
const INSTANCE = "app.kubernetes.io/instance";
const COMPONENT = "app.kubernetes.io/component";
const MANAGED_BY = "app.kubernetes.io/managed-by";
const PART_OF = "app.kubernetes.io/part-of";

/**
 * Kinds of objects of which operators make pods, with the labels of those pods. Operators add further labels, and copy
 * those of the object and of the templates in it: what a row does not name is unknown, not missing.
 */
export const MAKERS: readonly Maker[] = [
  {
    group: "postgresql.cnpg.io",
    kinds: ["Cluster"],
    pods: [{ "cnpg.io/cluster": "$name", "cnpg.io/podRole": "instance" }, { "cnpg.io/cluster": "$name" }],
    source: "CloudNativePG documentation, Labels and annotations, Predefined labels",
  },
  {
    group: "postgresql.cnpg.io",
    kinds: ["Pooler"],
    pods: [{ "cnpg.io/poolerName": "$name", "cnpg.io/podRole": "pooler" }],
    source: "CloudNativePG documentation, Labels and annotations, Predefined labels",
  },
  {
    group: "monitoring.coreos.com",
    kinds: ["Prometheus"],
    pods: [
      {
        [NAME]: "prometheus",
        [INSTANCE]: "$name",
        [MANAGED_BY]: "prometheus-operator",
        prometheus: "$name",
        "operator.prometheus.io/name": "$name",
      },
    ],
    source: "prometheus-operator/prometheus-operator pkg/prometheus/server/statefulset.go",
  },
  {
    group: "monitoring.coreos.com",
    kinds: ["PrometheusAgent"],
    pods: [{ [NAME]: "prometheus-agent", [INSTANCE]: "$name", "operator.prometheus.io/name": "$name" }],
    source: "prometheus-operator/prometheus-operator pkg/prometheus/agent/statefulset.go",
  },
  {
    group: "monitoring.coreos.com",
    kinds: ["Alertmanager"],
    pods: [
      {
        [NAME]: "alertmanager",
        [INSTANCE]: "$name",
        [MANAGED_BY]: "prometheus-operator",
        alertmanager: "$name",
      },
    ],
    source: "prometheus-operator/prometheus-operator pkg/alertmanager/statefulset.go",
  },
  {
    group: "monitoring.coreos.com",
    kinds: ["ThanosRuler"],
    pods: [
      {
        [NAME]: "thanos-ruler",
        [INSTANCE]: "$name",
        [MANAGED_BY]: "prometheus-operator",
        "thanos-ruler": "$name",
      },
    ],
    source: "prometheus-operator/prometheus-operator pkg/thanos/statefulset.go",
  },
  {
    group: "kafka.strimzi.io",
    kinds: ["Kafka", "KafkaConnect", "KafkaMirrorMaker", "KafkaMirrorMaker2", "KafkaBridge"],
    pods: [{ "strimzi.io/cluster": "$name", "strimzi.io/kind": "$kind" }],
    source: "strimzi/strimzi-kafka-operator operator-common model/Labels.java",
  },
  {
    group: "elasticsearch.k8s.elastic.co",
    kinds: ["Elasticsearch"],
    pods: [
      {
        "common.k8s.elastic.co/type": "elasticsearch",
        "elasticsearch.k8s.elastic.co/cluster-name": "$name",
      },
    ],
    source: "Elastic Cloud on Kubernetes documentation, Kubernetes network policies",
  },
  {
    group: "kibana.k8s.elastic.co",
    kinds: ["Kibana"],
    pods: [{ "common.k8s.elastic.co/type": "kibana", "kibana.k8s.elastic.co/name": "$name" }],
    source: "Elastic Cloud on Kubernetes documentation, Kubernetes network policies",
  },
  {
    group: "apm.k8s.elastic.co",
    kinds: ["ApmServer"],
    pods: [{ "common.k8s.elastic.co/type": "apm-server", "apm.k8s.elastic.co/name": "$name" }],
    source: "Elastic Cloud on Kubernetes documentation, Kubernetes network policies",
  },
  {
    group: "beat.k8s.elastic.co",
    kinds: ["Beat"],
    pods: [{ "common.k8s.elastic.co/type": "beat", "beat.k8s.elastic.co/name": "$name" }],
    source: "Elastic Cloud on Kubernetes documentation, Kubernetes network policies",
  },
  {
    group: "agent.k8s.elastic.co",
    kinds: ["Agent"],
    pods: [{ "common.k8s.elastic.co/type": "agent", "agent.k8s.elastic.co/name": "$name" }],
    source: "Elastic Cloud on Kubernetes documentation, Kubernetes network policies",
  },
  {
    group: "acid.zalan.do",
    kinds: ["postgresql"],
    pods: [
      { application: "spilo", "cluster-name": "$name" },
      { application: "db-connection-pooler", "cluster-name": "$name" },
    ],
    source:
      "zalando/postgres-operator docs/reference/operator_parameters.md, cluster_labels and cluster_name_label",
  },
  {
    group: "postgres-operator.crunchydata.com",
    kinds: ["PostgresCluster"],
    pods: [{ "postgres-operator.crunchydata.com/cluster": "$name" }],
    source: "CrunchyData/postgres-operator internal/naming/labels.go",
  },
  {
    group: "rabbitmq.com",
    kinds: ["RabbitmqCluster"],
    pods: [{ [NAME]: "$name", [COMPONENT]: "rabbitmq", [PART_OF]: "pivotal-rabbitmq" }],
    source: "rabbitmq/cluster-operator internal/metadata/label.go",
  },
  {
    group: "databases.spotahome.com",
    kinds: ["RedisFailover"],
    pods: [
      { [NAME]: "$name", [COMPONENT]: "redis", [PART_OF]: "redis-failover" },
      { [NAME]: "$name", [COMPONENT]: "sentinel", [PART_OF]: "redis-failover" },
    ],
    source: "spotahome/redis-operator operator/redisfailover/service/labels.go",
  },
  {
    group: "k8s.mariadb.com",
    kinds: ["MariaDB"],
    pods: [{ [NAME]: "mariadb", [INSTANCE]: "$name" }],
    source: "mariadb-operator/mariadb-operator pkg/builder/labels/labels.go",
  },
  {
    group: "psmdb.percona.com",
    kinds: ["PerconaServerMongoDB"],
    pods: [
      {
        [NAME]: "percona-server-mongodb",
        [INSTANCE]: "$name",
        [MANAGED_BY]: "percona-server-mongodb-operator",
      },
    ],
    source: "percona/percona-server-mongodb-operator pkg/naming/labels.go",
  },
  {
    group: "k8s.keycloak.org",
    kinds: ["Keycloak"],
    pods: [{ app: "keycloak", [INSTANCE]: "$name", [MANAGED_BY]: "keycloak-operator" }],
    source: "Keycloak documentation, Operator, Basic Keycloak deployment, Service of type LoadBalancer",
  },
  {
    group: "opentelemetry.io",
    kinds: ["OpenTelemetryCollector"],
    pods: [
      {
        [COMPONENT]: "opentelemetry-collector",
        [INSTANCE]: "$namespace.$name",
        [MANAGED_BY]: "opentelemetry-operator",
      },
    ],
    source: "open-telemetry/opentelemetry-operator internal/manifests/manifestutils/labels.go",
  },
  {
    group: "argoproj.io",
    kinds: ["ArgoCD"],
    pods: [
      "application-controller",
      "applicationset-controller",
      "dex-server",
      "redis",
      "redis-ha",
      "redis-ha-haproxy",
      "repo-server",
      "server",
    ].map((part) => ({ [NAME]: `$name-${part}` })),
    source: "argoproj-labs/argocd-operator controllers/argocd/deployment.go, nameWithSuffix",
  },
  {
    group: "serving.knative.dev",
    kinds: ["Service", "Configuration"],
    pods: [{ "serving.knative.dev/configuration": "$name", "serving.knative.dev/service": "$name" }],
    source: "knative/serving pkg/reconciler/revision/resources/meta.go and pkg/apis/serving/register.go",
  },
  {
    group: "serving.kserve.io",
    kinds: ["InferenceService"],
    pods: [{ "serving.kserve.io/inferenceservice": "$name" }],
    source: "KServe documentation, First InferenceService, Check InferenceService status",
  },
  {
    group: "gateway.networking.k8s.io",
    kinds: ["Gateway"],
    pods: [{ "gateway.networking.k8s.io/gateway-name": "$name" }],
    source: "Gateway API GEP-1762 In cluster gateway deployments; Istio documentation, Resource labels",
  },
  {
    group: "cert-manager.io",
    kinds: ["Issuer", "Certificate"],
    pods: [{ "acme.cert-manager.io/http01-solver": "true" }],
    source: "cert-manager/cert-manager pkg/issuer/acme/http/pod.go",
  },
  {
    group: "cert-manager.io",
    kinds: ["ClusterIssuer"],
    pods: [{ "acme.cert-manager.io/http01-solver": "true" }],
    isAnywhere: true,
    source: "cert-manager/cert-manager pkg/issuer/acme/http/pod.go",
  },
  // Pod templates: what they make has the labels that are written in them.
  {
    group: "argoproj.io",
    kinds: ["Rollout", "Workflow", "CronWorkflow"],
    pods: [],
    source: "Argo Rollouts documentation, Specification; Argo Workflows documentation, Field reference",
  },
  {
    group: "keda.sh",
    kinds: ["ScaledJob"],
    pods: [{ "scaledjob.keda.sh/name": "$name" }],
    source: "KEDA documentation, ScaledJob specification, jobTargetRef",
  },
  {
    group: "operator.victoriametrics.com",
    kinds: ["VMAgent", "VMAlert", "VMAlertmanager", "VMAuth", "VMCluster", "VMSingle"],
    pods: [{ [INSTANCE]: "$name", [COMPONENT]: "monitoring" }],
    source: "VictoriaMetrics/operator api/operator/v1beta1, SelectorLabels",
  },
  // Charts, and manifests of elsewhere.
  {
    group: "helm.toolkit.fluxcd.io",
    kinds: ["HelmRelease"],
    pods: [],
    anythingIn: [["spec", "targetNamespace"]],
    source: "Flux documentation, Helm releases, Target namespace",
  },
  {
    group: "kustomize.toolkit.fluxcd.io",
    kinds: ["Kustomization"],
    pods: [],
    anythingIn: [["spec", "targetNamespace"]],
    source: "Flux documentation, Kustomization, Target namespace",
  },
  {
    group: "helm.cattle.io",
    kinds: ["HelmChart"],
    pods: [],
    anythingIn: [["spec", "targetNamespace"]],
    source: "K3s documentation, Helm, Using the Helm controller",
  },
  {
    group: "argoproj.io",
    kinds: ["Application"],
    pods: [],
    anythingIn: [["spec", "destination", "namespace"]],
    source: "Argo CD documentation, Application specification",
  },
  {
    group: "argoproj.io",
    kinds: ["ApplicationSet"],
    pods: [],
    anythingIn: [["spec", "template", "spec", "destination", "namespace"]],
    source: "Argo CD documentation, Application set specification",
  },
];
