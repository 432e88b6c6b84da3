import { describe, expect, it } from "vitest";
import {
  adminEgress,
  CART_FROM_WEB,
  DENY_ALL,
  namespace,
  pod,
  stream,
  webEgress,
} from "../../cli/manifests.js";
import { judgeTest } from "../../../src/questions/expect/judge.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { parseBlock } from "../../../src/base/net/address.js";
import { readTestFile } from "../../../src/questions/expect/read-test-file.js";
import { trafficText } from "../../../src/report/describe.js";
import type { JudgedTest, Unmet } from "../../../src/questions/expect/outcome.js";

const PODS = stream(
  namespace("shop"),
  namespace("ops", "{ team: ops }"),
  pod("shop", "web"),
  pod("shop", "cart", "[{ name: grpc, containerPort: 7070 }]"),
  pod("shop", "mail"),
  pod("ops", "agent"),
  `apiVersion: v1
kind: Service
metadata: { name: basket, namespace: shop }
spec: { clusterIP: 10.96.0.9, selector: { app: cart }, ports: [{ port: 80, targetPort: grpc }] }
`,
);

/** Lets all of the namespace in, whoever that is tomorrow. */
const CART_FROM_SHOP = CART_FROM_WEB.replace("matchLabels: { app: web }", "");

/** Lets nobody in on the port of mail. */
const MAIL_CLOSED = CART_FROM_WEB.replace("cart-from-web", "mail-closed").replace("app: cart", "app: mail");

const NOBODY_TO_ALONE = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: alone, namespace: shop }
spec: { podSelector: { matchLabels: { app: alone } }, policyTypes: [Ingress] }
`;

/** A cluster of one node, with a pod and a pod on the node's network. */
const ONE_NODE = stream(
  `apiVersion: v1
kind: Node
metadata: { name: only }
status: { addresses: [{ type: InternalIP, address: 192.168.7.1 }] }
`,
  ...["alone", "agent, hostNetwork"].map((each) => {
    const [name = "", isHost] = each.split(", ");
    const host = isHost === undefined ? "" : "hostNetwork: true, ";
    return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }
spec: { nodeName: only, ${host}containers: [{ name: c }] }
status: { podIP: ${host === "" ? "10.0.0.9" : "192.168.7.1"} }
`;
  }),
);

/** Judges one test of a file. @param test its fields, as YAML in brackets */
async function judged(manifests: readonly string[], test: string, today = "2026-11-23"): Promise<JudgedTest> {
  const text = `apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\ntests:\n- { name: it, ${test} }\n`;
  const read = readTestFile({ name: "a.anp-test.yaml", text });
  if (!read.ok) throw new Error(read.problem.map(({ message }) => message).join("; "));
  // Else each pod might have any address.
  const facts = { podBlocks: [parseBlock("10.0.0.0/8")!], serviceBlocks: [], nodeBlocks: [] };
  const { cluster } = await loadSources([{ name: "a.yaml", text: stream(PODS, ...manifests) }], { facts });
  return judgeTest(cluster, read.value.tests[0]!, { profile: REFERENCE, namespace: undefined, today });
}

/** `web → cart allowed`, of what is not met. */
function flowsOf({ expectations }: JudgedTest): string[] {
  const unmet = expectations.flatMap((each) => (each.status === "unmet" ? each.unmet : []));
  return unmet.map(({ from, to, verdict }: Unmet) => `${from} → ${to} ${verdict}`);
}

function problemsOf({ expectations }: JudgedTest): string[] {
  return expectations.flatMap((each) => (each.status === "error" ? [each.problem.code] : []));
}

describe("what holds", () => {
  it.each([
    [
      "a flow and its port",
      [CART_FROM_WEB],
      "from: shop/web, allowed: [shop/cart:7070], denied: [shop/cart:22]",
    ],
    [
      "the other way round: who may come",
      [CART_FROM_WEB],
      "to: shop/cart, port: 7070, allowed: [shop/web], denied: [shop/mail, ops/agent]",
    ],
    [
      "the port of a Service, which its pods do not listen on",
      [CART_FROM_WEB],
      'from: shop/web, allowed: ["shop/svc/basket:80"]',
    ],
    ["a name of a port", [CART_FROM_WEB], 'from: shop/web, allowed: ["shop/cart:grpc"]'],
    ["all of a namespace", [CART_FROM_WEB], 'from: "ops/*", to: shop/cart, port: 7070, expect: denied'],
    ["pods by their labels", [CART_FROM_WEB], "from: shop/app=mail, to: shop/cart, expect: denied"],
    [
      "only those that a label lets in, whoever has it",
      [CART_FROM_WEB],
      "to: shop/cart, port: 7070, only: [shop/web]",
    ],
    [
      "only a namespace, with the pods that it will have",
      [CART_FROM_SHOP],
      'to: shop/cart, port: 7070, only: ["shop/*"]',
    ],
    ["only through a Service", [CART_FROM_WEB], "to: shop/svc/basket, port: 80, only: [shop/web]"],
    [
      "only some destinations",
      [webEgress("{ to: [{ podSelector: { matchLabels: { app: cart } } }] }")],
      "from: shop/web, only: [shop/cart]",
    ],
    [
      "a block of addresses and nothing beside it",
      [webEgress("{ to: [{ ipBlock: { cidr: 198.51.100.0/24 } }] }")],
      "from: shop/web, port: 443, only: [198.51.100.0/24]",
    ],
    [
      "everything but one port of one pod",
      [webEgress("{ to: [{ podSelector: { matchLabels: { app: mail } } }], ports: [{ port: 25 }] }")],
      'from: shop/web, to: "*", except: ["shop/app=mail:25"], expect: denied',
    ],
    [
      "the policy that decides",
      [CART_FROM_WEB],
      "from: shop/mail, to: shop/cart, expect: denied, by: netpol/shop/cart-from-web",
    ],
    [
      "the policy of a cluster, by the name of its kind",
      [adminEgress("walls", DENY_ALL)],
      "from: shop/web, to: internet, expect: denied, by: ClusterNetworkPolicy/walls",
    ],
    ["that nothing is known", [], "from: 10.9.9.9, to: shop/cart, expect: allowed"],
    [
      "of everything, but what is on the pod's own node, which may be the only one",
      [ONE_NODE, NOBODY_TO_ALONE],
      'from: "*", to: shop/alone, expect: denied',
    ],
  ])("%s", async (_, manifests, test) => {
    const outcome = await judged(manifests, test);
    expect({ flows: flowsOf(outcome), problems: problemsOf(outcome), status: outcome.status }).toEqual({
      flows: [],
      problems: [],
      status: "passed",
    });
  });
});

describe("what does not hold", () => {
  it.each([
    [
      "a flow that is denied",
      [CART_FROM_WEB],
      "from: shop/mail, allowed: [shop/cart:7070]",
      ["shop/mail → shop/cart denied"],
    ],
    [
      "one that is allowed",
      [CART_FROM_WEB],
      "from: shop/web, denied: [shop/cart:7070]",
      ["shop/web → shop/cart allowed"],
    ],
    [
      "one of several pods",
      [CART_FROM_WEB],
      'from: "shop/*", to: shop/cart, port: 7070, expect: denied',
      ["shop/web → shop/cart allowed"],
    ],
    [
      "pods that nobody has made yet, where none that there is would reach it",
      [CART_FROM_SHOP],
      "to: shop/cart, port: 7070, only: [shop/web, shop/mail]",
      ["a future pod in namespace shop → shop/cart allowed"],
    ],
    [
      "a namespace that does not exist yet",
      [
        CART_FROM_WEB.replace(
          "podSelector: { matchLabels: { app: web } }",
          "namespaceSelector: { matchLabels: { team: ops } }",
        ),
      ],
      "to: shop/cart, port: 7070, only: [ops/agent]",
      [
        "a future pod in a new namespace → shop/cart allowed",
        "a future pod in namespace ops → shop/cart allowed",
      ],
    ],
    [
      "addresses",
      [
        CART_FROM_WEB.replace(
          "podSelector: { matchLabels: { app: web } }",
          "ipBlock: { cidr: 203.0.113.0/24 }",
        ),
      ],
      "to: shop/cart, port: 7070, only: [203.0.113.0/25]",
      ["203.0.113.128/25 → shop/cart allowed"],
    ],
    [
      "another policy",
      [CART_FROM_WEB, webEgress("").replace("web-egress", "other")],
      "from: shop/mail, to: shop/cart, port: 7070, expect: denied, by: netpol/shop/other",
      ["shop/mail → shop/cart denied"],
    ],
    [
      "the port of each end, and not that of the first for all",
      [CART_FROM_WEB, MAIL_CLOSED],
      'from: "*", to: ["shop/mail:25", "shop/cart:7070"], expect: denied',
      ["a future pod in namespace shop → shop/cart allowed", "shop/web → shop/cart allowed"],
    ],
    [
      "what the texts leave open",
      [CART_FROM_WEB],
      "from: shop/web, to: shop/cart, protocol: icmp, expect: denied",
      ["shop/web → shop/cart undefined"],
    ],
  ])("%s", async (_, manifests, test, flows) => {
    const outcome = await judged(manifests, test);
    expect(outcome.status).toBe("failed");
    expect(flowsOf(outcome).toSorted()).toEqual(flows);
  });

  it("the second policy is said to be another one", async () => {
    const manifests = [CART_FROM_WEB, webEgress("").replace("web-egress", "other")];
    const { expectations } = await judged(
      manifests,
      "from: shop/mail, to: shop/cart, expect: denied, by: netpol/shop/other",
    );
    expect(expectations).toMatchObject([{ status: "unmet", unmet: [{ isOtherPolicy: true }] }]);
  });
});

describe("the policy that decides for everything", () => {
  const OTHER = webEgress("").replace("web-egress", "other");

  it.each([
    ["it", "netpol/shop/cart-from-web", "passed"],
    ["another one", "netpol/shop/other", "failed"],
  ])("%s", async (_, by, status) => {
    const test = `from: "*", to: shop/cart, port: 22, expect: denied, by: ${by}`;
    const outcome = await judged([CART_FROM_WEB, OTHER], test);
    expect(outcome.status).toBe(status);
    for (const each of outcome.expectations)
      if (each.status === "unmet") expect(each.unmet.every(({ isOtherPolicy }) => isOtherPolicy)).toBe(true);
  });
});

describe("of policies that allow the same, each decides", () => {
  // Both let web in on 7070, and only one of them lets in everybody on every port.
  const WIDE = CART_FROM_SHOP.replace("    ports: [{ port: 7070 }]\n", "").replace("cart-from-web", "a-wide");
  const ADMIN = '{ action: Accept, to: [{ networks: ["203.0.113.0/24"] }] }';
  const TIED = [adminEgress("one", ADMIN), adminEgress("two", ADMIN)];

  it.each([
    ["the first one by name", [WIDE], "to: shop/cart, port: 7070", "netpol/shop/a-wide"],
    ["another one", [WIDE], "to: shop/cart, port: 7070", "netpol/shop/cart-from-web"],
    ["of what a Service leads to", [WIDE], "to: shop/svc/basket, port: 80", "netpol/shop/cart-from-web"],
    ["of pods that a pattern names", [WIDE], 'to: "shop/car*", port: 7070', "netpol/shop/cart-from-web"],
    ["of equal priority", TIED, "to: 203.0.113.7", "cnp/one"],
    ["of equal priority, whichever is asked first", TIED, "to: 203.0.113.7", "cnp/two"],
  ])("%s", async (_, manifests, to, by) => {
    const test = `from: shop/web, ${to}, expect: allowed, by: ${by}`;
    const outcome = await judged([CART_FROM_WEB, ...manifests], test);
    expect({ status: outcome.status, problems: problemsOf(outcome) }).toEqual({
      status: "passed",
      problems: [],
    });
  });

  it("of everything on one side", async () => {
    const test =
      "to: shop/cart, port: 22, from: '*', except: ['ops/*', '0.0.0.0/0', '::/0'], expect: allowed";
    const [wide, narrow] = await Promise.all(
      ["a-wide", "cart-from-web"].map((name) =>
        judged([CART_FROM_WEB, WIDE], `${test}, by: netpol/shop/${name}`),
      ),
    );
    expect(flowsOf(wide!)).not.toContain("shop/web → shop/cart allowed");
    expect(flowsOf(narrow!)).toContain("shop/web → shop/cart allowed");
  });

  it("only of what it allows itself", async () => {
    const test =
      "from: shop/web, to: shop/cart, protocol: tcp, expect: allowed, by: netpol/shop/cart-from-web";
    const outcome = await judged([CART_FROM_WEB, WIDE], test);
    const [unmet] = outcome.expectations.flatMap((each) => (each.status === "unmet" ? each.unmet : []));
    expect(unmet && trafficText(unmet.traffic)).toBe("TCP 1-7069, 7071-65535");
    expect(unmet).toMatchObject({ isOtherPolicy: true, verdict: "allowed" });
  });
});

describe("what only a load balancer keeps out", () => {
  const balanced = (more = ""): string => `apiVersion: v1
kind: Service
metadata: { name: public, namespace: shop }
spec: { type: LoadBalancer, selector: { app: cart }, ports: [{ port: 80, targetPort: grpc }], loadBalancerSourceRanges: [203.0.113.0/24]${more} }
status: { loadBalancer: { ingress: [{ ip: 198.51.100.9 }] } }
`;
  const PAST = "8.8.8.8 → shop/cart allowed";
  const NO_NODE_PORTS = ", allocateLoadBalancerNodePorts: false";

  it.each([
    ["may come in by node ports", [balanced()], "from: 8.8.8.8, to: shop/svc/public", [PAST]],
    [
      "may come in by external addresses",
      [balanced(`${NO_NODE_PORTS}, externalIPs: [198.51.100.7]`)],
      "from: 8.8.8.8, to: shop/svc/public",
      [PAST],
    ],
    [
      "may come in by a node port that is written",
      [balanced(NO_NODE_PORTS).replace("port: 80", "port: 80, nodePort: 30080")],
      "from: 8.8.8.8, to: shop/svc/public",
      [PAST],
    ],
    [
      "comes in nowhere else, where there is nothing else",
      [balanced(NO_NODE_PORTS)],
      "from: 8.8.8.8, to: shop/svc/public",
      [],
    ],
    [
      "is kept out by a policy as well",
      [balanced(), CART_FROM_WEB],
      "from: 8.8.8.8, to: shop/svc/public",
      [],
    ],
    ["is kept out of the load balancer's own address", [balanced()], "from: 8.8.8.8, to: 198.51.100.9", []],
    [
      "is not what it lets in",
      [balanced()],
      "from: 203.0.113.5, to: shop/svc/public",
      ["203.0.113.5 → shop/cart allowed"],
    ],
  ])("%s", async (_, manifests, ends, flows) => {
    const outcome = await judged(manifests, `${ends}, port: 80, expect: denied`);
    expect({ flows: flowsOf(outcome), problems: problemsOf(outcome) }).toEqual({ flows, problems: [] });
    const past = outcome.expectations.flatMap((each) => (each.status === "unmet" ? each.unmet : []));
    expect(past.map(({ isPastBalancer }) => isPastBalancer)).toEqual(flows.map((each) => each === PAST));
  });

  it("is not allowed either", async () => {
    const outcome = await judged(
      [balanced()],
      "from: 8.8.8.8, to: shop/svc/public, port: 80, expect: allowed",
    );
    expect(flowsOf(outcome)).toEqual(["8.8.8.8 → shop/cart denied"]);
  });

  it("is asked about once, and what it lets in as it was", async () => {
    const outcome = await judged(
      [balanced()],
      "from: 0.0.0.0/0, to: shop/svc/public, port: 80, expect: denied",
    );
    const unmet = outcome.expectations.flatMap((each) => (each.status === "unmet" ? each.unmet : []));
    expect(unmet.map(({ verdict, isPastBalancer }) => `${verdict} ${isPastBalancer}`).toSorted()).toEqual([
      "allowed false",
      "allowed true",
      // Of pods' addresses, which may come to the load balancer or not (S-VIP-2).
      "undefined false",
    ]);
  });
});

describe("a port of a node that leads to pods", () => {
  const node = (name: string, address: string): string => `apiVersion: v1
kind: Node
metadata: { name: ${name} }
status: { addresses: [{ type: InternalIP, address: ${address} }] }
`;
  const OPENED = [
    node("one", "192.168.7.1"),
    node("two", "192.168.7.2"),
    `apiVersion: v1
kind: Service
metadata: { name: basket-out, namespace: shop }
spec: { type: NodePort, selector: { app: cart }, ports: [{ port: 80, targetPort: grpc, nodePort: 30080 }] }
`,
    `apiVersion: v1
kind: Pod
metadata: { name: front, namespace: shop, labels: { app: front } }
spec: { nodeName: one, containers: [{ name: c, ports: [{ containerPort: 8443, hostPort: 443 }] }] }
status: { podIP: 10.0.0.7 }
`,
    CART_FROM_WEB,
  ];
  const problemsOf = ({ expectations }: JudgedTest): unknown[] =>
    expectations.flatMap((each) => (each.status === "error" ? [each.problem] : []));

  it.each([
    ["of a Service, from everywhere", 'from: "*", to: "node/one:30080", expect: allowed', 30080],
    ["of a Service, to some alone", 'to: "node/two:30080", only: [shop/web]', 30080],
    ["of a pod on it", 'from: "*", to: "192.168.7.1:443", expect: allowed', 443],
    ["among others", 'from: "*", to: "node/one:440-450", expect: allowed', 443],
  ])("can't be asked about as a node's own: %s", async (_what, test, port) => {
    const outcome = await judged(OPENED, test);
    expect(problemsOf(outcome)).toMatchObject([{ code: "port-leads-on", ports: [port] }]);
  });

  it.each([
    ["another port", 'from: "*", to: "node/one:444", expect: allowed'],
    ["that of a pod on another node", 'from: "*", to: "node/two:443", expect: allowed'],
    ["every port, where the node's own are meant", 'from: "*", to: node/two, expect: allowed'],
  ])("%s can", async (_what, test) => {
    expect(problemsOf(await judged(OPENED, test))).toEqual([]);
  });

  it.each([
    [
      "a pod that a policy closes, behind nodes that nothing closes",
      "from: shop/mail, to: '*', port: 30080",
      "shop/mail → shop/cart denied",
    ],
    [
      "a pod with a hostPort, which may be seen as its node",
      "from: shop/mail, to: '*', port: 443",
      undefined,
    ],
  ])("is followed from one end to everything: %s", async (_what, test, flow) => {
    const outcome = await judged(OPENED, `${test}, except: ["shop/*", "ops/*"], expect: allowed`);
    expect({
      problems: problemsOf(outcome),
      flows: flowsOf(outcome).filter((each) => !each.includes("future")),
    }).toEqual({
      problems: [],
      flows: flow === undefined ? [] : [flow, flow],
    });
  });

  it("is followed where it opens a pod that nodes are closed to", async () => {
    const out = webEgress(
      "{ to: [{ podSelector: { matchLabels: { app: front } } }], ports: [{ port: 8443 }] }",
    );
    const placed = `apiVersion: v1
kind: Pod
metadata: { name: placed, namespace: shop, labels: { app: web } }
spec: { nodeName: three, containers: [{ name: c }] }
status: { podIP: 10.0.0.8 }
`;
    const asked = async (except: string): Promise<string[]> =>
      flowsOf(
        await judged(
          [...OPENED, placed, out],
          `from: shop/placed, to: "*", port: 443, except: ["shop/*", "ops/*"${except}], expect: denied`,
        ),
      );
    expect(await asked("")).toEqual(["shop/placed → node/one undefined"]);
    expect(await asked(", node/one")).toEqual([]);
  });

  it("is followed from one end to the other", async () => {
    const outcome = await judged(OPENED, 'from: shop/mail, to: "node/one:30080", expect: denied');
    expect(outcome.status).toBe("passed");
  });
});

describe("a pattern that means the other end, too", () => {
  const queue = (replicas = ""): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: queue, namespace: shop }
spec: { ${replicas}selector: { matchLabels: { app: queue } }, template: { metadata: { labels: { app: queue } }, spec: { containers: [{ name: c }] } } }
`;
  /** Its own pods are let in, and no others. */
  const among = CART_FROM_WEB.replace("cart-from-web", "among")
    .replace("app: cart", "app: queue")
    .replace("app: web", "app: queue");
  /** Only others are let in. */
  const others = CART_FROM_SHOP.replace("cart-from-web", "others")
    .replace("app: cart", "app: queue")
    .replace(
      "podSelector: {  }",
      "podSelector: { matchExpressions: [{ key: app, operator: NotIn, values: [queue] }] }",
    );
  const OWN = ["shop/queue → shop/queue allowed"];

  it.each([
    ["denies what its pods send each other", queue(), among, "denied", OWN],
    ["denies nothing of one pod and itself", queue("replicas: 1, "), among, "denied", []],
    ["allows what the others send", queue(), others, "allowed", []],
  ])("%s", async (_, workload, policy, expect_, unmet) => {
    const asked = `from: "shop/*", to: shop/queue, port: 7070, expect: ${expect_}`;
    expect(flowsOf(await judged([workload, policy], asked))).toEqual(unmet);
  });
});

describe("what names nothing is an error, and never a pass", () => {
  it.each([
    ["a pod", "from: shop/wb, denied: [shop/cart]", "not-found"],
    ["a pattern", 'from: "shop/x*", to: shop/cart, expect: denied', "not-found"],
    ["an exception", 'from: shop/web, to: "*", except: [shop/nobody], expect: denied', "not-found"],
    ["a policy", "from: shop/web, to: shop/cart, expect: allowed, by: netpol/shop/none", "no-such-policy"],
    ["a port of a Service", "from: shop/web, allowed: ['shop/svc/basket:81']", "missing-port"],
    ["a port", "from: shop/web, allowed: ['shop/cart:99999']", "bad-port"],
    [
      "the port that something is sent from",
      "from: 'shop/web:80', to: shop/cart, expect: denied",
      "port-of-source",
    ],
    [
      "the same where sources are listed",
      "to: shop/cart, port: 22, denied: ['shop/web:80']",
      "port-of-source",
    ],
    [
      "a pattern that only means the pod itself",
      "from: 'shop/ma*', to: shop/mail, expect: denied",
      "nothing-between",
    ],
  ])("%s", async (_, test, code) => {
    const outcome = await judged([CART_FROM_WEB], test);
    expect({ status: outcome.status, problems: problemsOf(outcome) }).toEqual({
      status: "error",
      problems: [code],
    });
  });
});

describe("a todo", () => {
  const FAILS = "from: shop/mail, allowed: [shop/cart:7070]";
  const PASSES = "from: shop/web, allowed: [shop/cart:7070]";

  it.each([
    ["that fails", `${FAILS}, todo: { why: later }`, "todo", undefined],
    ["that fails on its last day", `${FAILS}, todo: { until: 2026-11-23 }`, "todo", undefined],
    ["that fails after it", `${FAILS}, todo: { until: 2026-11-22 }`, "failed", "expired"],
    ["that passes", `${PASSES}, todo: { why: later }`, "failed", "passes"],
    [
      "that names nothing",
      "from: shop/nobody, allowed: [shop/cart], todo: { why: later }",
      "error",
      undefined,
    ],
  ])("%s", async (_, test, status, todo) => {
    expect(await judged([CART_FROM_WEB], test)).toMatchObject({ status, todo });
  });
});
