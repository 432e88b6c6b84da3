import { apiServer, kubeconfigFile, read, readingOptions, type Reading } from "../../support/live.js";
import { describe, expect, it } from "vitest";
import { POLICY_RESOURCES, resource } from "../../support/api-server/resources.js";
import { KINDS_OF_PLUGINS } from "../../../src/cluster/kinds/stored-kinds.js";
import type { ApiServer, ApiServerOptions, StoredObject } from "../../support/api-server.js";
import type { ClusterOptions } from "../../../src/input/api/read-cluster.js";

/** Nothing with this text may leave the cluster. */
const CANARY = "canary-5f3a";

function object(apiVersion: string, kind: string, name: string, rest: object = {}): StoredObject {
  const [namespace, short] = name.includes("/") ? name.split("/") : [undefined, name];
  const scope = namespace === undefined ? {} : { namespace };
  const hidden = { uid: CANARY, annotations: { note: CANARY }, managedFields: [{ manager: CANARY }] };
  return { apiVersion, kind, metadata: { name: short ?? "", ...scope, ...hidden }, ...rest };
}

const WEB = object("v1", "Pod", "shop/web", {
  spec: { nodeName: "node-a", containers: [{ env: [{ value: CANARY }], ports: [{ containerPort: 8080 }] }] },
  status: { podIP: "10.1.0.4", message: CANARY },
});
const DB = object("v1", "Pod", "pay/db", { status: { podIP: "10.1.0.5" } });

const OBJECTS: readonly StoredObject[] = [
  WEB,
  DB,
  object("v1", "Namespace", "shop"),
  object("v1", "Node", "node-a", { status: { addresses: [{ type: "InternalIP", address: "10.0.0.7" }] } }),
  object("v1", "Service", "shop/web", { spec: { clusterIP: "10.96.0.9" } }),
  object("v1", "Endpoints", "shop/web"),
  object("v1", "Secret", "shop/password", { data: { password: CANARY } }),
  object("discovery.k8s.io/v1", "EndpointSlice", "shop/web-x7"),
  object("networking.k8s.io/v1", "NetworkPolicy", "shop/deny", { spec: { podSelector: {} } }),
  object("apps/v1", "Deployment", "shop/web-d"),
  object("apps/v1", "ReplicaSet", "shop/web-d-7c"),
  object("batch/v1", "CronJob", "shop/nightly"),
  object("networking.k8s.io/v1", "Ingress", "shop/front"),
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "checks"),
];

async function reading(
  server: ApiServerOptions,
  options: Partial<ClusterOptions> = {},
): Promise<Reading & { readonly server: ApiServer }> {
  const started = await apiServer(server);
  return { ...(await read(readingOptions(kubeconfigFile(started), options))), server: started };
}

describe("what is read", () => {
  it("for flows: the objects that decide them, namespaces and nodes first", async () => {
    const { names, shown, facts } = await reading({ objects: OBJECTS });
    expect(Object.entries(names)).toEqual([
      ["Namespace", ["shop"]],
      ["Node", ["node-a"]],
      ["NetworkPolicy", ["shop/deny"]],
      ["Service", ["shop/web"]],
      ["EndpointSlice", ["shop/web-x7"]],
      ["Pod", ["shop/web", "pay/db"]],
    ]);
    expect(shown).toEqual(["context stub"]);
    expect(facts).toEqual({ serverVersion: [1, 34], knowsEveryPod: true, forbidden: [] });
  });

  it.each(["lint", "snapshot"] as const)(
    "for %s: workloads and what stands in front too",
    async (purpose) => {
      const { names } = await reading({ objects: OBJECTS }, { purpose });
      expect(Object.keys(names)).toEqual([
        "Namespace",
        "Node",
        "NetworkPolicy",
        "Service",
        "EndpointSlice",
        "Pod",
        "Deployment",
        "ReplicaSet",
        "CronJob",
        "Ingress",
        "ValidatingWebhookConfiguration",
      ]);
    },
  );

  it("kinds that are asked for beside the purpose", async () => {
    const { names } = await reading({ objects: OBJECTS }, { extraKinds: ["Ingress"] });
    expect(names["Ingress"]).toEqual(["shop/front"]);
    expect(names["Deployment"]).toBeUndefined();
  });

  it("of each object what decides flows, and nothing else", async () => {
    const { objects } = await reading({ objects: OBJECTS }, { purpose: "snapshot" });
    expect(JSON.stringify(objects)).not.toContain(CANARY);
    expect(JSON.parse(JSON.stringify(objects.find(({ kind }) => kind === "Pod")))).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "shop" },
      spec: { nodeName: "node-a", containers: [{ ports: [{ containerPort: 8080 }] }] },
      status: { podIP: "10.1.0.4" },
    });
    for (const each of objects) expect(Object.getPrototypeOf(Object.getPrototypeOf(each))).toBeNull();
  });

  it("Endpoints where the server has no EndpointSlices", async () => {
    const only = [resource("v1 Pod pods namespaced"), resource("v1 Endpoints endpoints namespaced")];
    const { names, server } = await reading({ objects: OBJECTS, only });
    expect(names).toEqual({ Endpoints: ["shop/web"], Pod: ["shop/web", "pay/db"] });
    expect(server.requests.some((each) => each.includes("networkpolicies"))).toBe(false);
  });

  it("of ConfigMaps those of network plugins by their names, for a snapshot and where it is asked for", async () => {
    const objects = [
      ...OBJECTS,
      object("v1", "ConfigMap", "kube-system/cilium-config", {
        data: { "enable-sctp": "true", "cluster-name": CANARY },
      }),
      object("v1", "ConfigMap", "kube-system/coredns", { data: { Corefile: CANARY } }),
    ];
    for (const options of [{ purpose: "snapshot" }, { extraKinds: KINDS_OF_PLUGINS }] as const) {
      const { objects: read, names, server } = await reading({ objects }, options);
      expect(names["ConfigMap"]).toEqual(["kube-system/cilium-config"]);
      expect(JSON.stringify(read)).not.toContain(CANARY);
      expect(read.find(({ kind }) => kind === "ConfigMap")).toMatchObject({
        data: { "enable-sctp": "true" },
      });
      const asked = server.requests.filter((each) => each.includes("configmaps"));
      expect(asked.every((each) => /\/configmaps\/[\w-]+$/.test(each))).toBe(true);
    }
    const { server } = await reading({ objects }, { purpose: "lint" });
    expect(server.requests.some((each) => each.includes("configmaps"))).toBe(false);
  });

  it("of the CRDs that show a network plugin the names of those whose group is served, where it is asked for", async () => {
    const name = "ciliumnetworkpolicies.cilium.io";
    const objects = [
      ...OBJECTS,
      object("cilium.io/v2", "CiliumNetworkPolicy", "shop/own", {}),
      object("apiextensions.k8s.io/v1", "CustomResourceDefinition", name, { spec: { group: CANARY } }),
    ];
    const resources = [resource("cilium.io/v2 CiliumNetworkPolicy ciliumnetworkpolicies namespaced")];
    const { objects: read, server } = await reading({ objects, resources }, { extraKinds: KINDS_OF_PLUGINS });
    expect(read.filter(({ kind }) => kind === "CustomResourceDefinition")).toEqual([
      { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name } },
    ]);
    const asked = server.requests.filter((each) => each.includes("customresourcedefinitions/"));
    expect(asked.filter((each) => !each.includes("policy.networking"))).toEqual([
      `GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`,
    ]);
    const { server: another } = await reading({ objects, resources });
    expect(another.requests.some((each) => each.includes(name))).toBe(false);
  });

  it("ConfigMaps that may not be seen are not known, and nothing else is", async () => {
    const { facts, names } = await reading(
      {
        objects: OBJECTS,
        mishap: ({ path }) => (path.includes("/configmaps/") ? { status: 403 } : undefined),
      },
      { purpose: "snapshot" },
    );
    expect(facts?.forbidden).toEqual([{ apiVersion: "v1", kind: "ConfigMap", readIn: [] }]);
    expect(names["Pod"]).toHaveLength(2);
  });

  it("never a Secret, and nothing but GET", async () => {
    const { server } = await reading({ objects: OBJECTS }, { purpose: "snapshot" });
    expect(server.requests.length).toBeGreaterThan(20);
    expect(server.requests.filter((each) => !each.startsWith("GET ") || each.includes("secrets"))).toEqual(
      [],
    );
  });
});

describe("policies", () => {
  const crd = object(
    "apiextensions.k8s.io/v1",
    "CustomResourceDefinition",
    "adminnetworkpolicies.policy.networking.k8s.io",
    {
      spec: { group: "policy.networking.k8s.io", versions: [{ name: "v1alpha1" }] },
    },
  );

  it("of the Admin and Baseline tiers, as they are served, behind their CRDs", async () => {
    const objects = [
      object("policy.networking.k8s.io/v1alpha2", "ClusterNetworkPolicy", "cnp", { spec: { priority: 3 } }),
      object("policy.networking.k8s.io/v1alpha1", "AdminNetworkPolicy", "anp"),
      object("policy.networking.k8s.io/v1alpha1", "BaselineAdminNetworkPolicy", "default"),
      crd,
    ];
    const { names } = await reading({ objects, resources: POLICY_RESOURCES });
    expect(Object.entries(names)).toEqual([
      ["CustomResourceDefinition", ["adminnetworkpolicies.policy.networking.k8s.io"]],
      ["ClusterNetworkPolicy", ["cnp"]],
      ["AdminNetworkPolicy", ["anp"]],
      ["BaselineAdminNetworkPolicy", ["default"]],
    ]);
  });

  it("CRDs that are forbidden are no forbidden kind", async () => {
    const { facts } = await reading({
      resources: POLICY_RESOURCES,
      mishap: ({ path }) => (path.includes("customresourcedefinitions") ? { status: 403 } : undefined),
    });
    expect(facts?.forbidden).toEqual([]);
  });

  it("of other vendors, and of versions that nobody knows yet: that they are there", async () => {
    const foreign = resource("cilium.io/v2 CiliumNetworkPolicy ciliumnetworkpolicies namespaced");
    const future = resource("policy.networking.k8s.io/v1 ClusterNetworkPolicy clusternetworkpolicies");
    const unrelated = resource("cilium.io/v2 CiliumEndpoint ciliumendpoints namespaced");
    const objects = [
      object("cilium.io/v2", "CiliumNetworkPolicy", "shop/l7", { spec: { secret: CANARY } }),
      object("cilium.io/v2", "CiliumNetworkPolicy", "pay/l7"),
      object("cilium.io/v2", "CiliumEndpoint", "shop/web"),
      object("policy.networking.k8s.io/v1", "ClusterNetworkPolicy", "later"),
    ];
    const { names, objects: all } = await reading({ objects, resources: [foreign, future, unrelated] });
    expect(names).toEqual({ CiliumNetworkPolicy: ["shop/l7", "pay/l7"], ClusterNetworkPolicy: ["later"] });
    expect(JSON.stringify(all)).not.toContain(CANARY);
  });

  it("once, where several versions show them", async () => {
    const newer = resource("policy.networking.k8s.io/v1beta1 ClusterNetworkPolicy clusternetworkpolicies");
    const { server } = await reading({ resources: [newer, ...POLICY_RESOURCES] });
    const asked = server.requests.filter((each) => each.includes("/clusternetworkpolicies?"));
    expect(asked).toEqual(["GET /apis/policy.networking.k8s.io/v1alpha2/clusternetworkpolicies?limit=500"]);
  });
});

describe("pages", () => {
  const made = (count: number): ApiServerOptions => ({
    made: [
      {
        apiVersion: "v1",
        kind: "Pod",
        count,
        make: (i) => ({ metadata: { namespace: "shop", name: `pod-${i}` } }),
      },
    ],
  });

  it("of 500 objects each, put together in their order", async () => {
    const counts: string[] = [];
    const onProgress = (text: string): void => void (text.includes("Pod") && counts.push(text));
    const { names, server } = await reading(made(1201), { onProgress });
    expect(names["Pod"]).toEqual(Array.from({ length: 1201 }, (_, i) => `shop/pod-${i}`));
    expect(server.requests.filter((each) => each.includes("/pods"))).toEqual([
      "GET /api/v1/pods?limit=500",
      "GET /api/v1/pods?limit=500&continue=4711%2F500",
      "GET /api/v1/pods?limit=500&continue=4711%2F1000",
    ]);
    expect(counts).toEqual(["reading Pod: 500", "reading Pod: 1000", "reading Pod: 1201"]);
  });

  it("from their beginning, where the server has forgotten the first one's state", async () => {
    const server = await apiServer({
      ...made(1201),
      mishap: ({ path, count }) => {
        if (path === "/api/v1/pods" && count === 3) server.state++;
        return undefined;
      },
    });
    const { names, facts } = await read(readingOptions(kubeconfigFile(server)));
    expect(names["Pod"]).toHaveLength(1201);
    expect(new Set(names["Pod"]).size).toBe(1201);
    expect(facts?.knowsEveryPod).toBe(true);
    expect(server.requests.filter((each) => each.includes("/pods"))).toHaveLength(6);
  });

  it("not for ever", async () => {
    const expired: ApiServerOptions["mishap"] = ({ page }) => (page === 2 ? { status: 410 } : undefined);
    await expect(reading({ ...made(501), mishap: expired })).rejects.toThrow(
      "the list of Pod changed faster than it could be read: the cluster answered 410 4 times",
    );
  });
});
