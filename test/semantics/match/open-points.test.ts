import { describe, expect, it } from "vitest";
import { askOne, askWithCluster } from "../../support/flow.js";
import { verdictInMap } from "../../support/in-map.js";
import { parseAddress, parseBlock } from "../../../src/base/net/address.js";
import { REFERENCE, STRICT, type Profile, type SourceOptions } from "../../../src/index.js";

const CLUSTER = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: blue}}}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: {nodeName: n1, containers: [{}]}
status: {podIP: 10.0.0.1}
---
apiVersion: v1
kind: Pod
metadata: {name: draft, namespace: shop, labels: {app: draft}}
spec: {containers: [{}]}
---
apiVersion: v1
kind: Pod
metadata: {name: agent, namespace: shop, labels: {app: agent}}
spec: {hostNetwork: true, containers: [{}]}
---
apiVersion: v1
kind: Pod
metadata: {name: proxy, namespace: shop, labels: {app: proxy}}
spec: {hostNetwork: true, nodeName: n9, containers: [{}]}
---
{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {role: edge}}, status: {addresses: [{type: InternalIP, address: 192.168.0.2}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: cache, namespace: shop}
spec:
  replicas: 3
  template:
    metadata: {labels: {app: cache, topology.kubernetes.io/zone: east}}
    spec: {containers: [{}]}`;

/** A cluster of which no Node is in the input. */
const WITHOUT_NODES = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: blue}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}`;

function service(clusterIP: string): string {
  return `{apiVersion: v1, kind: Service, metadata: {name: db, namespace: shop}, spec: {clusterIP: ${clusterIP}, selector: {app: draft}, ports: [{port: 80}]}}`;
}

/** Leads from every way in to some pods at port 8080. */
function published(app: string): string {
  const spec = `{type: NodePort, clusterIP: 10.96.0.7, selector: {app: ${app}}, ports: [{port: 80, targetPort: 8080, nodePort: 30080}]}`;
  return `{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: ${spec}}`;
}

/** A ClusterNetworkPolicy of the Admin tier. */
function admin(rules: string, subject = "{namespaces: {}}", priority = 1): string {
  const spec = `{tier: Admin, priority: ${priority}, subject: ${subject}, ${rules}}`;
  return `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: admin-${priority}}, spec: ${spec}}`;
}

function adminV1alpha1(rules: string): string {
  const spec = `{priority: 1, subject: {namespaces: {}}, ${rules}}`;
  return `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: older}, spec: ${spec}}`;
}

function networkPolicy(name: string, spec: string): string {
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: shop}, spec: ${spec}}`;
}

/** The spec of a NetworkPolicy that lets one peer in to `web`. */
function inboundFrom(peer: string): string {
  return `{podSelector: {matchLabels: {app: web}}, ingress: [{from: [{${peer}}]}]}`;
}

/** The spec of a NetworkPolicy that lets `draft` out to some ports of `web`. */
function outboundToWeb(ports: string): string {
  return `{podSelector: {matchLabels: {app: draft}}, policyTypes: [Egress], egress: [{to: [{podSelector: {matchLabels: {app: web}}}], ports: [${ports}]}]}`;
}

/** A Service that leads to a port of a pod by its name. */
const NAMED_TARGET = `
{apiVersion: v1, kind: Pod, metadata: {name: draft, namespace: shop, labels: {app: draft}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.3}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {containers: [{ports: [{name: http, containerPort: 8080}]}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {clusterIP: 10.96.0.8, selector: {app: web}, ports: [{port: 80, targetPort: http}]}}`;

const REGION = "topology.kubernetes.io/region";
const subjectWith = (label: string): string => `{pods: {podSelector: {matchExpressions: [${label}]}}}`;
const UNBUILDABLE = "{namespaces: {matchExpressions: [{key: team, operator: notIn, values: [red]}]}}";

interface Row {
  readonly name: string;
  readonly cluster?: string;
  readonly policies: readonly string[];
  readonly flow: string;
  readonly options?: SourceOptions & { readonly profile?: Profile };
  readonly verdict: string;
  readonly reasons?: readonly string[];
}

const STORED = { isStored: true } as const;

function reading(readings: Partial<Profile["readings"]>): Profile {
  return { ...REFERENCE, readings: { ...REFERENCE.readings, ...readings } };
}

/** Host pods are selected wherever a podSelector is written; whether nodes are with them is left open. */
const HOSTS_COMPARED = reading({ "host-peer": "with-pod-selector", "host-network": "open" });

/** Rules for egress see the Service that a source has sent to, and nothing behind it. */
const SERVICE_SEEN = reading({
  "service-peer": "selector",
  "address-rewriting": false,
  "other-rewriting": false,
});

const SAME_PORT_SEEN = reading({
  "service-peer": "selector",
  "service-port": "same-as-pods",
  "address-rewriting": false,
  "other-rewriting": false,
});

/** Policies of one priority apply in the order of their names. */
const BY_NAME = reading({ "equal-priority": "by-name" });

/** What the input does not tell, and what the sources leave open, one at a time. */
const ROWS: readonly Row[] = [
  {
    name: "two replicas of a template have labels of their own (S-LOOP-3)",
    policies: [
      admin(
        "egress: [{action: Deny, to: [{namespaces: {}}]}]",
        subjectWith("{key: pod-template-hash, operator: In, values: [old]}"),
        1,
      ),
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        subjectWith("{key: pod-template-hash, operator: NotIn, values: [old]}"),
        2,
      ),
    ],
    // Denied if the first replica has the hash or the second has it not; allowed from a new one to an old one.
    flow: "shop/deployment/cache -> shop/deployment/cache tcp 80",
    verdict: "unknown",
    reasons: ["pod-labels", "pod-labels"],
  },
  {
    name: "whether two namespaces have the same value is one fact, whichever of them asks (S-TEN-2)",
    // Denied by the source's policy where they have, by the destination's where they have not.
    cluster: `
{apiVersion: v1, kind: Pod, metadata: {name: near, namespace: one, labels: {app: near}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: far, namespace: two, labels: {app: far}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.2}}`,
    policies: [
      adminV1alpha1("egress: [{action: Deny, to: [{namespaces: {sameLabels: [team]}}]}]"),
      adminV1alpha1(
        `ingress: [{action: Pass, from: [{namespaces: {sameLabels: [team]}}]}, {action: Deny, from: [{namespaces: {namespaceSelector: {}}}]}]`,
      ).replace("name: older", "name: oldest"),
    ],
    flow: "one/near -> two/far tcp 80",
    options: { bundles: ["v0.1.1"] },
    verdict: "denied",
    reasons: [],
  },
  ...[
    {
      name: "two namespaces with a value that a selector names are alike only where both have it (S-TEN-2)",
      flow: "one/near -> two/far tcp 80",
      // To a red namespace another red one is denied, so that no other can be like it.
      rules:
        "{action: Deny, from: [{namespaces: {namespaceSelector: {matchLabels: {team: red}}}}]}, {action: Allow, from: [{namespaces: {sameLabels: [team]}}]}, {action: Deny, from: [{namespaces: {namespaceSelector: {}}}]}",
      subject: "{namespaces: {matchLabels: {team: red}}}",
      others: "{action: Deny, from: [{namespaces: {namespaceSelector: {}}}]}",
      verdict: "denied",
    },
    {
      name: "a namespace is like itself where it has the label, whichever value that is (S-TEN-2)",
      flow: "one/near -> one/next tcp 80",
      // Allowed where it has the label, and where it has not, nothing denies.
      rules:
        "{action: Allow, from: [{namespaces: {sameLabels: [team]}}]}, {action: Deny, from: [{namespaces: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}}]}",
      subject: "{namespaces: {}}",
      others: "",
      verdict: "allowed",
    },
  ].map(({ name, flow, rules, subject, others, verdict }): Row => ({
    name,
    cluster: `
{apiVersion: v1, kind: Pod, metadata: {name: near, namespace: one}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: next, namespace: one}, spec: {containers: [{}]}, status: {podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Pod, metadata: {name: far, namespace: two}, spec: {containers: [{}]}, status: {podIP: 10.0.0.3}}`,
    policies: [
      adminV1alpha1(`ingress: [${rules}]`).replace("subject: {namespaces: {}}", `subject: ${subject}`),
      adminV1alpha1(`ingress: [${others}]`)
        .replace("priority: 1", "priority: 2")
        .replace("name: older", "name: oldest"),
    ],
    flow,
    options: { bundles: ["v0.1.1"] },
    verdict,
  })),
  {
    name: "whether two namespaces that are not in the input have a label, and the same value of it, is missing (S-TEN-2, S-NS-2)",
    cluster: `
{apiVersion: v1, kind: Pod, metadata: {name: near, namespace: one}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: far, namespace: two}, spec: {containers: [{}]}, status: {podIP: 10.0.0.3}}`,
    policies: [adminV1alpha1("ingress: [{action: Deny, from: [{namespaces: {sameLabels: [team]}}]}]")],
    options: { bundles: ["v0.1.1"] },
    flow: "one/near -> two/far tcp 80",
    verdict: "unknown",
    reasons: ["namespace-labels", "namespace-labels", "same-label"],
  },
  {
    name: "an address that may be a pod's is in the subject's own namespace, in another one, or no pod's (S-TEN-2, S-EV-1a)",
    // Denied as one of another namespace, as one of the same labels, and as none by the NetworkPolicy.
    policies: [
      adminV1alpha1(
        "ingress: [{action: Deny, from: [{namespaces: {namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [shop]}]}}}]}, {action: Deny, from: [{namespaces: {sameLabels: [team]}}]}, {action: Allow, from: [{namespaces: {namespaceSelector: {}}}]}]",
      ),
      networkPolicy("shut", "{podSelector: {}}"),
    ],
    options: { bundles: ["v0.1.1"], facts: { podBlocks: [parseBlock("10.0.0.0/8")!] } },
    flow: "10.0.0.77 -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "a namespace that is not in the input may isolate its pods in the design of 2016 (S-NSANN-1)",
    policies: [
      "{apiVersion: v1, kind: Pod, metadata: {name: lone, namespace: ghost}, spec: {containers: [{}]}, status: {podIP: 10.0.0.9}}",
    ],
    options: { isLegacy: true, kubernetesVersion: [1, 5] },
    flow: "shop/web -> ghost/lone tcp 80",
    verdict: "unknown",
    reasons: ["namespace-isolation"],
  },
  {
    name: "a label that the template writes is there, whatever its value becomes (S-WL-1)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        subjectWith("{key: topology.kubernetes.io/zone, operator: DoesNotExist}"),
      ),
    ],
    flow: "shop/web -> shop/deployment/cache tcp 80",
    verdict: "allowed",
  },
  {
    name: "a label that the server may add is perhaps not there (S-WL-1)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        subjectWith(`{key: ${REGION}, operator: DoesNotExist}`),
      ),
    ],
    flow: "shop/web -> shop/deployment/cache tcp 80",
    verdict: "unknown",
    reasons: ["pod-labels"],
  },
  {
    name: "a policy that selects by nothing but a label which the controller adds may select (S-WL-1)",
    policies: [networkPolicy("old", "{podSelector: {matchLabels: {pod-template-hash: old}}}")],
    flow: "shop/web -> shop/deployment/cache tcp 80",
    verdict: "unknown",
    reasons: ["pod-labels"],
  },
  {
    name: "a pod without an address may have any (S-IP-6)",
    policies: [admin("egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]")],
    flow: "shop/web -> shop/draft tcp 80",
    verdict: "unknown",
    reasons: ["pod-address"],
  },
  {
    name: "a pod without an address has one of the pod CIDRs (S-IP-6)",
    policies: [admin("egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]")],
    options: { facts: { podBlocks: [parseBlock("10.64.0.0/12")!] } },
    flow: "shop/web -> shop/draft tcp 80",
    verdict: "denied",
  },
  {
    name: "a host pod has no address of the pod CIDRs (S-HOST-2)",
    policies: [admin("egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]")],
    options: { facts: { podBlocks: [parseBlock("10.64.0.0/12")!] } },
    flow: "shop/web -> shop/agent tcp 80",
    verdict: "unknown",
    reasons: ["pod-address", "pod-node"],
  },
  {
    name: "a host pod may be on the node that a network covers",
    policies: [admin("egress: [{action: Deny, to: [{networks: [192.168.0.2/32]}]}]")],
    flow: "shop/web -> shop/agent tcp 80",
    verdict: "unknown",
    reasons: ["pod-node"],
  },
  {
    name: "a host pod that is on another node has not the address of that one",
    policies: [admin("egress: [{action: Deny, to: [{networks: [192.168.0.2/32]}]}]")],
    flow: "shop/web -> shop/proxy tcp 80",
    verdict: "allowed",
  },
  {
    name: "an isolated pod on an unknown node may be on the node that asks (S-NODE-L4)",
    policies: [networkPolicy("shut", "{podSelector: {matchLabels: {app: draft}}}")],
    flow: "node/n2 -> shop/draft tcp 80",
    verdict: "unknown",
    reasons: ["pod-node"],
  },
  {
    name: "a host pod on an unknown node may be on the node of the isolated pod (S-NODE-L4)",
    policies: [networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}}")],
    flow: "shop/agent -> shop/web tcp 80",
    verdict: "unknown",
    reasons: ["pod-node"],
  },
  {
    name: "two pods on unknown nodes may be on one (S-NODE-L4)",
    policies: [networkPolicy("shut", "{podSelector: {matchLabels: {app: draft}}}")],
    flow: "shop/agent -> shop/draft tcp 80",
    verdict: "unknown",
    reasons: ["pod-node"],
  },
  {
    name: "a host pod on another node is not on the own one (S-NODE-L1)",
    policies: [networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}}")],
    flow: "shop/proxy -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "what no name below a domain resolves to, none of its names does (S-FQ-8)",
    policies: [
      admin("egress: [{action: Accept, to: [{domainNames: ['*.example.com']}]}]", "{namespaces: {}}", 1),
      admin("egress: [{action: Deny, to: [{domainNames: [a.example.com]}]}]", "{namespaces: {}}", 2),
    ],
    options: STORED,
    flow: "shop/web -> 203.0.113.9 tcp 443",
    verdict: "allowed",
  },
  {
    name: "a Deny by name may not be enforced (U-22)",
    policies: [admin("egress: [{action: Deny, to: [{domainNames: [a.example.com]}]}]")],
    options: STORED,
    flow: "shop/web -> a.example.com tcp 443",
    verdict: "undefined",
    reasons: ["deny-by-name"],
  },
  {
    name: "a Deny whose subject cannot be built selects nothing, or denies everything (U-20)",
    policies: [admin("ingress: [{action: Deny, from: [{nodes: {}}]}]", UNBUILDABLE)],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["unbuildable-selector"],
  },
  {
    name: "an Accept whose subject cannot be built does nothing either way (U-20)",
    policies: [
      admin("ingress: [{action: Accept, from: [{namespaces: {}}]}]", UNBUILDABLE, 1),
      admin("ingress: [{action: Deny, from: [{namespaces: {}}]}]", "{namespaces: {}}", 2),
    ],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "a podSelector of a compared peer that cannot be built matches nothing, or makes a Deny fail closed (U-20)",
    policies: [
      `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: tenants}, spec: {priority: 1, subject: {namespaces: {}}, ingress: [{action: Deny, from: [{pods: {namespaces: {sameLabels: [team]}, podSelector: {matchExpressions: [{key: app, operator: notIn, values: [web]}]}}}]}]}}`,
    ],
    options: { ...STORED, bundles: ["v0.1.1"] },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["unbuildable-selector"],
  },
  {
    name: "a podSelector of a subject that cannot be built selects no pod of its namespaces, or each (U-20)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        "{pods: {namespaceSelector: {matchLabels: {team: blue}}, podSelector: {matchExpressions: [{key: app, operator: notIn, values: [web]}]}}}",
      ),
    ],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["unbuildable-selector"],
  },
  {
    name: "a podSelector that cannot be built may select pods that lack a label which it also asks for (U-20)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        subjectWith("{key: app, operator: In, values: [web]}, {key: tier, operator: notIn, values: [red]}"),
      ),
    ],
    options: STORED,
    flow: "shop/web -> shop/draft tcp 80",
    verdict: "undefined",
    reasons: ["unbuildable-selector"],
  },
  {
    name: "a podSelector of a subject that cannot be built selects no pod of other namespaces (U-20)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        "{pods: {namespaceSelector: {matchLabels: {team: red}}, podSelector: {matchExpressions: [{key: app, operator: notIn, values: [web]}]}}}",
      ),
    ],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "allowed",
  },
  {
    name: "a namespaceSelector of a subject that cannot be built selects no namespace, or each, and of each the pods that the podSelector names (U-20)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        "{pods: {namespaceSelector: {matchExpressions: [{key: team, operator: notIn, values: [blue]}]}, podSelector: {matchLabels: {app: web}}}}",
      ),
    ],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["unbuildable-selector"],
  },
  {
    name: "a namespaceSelector of a subject that cannot be built selects no pod that the podSelector beside it does not name (U-20)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        "{pods: {namespaceSelector: {matchExpressions: [{key: team, operator: notIn, values: [blue]}]}, podSelector: {matchLabels: {app: web}}}}",
      ),
    ],
    options: STORED,
    flow: "shop/web -> shop/draft tcp 80",
    verdict: "allowed",
  },
  {
    name: "of two policies of one priority either may come first (S-PRI-2)",
    policies: [
      admin("ingress: [{action: Accept, from: [{namespaces: {}}]}]"),
      admin("ingress: [{action: Deny, from: [{namespaces: {}}]}]").replace("name: admin-1", "name: b"),
    ],
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["equal-priority"],
  },
  {
    name: "of two policies of one priority the first by name comes first, where that is how a plugin reads it (U-1)",
    policies: [
      admin("ingress: [{action: Accept, from: [{namespaces: {}}]}]"),
      admin("ingress: [{action: Deny, from: [{namespaces: {}}]}]").replace("name: admin-1", "name: b"),
    ],
    options: { profile: BY_NAME },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "allowed",
  },
  {
    name: "of two policies of one priority the order in the input says nothing, where names do (U-1)",
    policies: [
      admin("ingress: [{action: Accept, from: [{namespaces: {}}]}]"),
      admin("ingress: [{action: Deny, from: [{namespaces: {}}]}]").replace("name: admin-1", "name: a"),
    ],
    options: { profile: BY_NAME },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "an isolated pod stays denied where a policy that allows may not select it (S-EV-12)",
    policies: [
      networkPolicy("shut", "{podSelector: {matchLabels: {app: cache}}}"),
      networkPolicy(
        "old",
        "{podSelector: {matchLabels: {app: cache, pod-template-hash: old}}, ingress: [{ports: [{port: 80}]}]}",
      ),
    ],
    flow: "shop/web -> shop/deployment/cache tcp 80",
    verdict: "unknown",
    reasons: ["pod-labels"],
  },
  {
    name: "a host pod is not selected by its labels (S-HOST-1, U-3)",
    policies: [networkPolicy("in", inboundFrom("podSelector: {matchLabels: {app: proxy}}"))],
    flow: "shop/proxy -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "a pod is selected by its labels, where a plugin compares those of host pods too (U-3)",
    policies: [networkPolicy("in", inboundFrom("podSelector: {matchLabels: {app: draft}}"))],
    options: { profile: HOSTS_COMPARED },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "allowed",
  },
  {
    name: "a host pod is selected by its labels, where a plugin compares them (U-3)",
    policies: [networkPolicy("in", inboundFrom("podSelector: {matchLabels: {app: proxy}}"))],
    options: { profile: HOSTS_COMPARED },
    flow: "shop/proxy -> shop/web tcp 80",
    verdict: "allowed",
  },
  {
    name: "a host pod is not selected by its namespace alone, where a plugin compares what a podSelector selects (U-3)",
    policies: [networkPolicy("in", inboundFrom("namespaceSelector: {}"))],
    options: { profile: reading({ "host-peer": "with-pod-selector", "host-network": false }) },
    flow: "shop/proxy -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "a host pod may have the address of another one that is selected (U-3)",
    policies: [networkPolicy("in", inboundFrom("podSelector: {matchLabels: {app: agent}}"))],
    options: { profile: HOSTS_COMPARED },
    flow: "shop/proxy -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["host-network"],
  },
  {
    name: "a node may have the address of a host pod that is selected (U-3)",
    policies: [networkPolicy("in", inboundFrom("podSelector: {matchLabels: {app: proxy}}"))],
    options: { profile: HOSTS_COMPARED },
    flow: "node/n2 -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["host-network"],
  },
  {
    name: "a node is not selected by labels of its own (U-3)",
    policies: [
      networkPolicy("in", inboundFrom("namespaceSelector: {}, podSelector: {matchLabels: {role: edge}}")),
    ],
    options: { profile: HOSTS_COMPARED },
    flow: "node/n2 -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "a pod with a network of its own has the address of no host pod (U-3)",
    policies: [networkPolicy("in", inboundFrom("podSelector: {matchLabels: {app: proxy}}"))],
    options: { profile: HOSTS_COMPARED },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "a rule that sees a Service allows the ports of its pods, any of several (U-5)",
    policies: [published("web"), networkPolicy("out", outboundToWeb("{port: 9090}, {port: 8080}"))],
    options: { profile: SERVICE_SEEN },
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict: "allowed",
  },
  {
    name: "a rule that sees a Service denies ports that are not those of its pods, a range behind them too (U-5)",
    policies: [published("web"), networkPolicy("out", outboundToWeb("{port: 8081, endPort: 9090}"))],
    options: { profile: SERVICE_SEEN },
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict: "denied",
  },
  ...[
    ["its own address", "10.96.0.0/24", "allowed"],
    ["those of its pods", "10.0.0.0/24", "denied"],
  ].map(([what = "", cidr = "", verdict = ""]): Row => ({
    name: `a rule that sees a Service compares blocks with ${what} (U-5)`,
    policies: [
      published("web"),
      networkPolicy(
        "out",
        `{podSelector: {matchLabels: {app: draft}}, policyTypes: [Egress], egress: [{to: [{ipBlock: {cidr: ${cidr}}}], ports: [{port: 8080}]}]}`,
      ),
    ],
    options: { profile: SERVICE_SEEN },
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict,
  })),
  {
    name: "a rule that sees a Service does not ask for its own port (U-5)",
    policies: [published("web"), networkPolicy("out", outboundToWeb("{port: 80}"))],
    options: { profile: SERVICE_SEEN },
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict: "denied",
  },
  {
    name: "a rule that sees a Service asks for a port that is the same for its pods, where a plugin reads it so (U-5)",
    policies: [published("web"), networkPolicy("out", outboundToWeb("{port: 8080}"))],
    options: { profile: SAME_PORT_SEEN },
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict: "denied",
  },
  {
    name: "a rule sees no Service behind the port of a node, but the pod and its port (S-VIP-1)",
    policies: [published("web"), networkPolicy("out", outboundToWeb("{port: 8080}"))],
    options: { profile: SAME_PORT_SEEN },
    flow: "shop/draft -> 192.168.0.2 tcp 30080",
    verdict: "allowed",
  },
  ...[
    ["the name of the Service's target", "{port: http}", "allowed"],
    ["another name", "{port: admin}", "denied"],
    ["the name for another protocol", "{port: http, protocol: UDP}", "denied"],
  ].map(([what = "", ports = "", verdict = ""]): Row => ({
    name: `a rule that sees a Service compares ${what} (U-5)`,
    cluster: NAMED_TARGET,
    policies: [networkPolicy("out", outboundToWeb(ports))],
    options: { profile: SERVICE_SEEN },
    flow: "shop/draft -> 10.96.0.8 tcp 80",
    verdict,
  })),
  {
    name: "an address that may be a pod's is in a namespace whose labels nobody knows (S-IP-6, S-NS-2)",
    policies: [admin("ingress: [{action: Deny, from: [{namespaces: {matchLabels: {team: red}}}]}]")],
    options: { facts: { podBlocks: [parseBlock("10.0.0.0/8")!] } },
    flow: "10.0.0.77 -> shop/web tcp 80",
    verdict: "unknown",
    reasons: ["address-owner", "namespace-labels"],
  },
  {
    name: "an address that may be a pod's may be in a namespace without a label that is compared (S-TEN-2)",
    policies: [adminV1alpha1("ingress: [{action: Deny, from: [{namespaces: {notSameLabels: [team]}}]}]")],
    options: { facts: { podBlocks: [parseBlock("10.0.0.0/8")!] }, bundles: ["v0.1.1"] },
    flow: "10.0.0.77 -> shop/web tcp 80",
    verdict: "unknown",
    reasons: ["address-owner", "namespace-labels"],
  },
  {
    name: "a load balancer that lets some addresses in sees a pod's traffic as from any, where it leaves the cluster (S-VIP-3)",
    policies: [
      "{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {type: LoadBalancer, clusterIP: 10.96.0.7, selector: {app: draft}, loadBalancerSourceRanges: [192.0.2.0/24], ports: [{port: 80}]}, status: {loadBalancer: {ingress: [{ip: 198.51.100.4}]}}}",
    ],
    flow: "shop/web -> 198.51.100.4 tcp 80",
    // Allowed where it stays inside, which it mostly does; denied where it comes back from another address (S-VIP-2).
    verdict: "undefined",
    reasons: ["load-balancer-path", "source-address"],
  },
  ...["sameLabels: [team]", "notSameLabels: [team]"].map((compared): Row => ({
    name: `what is outside of the cluster is in no namespace that is compared by ${compared} (S-TEN-1, S-IP-4)`,
    policies: [adminV1alpha1(`ingress: [{action: Deny, from: [{namespaces: {${compared}}}]}]`)],
    options: { bundles: ["v0.1.1"] },
    flow: "203.0.113.9 -> shop/web tcp 80",
    verdict: "allowed",
  })),
  {
    name: "a network of the Admin tier covers no address of the cluster, where a plugin reads it so (U-4)",
    policies: [admin("egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]")],
    options: { profile: reading({ "network-in-cluster": false }) },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "allowed",
  },
  {
    name: "a network of the Admin tier covers the cluster's own addresses (S-IP-3)",
    policies: [admin("egress: [{action: Deny, to: [{networks: [10.0.0.0/8]}]}]")],
    options: { profile: STRICT },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "an empty list of ports is all of them (U-31)",
    policies: [adminV1alpha1("ingress: [{action: Deny, from: [{namespaces: {}}], ports: []}]")],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "an empty list of ports is all or none of them in profile strict (U-31)",
    policies: [adminV1alpha1("ingress: [{action: Deny, from: [{namespaces: {}}], ports: []}]")],
    options: { ...STORED, profile: STRICT },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["empty-ports-list"],
  },
  {
    name: "an empty protocol is TCP (U-32)",
    policies: [
      adminV1alpha1(
        'ingress: [{action: Deny, from: [{namespaces: {}}], ports: [{portNumber: {protocol: "", port: 80}}]}]',
      ),
    ],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "an empty protocol is TCP or nothing in profile strict (U-32)",
    policies: [
      adminV1alpha1(
        'ingress: [{action: Deny, from: [{namespaces: {}}], ports: [{portNumber: {protocol: "", port: 80}}]}]',
      ),
    ],
    options: { ...STORED, profile: STRICT },
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "undefined",
    reasons: ["empty-protocol"],
  },
  {
    name: "an empty protocol is never UDP (U-32)",
    policies: [
      adminV1alpha1(
        'ingress: [{action: Deny, from: [{namespaces: {}}], ports: [{portNumber: {protocol: "", port: 80}}]}]',
      ),
    ],
    options: { ...STORED, profile: STRICT },
    flow: "shop/draft -> shop/web udp 80",
    verdict: "allowed",
  },
  {
    name: "a name of a headless Service can be accepted (S-FQ-5)",
    policies: [
      service("None"),
      admin("egress: [{action: Accept, to: [{domainNames: [db.shop.svc.cluster.local]}]}]"),
      networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}"),
    ],
    flow: "shop/web -> db.shop.svc.cluster.local tcp 80",
    verdict: "allowed",
  },
  {
    name: "a name of another Service of the cluster may not be accepted (S-FQ-5)",
    policies: [
      service("10.96.0.1"),
      admin("egress: [{action: Accept, to: [{domainNames: [db.shop.svc.cluster.local]}]}]"),
      networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}"),
    ],
    flow: "shop/web -> db.shop.svc.cluster.local tcp 80",
    verdict: "undefined",
    reasons: ["fqdn-in-cluster"],
  },
  {
    name: "a name of the cluster that nothing of the input has may not be accepted (S-FQ-5)",
    policies: [
      admin("egress: [{action: Accept, to: [{domainNames: [gone.shop.svc.cluster.local]}]}]"),
      networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}"),
    ],
    options: { facts: { dns: new Map([["gone.shop.svc.cluster.local", [parseAddress("10.96.0.9")!]]]) } },
    flow: "shop/web -> gone.shop.svc.cluster.local tcp 80",
    verdict: "undefined",
    reasons: ["fqdn-in-cluster"],
  },
  {
    name: "a name of the cluster may be that of a pod whose address is not known (S-FQ-5)",
    policies: [
      service("None"),
      admin("egress: [{action: Accept, to: [{domainNames: ['*.ops.svc']}]}]"),
      networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}"),
    ],
    flow: "shop/web -> db.shop.svc tcp 80",
    verdict: "undefined",
    reasons: ["fqdn-in-cluster"],
  },
  {
    name: "a load balancer's name may not be accepted, whichever way traffic to it goes (S-FQ-5, S-VIP-2)",
    policies: [
      `apiVersion: v1
kind: Service
metadata: {name: front, namespace: shop}
spec: {type: LoadBalancer, clusterIP: 10.96.0.7, selector: {app: draft}, ports: [{port: 80}]}
status: {loadBalancer: {ingress: [{hostname: front.example.com}]}}`,
      admin("egress: [{action: Accept, to: [{domainNames: [front.example.com]}]}]"),
      networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}"),
    ],
    flow: "shop/web -> front.example.com tcp 80",
    verdict: "undefined",
    reasons: ["fqdn-in-cluster"],
  },
  {
    name: "a pod's record can be accepted (S-FQ-5)",
    policies: [
      admin("egress: [{action: Accept, to: [{domainNames: ['*.pod.cluster.local']}]}]"),
      networkPolicy("shut", "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress]}"),
    ],
    flow: "shop/web -> 10-0-0-7.shop.pod.cluster.local tcp 80",
    verdict: "allowed",
  },
  {
    name: "without Nodes in the input any address may be a node's (S-IP-7)",
    cluster: WITHOUT_NODES,
    policies: [admin("egress: [{action: Deny, to: [{nodes: {}}]}]")],
    flow: "shop/web -> 203.0.113.9 tcp 22",
    verdict: "unknown",
    reasons: ["node-address"],
  },
  {
    name: "without Nodes in the input the labels of a node are not known either (S-IP-7)",
    cluster: WITHOUT_NODES,
    policies: [admin("egress: [{action: Deny, to: [{nodes: {matchLabels: {role: edge}}}]}]")],
    flow: "shop/web -> 203.0.113.9 tcp 22",
    verdict: "unknown",
    reasons: ["node-address", "node-labels"],
  },
  {
    name: "no node has an address outside of the node CIDRs (S-IP-7)",
    cluster: WITHOUT_NODES,
    policies: [admin("egress: [{action: Deny, to: [{nodes: {}}]}]")],
    options: { facts: { nodeBlocks: [parseBlock("192.168.0.0/16")!] } },
    flow: "shop/web -> 203.0.113.9 tcp 22",
    verdict: "allowed",
  },
  {
    name: "with Nodes in the input, all others are none (S-IP-7)",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {}}]}]")],
    flow: "shop/web -> 203.0.113.9 tcp 22",
    verdict: "allowed",
  },
  {
    name: "a host pod is on some node (S-HOST-2)",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {}}]}]")],
    flow: "shop/web -> shop/agent tcp 22",
    verdict: "denied",
  },
  {
    name: "a host pod on a node that is not in the input has a node of unknown labels",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {matchLabels: {role: edge}}}]}]")],
    flow: "shop/web -> shop/proxy tcp 22",
    verdict: "unknown",
    reasons: ["node-labels"],
  },
  {
    name: "a host pod on an unknown node may be on the one that is selected, or on another with its labels",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {matchLabels: {role: edge}}}]}]")],
    flow: "shop/web -> shop/agent tcp 22",
    verdict: "unknown",
    reasons: ["node-labels", "pod-node"],
  },
  {
    name: "a host pod on an unknown node is on one that is selected, or on one that is not",
    policies: [
      admin(
        "egress: [{action: Deny, to: [{nodes: {matchLabels: {role: edge}}}, {nodes: {matchExpressions: [{key: role, operator: NotIn, values: [edge]}]}}]}]",
      ),
    ],
    flow: "shop/web -> shop/agent tcp 22",
    verdict: "denied",
  },
  {
    name: "a node is selected by its own labels, whichever others a rule before asks for (S-IP-7)",
    policies: [
      admin(
        "egress: [{action: Accept, to: [{nodes: {matchLabels: {role: core}}}]}, {action: Deny, to: [{nodes: {matchLabels: {role: edge}}}]}]",
      ),
    ],
    flow: "shop/draft -> node/n2 tcp 22",
    verdict: "denied",
  },
  {
    name: "a pod is no node, whatever its address (S-IP-7)",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {}}]}]")],
    flow: "shop/web -> shop/draft tcp 22",
    verdict: "allowed",
  },
  {
    name: "the name of a namespace is its label even where nothing else is known of it (S-NS-2)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        "{namespaces: {matchLabels: {kubernetes.io/metadata.name: ghost}}}",
      ),
    ],
    options: { facts: { newNamespaces: ["ghost"] } },
    flow: "shop/web -> ghost/app=web tcp 80",
    verdict: "denied",
  },
  {
    name: "no other label of a namespace is known that is not in the input (S-NS-2)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{namespaces: {}}]}]",
        "{namespaces: {matchLabels: {team: blue}}}",
      ),
    ],
    options: { facts: { newNamespaces: ["ghost"] } },
    flow: "shop/web -> ghost/app=web tcp 80",
    verdict: "unknown",
    reasons: ["namespace-labels"],
  },
  {
    name: "the ports of a pod that is only thought of are not known (S-PORT-7)",
    policies: [
      admin("ingress: [{action: Deny, from: [{namespaces: {}}], protocols: [{destinationNamedPort: http}]}]"),
    ],
    flow: "shop/web -> shop/app=web tcp 80",
    verdict: "unknown",
    reasons: ["container-ports"],
  },
  {
    name: "a Deny with a peer that nobody knows denies every port, whichever it names (S-FC-2)",
    policies: [
      admin(
        "ingress: [{action: Deny, from: [{services: {}}], protocols: [{tcp: {destinationPort: {number: 443}}}]}]",
      ),
    ],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "an action that nobody knows denies what its rule matches (S-FC-4)",
    policies: [admin("ingress: [{action: Log, from: [{namespaces: {}}]}]")],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "denied",
  },
  {
    name: "an action that nobody knows denies nothing else (S-FC-4)",
    policies: [admin("ingress: [{action: Log, from: [{namespaces: {matchLabels: {team: red}}}]}]")],
    options: STORED,
    flow: "shop/draft -> shop/web tcp 80",
    verdict: "allowed",
  },
  {
    name: "a pod behind the cluster's own address of a Service is judged by its own (S-VIP-1)",
    policies: [published("web"), admin("egress: [{action: Deny, to: [{networks: [10.0.0.1/32]}]}]")],
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict: "denied",
  },
  {
    name: "a pod behind a port of a node may be judged by its own address or the node's (U-5)",
    policies: [published("web"), admin("egress: [{action: Deny, to: [{networks: [10.0.0.1/32]}]}]")],
    flow: "shop/draft -> 192.168.0.2 tcp 30080",
    verdict: "undefined",
    reasons: ["address-rewriting"],
  },
  {
    name: "a host pod behind the cluster's own address of a Service may be judged by either (U-5)",
    policies: [
      published("proxy"),
      "{apiVersion: v1, kind: Node, metadata: {name: n9}, status: {addresses: [{type: InternalIP, address: 192.168.0.9}]}}",
      admin("egress: [{action: Deny, to: [{networks: [192.168.0.9/32]}]}]"),
    ],
    flow: "shop/draft -> 10.96.0.7 tcp 80",
    verdict: "undefined",
    reasons: ["address-rewriting"],
  },
  {
    name: "a client may be seen as a node, and without Nodes in the input as any address (S-VIP-3, S-IP-7)",
    cluster: WITHOUT_NODES,
    policies: [
      "{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {type: LoadBalancer, clusterIP: 10.96.0.7, selector: {app: front}, ports: [{port: 80}]}, status: {loadBalancer: {ingress: [{ip: 198.51.100.4}]}}}",
      "{apiVersion: v1, kind: Pod, metadata: {name: front, namespace: shop, labels: {app: front}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.8}}",
      networkPolicy(
        "front",
        "{podSelector: {matchLabels: {app: front}}, ingress: [{from: [{ipBlock: {cidr: 192.168.0.0/24}}]}]}",
      ),
    ],
    // Denied as the client that it is; allowed as a node of the block.
    flow: "203.0.113.5 -> 198.51.100.4 tcp 80",
    verdict: "undefined",
    reasons: ["source-rewriting", "source-address"],
  },
  {
    name: "a block of the other family matches no client, whichever address it has behind a load balancer (S-VIP-3)",
    cluster: WITHOUT_NODES,
    policies: [
      "{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {type: LoadBalancer, clusterIP: 10.96.0.7, selector: {app: front}, ports: [{port: 80}]}, status: {loadBalancer: {ingress: [{ip: 198.51.100.4}]}}}",
      "{apiVersion: v1, kind: Pod, metadata: {name: front, namespace: shop, labels: {app: front}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.8}}",
      networkPolicy(
        "front",
        '{podSelector: {matchLabels: {app: front}}, ingress: [{from: [{ipBlock: {cidr: "2001:db8::/32"}}]}]}',
      ),
    ],
    flow: "203.0.113.5 -> 198.51.100.4 tcp 80",
    verdict: "denied",
  },
  {
    name: "an address that may be a pod's is that of one with labels that nobody knows (S-IP-6)",
    policies: [
      admin(
        "ingress: [{action: Accept, from: [{pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: job}}}}]}, {action: Deny, from: [{namespaces: {}}]}]",
      ),
    ],
    options: { facts: { podBlocks: [parseBlock("10.0.0.0/8")!] } },
    // Allowed from a pod with the label and from what is no pod; denied from every other pod.
    flow: "10.0.0.77 -> shop/web tcp 80",
    verdict: "unknown",
    reasons: ["address-owner", "pod-labels"],
  },
  {
    name: "a name may be that of a node that is selected (S-FQ-8)",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {matchLabels: {role: edge}}}]}]")],
    flow: "shop/web -> a.example.com tcp 443",
    verdict: "unknown",
    reasons: ["domain-address"],
  },
  {
    name: "a name is that of no node that is not selected (S-FQ-8)",
    policies: [admin("egress: [{action: Deny, to: [{nodes: {matchLabels: {role: core}}}]}]")],
    flow: "shop/web -> a.example.com tcp 443",
    verdict: "allowed",
  },
  {
    name: "a block of a NetworkPolicy matches what is outside of the cluster, in profile strict too (U-4)",
    policies: [
      networkPolicy(
        "out",
        "{podSelector: {}, policyTypes: [Egress], egress: [{to: [{ipBlock: {cidr: 203.0.113.0/24}}]}]}",
      ),
    ],
    options: { profile: STRICT, facts: { podBlocks: [parseBlock("10.0.0.0/8")!] } },
    flow: "shop/web -> 203.0.113.7 tcp 443",
    verdict: "allowed",
  },
  {
    name: "a block of a NetworkPolicy may not match a pod of the cluster in profile strict (U-4)",
    policies: [
      networkPolicy(
        "draft-out",
        "{podSelector: {matchLabels: {app: draft}}, policyTypes: [Egress], egress: [{to: [{ipBlock: {cidr: 10.0.0.0/24}}]}]}",
      ),
    ],
    options: { profile: STRICT },
    flow: "shop/draft -> shop/web tcp 443",
    verdict: "undefined",
    reasons: ["in-cluster-address"],
  },
  {
    name: "a network that is no CIDR matches nothing (V-CR-12)",
    policies: [adminV1alpha1("egress: [{action: Deny, to: [{networks: [10.0.0.2]}]}]")],
    options: STORED,
    flow: "shop/web -> 10.0.0.2 tcp 80",
    verdict: "allowed",
  },
];

describe("what is not settled", () => {
  it.each(ROWS)(
    "$name",
    async ({ cluster = CLUSTER, policies, flow, options = {}, verdict, reasons = [] }) => {
      const asked = await askWithCluster([cluster, ...policies], flow, options);
      expect(asked.result.verdict).toBe(verdict);
      expect(asked.result.reasons.map(({ code }) => code)).toEqual(reasons);
      const inMap = verdictInMap(asked, flow, options.profile);
      if (inMap !== undefined) expect(inMap, "in the map").toBe(verdict);
    },
  );

  it.each([
    ["its own node", "shop/near -> node/n2 tcp 22", "denied"],
    ["another node", "shop/web -> node/n2 tcp 22", "allowed"],
    ["another pod on its node", "shop/near -> shop/next tcp 22", "allowed"],
  ])("a plugin may close a pod's way to %s", async (_what, flow, verdict) => {
    const onN2 = ["near", "next"].map(
      (name) =>
        `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: shop}, spec: {nodeName: n2, containers: [{}]}}`,
    );
    const result = await askOne([CLUSTER, ...onN2], flow, { profile: reading({ "own-node-entry": false }) });
    expect(result.verdict).toBe(verdict);
  });

  /** Two replicas of one template are two pods, and what is unknown of one is not what is unknown of the other. */
  it.each([
    ["shop/web -> shop/draft tcp 80", [false]],
    ["shop/cache -> shop/cache tcp 80", [true]],
  ])("names the other replica only where both ends are of one template: %s", async (flow, expected) => {
    const to = "{to: [{ipBlock: {cidr: 10.0.0.0/24}}]}";
    const out = networkPolicy("out", `{podSelector: {}, policyTypes: [Egress], egress: [${to}]}`);
    const { reasons } = await askOne([CLUSTER, out], flow);
    expect(reasons.map(({ code }) => code)).toEqual(["pod-address"]);
    expect(reasons.map((each) => "pod" in each && each.pod.isOtherReplica === true)).toEqual(expected);
  });
});
