import { describe, expect, it } from "vitest";
import { askOne, stepText } from "../../support/flow.js";
import { explainFlow, loadSources, STRICT, type Profile, type SourceOptions } from "../../../src/index.js";
import { pathOf } from "../../../src/source/manifest/origin.js";
import { trafficText } from "../../../src/base/text/traffic.js";

const CLUSTER = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: blue}}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: ops}}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: {nodeName: n1, containers: [{}]}
status: {podIP: 10.0.0.1}
---
apiVersion: v1
kind: Pod
metadata: {name: db, namespace: shop, labels: {app: db}}
spec: {nodeName: n2, containers: [{ports: [{name: sql, containerPort: 5432}]}]}
status: {podIP: 10.0.0.2}
---
{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {role: edge}}, status: {addresses: [{type: InternalIP, address: 192.168.0.2}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: cache, namespace: ops}
spec: {replicas: 3, template: {metadata: {labels: {app: cache}}, spec: {containers: [{}]}}}`;

function networkPolicy(name: string, spec: string): string {
  return `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: shop}, spec: ${spec}}`;
}

function clusterNetworkPolicy(name: string, tier: string, priority: number, rules: string): string {
  const spec = `{tier: ${tier}, priority: ${priority}, subject: {namespaces: {}}, ${rules}}`;
  return `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: ${name}}, spec: ${spec}}`;
}

const DB = "podSelector: {matchLabels: {app: db}}";
const EVERYWHERE = "from: [{namespaces: {}}]";
const FROM_OPS = "from: [{namespaces: {matchLabels: {kubernetes.io/metadata.name: ops}}}]";

interface Row {
  readonly name: string;
  readonly policies: readonly string[];
  readonly flow?: string;
  readonly options?: SourceOptions & { readonly profile?: Profile };
  readonly verdict: string;
  /** The whole chain of the destination's side. */
  readonly ingress: readonly string[];
}

/** Every tier has its say, in order, and only what decides is marked. */
const ROWS: readonly Row[] = [
  {
    name: "without policies every tier is empty and the default decides",
    policies: [],
    verdict: "allowed",
    ingress: ["no-policy Admin", "no-policy NetworkPolicy", "no-policy Baseline", "* default"],
  },
  {
    name: "of two rules that miss, the one with more right is nearest: the right port against the right namespace",
    policies: [
      networkPolicy(
        "db-in",
        `{${DB}, ingress: [
          {from: [{namespaceSelector: {matchLabels: {team: red}}}], ports: [{port: 5432}]},
          {from: [{podSelector: {matchLabels: {app: api}}}], ports: [{port: 9999}]}]}`,
      ),
    ],
    verdict: "denied",
    ingress: [
      "no-policy Admin",
      "policy NetworkPolicy db-in isolates",
      "db-in[0] Accept missed namespace-label nearest",
      "db-in[1] Accept missed port",
      "* isolation NetworkPolicy db-in",
      "no-policy Baseline",
    ],
  },
  {
    name: "a rule of another tier that misses is not the nearest, however much of it is right",
    policies: [
      `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: admin-in}, spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, ingress: [
        {action: Accept, from: [{pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: api}}}}]}]}}`,
      networkPolicy(
        "db-in",
        `{${DB}, ingress: [
          {from: [{namespaceSelector: {matchLabels: {team: red}}}], ports: [{port: 5432}]},
          {from: [{podSelector: {matchLabels: {app: api}}}], ports: [{port: 9999}]}]}`,
      ),
    ],
    verdict: "denied",
    ingress: [
      "policy Admin admin-in no-rule-matches",
      "admin-in[0] Accept missed pod-label",
      "policy NetworkPolicy db-in isolates",
      "db-in[0] Accept missed namespace-label nearest",
      "db-in[1] Accept missed port",
      "* isolation NetworkPolicy db-in",
      "no-policy Baseline",
    ],
  },
  {
    name: "rules that miss alike are none of them nearest",
    policies: [
      networkPolicy(
        "db-in",
        `{${DB}, ingress: [
          {from: [{podSelector: {matchLabels: {app: api}}}]},
          {from: [{podSelector: {matchLabels: {app: job}}}]}]}`,
      ),
    ],
    verdict: "denied",
    ingress: [
      "no-policy Admin",
      "policy NetworkPolicy db-in isolates",
      "db-in[0] Accept missed pod-label",
      "db-in[1] Accept missed pod-label",
      "* isolation NetworkPolicy db-in",
      "no-policy Baseline",
    ],
  },
  {
    name: "where a rule allows, no miss is nearest, and rules behind it are not asked",
    policies: [
      networkPolicy(
        "db-in",
        `{${DB}, ingress: [
          {from: [{namespaceSelector: {matchLabels: {team: red}}}]},
          {from: [{podSelector: {matchLabels: {app: api}}}], ports: [{port: 9999}]},
          {from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: sql}]},
          {}]}`,
      ),
    ],
    verdict: "allowed",
    ingress: [
      "no-policy Admin",
      "policy NetworkPolicy db-in isolates",
      "db-in[0] Accept missed namespace-label",
      "db-in[1] Accept missed port",
      "* db-in[2] Accept matched matched",
      "no-policy Baseline",
    ],
  },
  {
    name: "tiers behind the one that decides are not reached, if they have policies for the pod",
    policies: [
      clusterNetworkPolicy("first", "Admin", 5, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
      clusterNetworkPolicy("last", "Baseline", 5, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
      networkPolicy("db-in", `{${DB}}`),
      networkPolicy(
        "others-in",
        "{podSelector: {matchExpressions: [{key: app, operator: NotIn, values: [db]}]}}",
      ),
    ],
    verdict: "denied",
    ingress: [
      "* first[0] Deny matched matched",
      "tier-not-reached NetworkPolicy db-in",
      "tier-not-reached Baseline last",
    ],
  },
  {
    name: "a policy without a match is passed by, one behind the match is not reached, one without rules is not named",
    policies: [
      clusterNetworkPolicy("early", "Admin", 1, `ingress: [{action: Accept, ${FROM_OPS}}]`),
      clusterNetworkPolicy("middle", "Admin", 2, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
      clusterNetworkPolicy("late", "Admin", 3, `ingress: [{action: Accept, ${EVERYWHERE}}]`),
      clusterNetworkPolicy("outward", "Admin", 4, "egress: [{action: Accept, to: [{namespaces: {}}]}]"),
    ],
    verdict: "denied",
    ingress: [
      "policy Admin early no-rule-matches",
      "early[0] Accept missed namespace-label",
      "* middle[0] Deny matched matched",
      "policy-not-reached Admin late",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
    ],
  },
  {
    name: "a Pass matches without deciding",
    policies: [
      clusterNetworkPolicy(
        "pass",
        "Admin",
        1,
        `ingress: [{action: Pass, ${EVERYWHERE}}, {action: Deny, ${EVERYWHERE}}]`,
      ),
      clusterNetworkPolicy("after", "Admin", 2, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
    ],
    verdict: "allowed",
    ingress: [
      "pass[0] Pass matched matched",
      "policy-not-reached Admin after",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
      "* default",
    ],
  },
  {
    name: "equal priorities that disagree are tied, and both decide",
    policies: [
      clusterNetworkPolicy("deny", "Admin", 7, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
      clusterNetworkPolicy("allow", "Admin", 7, `ingress: [{action: Accept, ${EVERYWHERE}}]`),
    ],
    verdict: "undefined",
    ingress: [
      "* allow[0] Accept matched matched tied",
      "* deny[0] Deny matched matched tied",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
    ],
  },
  {
    name: "of equal priorities only those that match are tied",
    policies: [
      clusterNetworkPolicy("deny", "Admin", 7, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
      clusterNetworkPolicy("other", "Admin", 7, `ingress: [{action: Accept, ${FROM_OPS}}]`),
    ],
    verdict: "denied",
    ingress: [
      "* deny[0] Deny matched matched",
      "policy Admin other no-rule-matches",
      "other[0] Accept missed namespace-label",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
    ],
  },
  {
    name: "a label that the controller adds settles whether a rule matches",
    policies: [
      clusterNetworkPolicy(
        "hash",
        "Admin",
        1,
        "ingress: [{action: Deny, from: [{pods: {podSelector: {matchLabels: {pod-template-hash: abc}}}}]}]",
      ),
    ],
    flow: "ops/deployment/cache -> shop/db tcp 5432",
    verdict: "unknown",
    ingress: [
      "* hash[0] Deny may-match matched pod-labels",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
      "* default",
    ],
  },
  {
    name: "an isolation behind a Pass that may match is one step, whether it matched or not",
    policies: [
      clusterNetworkPolicy(
        "hash",
        "Admin",
        1,
        "ingress: [{action: Pass, from: [{pods: {podSelector: {matchLabels: {pod-template-hash: abc}}}}]}]",
      ),
      networkPolicy("db-in", `{${DB}}`),
    ],
    flow: "ops/deployment/cache -> shop/db tcp 5432",
    verdict: "denied",
    ingress: [
      "hash[0] Pass may-match matched pod-labels",
      "policy NetworkPolicy db-in isolates",
      "* isolation NetworkPolicy db-in",
      "no-policy Baseline",
    ],
  },
  {
    name: "the default is one step, whether Baseline is asked of a pod that a policy isolates in the other direction (U-10)",
    options: { profile: STRICT },
    policies: [networkPolicy("db-out", `{${DB}, policyTypes: [Egress]}`)],
    verdict: "allowed",
    ingress: ["no-policy Admin", "no-policy NetworkPolicy", "no-policy Baseline", "* default"],
  },
  {
    name: "the own node is let in by the tier that isolates",
    policies: [networkPolicy("db-in", `{${DB}}`)],
    flow: "node/n2 -> shop/db tcp 5432",
    verdict: "allowed",
    ingress: [
      "no-policy Admin",
      "policy NetworkPolicy db-in isolates",
      "* own-node NetworkPolicy",
      "no-policy Baseline",
    ],
  },
  {
    name: "a Deny with a peer that nobody knows fails closed, an Accept matches nothing",
    options: { isStored: true },
    policies: [
      clusterNetworkPolicy("open", "Admin", 1, "ingress: [{action: Accept, from: [{services: {}}]}]"),
      clusterNetworkPolicy("shut", "Admin", 2, "ingress: [{action: Deny, from: [{services: {}}]}]"),
    ],
    verdict: "denied",
    ingress: [
      "policy Admin open no-rule-matches",
      "open[0] Accept missed fails-closed",
      "* shut[0] Deny failed-closed matched",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
    ],
  },
  {
    name: "a Pass with a peer that nobody knows fails closed: there it denies",
    options: { isStored: true },
    policies: [
      clusterNetworkPolicy("aside", "Admin", 4, "ingress: [{action: Pass, from: [{services: {}}]}]"),
    ],
    verdict: "denied",
    ingress: ["* aside[0] Deny failed-closed matched", "no-policy NetworkPolicy", "no-policy Baseline"],
  },
  {
    name: "a Pass of which one peer cannot be built and another one matches is a Pass that may fail closed (U-20)",
    options: { isStored: true },
    policies: [
      clusterNetworkPolicy(
        "aside",
        "Admin",
        4,
        "ingress: [{action: Pass, from: [{namespaces: {matchExpressions: [{key: team, operator: notIn, values: [red]}]}}, {namespaces: {}}]}]",
      ),
    ],
    verdict: "undefined",
    ingress: [
      "* aside[0] Pass failed-closed matched",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
      "* default",
    ],
  },
  {
    name: "a namespace of the 2016 design isolates",
    options: { isLegacy: true, kubernetesVersion: [1, 15] },
    policies: [
      `apiVersion: v1
kind: Namespace
metadata: {name: old, annotations: {net.beta.kubernetes.io/network-policy: '{"ingress": {"isolation": "DefaultDeny"}}'}}
---
{apiVersion: v1, kind: Pod, metadata: {name: shut, namespace: old}, spec: {containers: [{}]}, status: {podIP: 10.0.0.3}}`,
    ],
    flow: "shop/web -> old/shut tcp 80",
    verdict: "denied",
    ingress: ["no-policy Admin", "* namespace-isolation NetworkPolicy old", "no-policy Baseline"],
  },
  {
    name: "where a namespace isolates, the rule of the 2016 design that came nearest is marked too",
    options: { isLegacy: true, kubernetesVersion: [1, 5] },
    policies: [
      `apiVersion: v1
kind: Namespace
metadata: {name: old, annotations: {net.beta.kubernetes.io/network-policy: '{"ingress": {"isolation": "DefaultDeny"}}'}}
---
{apiVersion: v1, kind: Pod, metadata: {name: shut, namespace: old}, spec: {containers: [{}]}, status: {podIP: 10.0.0.3}}
---
apiVersion: extensions/v1beta1
kind: NetworkPolicy
metadata: {name: older, namespace: old}
spec:
  podSelector: {}
  ingress:
    - {from: [{namespaceSelector: {matchLabels: {team: red}}}], ports: [{port: 81}]}
    - {from: [{namespaceSelector: {matchLabels: {team: blue}}}], ports: [{port: 82}]}`,
    ],
    flow: "shop/web -> old/shut tcp 80",
    verdict: "denied",
    ingress: [
      "no-policy Admin",
      "policy NetworkPolicy older isolates",
      "older[0] Accept missed port",
      "older[1] Accept missed port nearest",
      "* namespace-isolation NetworkPolicy old",
      "no-policy Baseline",
    ],
  },
  {
    name: "beside a policy that isolates, the policy is named and not the namespace",
    options: { isLegacy: true, kubernetesVersion: [1, 15] },
    policies: [
      `apiVersion: v1
kind: Namespace
metadata: {name: old, annotations: {net.beta.kubernetes.io/network-policy: '{"ingress": {"isolation": "DefaultDeny"}}'}}
---
{apiVersion: v1, kind: Pod, metadata: {name: shut, namespace: old}, spec: {containers: [{}]}, status: {podIP: 10.0.0.3}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: newer, namespace: old}, spec: {}}`,
    ],
    flow: "shop/web -> old/shut tcp 80",
    verdict: "denied",
    ingress: [
      "no-policy Admin",
      "policy NetworkPolicy newer isolates",
      "* isolation NetworkPolicy newer",
      "no-policy Baseline",
    ],
  },
  {
    name: "what an unread document may hold is told once, before the tiers",
    policies: [
      clusterNetworkPolicy("deny", "Admin", 1, `ingress: [{action: Deny, ${EVERYWHERE}}]`),
      "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {",
    ],
    verdict: "unknown",
    ingress: [
      "* refused Admin unread",
      "* deny[0] Deny matched matched",
      "no-policy NetworkPolicy",
      "no-policy Baseline",
    ],
  },
  {
    name: "a node is not subject to policies",
    policies: [clusterNetworkPolicy("deny", "Admin", 7, `ingress: [{action: Deny, ${EVERYWHERE}}]`)],
    flow: "shop/web -> node/n2 tcp 22",
    verdict: "allowed",
    ingress: ["* exempt node", "no-policy Admin", "no-policy NetworkPolicy", "no-policy Baseline"],
  },
];

describe("the chain of steps", () => {
  it.each(ROWS)(
    "$name",
    async ({ policies, flow = "shop/web -> shop/db tcp 5432", options = {}, verdict, ingress }) => {
      const result = await askOne([CLUSTER, ...policies], flow, options);
      expect(result.verdict).toBe(verdict);
      expect(result.ingress.steps.map(stepText)).toEqual(ingress);
    },
  );

  it("says of a node behind a load balancer that it is none where traffic leaves the cluster (S-VIP-2)", async () => {
    const manifests = [
      CLUSTER,
      `apiVersion: v1
kind: Service
metadata: {name: edge, namespace: shop}
spec: {type: LoadBalancer, clusterIP: 10.96.0.4, ports: [{port: 80}]}
status: {loadBalancer: {ingress: [{ip: 203.0.113.4}]}}`,
      `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: edge-1, namespace: shop, labels: {kubernetes.io/service-name: edge}}
addressType: IPv4
endpoints: [{addresses: [192.168.0.2]}]
ports: [{port: 80}]`,
      clusterNetworkPolicy(
        "nodes",
        "Admin",
        1,
        "egress: [{action: Deny, to: [{nodes: {matchLabels: {role: edge}}}]}, {action: Accept, to: [{nodes: {matchLabels: {role: edge}}}]}]",
      ),
      networkPolicy(
        "web-out",
        "{podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{}]}",
      ),
    ];
    const { verdict, egress } = await askOne(manifests, "shop/web -> 203.0.113.4 tcp 80");
    expect(verdict).toBe("undefined");
    expect(egress.steps.map(stepText)).toEqual([
      "* nodes[0] Deny may-match matched load-balancer-path",
      "nodes[1] Accept missed not-a-node",
      "policy NetworkPolicy web-out isolates",
      "* web-out[0] Accept matched matched",
      "no-policy Baseline",
    ]);
  });

  it("tells of each part of the traffic what its ports meet, and nothing of other ports", async () => {
    const port = (action: string, number: number): string =>
      `{action: ${action}, ${EVERYWHERE}, protocols: [{tcp: {destinationPort: {number: ${number}}}}]}`;
    const policies = [
      clusterNetworkPolicy("ports", "Admin", 1, `ingress: [${port("Deny", 80)}, ${port("Accept", 81)}]`),
      networkPolicy("db-in", `{${DB}, ingress: [{from: [{podSelector: {}}], ports: [{port: 82}]}]}`),
    ];
    const loaded = await loadSources([
      { name: "cluster.yaml", text: [CLUSTER, ...policies].join("\n---\n") },
    ]);
    const { results } = explainFlow(loaded, { from: "shop/web", to: "shop/db", protocol: "tcp" });
    const told = results.map(({ traffic, ingress }) => [
      trafficText(traffic),
      ...ingress.steps.map(stepText).filter((text) => !text.startsWith("no-policy")),
    ]);
    const passed = [
      "policy Admin ports no-rule-matches",
      "ports[0] Deny missed port",
      "ports[1] Accept missed port",
      "policy NetworkPolicy db-in isolates",
    ];
    expect(told.toSorted()).toEqual([
      ["TCP 1-79, 83-65535", ...passed, "db-in[0] Accept missed port", "* isolation NetworkPolicy db-in"],
      ["TCP 80", "* ports[0] Deny matched matched", "tier-not-reached NetworkPolicy db-in"],
      [
        "TCP 81",
        "ports[0] Deny missed port",
        "* ports[1] Accept matched matched",
        "tier-not-reached NetworkPolicy db-in",
      ],
      ["TCP 82", ...passed, "* db-in[0] Accept matched matched"],
    ]);
  });

  it("places a policy that isolates where its direction is written", async () => {
    const spec = `{${DB}, policyTypes: [Egress, Ingress], ingress: [{from: [{podSelector: {matchLabels: {app: api}}}]}]}`;
    const { ingress } = await askOne([CLUSTER, networkPolicy("db-in", spec)], "shop/web -> shop/db tcp 5432");
    const placed = ingress.steps.flatMap((step) => (step.type === "policy" ? [pathOf(step.at)] : []));
    expect(placed).toEqual([["spec", "policyTypes", 1]]);
  });

  it("says of a rule whether it fails closed, whatever its action is", async () => {
    const policies = [
      clusterNetworkPolicy("first", "Admin", 1, "ingress: [{action: Accept, from: [{services: {}}]}]"),
      clusterNetworkPolicy("second", "Admin", 2, `ingress: [{action: Pass, ${FROM_OPS}}]`),
      clusterNetworkPolicy("third", "Admin", 3, "ingress: [{action: Deny, from: [{services: {}}]}]"),
    ];
    const { ingress } = await askOne([CLUSTER, ...policies], "shop/web -> shop/db tcp 5432", {
      isStored: true,
    });
    const rules = ingress.steps.flatMap((step) => (step.type === "rule" ? [step] : []));
    expect(rules.map(({ policy, action, failsClosed }) => [policy.ref.name, action, failsClosed])).toEqual([
      ["first", "Accept", false],
      ["second", "Pass", false],
      ["third", "Deny", true],
    ]);
  });
});
