import { seeded } from "./random.mjs";

/**
 * Makes the documents of a cluster as a dump and its policies would look: namespaces, nodes, pods with their status, and
 * NetworkPolicies of several rules.
 * @returns YAML documents, without separators
 */
export function clusterDocuments({ seed, namespaces, workloads, pods, policies }) {
  const random = seeded(seed);
  const names = Array.from({ length: namespaces }, (_, i) => `team-${String(i).padStart(3, "0")}`);
  const owners = Array.from({ length: workloads }, (_, i) => ({
    name: `app-${String(i).padStart(4, "0")}`,
    namespace: names[i % names.length],
    tier: random.pick(["front", "back", "data", "batch"]),
    port: 8000 + random.below(1000),
  }));
  return [
    ...names.map((name, i) => namespaceDocument(name, i)),
    ...Array.from({ length: Math.max(3, Math.ceil(pods / 60)) }, (_, i) => nodeDocument(i)),
    ...Array.from({ length: pods }, (_, i) => podDocument(i, owners[i % owners.length], pods)),
    ...Array.from({ length: policies }, (_, i) => policyDocument(i, owners, random)),
  ];
}

function namespaceDocument(name, i) {
  return `apiVersion: v1
kind: Namespace
metadata:
  name: ${name}
  labels:
    team: "${name}"
    stage: ${["dev", "test", "prod"][i % 3]}
`;
}

function nodeDocument(i) {
  return `apiVersion: v1
kind: Node
metadata:
  name: node-${i}
  labels:
    kubernetes.io/hostname: node-${i}
    kubernetes.io/os: linux
spec:
  podCIDR: 10.${Math.floor(i / 256)}.${i % 256}.0/24
status:
  addresses:
  - type: InternalIP
    address: 192.168.${Math.floor(i / 250)}.${(i % 250) + 1}
  - type: Hostname
    address: node-${i}
`;
}

function podDocument(i, owner, count) {
  const node = i % Math.max(3, Math.ceil(count / 60));
  const hash = ((i * 2654435761) >>> 0).toString(36).padStart(7, "0").slice(0, 5);
  const template = ((Number.parseInt(owner.name.slice(4), 10) * 40503) % 99991).toString(36);
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${owner.name}-${template}-${hash}${i}
  namespace: ${owner.namespace}
  uid: 6f1d5a2c-${String(i).padStart(4, "0")}-4f39-9a4e-0d5b8c7e1f22
  resourceVersion: "${100000 + i}"
  creationTimestamp: "2026-01-17T08:12:44Z"
  labels:
    app: ${owner.name}
    tier: ${owner.tier}
    pod-template-hash: "${template}"
  ownerReferences:
  - apiVersion: apps/v1
    kind: ReplicaSet
    name: ${owner.name}-${template}
    uid: 0c9a2a54-32ab-4e0f-8f6c-5d7f1e9b3a10
    controller: true
    blockOwnerDeletion: true
spec:
  nodeName: node-${node}
  serviceAccountName: default
  restartPolicy: Always
  containers:
  - name: main
    image: registry.example/${owner.name}:1.${i % 20}
    env:
    - name: LOG_LEVEL
      value: info
    - name: PORT
      value: "${owner.port}"
    ports:
    - name: http
      containerPort: ${owner.port}
      protocol: TCP
    resources:
      requests: {cpu: 100m, memory: 128Mi}
      limits: {memory: 256Mi}
    terminationMessagePath: /dev/termination-log
    terminationMessagePolicy: File
    volumeMounts:
    - mountPath: /var/run/secrets/kubernetes.io/serviceaccount
      name: token
      readOnly: true
  tolerations:
  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
status:
  qosClass: Burstable
  phase: Running
  hostIP: 192.168.${Math.floor(node / 250)}.${(node % 250) + 1}
  podIP: 10.${Math.floor(node / 256)}.${node % 256}.${(Math.floor(i / Math.max(3, Math.ceil(count / 60))) % 250) + 2}
`;
}

function policyDocument(i, owners, random) {
  const owner = owners[i % owners.length];
  const neighbours = owners.filter(({ namespace }) => namespace === owner.namespace);
  const friends = [random.pick(neighbours), random.pick(neighbours)];
  const stage = random.pick(["dev", "test", "prod"]);
  return `# who may talk to ${owner.name}, policy ${i}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${owner.name}-${i}
  namespace: ${owner.namespace}
spec:
  podSelector:
    matchLabels:
      app: ${owner.name}
  policyTypes:
  - Ingress
  - Egress
  ingress:
  - from:
    - podSelector:
        matchLabels:
          app: ${friends[0].name}
    - namespaceSelector:
        matchLabels:
          stage: ${stage}
      podSelector:
        matchExpressions:
        - {key: tier, operator: In, values: [front, back]}
    ports:
    - port: ${owner.port}
  egress:
  - to:
    - podSelector:
        matchLabels:
          app: ${friends[1].name}
    ports:
    - port: ${friends[1].port}
  - to:
    - ipBlock:
        cidr: 10.0.0.0/8
        except:
        - 10.${random.below(200)}.0.0/16
    ports:
    - port: 443
  - to:
    - namespaceSelector: {}
      podSelector:
        matchLabels:
          k8s-app: kube-dns
    ports:
    - {protocol: UDP, port: 53}
    - {protocol: TCP, port: 53}
`;
}
