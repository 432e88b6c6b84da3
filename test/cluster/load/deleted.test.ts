import { describe, expect, it } from "vitest";
import { CART_FROM_WEB, namespace, pod, SHOP, stream } from "../../cli/manifests.js";
import { clusterInput, fileInput, storedInput } from "../../support/stored.js";
import { load } from "../../../src/cluster/load/load.js";
import type { Loaded } from "../../../src/cluster/load/options.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import type { DeletedObject } from "../../../src/cluster/load/deleted.js";
import type { Input } from "../../../src/cluster/load/input.js";

async function without(inputs: readonly Input[], ...deleted: readonly DeletedObject[]): Promise<Loaded> {
  return load(inputs, { ...READ_OPTIONS, deleted });
}

function named(kind: string, namespace: string | undefined, name: string): DeletedObject {
  return { kind, namespace, name };
}

/** Everything that a cluster has, by name. */
function contentsOf({ cluster }: Loaded): string[] {
  const { workloads, policies, namespaces, nodes, services } = cluster;
  return [
    ...workloads.map(({ id, kind, podNames }) => {
      const isPod = kind === "Pod" || podNames.length === 0;
      return isPod ? id : `${id}: ${podNames.join(" ")}`;
    }),
    ...policies.map(({ ref }) => `policy ${ref.namespace ?? ""}/${ref.name}`),
    ...[...namespaces.values()].filter(({ isKnown }) => isKnown).map(({ name }) => `namespace ${name}`),
    ...[...nodes.keys()].map((name) => `node ${name}`),
    ...services.map(({ ref }) => `service ${ref.namespace}/${ref.name}`),
  ].toSorted();
}

/** A Deployment with a ReplicaSet and pods of its own, as a cluster has them. */
function rollout(name: string, hash: string, podNames: readonly string[]): readonly string[] {
  const metadata = (kind: string, owner: string, called: string): string =>
    `metadata: { name: ${called}, namespace: shop, labels: { app: ${name}, pod-template-hash: "${hash}" }, ownerReferences: [{ apiVersion: apps/v1, kind: ${kind}, name: ${owner}, controller: true, uid: u }] }\n`;
  const template = `{ metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: main, image: x }] } }`;
  const spec = `spec: { selector: { matchLabels: { app: ${name} } }, template: ${template} }\n`;
  return [
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name}, namespace: shop }\n${spec}`,
    `apiVersion: apps/v1\nkind: ReplicaSet\n${metadata("Deployment", name, `${name}-${hash}`)}${spec}`,
    ...podNames.map(
      (podName) =>
        `apiVersion: v1\nkind: Pod\n${metadata("ReplicaSet", `${name}-${hash}`, podName)}spec: { containers: [{ name: main, image: x }] }\n`,
    ),
  ];
}

const ROLLOUT = rollout("web", "5c9f7d", ["web-5c9f7d-aaaaa", "web-5c9f7d-bbbbb"]);

describe("an object that is left out", () => {
  it("is gone, and nothing else is", async () => {
    const input = await without([storedInput(SHOP)], named("networkpolicy", "shop", "cart-from-web"));
    expect(contentsOf(input)).toEqual(["namespace shop", "shop/pod/cart", "shop/pod/web"]);
    expect(input.notDeleted).toEqual([]);
  });

  it("is told by kind, namespace and name", async () => {
    const inputs = [
      storedInput(stream(SHOP, pod("ops", "web"), CART_FROM_WEB.replace("cart-from-web", "web"))),
    ];
    const all = contentsOf(await without(inputs));
    for (const [deleted, gone] of [
      [named("pod", "shop", "web"), "shop/pod/web"],
      [named("pod", "ops", "web"), "ops/pod/web"],
      [named("networkpolicy", "shop", "web"), "policy shop/web"],
    ] as const) {
      expect(contentsOf(await without(inputs, deleted))).toEqual(all.filter((each) => each !== gone));
    }
  });

  it("takes what is wrong with it away", async () => {
    const reversed = CART_FROM_WEB.replace("port: 7070", "port: 90, endPort: 80");
    const inputs = [fileInput(stream(reversed, reversed), "shop.yaml")];
    const codes = ({ problems }: Loaded): string[] => problems.map(({ code }) => code);
    expect(codes(await without(inputs))).toEqual([
      "invalid-port-range",
      "invalid-port-range",
      "duplicate-object",
    ]);
    expect(codes(await without(inputs, named("networkpolicy", "shop", "cart-from-web")))).toEqual([]);
  });

  it("may be of a kind without namespaces", async () => {
    const node = "apiVersion: v1\nkind: Node\nmetadata: { name: a }\n";
    const tenants =
      "apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: tenants }\nspec: { tier: Admin, priority: 3, subject: { namespaces: {} } }\n";
    const inputs = [storedInput(stream(node, tenants))];
    expect(contentsOf(await without(inputs))).toEqual(["node a", "policy /tenants"]);
    expect(contentsOf(await without(inputs, named("node", undefined, "a")))).toEqual(["policy /tenants"]);
    expect(contentsOf(await without(inputs, named("clusternetworkpolicy", undefined, "tenants")))).toEqual([
      "node a",
    ]);
  });

  it("may be one that an overlay would replace, or adds: it is gone all the same", async () => {
    const overlay = fileInput(
      stream(CART_FROM_WEB.replace("7070", "7071"), pod("shop", "till")),
      "new.yaml",
      {
        isOverlay: true,
      },
    );
    const gone = [named("networkpolicy", "shop", "cart-from-web"), named("pod", "shop", "till")];
    expect(contentsOf(await without([clusterInput(), storedInput(SHOP), overlay], ...gone))).toEqual([
      "namespace shop",
      "shop/pod/cart",
      "shop/pod/web",
    ]);
  });
});

describe("what goes with it", () => {
  it("is all that is in a namespace", async () => {
    const service =
      "apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop }\nspec: { ports: [{ port: 80 }] }\n";
    const text = stream(SHOP, service, ...ROLLOUT, namespace("ops"), pod("ops", "agent"));
    const input = await without([storedInput(text)], named("namespace", undefined, "shop"));
    expect(contentsOf(input)).toEqual(["namespace ops", "ops/pod/agent"]);
  });

  it("are the pods of a Deployment, by way of its ReplicaSet", async () => {
    const inputs = [storedInput(stream(...ROLLOUT, pod("shop", "cart")))];
    expect(contentsOf(await without(inputs))).toEqual([
      "shop/deployment/web: web-5c9f7d-aaaaa web-5c9f7d-bbbbb",
      "shop/pod/cart",
    ]);
    expect(contentsOf(await without(inputs, named("deployment", "shop", "web")))).toEqual(["shop/pod/cart"]);
  });

  it("are they also where the ReplicaSet is not in the input, and where it is not the order in which they come", async () => {
    const [deployment = "", replicaSet = "", ...pods] = ROLLOUT;
    const gone = named("deployment", "shop", "web");
    expect(contentsOf(await without([storedInput(stream(...pods, deployment))], gone))).toEqual([]);
    expect(contentsOf(await without([storedInput(stream(...pods, replicaSet, deployment))], gone))).toEqual(
      [],
    );
  });

  it("is nothing of another owner, in another namespace or of another kind", async () => {
    const elsewhere = ROLLOUT.map((text) => text.replaceAll("namespace: shop", "namespace: ops"));
    const inputs = [
      storedInput(stream(...ROLLOUT, ...elsewhere, ...rollout("web-2", "77", ["web-2-77-ccccc"]))),
    ];
    const kept = [
      "ops/deployment/web: web-5c9f7d-aaaaa web-5c9f7d-bbbbb",
      "shop/deployment/web-2: web-2-77-ccccc",
    ];
    expect(contentsOf(await without(inputs, named("deployment", "shop", "web")))).toEqual(kept);
    expect(contentsOf(await without(inputs, named("replicaset", "shop", "web-5c9f7d")))).toEqual([
      kept[0],
      "shop/deployment/web",
      kept[1],
    ]);
  });
});

describe("an object that is to be left out and is not there", () => {
  it("is told of", async () => {
    const missing = [named("pod", "ops", "web"), named("networkpolicy", "shop", "none")];
    const input = await without([storedInput(SHOP)], named("pod", "shop", "web"), ...missing);
    expect(input.notDeleted).toEqual(missing);
    expect(contentsOf(input)).not.toContain("shop/pod/web");
  });

  it("may be what goes with another one: that is there", async () => {
    const both = [named("namespace", undefined, "shop"), named("pod", "shop", "web")];
    expect((await without([storedInput(SHOP)], ...both)).notDeleted).toEqual([]);
  });

  it("is no namespace in which something is, though it has no object of its own", async () => {
    const input = await without([storedInput(pod("shop", "web"))], named("namespace", undefined, "shop"));
    expect(contentsOf(input)).toEqual([]);
    expect(input.notDeleted).toEqual([]);
    const other = await without([storedInput(pod("shop", "web"))], named("namespace", undefined, "ops"));
    expect(other.notDeleted).toEqual([named("namespace", undefined, "ops")]);
  });
});
