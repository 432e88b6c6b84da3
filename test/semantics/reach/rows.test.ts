import { describe, expect, it } from "vitest";
import { classesOf } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { loadSources } from "../../../src/index.js";
import { parseAddress } from "../../../src/base/net/address.js";
import { rowsOf, type Row } from "../../../src/semantics/reach/rows.js";

/** Two pods, one of them with a name that the world outside knows too, and a node with two addresses and such a name. */
const MANIFESTS = [
  "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{}]}, status: {podIP: 10.0.0.1}}",
  "{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop}, spec: {containers: [{}]}, status: {podIP: 10.0.0.2}}",
  "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {addresses: [{type: InternalIP, address: 192.168.0.1}, {type: ExternalIP, address: 198.51.100.1}]}}",
  `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: out}, spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [
    {action: Accept, to: [{domainNames: [db.example.com, node.example.com, far.example.com, nowhere.example.com]}]},
    {action: Deny, to: [{networks: [198.51.100.0/24]}]}]}}`,
];

const DNS = new Map(
  Object.entries({
    "db.example.com": "10.0.0.2",
    "node.example.com": "192.168.0.1",
    "far.example.com": "203.0.113.9",
  }).map(([name, address]) => [name, [parseAddress(address)!]]),
);

async function rows(manifests: readonly string[] = MANIFESTS): Promise<readonly Row[]> {
  const texts = manifests.map((text, i) => ({ name: `${i}.yaml`, text }));
  const { cluster } = await loadSources(texts, { facts: { dns: DNS }, isStored: true });
  const distinctions = new Distinctions(cluster);
  return rowsOf(cluster, classesOf(cluster, endsOf(cluster, distinctions), distinctions));
}

describe("the rows of a map", () => {
  it("tell of nodes that all policies see alike how many they are, and no labels", async () => {
    const nodes = ["n1", "n2", "n3"].map(
      (name, i) =>
        `{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {host: ${name}, zone: z${i >> 1}}}}`,
    );
    const apart =
      "{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: out}, spec: {tier: Admin, priority: 1, subject: {namespaces: {}}, egress: [{action: Deny, to: [{nodes: {matchLabels: {zone: z1}}}]}]}}";
    const pod =
      "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {nodeName: n3, containers: [{}]}}";
    const found = (await rows([...nodes, apart, pod])).filter(({ kind }) => kind === "Node");
    expect(found.map(({ shownAs, labels, isSeveral }) => ({ shownAs, labels, isSeveral }))).toEqual([
      { shownAs: "node/n1 and 1 more", labels: undefined, isSeveral: true },
      { shownAs: "node/n3", labels: expect.objectContaining({ zone: "z1", host: "n3" }), isSeveral: false },
    ]);
  });

  it("are one for what has a name outside, and one for the name, whoever has it", async () => {
    const found = (await rows()).filter(({ kind }) => kind !== "addresses");
    expect(found.map(({ id, kind, name }) => `${kind} ${id} ${name}`).toSorted()).toEqual([
      "Node node/n1 n1",
      "Node node/n1#2 n1",
      "Pod shop/pod/db db",
      "Pod shop/pod/web web",
      "domain domain/db.example.com db.example.com",
      "domain domain/far.example.com far.example.com",
      "domain domain/node.example.com node.example.com",
      "domain domain/nowhere.example.com nowhere.example.com",
    ]);
  });

  it("are pods first, then all else in the order of their names", async () => {
    const found = (await rows()).filter(({ kind }) => kind !== "addresses");
    expect(found.map(({ id }) => id)).toEqual([
      "shop/pod/db",
      "shop/pod/web",
      "domain/db.example.com",
      "domain/far.example.com",
      "domain/node.example.com",
      "domain/nowhere.example.com",
      "node/n1",
      "node/n1#2",
    ]);
  });

  it("are typed with a dot at the end where a name is that of a workload too", async () => {
    const twin = MANIFESTS[0]!.replace("name: web", "name: far.example.com");
    const { cluster } = await loadSources(
      [...MANIFESTS, twin].map((text, i) => ({ name: `${i}.yaml`, text })),
      { isStored: true },
    );
    const distinctions = new Distinctions(cluster);
    const named = rowsOf(cluster, classesOf(cluster, endsOf(cluster, distinctions), distinctions)).filter(
      ({ kind }) => kind === "domain",
    );
    expect(named.map(({ id, name, shownAs }) => [id, name, shownAs])).toContainEqual([
      "domain/far.example.com",
      "far.example.com.",
      "far.example.com.",
    ]);
  });

  it("say of pods whether they are whole, and of how many they are", async () => {
    const found = (await rows()).filter(({ kind }) => kind === "Pod");
    expect(
      found.map(({ shownAs, isWhole, isSeveral, names }) => ({ shownAs, isWhole, isSeveral, names })),
    ).toEqual([
      { shownAs: "shop/db", isWhole: true, isSeveral: false, names: ["db"] },
      { shownAs: "shop/web", isWhole: true, isSeveral: false, names: ["web"] },
    ]);
  });
});
