import { describe, expect, it } from "vitest";
import { deciderKey, originOf, type Decider } from "../../../src/semantics/evaluate/decider.js";
import { loadSources } from "../../../src/index.js";
import { pathOf, type Origin } from "../../../src/source/manifest/origin.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";
import type { Policy, Rule } from "../../../src/cluster/model/policy.js";

/** By the names of their files. */
const MANIFESTS = {
  old: "{apiVersion: v1, kind: Namespace, metadata: {name: old}}",
  older: "{apiVersion: v1, kind: Namespace, metadata: {name: older}}",
  front:
    "{apiVersion: v1, kind: Service, metadata: {name: front, namespace: shop}, spec: {type: LoadBalancer, clusterIP: 10.96.0.1, loadBalancerSourceRanges: [192.0.2.0/24], ports: [{port: 80}]}}",
  back: "{apiVersion: v1, kind: Service, metadata: {name: back, namespace: shop}, spec: {clusterIP: 10.96.0.2, ports: [{port: 81}]}}",
  "shop-in":
    "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: in, namespace: shop}, spec: {podSelector: {}, policyTypes: [Ingress, Egress], ingress: [{}, {}], egress: [{}]}}",
  "bank-in":
    "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: in, namespace: bank}, spec: {podSelector: {}}}",
  "bank-out":
    "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: out, namespace: bank}, spec: {podSelector: {}}}",
  wrong:
    "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: wrong, namespace: shop}, spec: {podSelector: {}, ingress: [{ports: [{port: 0}]}]}}",
  worse:
    "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: worse, namespace: shop}, spec: {podSelector: {}, ingress: [{ports: [{port: 70000}]}]}}",
};

async function load(): Promise<Cluster> {
  const { cluster } = await loadSources(Object.entries(MANIFESTS).map(([name, text]) => ({ name, text })));
  return cluster;
}

/** Deciders that are all different: each differs from the one before in one thing alone, as far as a kind has several. */
function decidersOf(
  cluster: Cluster,
): readonly (readonly [name: string, at: string | undefined, decider: Decider])[] {
  const policy = (namespace: string, name: string): Policy =>
    cluster.policies.find(({ ref }) => ref.namespace === namespace && ref.name === name)!;
  const namespace = (name: string): Extract<Decider, { type: "namespace-isolation" }>["namespace"] =>
    cluster.namespaces.get(name)!;
  const service = (name: string): Extract<Decider, { type: "service" }>["service"] =>
    cluster.services.find(({ ref }) => ref.name === name)!;
  const refused = (name: string): Extract<Decider, { type: "refused" }>["refused"] =>
    cluster.refused.find(({ ref }) => ref.name === name)!;
  const shop = policy("shop", "in");
  const tier = "NetworkPolicy";
  const rule = (of: Rule, failsClosed: boolean): Decider => {
    const action = failsClosed ? "Deny" : "Accept";
    return { type: "rule", tier, policy: shop, rule: of, action, failsClosed };
  };
  const [first, second] = shop.rules.ingress!.rules as [Rule, Rule];
  return [
    ["a rule", "shop-in spec.ingress.0", rule(first, false)],
    ["another rule of its policy", "shop-in spec.ingress.1", rule(second, false)],
    ["the same rule where it fails closed", "shop-in spec.ingress.1", rule(second, true)],
    ["isolation by no policy that is known", undefined, { type: "isolation", tier, policies: [] }],
    ["isolation by one", "shop-in spec.policyTypes.0", { type: "isolation", tier, policies: [shop] }],
    [
      "by one of another namespace",
      "bank-in spec.policyTypes.0",
      { type: "isolation", tier, policies: [policy("bank", "in")] },
    ],
    [
      "by one of another name",
      "bank-out spec.policyTypes.0",
      { type: "isolation", tier, policies: [policy("bank", "out")] },
    ],
    [
      "by two",
      "shop-in spec.policyTypes.0",
      { type: "isolation", tier, policies: [shop, policy("bank", "in")] },
    ],
    ["isolation of a namespace", "old ", { type: "namespace-isolation", tier, namespace: namespace("old") }],
    ["of another one", "older ", { type: "namespace-isolation", tier, namespace: namespace("older") }],
    ["a refused policy", "wrong ", { type: "refused", tier, refused: refused("wrong") }],
    ["another one", "worse ", { type: "refused", tier, refused: refused("worse") }],
    ["the same in another tier", "worse ", { type: "refused", tier: "Admin", refused: refused("worse") }],
    ["documents that were not read", undefined, { type: "refused", tier: "Admin", refused: undefined }],
    ["the same before another tier", undefined, { type: "refused", tier: "Baseline", refused: undefined }],
    ["a loopback", undefined, { type: "exempt", why: "loopback" }],
    ["an end outside", undefined, { type: "exempt", why: "outside" }],
    [
      "a Service's sources",
      "front spec.loadBalancerSourceRanges",
      { type: "service", why: "source-ranges", service: service("front") },
    ],
    ["no way in to it", "front ", { type: "service", why: "not-published", service: service("front") }],
    [
      "no way in to another one",
      "back ",
      { type: "service", why: "not-published", service: service("back") },
    ],
    ["the own node", undefined, { type: "own-node", tier }],
    ["the own node in another tier", undefined, { type: "own-node", tier: "Admin" }],
    ["a limit", undefined, { type: "limit" }],
    ["the default", undefined, { type: "default" }],
  ];
}

describe("what decides", () => {
  it("has a key of its own, in each direction", async () => {
    const deciders = decidersOf(await load());
    const keys = (["ingress", "egress"] as const).flatMap((direction) =>
      // A key is kept with its decider, which is of one direction.
      deciders.map(([, , decider]) => deciderKey({ ...decider }, direction)),
    );
    expect(new Set(keys).size).toBe(2 * deciders.length);
  });

  it("has the same key in another cluster with the same objects, and whenever it is asked for", async () => {
    const keysOf = (cluster: Cluster): string[] =>
      decidersOf(cluster).map(([, , decider]) => deciderKey(decider, "ingress"));
    const cluster = await load();
    expect(keysOf(await load())).toEqual(keysOf(cluster));
    const decider: Decider = { type: "default" };
    expect(deciderKey(decider, "egress")).toBe(deciderKey(decider, "egress"));
  });

  it("is written where its object or its rule is, as far as it is written at all", async () => {
    const deciders = decidersOf(await load());
    const textOf = (origin: Origin | undefined): string | undefined =>
      origin && `${origin.document.file.name} ${pathOf(origin).join(".")}`;
    const written = deciders.map(([name, , decider]) => [name, textOf(originOf(decider, "ingress"))]);
    expect(written).toEqual(deciders.map(([name, at]) => [name, at]));
  });
});
