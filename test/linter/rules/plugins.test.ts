import { describe, expect, it } from "vitest";
import {
  adminPolicy,
  chosen,
  clusterPolicy,
  lintText,
  networkPolicy,
  placesOf,
} from "../../support/findings.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const PORTS = (ports: string): string => `podSelector: {}
policyTypes: [Ingress]
ingress: [{ from: [{ podSelector: {} }], ports: [${ports}] }]`;
const egress = (rule: string): string =>
  networkPolicy(`podSelector: { matchLabels: { app: web } }
policyTypes: [Egress]
egress: [${rule}]`);
const ingress = (rule: string): string =>
  networkPolicy(`podSelector: { matchLabels: { app: web } }
policyTypes: [Ingress]
ingress: [${rule}]`);
const block = (cidr: string): string => `{ to: [{ ipBlock: { cidr: ${cidr} } }], ports: [{ port: 7777 }] }`;
const pod = (name: string, more = "", host = false, ports = ""): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name}${more} } }
spec: { hostNetwork: ${host}, containers: [{ name: main, image: "r.example/a:1", ports: [${ports}] }] }
status: { podIP: 10.244.3.${name.length} }
`;
/** One of the pods of a DaemonSet. */
const replica = (name: string, ip: string): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, ownerReferences: [{ apiVersion: apps/v1, kind: DaemonSet, name: db, uid: u, controller: true }] }
spec: { containers: [{ name: main, image: db }] }
status: { podIP: ${ip} }
`;
const twoAddresses = (first: string, second: string): string =>
  `${pod("db").replace(/status:.*\n/, "")}status: { podIP: ${first}, podIPs: [{ ip: ${first} }, { ip: ${second} }] }\n`;
const node = (name: string, address: string, labels = "{}"): string => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: ${labels} }
status: { addresses: [{ type: InternalIP, address: ${address} }] }
`;
const CONTROL = '{ node-role.kubernetes.io/control-plane: "" }';
const service = (spec: string, name = "web"): string => `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: shop }
spec: { ${spec} }
`;
const daemonSet = (name: string): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name}, namespace: kube-system }
spec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: b } }, spec: { hostNetwork: true, containers: [] } } }
`;
const foreign = (kind: string, apiVersion: string): string => `apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: own, namespace: shop }
spec: {}
`;
const stream = (...documents: readonly string[]): string => documents.join("---\n");
const CNP = clusterPolicy("ingress: [{ action: Deny, from: [{ namespaces: {} }] }]");
const ANP = adminPolicy("ingress: [{ action: Deny, from: [{ namespaces: {} }] }]");
const ANP_AT = (priority: number): string => ANP.replace("priority: 40", `priority: ${priority}`);
const NP = ingress("{ from: [{ podSelector: {} }] }");
const NAMED = egress("{ to: [{ podSelector: {} }], ports: [{ port: api }] }");
const API = (a: number, b: number): string =>
  stream(
    pod("cart", "", false, `{ name: api, containerPort: ${a} }`),
    pod("stock", "", false, `{ name: api, containerPort: ${b} }`),
  );
const SCTP = networkPolicy(PORTS("{ port: 7777, protocol: SCTP }"));
const RANGE = networkPolicy(PORTS("{ port: 80, endPort: 90 }"));
const HOST_PEER = ingress("{ from: [{ podSelector: { matchLabels: { app: agent } } }] }");
const CLIENTS = ingress("{ from: [{ ipBlock: { cidr: 203.0.113.0/24 } }], ports: [{ port: 8443 }] }");
const LB = service("type: LoadBalancer, selector: { app: web }, ports: [{ port: 443, targetPort: 8443 }]");
const WEB = pod("web", "", false, "{ containerPort: 8443 }");
const TO_DB = egress("{ to: [{ podSelector: { matchLabels: { tier: data } } }], ports: [{ port: 5432 }] }");
const DB = pod("db", ", tier: data");
const dbService = (selector: string, port: number): string =>
  service(`clusterIP: 10.96.7.7, selector: ${selector}, ports: [{ port: ${port}, targetPort: 5432 }]`, "db");
const DNS = (peer: string): string =>
  egress(`{ to: [${peer}], ports: [{ port: 53, protocol: UDP }, { port: 53 }] }`);
const KUBE_DNS = "{ namespaceSelector: {}, podSelector: { matchLabels: { k8s-app: kube-dns } } }";
const EXCEPT = (cidr: string, other: string): string =>
  egress(
    `{ to: [{ ipBlock: { cidr: 198.51.0.0/16, except: [${cidr}] } }] }, { to: [{ ipBlock: { cidr: ${other} } }] }`,
  );

const PROBED = "cilium+localhost-by-policy";
const LOCALHOST = `apiVersion: v1
kind: ConfigMap
metadata: { name: cilium-config, namespace: kube-system }
data: { allow-localhost: policy }
`;
const probed = (probe: string, spec = ""): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { ${spec}containers: [{ name: main, ports: [{ name: health, containerPort: 8081 }], ${probe} }] }
`;

type Case = readonly [what: string, plugin: string | undefined, text: string, found: readonly string[]];

/** For each rule: what it finds with a plugin, and what is alike and right. */
const CASES: Readonly<Partial<Record<ProblemCode, readonly Case[]>>> = {
  "policy-kind-not-enforced": [
    ["Calico has dropped AdminNetworkPolicy", "calico@3.32", ANP, ["AdminNetworkPolicy"]],
    ["Cilium's flag is off", "cilium", CNP, ["ClusterNetworkPolicy"]],
    ["Flannel enforces nothing", "flannel", NP, ["NetworkPolicy"]],
    [
      "the agent of a plugin is in the input",
      undefined,
      stream(CNP, daemonSet("aws-node")),
      ["ClusterNetworkPolicy"],
    ],
    [
      "two policies are one finding",
      "ovn-kubernetes",
      stream(CNP, CNP.replace("name: policy", "name: other")),
      ["ClusterNetworkPolicy"],
    ],
    ["beside a kind that is enforced", "calico@3.32", stream(NP, ANP), ["AdminNetworkPolicy"]],
    ["Calico before", "calico@3.31", ANP, []],
    ["Cilium's flag is on", "cilium+cluster-network-policy", CNP, []],
    ["no plugin is known", undefined, stream(CNP, ANP), []],
    ["NetworkPolicy on a plugin that reads nothing else", "kube-router", NP, []],
  ],
  "priority-out-of-plugin-range": [
    ["behind the last", "ovn-kubernetes", ANP_AT(100), ["100"]],
    ["far behind", "openshift", ANP_AT(1000), ["1000"]],
    ["detected", undefined, stream(ANP_AT(777), daemonSet("ovnkube-node")), ["777"]],
    ["the last", "ovn-kubernetes", ANP_AT(99), []],
    ["another plugin", "calico@3.31", ANP_AT(500), []],
    [
      "a kind that is not enforced anyway",
      "ovn-kubernetes",
      CNP.replace("priority: 50", "priority: 500"),
      [],
    ],
  ],
  "end-port-unsupported": [
    ["Cilium 1.15", "cilium@1.15", RANGE, ["90"]],
    ["Weave", "weave", RANGE, ["90"]],
    ["kube-router 1.2", "kube-router@1.2", RANGE, ["90"]],
    ["Cilium 1.16", "cilium@1.16", RANGE, []],
    ["one port", "cilium@1.15", networkPolicy(PORTS("{ port: 80, endPort: 80 }")), []],
    ["no endPort", "cilium@1.15", networkPolicy(PORTS("{ port: 80 }, { protocol: UDP }")), []],
    ["a name", "cilium@1.15", networkPolicy(PORTS("{ port: http }")), []],
  ],
  "sctp-unsupported": [
    ["Cilium", "cilium", SCTP, ["SCTP"]],
    [
      "two ports of one rule",
      "cilium@1.18",
      networkPolicy(PORTS("{ port: 7, protocol: SCTP }, { port: 8, protocol: SCTP }")),
      ["SCTP"],
    ],
    [
      "a ClusterNetworkPolicy",
      "cilium+cluster-network-policy",
      clusterPolicy(
        "ingress: [{ action: Deny, from: [{ namespaces: {} }], protocols: [{ sctp: { destinationPort: { number: 9 } } }] }]",
      ),
      ["{"],
    ],
    ["switched on", "cilium+sctp", SCTP, []],
    ["another plugin", "calico", SCTP, []],
    ["UDP", "cilium", networkPolicy(PORTS("{ port: 7777, protocol: UDP }")), []],
  ],
  "named-port-conflict": [
    ["two numbers", "cilium@1.19", stream(NAMED, API(8080, 9090)), ["api"]],
    ["an older release", "cilium@1.15", stream(NAMED, API(80, 81)), ["api"]],
    [
      "of pods that the rule does not select",
      "cilium@1.18",
      stream(NAMED.replace("podSelector: {}", "podSelector: { matchLabels: { app: cart } }"), API(80, 81)),
      ["api"],
    ],
    ["one number", "cilium@1.19", stream(NAMED, API(8080, 8080)), []],
    ["fixed", "cilium@1.20", stream(NAMED, API(8080, 9090)), []],
    ["ingress", "cilium@1.19", stream(networkPolicy(PORTS("{ port: api }")), API(8080, 9090)), []],
  ],
  "ip-block-covers-pods": [
    ["a pod's address", "cilium", stream(egress(block("10.244.3.0/24")), pod("db")), ["10.244.3.0/24"]],
    ["an exact address", "cilium@1.16", stream(egress(block("10.244.3.2/32")), pod("db")), ["10.244.3.2/32"]],
    [
      "ingress",
      "cilium+match-nodes",
      stream(ingress("{ from: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }"), pod("db")),
      ["10.0.0.0/8"],
    ],
    [
      "the pods are selected beside it",
      "cilium",
      stream(egress("{ to: [{ podSelector: {} }, { ipBlock: { cidr: 10.0.0.0/8 } }] }"), pod("db")),
      [],
    ],
    [
      "one of a pod's two addresses",
      "cilium",
      stream(egress(block("10.9.0.0/24")), twoAddresses("10.244.3.2", "10.9.0.7")),
      ["10.9.0.0/24"],
    ],
    [
      "one of several pods of a workload",
      "cilium",
      stream(egress(block("10.244.3.0/24")), replica("db-1", "10.244.4.2"), replica("db-2", "10.244.3.2")),
      ["10.244.3.0/24"],
    ],
    [
      "a policy of the Admin tier",
      "cilium+cluster-network-policy",
      stream(
        clusterPolicy("egress: [{ name: a, action: Deny, to: [{ networks: [10.244.3.0/24] }] }]"),
        pod("db"),
      ),
      [],
    ],
    ["pods are matched", "cilium+match-pods", stream(egress(block("10.244.3.0/24")), pod("db")), []],
    ["another plugin", "calico", stream(egress(block("10.244.3.0/24")), pod("db")), []],
    [
      "the outside",
      "cilium",
      stream(
        egress(block("203.0.113.0/24")),
        egress(block("0.0.0.0/0")).replace("name: policy", "name: b"),
        pod("db"),
      ),
      [],
    ],
    ["a host pod", "cilium", stream(egress(block("10.244.3.0/24")), pod("db", "", true)), []],
  ],
  "ip-block-covers-nodes": [
    [
      "a node",
      "cilium",
      stream(egress(block("192.168.4.0/24")), node("n1", "192.168.4.9")),
      ["192.168.4.0/24"],
    ],
    [
      "ingress",
      "cilium",
      stream(ingress("{ from: [{ ipBlock: { cidr: 192.168.4.9/32 } }] }"), node("n1", "192.168.4.9")),
      ["192.168.4.9/32"],
    ],
    [
      "of the control plane, as a source",
      "cilium@1.19",
      stream(
        ingress("{ from: [{ ipBlock: { cidr: 192.168.4.9/32 } }] }"),
        node("n1", "192.168.4.9", CONTROL),
      ),
      ["192.168.4.9/32"],
    ],
    [
      "switched on",
      "cilium+match-nodes",
      stream(egress(block("192.168.4.0/24")), node("n1", "192.168.4.9")),
      [],
    ],
    [
      "one of a node's two addresses",
      "cilium",
      stream(
        egress(block("192.168.4.0/24")),
        node("n1", "172.16.0.9 }, { type: InternalIP, address: 192.168.4.9"),
      ),
      ["192.168.4.0/24"],
    ],
    ["another address", "cilium", stream(egress(block("192.168.5.0/24")), node("n1", "192.168.4.9")), []],
    ["another plugin", "antrea", stream(egress(block("192.168.4.0/24")), node("n1", "192.168.4.9")), []],
    ["every address", "cilium", stream(egress(block("0.0.0.0/0")), node("n1", "192.168.4.9")), []],
  ],
  "api-server-by-ip-block": [
    [
      "the control plane",
      "cilium",
      stream(egress(block("192.168.4.9/32")), node("n1", "192.168.4.9", CONTROL)),
      ["192.168.4.9/32"],
    ],
    [
      "among other nodes",
      "cilium@1.15",
      stream(egress(block("192.168.4.0/24")), node("n1", "192.168.4.9", CONTROL), node("n2", "192.168.4.8")),
      ["192.168.4.0/24"],
    ],
    [
      "detected",
      undefined,
      stream(egress(block("192.168.4.9/32")), node("n1", "192.168.4.9", CONTROL), daemonSet("cilium")),
      ["192.168.4.9/32"],
    ],
    ["a worker", "cilium", stream(egress(block("192.168.4.9/32")), node("n1", "192.168.4.9")), []],
    [
      "switched on",
      "cilium+match-nodes",
      stream(egress(block("192.168.4.9/32")), node("n1", "192.168.4.9", CONTROL)),
      [],
    ],
    [
      "as a source",
      "cilium",
      stream(
        ingress("{ from: [{ ipBlock: { cidr: 192.168.4.9/32 } }] }"),
        node("n1", "192.168.4.9", CONTROL),
      ),
      [],
    ],
  ],
  "ip-block-covers-services": [
    [
      "Calico",
      "calico",
      stream(egress(block("10.96.7.7/32")), dbService("{ app: db }", 5432)),
      ["10.96.7.7/32"],
    ],
    [
      "OVN-Kubernetes",
      "ovn",
      stream(egress(block("10.96.7.7/32")), dbService("{ app: db }", 80)),
      ["10.96.7.7/32"],
    ],
    [
      "kube-router",
      "k3s",
      stream(egress(block("10.96.7.7/32")), dbService("{ app: db }", 80)),
      ["10.96.7.7/32"],
    ],
    ["judged before", "aws", stream(egress(block("10.96.7.7/32")), dbService("{ app: db }", 80)), []],
    ["no plugin", undefined, stream(egress(block("10.96.7.7/32")), dbService("{ app: db }", 80)), []],
    ["no Service's", "calico", stream(egress(block("10.96.7.8/32")), dbService("{ app: db }", 80)), []],
  ],
  "host-pod-peer": [
    ["Cilium", "cilium", stream(HOST_PEER, pod("agent", "", true), WEB), ["podSelector"]],
    ["Calico", "calico", stream(HOST_PEER, pod("agent", "", true), WEB), ["podSelector"]],
    [
      "OVN-Kubernetes lets in whole nodes",
      "ovn",
      stream(HOST_PEER, pod("agent", "", true), WEB),
      ["podSelector"],
    ],
    ["no plugin", undefined, stream(HOST_PEER, pod("agent", "", true), WEB), []],
    ["on the pod network", "cilium", stream(HOST_PEER, pod("agent"), WEB), []],
    ["a plugin of which nothing is known", "weave", stream(HOST_PEER, pod("agent", "", true), WEB), []],
  ],
  "client-ip-hidden": [
    ["Calico", "calico", stream(CLIENTS, LB, WEB), ["203.0.113.0/24"]],
    ["Cilium", "cilium", stream(CLIENTS, LB, WEB), ["203.0.113.0/24"]],
    ["kube-router", "kube-router", stream(CLIENTS, LB, WEB), ["203.0.113.0/24"]],
    ["Local", "calico", stream(CLIENTS, LB.replace("type:", "externalTrafficPolicy: Local, type:"), WEB), []],
    ["no plugin", undefined, stream(CLIENTS, LB, WEB), []],
    ["not published", "calico", stream(CLIENTS, LB.replace("LoadBalancer", "ClusterIP"), WEB), []],
  ],
  "except-cancels-allow": [
    [
      "a wider block of another rule",
      "aws",
      stream(EXCEPT("198.51.100.0/24", "198.51.96.0/20"), WEB),
      ["198.51.100.0/24"],
    ],
    ["the same block", "eks", stream(EXCEPT("198.51.100.0/24", "198.51.100.0/24"), WEB), ["198.51.100.0/24"]],
    [
      "detected",
      undefined,
      stream(EXCEPT("198.51.100.0/24", "198.51.96.0/20"), WEB, daemonSet("aws-node")),
      ["198.51.100.0/24"],
    ],
    ["another plugin", "calico", stream(EXCEPT("198.51.100.0/24", "198.51.96.0/20"), WEB), []],
    ["nobody allows it", "aws", stream(EXCEPT("198.51.100.0/24", "203.0.113.0/24"), WEB), []],
    ["no plugin", undefined, stream(EXCEPT("198.51.100.0/24", "198.51.96.0/20"), WEB), []],
  ],
  "service-selector-mismatch": [
    [
      "the selector lacks the label",
      "aws",
      stream(TO_DB, DB, dbService("{ app: db }", 5432)),
      ["podSelector"],
    ],
    ["the port differs", "aws", stream(TO_DB, DB, dbService("{ tier: data }", 80)), ["podSelector"]],
    [
      "detected",
      undefined,
      stream(TO_DB, DB, dbService("{ app: db }", 5432), daemonSet("aws-node")),
      ["podSelector"],
    ],
    ["the selector has it", "aws", stream(TO_DB, DB, dbService("{ app: db, tier: data }", 5432)), []],
    ["headless", "aws", stream(TO_DB, DB, dbService("{ app: db }", 5432).replace("10.96.7.7", "None")), []],
    [
      "every port",
      "aws",
      stream(TO_DB.replace(", ports: [{ port: 5432 }]", ""), DB, dbService("{ tier: data }", 80)),
      [],
    ],
    [
      "a target port by its name",
      "aws",
      stream(
        TO_DB,
        pod("db", ", tier: data", false, "{ name: sql, containerPort: 5432 }"),
        dbService("{ tier: data }", 80).replace("targetPort: 5432", "targetPort: sql"),
      ),
      [],
    ],
    [
      "a rule for ingress",
      "aws",
      stream(
        ingress("{ from: [{ podSelector: { matchLabels: { tier: data } } }], ports: [{ port: 5432 }] }"),
        DB,
        dbService("{ app: db }", 5432),
      ),
      [],
    ],
    [
      "no selector",
      "aws",
      stream(TO_DB, DB, dbService("{ app: db }", 5432).replace("selector: { app: db }, ", "")),
      [],
    ],
    ["another plugin", "cilium", stream(TO_DB, DB, dbService("{ app: db }", 5432)), []],
    [
      "other pods",
      "aws",
      stream(
        TO_DB,
        DB,
        pod("web"),
        service("clusterIP: 10.96.7.7, selector: { app: web }, ports: [{ port: 5432 }]"),
      ),
      [],
    ],
  ],
  "node-port-bypass": [
    ["a load balancer", "azure-npm", stream(NP, LB, WEB), ["web"]],
    ["a node port", "azure", stream(NP, LB.replace("LoadBalancer", "NodePort"), WEB), ["web"]],
    ["detected", undefined, stream(NP, LB, WEB, daemonSet("azure-npm")), ["web"]],
    ["Local", "azure-npm", stream(NP, LB.replace("type:", "externalTrafficPolicy: Local, type:"), WEB), []],
    ["not isolated", "azure-npm", stream(LB, WEB, egress(block("0.0.0.0/0"))), []],
    [
      "some addresses are let in",
      "azure-npm",
      stream(
        ingress(
          "{ from: [{ ipBlock: { cidr: 10.0.0.0/8 } }, { ipBlock: { cidr: 0.0.0.0/0, except: [192.0.2.0/24] } }] }",
        ),
        LB,
        WEB,
      ),
      ["web"],
    ],
    [
      "other pods are isolated",
      "azure-npm",
      stream(NP.replace("app: web", "app: db"), LB, WEB, pod("db")),
      [],
    ],
    ["another tier restricts them", "azure-npm", stream(CNP, LB, WEB), []],
    ["everybody is let in", "azure-npm", stream(ingress("{}"), LB, WEB), []],
    [
      "everybody is let in by one of two rules",
      "azure-npm",
      stream(ingress("{ from: [{ podSelector: {} }] }, {}"), LB, WEB),
      [],
    ],
    [
      "every address is let in beside pods",
      "azure-npm",
      stream(ingress("{ from: [{ podSelector: {} }, { ipBlock: { cidr: 0.0.0.0/0 } }] }"), LB, WEB),
      [],
    ],
    [
      "another policy lets everybody in",
      "azure-npm",
      stream(NP, ingress("{}").replace("name: policy", "name: b"), LB, WEB),
      [],
    ],
    [
      "every address is let in",
      "azure-npm",
      stream(ingress("{ from: [{ ipBlock: { cidr: 0.0.0.0/0 } }], ports: [{ port: 8443 }] }"), LB, WEB),
      [],
    ],
    ["another plugin", "calico", stream(NP, LB, WEB), []],
    ["inside the cluster", "azure-npm", stream(NP, LB.replace("LoadBalancer", "ClusterIP"), WEB), []],
  ],
  "local-dns-not-allowed": [
    ["pods alone", undefined, stream(DNS(KUBE_DNS), daemonSet("node-local-dns")), ["53"]],
    ["whichever plugin", "cilium", stream(DNS(KUBE_DNS), daemonSet("nodelocaldns")), ["53"]],
    [
      "another address is allowed",
      "calico",
      stream(
        DNS(KUBE_DNS),
        egress(block("169.254.169.254/32")).replace("name: policy", "name: b"),
        daemonSet("node-local-dns"),
      ),
      ["53"],
    ],
    [
      "the address is allowed",
      undefined,
      stream(DNS(`${KUBE_DNS}, { ipBlock: { cidr: 169.254.20.10/32 } }`), daemonSet("node-local-dns")),
      [],
    ],
    [
      "by another policy",
      undefined,
      stream(
        DNS(KUBE_DNS),
        DNS("{ ipBlock: { cidr: 169.254.0.0/16 } }").replace("name: policy", "name: b"),
        daemonSet("node-local-dns"),
      ),
      [],
    ],
    [
      "beside policies of other directions, tiers and namespaces",
      undefined,
      stream(
        NP.replace("name: policy", "name: a"),
        DNS(KUBE_DNS),
        CNP.replace("name: policy", "name: c"),
        DNS("{ ipBlock: { cidr: 169.254.20.10/32 } }").replace("namespace: shop", "namespace: lab"),
        daemonSet("node-local-dns"),
      ),
      ["53"],
    ],
    [
      "a policy of the Admin tier that isolates nothing",
      undefined,
      stream(
        `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: dns }
spec:
  tier: Admin
  priority: 5
  subject: { namespaces: {} }
  egress:
    - action: Accept
      to: [{ pods: { namespaceSelector: {}, podSelector: { matchLabels: { k8s-app: kube-dns } } } }]
      protocols: [{ udp: { destinationPort: { number: 53 } } }, { tcp: { destinationPort: { number: 53 } } }]
`,
        daemonSet("node-local-dns"),
      ),
      [],
    ],
    [
      "another port of the address is allowed",
      undefined,
      stream(
        DNS(KUBE_DNS),
        egress(block("169.254.20.10/32")).replace("name: policy", "name: b"),
        daemonSet("node-local-dns"),
      ),
      ["53"],
    ],
    [
      "the address is allowed among others by another policy",
      undefined,
      stream(
        DNS(KUBE_DNS),
        DNS("{ ipBlock: { cidr: 203.0.113.0/24 } }, { ipBlock: { cidr: 169.254.20.10/32 } }").replace(
          "name: policy",
          "name: b",
        ),
        daemonSet("node-local-dns"),
      ),
      [],
    ],
    [
      "every port of the address is allowed",
      undefined,
      stream(
        DNS(KUBE_DNS),
        egress("{ to: [{ ipBlock: { cidr: 169.254.20.10/32 } }] }").replace("name: policy", "name: b"),
        daemonSet("node-local-dns"),
      ),
      [],
    ],
    [
      "everybody may be asked, says another policy",
      undefined,
      stream(
        DNS(KUBE_DNS),
        egress("{ ports: [{ port: 53, protocol: UDP }] }").replace("name: policy", "name: b"),
        daemonSet("node-local-dns"),
      ),
      [],
    ],
    [
      "pods beside addresses: somebody has thought of those",
      undefined,
      stream(DNS(`${KUBE_DNS}, { ipBlock: { cidr: 203.0.113.0/24 } }`), daemonSet("node-local-dns")),
      [],
    ],
    ["no cache", undefined, stream(DNS(KUBE_DNS), daemonSet("node-exporter")), []],
    [
      "anybody",
      undefined,
      stream(egress("{ ports: [{ port: 53, protocol: UDP }] }"), daemonSet("node-local-dns")),
      [],
    ],
  ],
  "probe-port-blocked": [
    ["an HTTP probe", PROBED, stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }")), ["Ingress"]],
    [
      "a port by its name",
      "cilium@1.18+localhost-by-policy",
      stream(NP, probed("livenessProbe: { tcpSocket: { port: health } }")),
      ["Ingress"],
    ],
    ["a gRPC probe", PROBED, stream(NP, probed("startupProbe: { grpc: { port: 9090 } }")), ["Ingress"]],
    [
      "of a sidecar",
      PROBED,
      stream(
        NP,
        probed("image: b").replace(
          "containers:",
          "initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 7 } } }], containers:",
        ),
      ),
      ["Ingress"],
    ],
    [
      "the plugin and its setting are in the input",
      undefined,
      stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }"), daemonSet("cilium"), LOCALHOST),
      ["Ingress"],
    ],
    [
      "of two workloads, each at its policy",
      PROBED,
      stream(
        NP,
        NP.replaceAll("web", "api").replace("name: policy", "name: b"),
        probed("readinessProbe: { httpGet: { port: 8080 } }"),
        probed("readinessProbe: { httpGet: { port: 8080 } }").replaceAll("web", "api"),
      ),
      ["Ingress", "Ingress"],
    ],
    [
      "the rules let in another port",
      PROBED,
      stream(ingress("{ ports: [{ port: 9090 }] }"), probed("readinessProbe: { httpGet: { port: 8080 } }")),
      ["Ingress"],
    ],
    [
      "the rules let in everybody on it",
      PROBED,
      stream(ingress("{ ports: [{ port: 8080 }] }"), probed("readinessProbe: { httpGet: { port: 8080 } }")),
      [],
    ],
    [
      "the rules let in the node by its address, and the plugin matches nodes so",
      `${PROBED}+match-nodes`,
      stream(
        ingress("{ from: [{ ipBlock: { cidr: 192.168.4.0/24 } }] }"),
        node("n1", "192.168.4.9"),
        probed("readinessProbe: { httpGet: { port: 8080 } }", "nodeName: n1, "),
      ),
      [],
    ],
    ["as it is installed", "cilium", stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }")), []],
    ["on Calico", "calico", stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }")), []],
    [
      "where only root gets in: the kubelet",
      "knp",
      stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }")),
      [],
    ],
    ["on AWS", "aws", stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }")), []],
    ["no plugin", undefined, stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }")), []],
    [
      "the plugin is in the input, with another setting",
      undefined,
      stream(
        NP,
        probed("readinessProbe: { httpGet: { port: 8080 } }"),
        daemonSet("cilium"),
        LOCALHOST.replace("policy", "always"),
      ),
      [],
    ],
    [
      "it runs in the container",
      PROBED,
      stream(NP, probed("readinessProbe: { exec: { command: [true] } }")),
      [],
    ],
    [
      "it asks another host",
      PROBED,
      stream(NP, probed("readinessProbe: { httpGet: { port: 8080, host: a.example.com } }")),
      [],
    ],
    [
      "a name that no port has",
      PROBED,
      stream(NP, probed("readinessProbe: { httpGet: { port: other } }")),
      [],
    ],
    [
      "a host pod",
      PROBED,
      stream(NP, probed("readinessProbe: { httpGet: { port: 8080 } }", "hostNetwork: true, ")),
      [],
    ],
    [
      "nothing isolates it",
      PROBED,
      stream(egress(block("0.0.0.0/0")), probed("readinessProbe: { httpGet: { port: 8080 } }")),
      [],
    ],
  ],
  "pod-start-window": [
    ["kube-router", "kube-router", NP, ["NetworkPolicy"]],
    ["AWS", "aws", stream(NP, NP.replace("name: policy", "name: b")), ["NetworkPolicy"]],
    ["an alias", "k0s", NP, ["NetworkPolicy"]],
    ["beside a kind that is not enforced", "kube-router", stream(CNP, NP), ["NetworkPolicy"]],
    ["closed until then", "cilium", NP, []],
    ["no policy isolates", "aws", CNP, []],
    ["only detected: it is about no policy in particular", undefined, stream(NP, daemonSet("aws-node")), []],
  ],
  "existing-connections": [
    ["kept", "calico", NP, ["NetworkPolicy"]],
    ["cut", "cilium", NP, ["NetworkPolicy"]],
    ["judged again", "knp", NP, ["NetworkPolicy"]],
    ["an issue alone", "ovn", NP, []],
    ["not enforced", "flannel", NP, []],
    ["only detected", undefined, stream(NP, daemonSet("calico-node")), []],
  ],
  "foreign-policy-order": [
    ["Calico's", "calico", foreign("NetworkPolicy", "projectcalico.org/v3"), ["NetworkPolicy"]],
    [
      "Cilium's, two kinds in one",
      "cilium",
      stream(
        foreign("CiliumNetworkPolicy", "cilium.io/v2"),
        foreign("CiliumClusterwideNetworkPolicy", "cilium.io/v2"),
      ),
      ["CiliumClusterwideNetworkPolicy"],
    ],
    ["Antrea's", "antrea", foreign("NetworkPolicy", "crd.antrea.io/v1beta1"), ["NetworkPolicy"]],
    [
      "detected",
      undefined,
      stream(foreign("CiliumNetworkPolicy", "cilium.io/v2"), daemonSet("cilium")),
      ["CiliumNetworkPolicy"],
    ],
    ["of another plugin", "antrea", foreign("CiliumNetworkPolicy", "cilium.io/v2"), []],
    ["no plugin", undefined, foreign("CiliumNetworkPolicy", "cilium.io/v2"), []],
    ["of a mesh", "cilium", foreign("AuthorizationPolicy", "security.istio.io/v1"), []],
  ],
};

describe.each(Object.entries(CASES))("%s", (rule, cases) => {
  it.each(cases)("%s (%s)", async (_what, plugin, text, found) => {
    const facts = plugin === undefined ? {} : { plugin: chosen(plugin) };
    expect(await placesOf(rule as ProblemCode, text, { facts, bundles: ["v0.1.5", "v0.2.0"] })).toEqual(
      found,
    );
  });

  it("has three cases and more of both sorts", () => {
    expect(cases.filter(([, , , found]) => found.length > 0).length).toBeGreaterThanOrEqual(3);
    expect(cases.filter(([, , , found]) => found.length === 0).length).toBeGreaterThanOrEqual(3);
  });
});

describe("what a finding about a plugin tells", () => {
  const factsOf = async (
    rule: ProblemCode,
    plugin: string,
    ...texts: readonly string[]
  ): Promise<readonly unknown[]> =>
    (
      await lintText(stream(...texts), { facts: { plugin: chosen(plugin) }, bundles: ["v0.1.5", "v0.2.0"] })
    ).flatMap(({ problem }) => (problem.code === rule ? [problem.facts] : []));
  const two = probed(
    "readinessProbe: { httpGet: { port: 8080 } }, livenessProbe: { tcpSocket: { port: 9090 } }",
  );
  const foreignOnes = [
    foreign("CiliumNetworkPolicy", "cilium.io/v2"),
    foreign("AuthorizationPolicy", "security.istio.io/v1"),
  ];
  const TO_BOTH = TO_DB.replace("tier: data", "app: db, tier: data");

  it.each<[what: string, rule: ProblemCode, plugin: string, texts: readonly string[], facts: object]>([
    [
      "one workload, though two of its ports are probed",
      "probe-port-blocked",
      PROBED,
      [NP, two],
      { concerned: { first: "shop/web", count: 1 } },
    ],
    [
      "all workloads that one policy keeps from being probed",
      "probe-port-blocked",
      PROBED,
      [NP.replace("{ matchLabels: { app: web } }", "{}"), two, two.replaceAll("web", "api")],
      { concerned: { first: "shop/api", count: 2 } },
    ],
    [
      "the kinds of the plugin's own alone",
      "foreign-policy-order",
      "cilium",
      foreignOnes,
      { kinds: ["CiliumNetworkPolicy"], count: 1 },
    ],
    [
      "the label that the Service lacks, among others",
      "service-selector-mismatch",
      "aws",
      [TO_BOTH, DB, dbService("{ app: db }", 5432)],
      { service: "shop/db", why: { type: "label", label: "tier=data" } },
    ],
    [
      "the Service's port, and that of its pods",
      "service-selector-mismatch",
      "aws",
      [TO_DB, DB, dbService("{ tier: data }", 80)],
      { service: "shop/db", why: { type: "port", port: 80, target: 5432 } },
    ],
    [
      "the API server's node, among others",
      "api-server-by-ip-block",
      "cilium",
      [egress(block("192.168.4.0/24")), node("n1", "192.168.4.8"), node("n2", "192.168.4.9", CONTROL)],
      { node: "n2", cidr: "192.168.4.0/24" },
    ],
    [
      "the node that a block covers",
      "ip-block-covers-nodes",
      "cilium",
      [egress(block("192.168.4.0/24")), node("n1", "192.168.5.8"), node("n2", "192.168.4.9")],
      { covered: "node n2" },
    ],
  ])("%s", async (_, rule, plugin, texts, facts) => {
    expect(await factsOf(rule, plugin, ...texts)).toMatchObject([facts]);
  });
});

describe("a cause is told once", () => {
  it.each([
    ["host-network-peer", "host-pod-peer", stream(HOST_PEER, pod("agent", "", true), WEB), "calico"],
    ["load-balancer-source-lost", "client-ip-hidden", stream(CLIENTS, LB, WEB), "calico"],
    [
      "service-address-as-peer",
      "ip-block-covers-services",
      stream(egress(block("10.96.7.7/32")), dbService("{ app: db }", 80)),
      "calico",
    ],
    [
      "except-reopened",
      "except-cancels-allow",
      stream(EXCEPT("198.51.100.0/24", "198.51.96.0/20"), WEB),
      "aws",
    ],
    [
      "unevaluated-policy-kinds",
      "foreign-policy-order",
      foreign("NetworkPolicy", "projectcalico.org/v3"),
      "calico",
    ],
  ] as const)("by %s without a plugin, by %s with one", async (careful, exact, text, plugin) => {
    const named = { facts: { plugin: chosen(plugin) } };
    expect((await placesOf(careful, text)).length).toBe(1);
    expect(await placesOf(careful, text, named)).toEqual([]);
    expect((await placesOf(exact, text, named)).length).toBe(1);
  });
});
