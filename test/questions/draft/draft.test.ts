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
import { draftTests, type TestDraft } from "../../../src/questions/draft/draft.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { parseBlock } from "../../../src/base/net/address.js";

const PODS = stream(
  namespace("shop"),
  pod("shop", "web"),
  pod(
    "shop",
    "cart",
    "[{ name: grpc, containerPort: 7070 }, { name: dns, containerPort: 53, protocol: UDP }]",
  ),
  namespace("ops", "{ team: ops }"),
  pod("ops", "agent"),
);

async function draft(...manifests: readonly string[]): Promise<TestDraft> {
  const facts = { podBlocks: [parseBlock("10.0.0.0/8")!], serviceBlocks: [], nodeBlocks: [] };
  const { cluster } = await loadSources([{ name: "a.yaml", text: stream(PODS, ...manifests) }], { facts });
  return draftTests(cluster, REFERENCE);
}

describe("a draft", () => {
  it("says who reaches a workload on each port that it declares, and that nothing else is open", async () => {
    expect(await draft(CART_FROM_WEB)).toEqual({
      tests: [
        { name: "who reaches shop/cart on 7070", to: "shop/cart", port: "7070", only: ["shop/web"] },
        {
          name: "nobody reaches shop/cart on 53/udp",
          from: "*",
          to: "shop/cart",
          port: "53/udp",
          expect: "denied",
        },
        {
          name: "no other port of shop/cart is open",
          from: "*",
          to: "shop/cart",
          port: "1-7069,7071-65535,1-52/udp,54-65535/udp,1-65535/sctp",
          expect: "denied",
        },
      ],
      unnoticed: [],
      isCut: false,
    });
  });

  it("asks about a node that a pod isn't on: its own one is let in whatever policies say", async () => {
    const all = (name: string, spec: string): string =>
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: ${name}, namespace: shop }\nspec: ${spec}\n`;
    const node = (name: string, address: string): string =>
      `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nstatus: { addresses: [{ type: InternalIP, address: ${address} }] }\n`;
    const text = stream(
      node("node-0", "192.168.7.1"),
      node("node-1", "192.168.7.2"),
      pod("shop", "web").replace("spec: {", "spec: { nodeName: node-0,"),
      all("closed", "{ podSelector: {}, policyTypes: [Ingress] }"),
      all("open", "{ podSelector: {}, policyTypes: [Ingress], ingress: [{}] }"),
    );
    const { cluster } = await loadSources([{ name: "a.yaml", text }]);
    const { tests, unnoticed } = draftTests(cluster, REFERENCE);
    // Beside a rule for everything, the other policy has no effect.
    expect(unnoticed.map(({ ref }) => ref.name)).toEqual(["closed"]);
    expect(tests.map(({ name }) => name)).toEqual(["192.168.7.2 reaches shop/pod/web on 443"]);
  });

  it("says where a workload goes: on some ports, on all, and to blocks of addresses", async () => {
    const { tests } = await draft(
      webEgress(
        "{ to: [{ podSelector: { matchLabels: { app: cart } } }], ports: [{ port: 7070 }] }, { to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ops } } }] }, { to: [{ ipBlock: { cidr: 198.51.100.0/24 } }], ports: [{ port: 443 }] }",
      ),
    );
    expect(tests).toEqual([
      {
        name: "where shop/web goes",
        from: "shop/web",
        only: ["ops/*", "shop/cart:7070", "198.51.100.0/24:443"],
      },
    ]);
  });

  it.each([
    ["ops", "namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ops } }", { only: ["ops/*"] }],
    [
      "one of its pods",
      "podSelector: { matchLabels: { app: agent } }, namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ops } }",
      { only: ["ops/agent"] },
    ],
    [
      "every namespace of a label, of which there may be more: nobody alone",
      "namespaceSelector: { matchLabels: { team: ops } }",
      { allowed: ["ops/agent"], denied: ["shop/web"] },
    ],
  ])("names %s", async (_, peer, lists) => {
    const { tests } = await draft(CART_FROM_WEB.replace("podSelector: { matchLabels: { app: web } }", peer));
    expect(tests[0]).toEqual({
      name: "who reaches shop/cart on 7070",
      to: "shop/cart",
      port: "7070",
      ...lists,
    });
  });

  it("says that a workload goes nowhere", async () => {
    const { tests } = await draft(
      adminEgress("walls", DENY_ALL, "{ action: Deny, to: [{ namespaces: {} }] }"),
    );
    expect(tests.map(({ name }) => name)).toContain("shop/web goes nowhere");
  });

  it("asks who decides where two policies do the same", async () => {
    const { tests, unnoticed } = await draft(
      stream(CART_FROM_WEB, CART_FROM_WEB.replace("cart-from-web", "same-again")),
    );
    expect(tests.flatMap(({ by }) => by ?? [])).toEqual([
      "NetworkPolicy/shop/cart-from-web",
      "NetworkPolicy/shop/same-again",
    ]);
    expect(unnoticed).toEqual([]);
  });

  it("names a policy that no pod of the input is selected by", async () => {
    const { tests, unnoticed } = await draft(CART_FROM_WEB.replace("app: cart", "app: later"));
    expect(tests).toEqual([]);
    expect(unnoticed.map(({ ref }) => ref.name)).toEqual(["cart-from-web"]);
  });

  it("of what lets everybody in asks who decides alone", async () => {
    const { tests } = await draft(CART_FROM_WEB.replace(/ingress:[^]*/, "ingress: [{}]\n"));
    expect(tests).toEqual([
      {
        name: expect.stringContaining("by NetworkPolicy/shop/cart-from-web"),
        from: "ops/pod/agent",
        to: "shop/pod/cart",
        port: "7070",
        expect: "allowed",
        by: "NetworkPolicy/shop/cart-from-web",
      },
    ]);
  });
});
