/** Small trees of kustomizations: what each shows → files by their paths. Each builds its folder `o`. */
export const TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a configuration as scaffolds of operators have it, of CRDs, webhooks and certificates": {
    "o/kustomization.yaml": "resources: [../hooks, own.yaml]\nnamespace: prod\nnamePrefix: p-\n",
    "o/own.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: own}
webhooks: [{name: a.b.c, clientConfig: {service: {name: web, namespace: system}}, sideEffects: None, admissionReviewVersions: [v1]}, {name: d.b.c, clientConfig: {service: {name: other}}, sideEffects: None, admissionReviewVersions: [v1]}]
`,
    "hooks/kustomization.yaml": "resources: [all.yaml]\nconfigurations: [config.yaml, other.yaml]\n",
    "hooks/config.yaml": `nameReference:
- kind: Service
  version: v1
  fieldSpecs:
  - {kind: CustomResourceDefinition, version: v1, group: apiextensions.k8s.io, path: spec/conversion/webhook/clientConfig/service/name}
  - {kind: MutatingWebhookConfiguration, group: admissionregistration.k8s.io, path: webhooks/clientConfig/service/name}
- kind: Issuer
  group: cert-manager.io
  fieldSpecs: [{kind: Certificate, group: cert-manager.io, path: spec/issuerRef/name}]
namespace:
- {kind: CustomResourceDefinition, version: v1, group: apiextensions.k8s.io, path: spec/conversion/webhook/clientConfig/service/namespace, create: false}
- {kind: MutatingWebhookConfiguration, group: admissionregistration.k8s.io, path: webhooks/clientConfig/service/namespace, create: true}
- {kind: ValidatingWebhookConfiguration, group: admissionregistration.k8s.io, path: webhooks/clientConfig/service/namespace}
varReference:
- path: metadata/annotations
`,
    "hooks/other.yaml":
      "varReference:\n- {kind: Certificate, group: cert-manager.io, path: spec/commonName}\n",
    "hooks/all.yaml": `apiVersion: v1
kind: Service
metadata: {name: web, namespace: system}
spec: {ports: [{port: 443}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: hook}
webhooks: [{name: a.b.c, clientConfig: {service: {name: web, namespace: system}}, sideEffects: None, admissionReviewVersions: [v1]}, {name: d.b.c, clientConfig: {service: {name: other}}, sideEffects: None, admissionReviewVersions: [v1]}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: hook}
webhooks: [{name: a.b.c, clientConfig: {service: {name: web, namespace: system}}, sideEffects: None, admissionReviewVersions: [v1]}, {name: d.b.c, clientConfig: {service: {name: other}}, sideEffects: None, admissionReviewVersions: [v1]}]
`,
  },
  "a patch of a ConfigMap that a base generates": {
    "o/kustomization.yaml":
      "resources: [../base]\nnamePrefix: p-\npatches: [{patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: c}}'}]\n",
    "base/kustomization.yaml":
      "resources: [a.yaml]\nconfigMapGenerator: [{name: c, literals: [a=b]}]\ngeneratorOptions: {disableNameSuffixHash: true}\n",
    "base/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 443}]}\n",
  },
  "a configuration counts for no sibling": {
    "o/kustomization.yaml": "resources: [../one, ../two]\n",
    "one/kustomization.yaml": "resources: [a.yaml]\nnamespace: one\nconfigurations: [c.yaml]\n",
    "one/c.yaml":
      "namespace: [{kind: ValidatingWebhookConfiguration, group: admissionregistration.k8s.io, path: webhooks/clientConfig/service/namespace, create: true}]\n",
    "one/a.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: hook}
webhooks: [{name: a.b.c, clientConfig: {service: {name: web, namespace: system}}, sideEffects: None, admissionReviewVersions: [v1]}, {name: d.b.c, clientConfig: {service: {name: other}}, sideEffects: None, admissionReviewVersions: [v1]}]
`,
    "two/kustomization.yaml": "resources: [a.yaml]\nnamespace: two\n",
    "two/a.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: two}
webhooks: [{name: a.b.c, clientConfig: {service: {name: web, namespace: system}}, sideEffects: None, admissionReviewVersions: [v1]}, {name: d.b.c, clientConfig: {service: {name: other}}, sideEffects: None, admissionReviewVersions: [v1]}]
`,
  },
  "comments in front of the first line of dashes, and nothing behind the last": {
    "o/kustomization.yaml": "# ours\n---\nresources: [a.yaml]\nnamePrefix: p-\n---\n# no more\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n",
  },
  "a base with a namespace, a prefix, a suffix and an object that has a namespace of its own": {
    "o/kustomization.yaml": "resources: [../base]\nnamespace: prod\nnamePrefix: p-\nnameSuffix: -s\n",
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml": `apiVersion: v1
kind: Namespace
metadata: {name: old}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: old}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: old}
spec: {defaultBackend: {service: {name: web, port: {number: 80}}}, rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
spec: {podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {app: api}}}, {podSelector: {}}]}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: hook}
webhooks: [{name: a.b.c, clientConfig: {service: {name: web, namespace: old}}, sideEffects: None, admissionReviewVersions: [v1]}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec: {group: example.com, scope: Namespaced, names: {kind: Thing, plural: things}, versions: []}
`,
  },
  "common labels, in selectors and peers": {
    "o/kustomization.yaml":
      "resources: [../base]\ncommonLabels: {team: a}\ncommonAnnotations: {owner: me}\nlabels:\n- pairs: {env: prod}\n- pairs: {tier: x}\n  includeSelectors: true\n- pairs: {zone: z}\n  includeTemplates: true\n",
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml": `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
spec:
  podSelector: {matchLabels: {app: web}}
  ingress:
  - from: [{podSelector: {matchLabels: {app: api}}}, {podSelector: {}}, {namespaceSelector: {matchLabels: {a: b}}}, {podSelector: {matchExpressions: [{key: a, operator: Exists}]}}]
  egress:
  - to: [{podSelector: {matchLabels: {app: db}}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}], topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: job}
spec: {schedule: "* * * * *", jobTemplate: {spec: {template: {spec: {containers: [{name: c, image: i}], restartPolicy: Never}}}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
`,
  },
  "strategic patches: in files, inline, with targets, of lists that merge and lists that do not": {
    "o/kustomization.yaml": `resources: [../base]
patchesStrategicMerge:
- pods.yaml
- |-
  apiVersion: v1
  kind: Service
  metadata: {name: web}
  spec: {ports: [{port: 81, name: b}, {port: 80, targetPort: http}]}
patches:
- target: {kind: NetworkPolicy, name: n.*}
  patch: |-
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: whatever}
    spec:
      podSelector: {matchLabels: {app: null, tier: front}}
      policyTypes: [Egress]
      ingress: null
- path: gone.yaml
- target: {labelSelector: "keep=no,app in (a, b)"}
  patch: '{"kind": "Service", "metadata": {"name": "x"}, "$patch": "delete"}'
`,
    "o/pods.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: other}}
    spec:
      hostNetwork: true
      containers: [{name: side, image: s, ports: [{containerPort: 9}]}, {name: c, ports: [{containerPort: 8080, name: http}]}, {$patch: delete, name: old}]
`,
    "o/gone.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: gone}\n$patch: delete\n",
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web, a: b}}, spec: {containers: [{name: c, image: i, ports: [{containerPort: 80}, {containerPort: 8080}]}, {name: old, image: o}]}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, name: a}]}
---
apiVersion: v1
kind: Service
metadata: {name: dropped, labels: {keep: "no", app: b}}
spec: {ports: [{port: 1}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
spec:
  podSelector: {matchLabels: {app: web}}
  ingress: [{from: [{podSelector: {}}]}]
  egress: [{to: [{podSelector: {}}]}]
---
apiVersion: v1
kind: Pod
metadata: {name: gone}
spec: {containers: [{name: c, image: i}]}
`,
  },
  "what merging does with keys that nothing is written behind": {
    "o/kustomization.yaml":
      "resources: [all.yaml]\npatches:\n- patch: |-\n    apiVersion: networking.k8s.io/v1\n    kind: NetworkPolicy\n    metadata: {name: np}\n    spec: {policyTypes: [Egress]}\n",
    "o/all.yaml":
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: np}\nspec:\n  podSelector:\n  ingress: null\n  egress:\n  - to:\n    ports: ~\n  more: ~\n  deep: {a: {b: }}\n",
  },
  "JSON patches of fields that are not there": {
    "o/kustomization.yaml": `resources: [all.yaml]
patches:
- target: {kind: NetworkPolicy}
  patch: |-
    - {op: replace, path: /spec/policyTypes, value: [Ingress]}
    - {op: replace, path: /spec/ingress/0/ports, value: [{port: 80}]}
    - {op: test, path: /spec/egress, value: null}
    - {op: copy, from: /spec/none, path: /spec/copied}
`,
    "o/all.yaml":
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: np}\nspec: {podSelector: {}, ingress: [{}]}\n",
  },
  "JSON patches: every step, indexes, text that is JSON and text that is YAML": {
    "o/kustomization.yaml": `resources: [all.yaml]
patchesJson6902:
- target: {group: networking.k8s.io, version: v1, kind: NetworkPolicy, name: np}
  path: steps.json
patches:
- target: {kind: NetworkPolicy}
  patch: |-
    - {op: test, path: /spec/podSelector, value: {matchLabels: {app: web}}}
    - {op: replace, path: /spec/ingress/0/from/1/podSelector, value: {matchLabels: {app: x}}}
    - {op: add, path: /spec/ingress/0/from/0, value: {ipBlock: {cidr: 10.0.0.0/8}}}
    - {op: remove, path: /spec/ingress/0/from/-1}
    - {op: add, path: /metadata/labels, value: {a~b: c}}
    - {op: copy, from: /metadata/labels/a~0b, path: /metadata/labels/d~1e}
    - {op: move, from: /spec/ingress, path: /spec/egress}
`,
    "o/steps.json":
      '[{"op": "add", "path": "/spec/policyTypes", "value": ["Egress"]}, {"op": "add", "path": "/spec/policyTypes/-", "value": "Ingress"}]',
    "o/all.yaml": `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
spec:
  podSelector: {matchLabels: {app: web}}
  ingress: [{from: [{podSelector: {}}, {podSelector: {}}, {namespaceSelector: {}}]}]
`,
  },
  "components, lists, objects for kustomize alone, and bases of bases": {
    "o/kustomization.yaml": "resources: [../mid]\ncomponents: [../c1, ../c2]\nnamePrefix: o-\n",
    "mid/kustomization.yml": "bases: [../base]\nnameSuffix: -m\nresources: []\n",
    "base/Kustomization": "resources: [all.yaml]\nnamespace: shop\n",
    "base/all.yaml": `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 1}]}}
- {apiVersion: v1, kind: Service, metadata: {name: b}, spec: {ports: [{port: 2}]}}
---
apiVersion: v1
kind: Service
metadata: {name: tool, annotations: {config.kubernetes.io/local-config: "true"}}
spec: {ports: [{port: 3}]}
`,
    "c1/kustomization.yaml":
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [np.yaml]\npatches:\n- target: {kind: Service, name: a}\n  patch: |-\n    - {op: replace, path: /spec/ports/0/port, value: 9}\n",
    "c1/np.yaml":
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: c}\nspec: {podSelector: {}}\n",
    "c2/kustomization.yaml":
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamespace: late\nlabels: [{pairs: {c: two}}]\n",
  },
  "labels that stand at several places are one value, until a JSON patch parts them": {
    "o/kustomization.yaml": `resources: [../mid, ../parted]
labels: [{pairs: {tier: prod}}]
patches:
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {metadata: {labels: {team: b}}}, selector: {matchLabels: {team: c}}}
`,
    "mid/kustomization.yaml":
      "resources: [../base]\nlabels: [{pairs: {zone: a}, includeTemplates: true}, {pairs: {zone: b}}]\n",
    "base/kustomization.yaml": "resources: [all.yaml]\ncommonLabels: {tier: db, team: a}\n",
    "base/all.yaml": `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np, labels: {team: own}}
spec: {podSelector: {matchLabels: {app: db}}, ingress: [{from: [{podSelector: {matchLabels: {app: web}}}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}
`,
    "parted/kustomization.yaml":
      'resources: [all.yaml]\ncommonLabels: {tier: db}\npatchesJson6902: [{target: {version: v1, kind: Service, name: s}, patch: \'[{"op": "add", "path": "/spec/type", "value": "NodePort"}]\'}]\n',
    "parted/all.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {ports: [{port: 80}]}\n",
  },
  "$patch: replace of a whole object, of an item and of a mapping": {
    "o/kustomization.yaml": `resources: [all.yaml]
patches:
- patch: |-
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: np}
    $patch: replace
    spec: {podSelector: {}}
- patch: |-
    apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: {name: two}
    spec: {podSelector: {$patch: replace, matchLabels: {a: b, c: null}}}
- patch: |-
    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec: {containers: [{name: c, $patch: replace}, {name: new, $patch: replace, ports: [{containerPort: 9}]}]}
`,
    "o/all.yaml": `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
spec: {podSelector: {matchLabels: {app: web}}, ingress: [{}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: two}
spec: {podSelector: {matchLabels: {app: web}, matchExpressions: [{key: a, operator: Exists}]}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: c, image: i, ports: [{containerPort: 80}]}]}
`,
  },
  "words that are booleans to kubectl and texts to kustomize, but in JSON patches": {
    "o/kustomization.yaml": `resources: [all.yaml]
patches:
- target: {kind: Pod}
  patch: |-
    - {op: add, path: /spec/hostPID, value: on}
- patch: |-
    apiVersion: v1
    kind: Pod
    metadata: {name: web, labels: {patched: yes}}
`,
    "o/all.yaml": `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {c: yes, y: a, N: NO, d: "on", e: true, f: }}
spec: {hostNetwork: true, hostIPC: off}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: np
spec:
  podSelector:
    matchLabels:
      off: n
      y: Yes
  policyTypes: [Ingress]
`,
  },
  "null as a label, in patches that find their object by name, and in others": {
    "o/kustomization.yaml": `resources: [all.yaml]
patchesStrategicMerge:
- '{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {x: null, n: 1}}}'
patches:
- target: {kind: Namespace, name: b}
  patch: '{apiVersion: v1, kind: Namespace, metadata: {name: b, labels: {x: null}}}'
- patch: '{apiVersion: v1, kind: Namespace, metadata: {name: c, labels: {x: null}}}'
`,
    "o/all.yaml": ["a", "b", "c"]
      .map((name) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: {x: y, z: z}}\n`)
      .join("---\n"),
  },
  "a number over a text in quotes, and a text over a number": {
    "o/kustomization.yaml": `resources: [all.yaml]
patches:
- patch: |-
    apiVersion: v1
    kind: Service
    metadata: {name: web}
    spec: {ports: [{port: 80, targetPort: 9}, {port: 81, targetPort: 9}, {port: 82, targetPort: http}]}
`,
    "o/all.yaml": `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80, targetPort: "http"}, {port: 81, targetPort: http}, {port: 82, targetPort: 8}]}
`,
  },
  "patches that find a cluster-scoped policy by the namespace that kustomize gave it": {
    "o/kustomization.yaml":
      "resources: [../base]\npatches:\n- target: {kind: ClusterNetworkPolicy, namespace: shop}\n  patch: '{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: x}, spec: {priority: 9}}'\n- patch: '{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: gone}, $patch: delete}'\n",
    "base/kustomization.yaml": "resources: [all.yaml]\nnamespace: shop\n",
    "base/all.yaml": ["cnp", "gone"]
      .map(
        (name) =>
          `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: {name: ${name}}\nspec: {priority: 1, tier: Admin, subject: {namespaces: {}}}\n`,
      )
      .join("---\n"),
  },
  "replicas, by names of now and before": {
    "o/kustomization.yaml":
      "resources: [../base]\nnamePrefix: p-\nreplicas: [{name: web, count: 3}, {name: b-db, count: 0}]\n",
    "base/kustomization.yaml": "resources: [all.yaml]\nnamePrefix: b-\n",
    "base/all.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec: {serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}
`,
  },
  "what decides no traffic is left as it is": {
    "o/kustomization.yaml": `resources: [all.yaml]
images: [{name: i, newTag: "2"}]
configMapGenerator: [{name: conf, literals: [a=b]}]
secretGenerator: [{name: sec, literals: [a=b]}]
generatorOptions: {disableNameSuffixHash: true}
buildMetadata: []
sortOptions: {order: fifo}
replacements:
- source: {kind: Service, name: web, fieldPath: metadata.name}
  targets: [{select: {kind: Deployment}, fieldPaths: ["spec.template.spec.containers.[name=c].image"]}]
vars: [{name: SVC, objref: {apiVersion: v1, kind: Service, name: web}}]
`,
    "o/all.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i, args: [$(SVC)]}]}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
`,
  },
};

/** Kustomizations that kustomize refuses too, by the code of the doubt and what they show. */
export const REFUSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "build-cycle": {
    "o/kustomization.yaml": "resources: [../b]\n",
    "b/kustomization.yaml": "resources: [../o]\n",
  },
  "build-conflict": {
    "o/kustomization.yaml": "resources: [a.yaml, b.yaml]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
    "o/b.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\n",
  },
  "build-no-target": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{patch: '{apiVersion: v1, kind: Pod, metadata: {name: b}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-patch": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches:\n- target: {kind: Service}\n  patch: '[{op: remove, path: /spec/no}]'\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-invalid": {
    "o/kustomization.yaml": "resources: [a.yaml]\nnamspace: shop\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-list": {
    "o/kustomization.yaml": "bases: ../b\n",
    "b/kustomization.yaml": "resources: [a.yaml]\n",
    "b/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-unreadable: a kustomization that doesn't parse": {
    "o/kustomization.yaml": "nameSuffix: [\nresources: [a.yaml]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-empty": {
    "o/kustomization.yaml": "# ours\n---\n---\nresources: [a.yaml]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-empty: no fields": {
    "o/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n",
  },
  "build-empty: no fields in a base": {
    "o/kustomization.yaml": "resources: [../b]\n",
    "b/kustomization.yaml": "kind: Kustomization\n",
  },
  "build-empty: no document": {
    "o/kustomization.yaml": "# resources: [a.yaml]\n",
  },
  "build-no-fields: a link that was checked out as text": {
    "o/kustomization.yaml": "../b/kustomization.yaml",
    "b/kustomization.yaml": "namePrefix: b-\n",
  },
  "build-unreadable": {
    "o/kustomization.yaml": "resources: [a.yaml]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {}\n",
  },
  "build-missing": { "o/kustomization.yaml": "resources: [a.yaml]\n" },
  "build-no-kustomization": {
    "o/kustomization.yaml": "resources: [../b]\n",
    "b/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-two-kustomizations": {
    "o/kustomization.yaml": "resources: [../b]\n",
    "b/kustomization.yml": "resources: [a.yaml]\n",
    "b/Kustomization": "resources: [a.yaml]\n",
    "b/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-patch: a JSON patch in flow style": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches:\n- target: {kind: Service}\n  patch: '[{op: add, path: /spec, value: {}}]'\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-no-target: replicas of nothing": {
    "o/kustomization.yaml": "resources: [a.yaml]\nreplicas: [{name: a, count: 2}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-invalid: a field of labels that kustomize does not know": {
    "o/kustomization.yaml": "resources: [a.yaml]\nlabels: [{pairs: {a: b}, includeSelector: true}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-invalid: a field of a patch that kustomize does not know": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{targets: {kind: Service}, patch: '{kind: Service, apiVersion: v1, metadata: {name: a}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-invalid: patchesJson6902 without a name": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatchesJson6902: [{target: {version: v1, kind: Service}, patch: '- {op: add, path: /spec, value: {}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-patch: a strategic merge patch without a name": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{target: {kind: Service}, patch: '{spec: {type: NodePort}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-patch: a pattern with one parenthesis": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{target: {name: (a}, patch: '- {op: add, path: /spec, value: {}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-patch: a label selector that ends in a comma": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{target: {labelSelector: 'a,'}, patch: '- {op: add, path: /spec, value: {}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-unreadable: a key that is a number": {
    "o/kustomization.yaml": "resources: [a.yaml]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a, labels: {1.10: b}}\n",
  },
};

/** What kustomize builds in a way of its own, which is not built here: by the code of the doubt and what they show. */
export const NOT_BUILT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "build-field: a configuration that has labels written": {
    "o/kustomization.yaml": "resources: [a.yaml]\nconfigurations: [c.yaml]\n",
    "o/c.yaml": "commonLabels: [{path: spec/labels, create: true}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-field: a configuration that has an Ingress follow the name of a Service": {
    "o/kustomization.yaml": "resources: [a.yaml]\nconfigurations: [c.yaml]\n",
    "o/c.yaml": "nameReference: [{kind: Service, fieldSpecs: [{kind: Ingress, path: metadata/labels/of}]}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-field: a configuration that has variables written into labels": {
    "o/kustomization.yaml": "resources: [a.yaml]\nconfigurations: [c.yaml]\n",
    "o/c.yaml": "varReference: [{path: metadata/labels}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-documents: the first document alone is built": {
    "o/kustomization.yaml": "resources: [a.yaml]\n---\nnamePrefix: b-\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-unreadable: a document that doesn't parse, behind the first": {
    "o/kustomization.yaml": "resources: [a.yaml]\n---\nkind: [\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-key-twice": {
    "o/kustomization.yaml": "namePrefix: b-\nnamePrefix: c-\nresources: [a.yaml]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-patch: ports of one number, one of them without a protocol, beside a patch": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{patch: '{apiVersion: v1, kind: Service, metadata: {name: a, labels: {b: c}}}'}]\n",
    "o/a.yaml":
      "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 53}, {port: 53, protocol: UDP}]}\n",
  },
  "build-patch: a directive for a list that is not there": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\npatches: [{patch: '{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{$patch: delete}]}}'}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: ClusterIP}\n",
  },
  "build-unreadable: several JSON values, of which kustomize takes the first": {
    "o/kustomization.yaml": "resources: [a.json]\n",
    "o/a.json":
      '{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"}}\n{"apiVersion":"v1","kind":"Service","metadata":{"name":"b"}}\n',
  },
  "build-case: a field in another case": {
    "o/kustomization.yaml": "resources: [a.yaml]\nnameprefix: b-\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-invalid: fields in another case": {
    "o/kustomization.yaml": "resources: [a.yaml]\nlabels: [{pairs: {a: b}, IncludeSelectors: true}]\n",
    "o/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
  },
  "build-field: replacements of replicas": {
    "o/kustomization.yaml":
      "resources: [a.yaml]\nreplacements:\n- source: {kind: Deployment, name: a, fieldPath: spec.replicas}\n  targets: [{select: {kind: Deployment, name: b}, fieldPaths: [spec.replicas]}]\n",
    "o/a.yaml":
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 3}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: b}\nspec: {replicas: 1}\n",
  },
};
