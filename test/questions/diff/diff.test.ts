import { changesIn, changeText, diffOf } from "./changes.js";
import { CART_FROM_WEB, namespace, pod, SHOP, stream, webEgress } from "../../cli/manifests.js";
import { describe, expect, it, vi } from "vitest";
import { Reach } from "../../../src/semantics/reach/reach.js";

const ALL = "TCP, UDP and SCTP, all ports";
const TO_CART = "{ to: [{ podSelector: { matchLabels: { app: cart } } }] }";

/** A policy of a workload, for ingress. */
function ingress(app: string, rule: string, name = `${app}-in`): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress], ingress: [${rule}] }
`;
}

const FROM_WEB = "{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: 80 }] }";
const PODS = stream(namespace("shop"), pod("shop", "web"), pod("shop", "cart"), pod("shop", "till"));

/** A workload without pods in the input. */
function deployment(name: string, replicas: number, labels = `app: ${name}`): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { ${labels} } }
  template: { metadata: { labels: { ${labels} } }, spec: { containers: [{ name: main, image: x }] } }
`;
}

/** A pod of a Deployment, as a cluster has it. */
function replica(name: string, hash: string, labels = "app: web", status = ""): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: web-5c9-${name}
  namespace: shop
  labels: { ${labels}, pod-template-hash: "${hash}" }
  ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: web-${hash}, controller: true, uid: u }]
spec: { containers: [{ name: main, image: x }] }
${status}`;
}

describe("flows that change", () => {
  it("are told by what they are after: opened, closed, undefined, unknown, in that order", async () => {
    const before = stream(PODS, ingress("cart", FROM_WEB), webEgress("{}"));
    const after = stream(
      PODS,
      ingress("cart", "{ from: [{ podSelector: { matchLabels: { app: till } } }] }"),
      ingress("till", "{ from: [{ namespaceSelector: { matchLabels: { team: a } } }] }"),
    );
    expect(changesIn(await diffOf(before, after))).toEqual([
      `opened: shop/pod/till > shop/pod/cart, ${ALL}`,
      "closed: shop/pod/web > shop/pod/cart, TCP 80",
      `closed: ip/0.0.0.0/0 shop/pod/cart > shop/pod/till, ${ALL}`,
      // Apart from the others: its own isolation has left other protocols undefined before.
      `closed: shop/pod/web > shop/pod/till, ${ALL}`,
    ]);
  });

  it("become unknown where a namespace is not in the input any more", async () => {
    const rule = "{ from: [{ namespaceSelector: { matchLabels: { team: a } } }] }";
    const policies = stream(pod("ops", "agent"), ingress("cart", rule));
    const before = stream(PODS, namespace("ops", "{ team: a }"), policies);
    expect(changesIn(await diffOf(before, stream(PODS, policies)))).toEqual([
      `unknown: ops/pod/agent > shop/pod/cart, ${ALL}`,
    ]);
  });

  it("become undefined where two policies of one priority disagree", async () => {
    const admin = (name: string, action: string): string => `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: ${name} }
spec:
  tier: Admin
  priority: 7
  subject: { pods: { podSelector: { matchLabels: { app: cart } } } }
  ingress: [{ action: ${action}, from: [{ pods: { podSelector: { matchLabels: { app: web } } } }] }]
`;
    const before = stream(PODS, admin("open", "Accept"));
    expect(changesIn(await diffOf(before, stream(before, admin("shut", "Deny"))))).toEqual([
      `undefined: shop/pod/web > shop/pod/cart, ${ALL}`,
    ]);
    expect(changesIn(await diffOf(stream(before, admin("shut", "Deny")), before))).toEqual([
      `opened: shop/pod/web > shop/pod/cart, ${ALL}`,
    ]);
  });

  it("are no changes where another rule decides the same", async () => {
    const before = stream(PODS, ingress("cart", FROM_WEB));
    const nobody = FROM_WEB.replace("app: web", "app: nobody");
    const second = stream(PODS, ingress("cart", `${nobody}, ${FROM_WEB}`));
    expect((await diffOf(before, second)).changes).toEqual([]);
    expect((await diffOf(before, before)).changes).toEqual([]);
    const renamed = ingress("cart", FROM_WEB, "other-name");
    expect((await diffOf(before, stream(PODS, renamed))).changes).toEqual([]);
  });

  it("are what a label, a namespace's label and a port's name change as well", async () => {
    const named = "{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: http }] }";
    const cart = (port: number): string => pod("shop", "cart", `[{ name: http, containerPort: ${port} }]`);
    const policies = ingress("cart", named);
    const base = (port: number): string =>
      stream(namespace("shop"), pod("shop", "web"), cart(port), policies);
    expect(changesIn(await diffOf(base(80), base(81)))).toEqual([
      "opened: shop/pod/web > shop/pod/cart, TCP 81",
      "closed: shop/pod/web > shop/pod/cart, TCP 80",
    ]);
    const relabelled = base(80).replace(
      "name: web, labels: { app: web }",
      "name: web, labels: { app: front }",
    );
    expect(changesIn(await diffOf(base(80), relabelled))).toEqual([
      "closed: shop/pod/web > shop/pod/cart, TCP 80",
    ]);
    const byTeam = stream(
      PODS,
      pod("ops", "agent"),
      ingress("cart", "{ from: [{ namespaceSelector: { matchLabels: { team: a } } }] }"),
    );
    const team = (value: string): string => stream(byTeam, namespace("ops", `{ team: ${value} }`));
    expect(changesIn(await diffOf(team("b"), team("a")))).toEqual([
      `opened: ops/pod/agent > shop/pod/cart, ${ALL}`,
    ]);
  });
});

describe("what the same rules have changed", () => {
  it("is one change: sources of one destination, and destinations of the same sources", async () => {
    const all = "{ from: [{ namespaceSelector: {} }] }";
    const shut = (app: string): string => ingress(app, "");
    const before = stream(PODS, shut("cart"), shut("till"));
    const after = stream(PODS, ingress("cart", all), shut("till"));
    expect(changesIn(await diffOf(before, after))).toEqual([
      `opened: shop/pod/till shop/pod/web > shop/pod/cart, ${ALL}`,
    ]);
    const denied = stream(PODS, ingress("web", "", "shut").replace("matchLabels: { app: web }", ""));
    const [change, ...others] = (await diffOf(PODS, denied)).changes.filter(
      ({ traffic }) => traffic.TCP.length > 0,
    );
    expect(others.map(changeText)).toEqual([]);
    // Each to each other, but none to itself: they are single pods.
    expect(changeText(change!)).toBe(
      `closed: ip/0.0.0.0/0 shop/pod/cart shop/pod/till shop/pod/web > shop/pod/cart shop/pod/till shop/pod/web, ${ALL}`,
    );
  });

  it("is told by the direction that turned", async () => {
    const { changes } = await diffOf(stream(PODS, webEgress(TO_CART)), stream(PODS, webEgress("{}")));
    expect(changes.filter(({ traffic }) => traffic.TCP.length > 0)).toMatchObject([
      {
        turned: ["egress"],
        before: { verdict: "denied", by: { egress: [{ type: "isolation" }], ingress: [{ type: "exempt" }] } },
        after: { verdict: "allowed", by: { egress: [{ type: "rule", rule: { index: 0 } }] } },
        witness: { from: "shop/pod/web", to: "1.0.0.0", protocol: "TCP", port: 443 },
      },
    ]);
  });

  it("is both directions where both have turned", async () => {
    const before = stream(PODS, webEgress(""), ingress("cart", ""));
    const after = stream(PODS, webEgress(TO_CART), ingress("cart", FROM_WEB));
    const { changes } = await diffOf(before, after);
    expect(changes.map(changeText)).toEqual(["opened: shop/pod/web > shop/pod/cart, TCP 80"]);
    expect(changes[0]?.turned).toEqual(["egress", "ingress"]);
  });
});

describe("ends that stand on one side only", () => {
  it("are told apart from flows that change, with what they reach", async () => {
    const policy = ingress("cart", FROM_WEB);
    const before = stream(namespace("shop"), pod("shop", "web"), pod("shop", "cart"), policy);
    const { changes, added, removed } = await diffOf(before, stream(before, pod("shop", "till")));
    expect(changes).toEqual([]);
    expect(removed).toEqual([]);
    expect(added.map(({ row, reaches, reachedBy }) => [row.id, reaches, reachedBy])).toEqual([
      ["shop/pod/till", { workloads: 1, outside: true }, { workloads: 2, outside: true }],
    ]);
    const back = await diffOf(stream(before, pod("shop", "till")), before);
    expect(back.removed.map(({ row }) => row.id)).toEqual(["shop/pod/till"]);
    expect(back.changes).toEqual([]);
  });

  it("may be nodes", async () => {
    const node =
      "apiVersion: v1\nkind: Node\nmetadata: { name: a }\nstatus: { addresses: [{ type: InternalIP, address: 192.0.2.7 }] }\n";
    const { added } = await diffOf(PODS, stream(PODS, node));
    expect(added.map(({ row }) => row.id)).toEqual(["node/a"]);
  });
});

describe("a workload that replaces another one", () => {
  const CART = stream(namespace("shop"), namespace("ops"), deployment("cart", 2));
  const CLOSED = ingress("cart", "");
  const OPEN = ingress("cart", FROM_WEB);
  const stateful = (name: string, labels: string): string =>
    deployment(name, 2, labels).replace("kind: Deployment", "kind: StatefulSet");

  it.each<readonly [what: string, after: string, changes: readonly string[]]>([
    [
      "under its name, as another kind, with more labels",
      stateful("web", "app: web, release: green"),
      [`opened: shop/statefulset/web > shop/deployment/cart, TCP 80`],
    ],
    [
      "under another name, with its labels",
      deployment("front", 2, "app: web"),
      [`opened: shop/deployment/front > shop/deployment/cart, TCP 80`],
    ],
    ["with neither its name nor its labels", deployment("front", 2, "app: web, release: green"), []],
    ["in another namespace", deployment("web", 2).replace("namespace: shop", "namespace: ops"), []],
  ])("%s", async (_, after, changes) => {
    const found = await diffOf(stream(CART, CLOSED, deployment("web", 2)), stream(CART, OPEN, after));
    expect(changesIn(found)).toEqual(changes);
    // It is told as new and gone all the same.
    expect([found.added.length, found.removed.length]).toEqual([1, 1]);
  });

  it("is the one of its name, and not another one of its labels", async () => {
    const before = stream(CART, CLOSED, deployment("web", 2, "app: queue"), deployment("old", 2, "app: web"));
    const after = stream(CART, OPEN, stateful("web", "app: web"));
    const swapped = async (from: string, to: string): Promise<string[]> => changesIn(await diffOf(from, to));
    expect(await swapped(before, after)).toEqual([
      "opened: shop/statefulset/web > shop/deployment/cart, TCP 80",
    ]);
    expect(await swapped(after, before)).toEqual([
      "closed: shop/deployment/web > shop/deployment/cart, TCP 80",
    ]);
  });

  it("closes what one of those that it replaces could reach", async () => {
    const two = stream(deployment("web", 2), deployment("shadow", 2, "app: web"));
    const found = await diffOf(
      stream(CART, OPEN, two),
      stream(CART, CLOSED, deployment("front", 2, "app: web")),
    );
    expect(changesIn(found)).toEqual(["closed: shop/deployment/front > shop/deployment/cart, TCP 80"]);
  });
});

describe("the pods of a workload", () => {
  const policy = ingress("web", "{ from: [{ podSelector: { matchLabels: { app: cart } } }] }");
  const others = stream(namespace("shop"), pod("shop", "cart"), pod("shop", "till"));

  it("that another rollout has replaced are the same as before", async () => {
    const before = stream(others, policy, replica("a", "h1"), replica("b", "h1"));
    const after = stream(others, policy, replica("c", "h2"), replica("d", "h2"), replica("e", "h2"));
    const { changes, added, removed } = await diffOf(before, after);
    expect([changes, added, removed]).toEqual([[], [], []]);
    const opened = after.replace("app: cart } } }] }", "app: till } } }] }");
    expect(changesIn(await diffOf(before, opened))).toEqual([
      `opened: shop/pod/till > shop/deployment/web, ${ALL}`,
      `closed: shop/pod/cart > shop/deployment/web, ${ALL}`,
    ]);
  });

  it("that more replicas make are no news, unless policies tell them apart", async () => {
    const before = stream(others, policy, replica("a", "h1"));
    expect(await diffOf(before, stream(before, replica("b", "h1")))).toMatchObject({
      changes: [],
      added: [],
    });
    const { changes, added } = await diffOf(before, stream(before, replica("b", "h1", "app: other")));
    expect(changes).toEqual([]);
    expect(added.map(({ row }) => [row.id, row.names])).toEqual([["shop/deployment/web", ["web-5c9-b"]]]);
  });

  it("that a template describes are those of the cluster", async () => {
    const before = stream(others, policy, deployment("web", 3));
    const after = stream(
      others,
      policy.replace("app: cart", "app: till"),
      replica("a", "h1"),
      replica("b", "h1"),
    );
    expect(changesIn(await diffOf(before, after))).toEqual([
      `opened: shop/pod/till > shop/deployment/web, ${ALL}`,
      `closed: shop/pod/cart > shop/deployment/web, ${ALL}`,
    ]);
  });

  it("reach each other only where there are two before and after", async () => {
    const open = stream(namespace("shop"), deployment("web", 2));
    const shut = stream(open, ingress("web", ""));
    expect(changesIn(await diffOf(open, shut))).toEqual([
      `closed: ip/0.0.0.0/0 shop/deployment/web > shop/deployment/web, ${ALL}`,
    ]);
    const one = (text: string): string => text.replace("replicas: 2", "replicas: 1");
    expect(changesIn(await diffOf(one(open), shut))).toEqual([
      `closed: ip/0.0.0.0/0 > shop/deployment/web, ${ALL}`,
    ]);
    expect(changesIn(await diffOf(open, one(shut)))).toEqual([
      `closed: ip/0.0.0.0/0 > shop/deployment/web, ${ALL}`,
    ]);
  });

  it("that policies tell apart are parts, each by itself", async () => {
    const before = stream(others, replica("a", "h1", "app: web, canary: first"), replica("b", "h1"));
    const after = stream(before, ingress("web", "", "canary").replace("app: web", "canary: first"));
    expect(changesIn(await diffOf(before, after))).toEqual([
      `closed: ip/0.0.0.0/0 shop/deployment/web#2 shop/pod/cart shop/pod/till > shop/deployment/web#1, ${ALL}`,
    ]);
  });
});

describe("nodes and families", () => {
  const node = (name: string, address: string): string =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nstatus: { addresses: [{ type: InternalIP, address: ${address} }] }\n`;
  const web = (nodeName: string): string =>
    `${pod("shop", "web").replace("spec: {", `spec: { nodeName: ${nodeName},`)}status: { podIP: 10.0.0.1 }\n`;

  it("tell apart a pod's own node and others (S-NODE-L4)", async () => {
    const base = stream(namespace("shop"), node("a", "192.0.2.1"), node("b", "192.0.2.2"), web("a"));
    const { changes } = await diffOf(base, stream(base, ingress("web", "")));
    expect(changes.filter(({ traffic }) => traffic.TCP.length > 0).map(changeText)).toEqual([
      `closed: ip/0.0.0.0/0 > shop/pod/web, ${ALL}`,
      `closed: node/a > shop/pod/web, ${ALL}, other>other`,
    ]);
    // Of the nodes, an example shows one that the pod isn't on: its own one is let in as before.
    expect(changes.at(-1)!.witness).toMatchObject({ from: "192.0.2.2", to: "shop/pod/web" });
  });

  it("follow a pod that moves", async () => {
    const base = (on: string): string =>
      stream(namespace("shop"), node("a", "192.0.2.1"), node("b", "192.0.2.2"), web(on), ingress("web", ""));
    const moved = await diffOf(base("a"), base("b"));
    expect(changesIn(moved)).toEqual([
      `opened: node/a > shop/pod/web, ${ALL}, other>own`,
      `closed: node/a > shop/pod/web, ${ALL}, own>other`,
    ]);
    const examples = moved.changes.filter(({ traffic }) => traffic.TCP.length > 0);
    expect(examples.map(({ witness }) => witness.from)).toEqual(["192.0.2.2", "192.0.2.1"]);
  });

  it("are compared where both sides have the family; else that is said", async () => {
    const cart = (...addresses: readonly string[]): string =>
      `${pod("shop", "cart")}status: { podIP: "${addresses[0]}", podIPs: [${addresses.map((ip) => `{ ip: "${ip}" }`).join(", ")}] }\n`;
    const base = stream(namespace("shop"), pod("shop", "web"));
    const before = stream(base, cart("10.0.0.2"));
    const after = stream(
      base,
      cart("10.0.0.2", "fd00::2"),
      ingress("cart", '{ from: [{ ipBlock: { cidr: "::/0" } }] }'),
    );
    const found = await diffOf(before, after);
    expect([found.onlyBefore, found.onlyAfter]).toEqual([[], ["IPv6"]]);
    expect(changesIn(found)).toEqual([`closed: ip/0.0.0.0/0 shop/pod/web > shop/pod/cart, ${ALL}`]);
    const both = stream(base, cart("10.0.0.2", "fd00::2"));
    expect(changesIn(await diffOf(both, after))).toEqual([
      `closed: ip/0.0.0.0/0 > shop/pod/cart, ${ALL}`,
      `closed: shop/pod/web > shop/pod/cart, ${ALL}, IPv4`,
    ]);
  });
});

it("takes a look at what a change can touch, and at nothing else", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `app-${i}`);
  const only = (app: string, other: string): string =>
    ingress(app, `{ from: [{ podSelector: { matchLabels: { app: ${other} } } }] }`);
  const pods = stream(namespace("shop"), ...names.map((name) => pod("shop", name)));
  const before = stream(pods, ...names.map((name, i) => only(name, names[(i + 1) % 60]!)));
  const after = before.replace("matchLabels: { app: app-1 } } }] }", "matchLabels: { app: app-30 } } }] }");
  const walk = vi.spyOn(Reach.prototype, "walk");
  const { changes, calls } = await diffOf(before, after)
    .then((found) => ({ changes: changesIn(found), calls: [...walk.mock.calls] }))
    .finally(() => walk.mockRestore());
  expect(changes).toEqual([
    `opened: shop/pod/app-30 > shop/pod/app-0, ${ALL}`,
    `closed: shop/pod/app-1 > shop/pod/app-0, ${ALL}`,
  ]);
  const walks = new Set(calls.map(([direction, index]) => `${direction} ${index}`));
  // Both directions of the pod whose policy has changed, and what the two others send; each of 60 pods has two.
  expect(walks.size).toBe(4);
});

it("what a policy is called does not change what it does, nor where it stands", async () => {
  const text = stream(SHOP, webEgress(TO_CART));
  const moved = stream(webEgress(TO_CART), "# a comment\n", SHOP);
  expect((await diffOf(text, moved)).changes).toEqual([]);
  expect(
    (
      await diffOf(stream(PODS, CART_FROM_WEB), stream(PODS, CART_FROM_WEB.replace("7070", "7071")))
    ).changes.map(changeText),
  ).toEqual([
    "opened: shop/pod/web > shop/pod/cart, TCP 7071",
    "closed: shop/pod/web > shop/pod/cart, TCP 7070",
  ]);
});
