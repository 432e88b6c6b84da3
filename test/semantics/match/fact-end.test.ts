import { expect, it } from "vitest";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { loadSources } from "../../../src/index.js";
import { AddressSet } from "../../../src/base/net/address-set.js";
import { parseBlock } from "../../../src/base/net/address.js";
import { factEndKey, factEndOf, type FactEnd } from "../../../src/semantics/match/fact-end.js";

/** Pairs of ends of each kind; no two of them are one end. */
const ENDS: readonly FactEnd[] = [
  { type: "pod", id: "shop/pod/web" },
  { type: "pod", id: "shop/pod/db" },
  { type: "pod", id: "shop/pod/web", isOtherReplica: true },
  { type: "node", name: "n1" },
  { type: "node", name: "n2" },
  { type: "addresses", name: "n1", isOneAddress: false },
  { type: "addresses", name: "10.0.0.1", isOneAddress: true },
  { type: "domain", name: "n1" },
  { type: "domain", name: "a.example.com" },
  { type: "source" },
  { type: "destination" },
  ...(["controller", "load balancer"] as const).flatMap((kind) =>
    [
      { kind: "Ingress", namespace: "shop", name: "web" },
      { kind: "Ingress", namespace: "lab", name: "web" },
      { kind: "HTTPRoute", namespace: "shop", name: "web" },
      { kind: "Ingress", namespace: "shop", name: "db" },
    ].map((route): FactEnd => ({ type: "route-end", of: { kind, route } })),
  ),
];

it("facts are about one end exactly where its kind and its name are the same", () => {
  const keys = ENDS.map(factEndKey);
  expect(new Set(keys).size).toBe(ENDS.length);
  expect(ENDS.map((end) => factEndKey({ ...end }))).toEqual(keys);
});

it.each([
  ["10.0.0.1/32", true],
  ["2001:db8::1/128", true],
  ["10.0.0.0/31", false],
])("%s is one address: %s", (text, isOneAddress) => {
  const block = parseBlock(text) ?? expect.fail(text);
  const addresses = AddressSet.of([block]);
  expect(factEndOf({ type: "addresses", id: text, name: text, addresses, mayBePod: false })).toEqual({
    type: "addresses",
    name: text,
    isOneAddress,
  });
});

it("a fact about a pod or a node is about its name, not about where it is", async () => {
  const text = `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {nodeName: n1, containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {addresses: [{type: InternalIP, address: 192.168.0.1}]}}`;
  const { cluster } = await loadSources([{ name: "a.yaml", text }]);
  const ends = endsOf(cluster, new Distinctions(cluster)).map(({ endpoint }) => endpoint);
  const about = (id: string): FactEnd => factEndOf(ends.find((each) => each.id === id) ?? expect.fail(id));
  expect(about("shop/pod/web")).toEqual({ type: "pod", id: "shop/pod/web" });
  expect(about("node/n1")).toEqual({ type: "node", name: "n1" });
});
