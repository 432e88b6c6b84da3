import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { load } from "js-yaml";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";
import { STORED_KINDS } from "../../../src/cluster/kinds/stored-kinds.js";

const FIXTURE = readFileSync("fixtures/snapshot/canaries.yaml", "utf8");

interface Item {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** What a snapshot has of an object. */
interface Held {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: unknown;
  readonly status?: unknown;
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly containers: readonly { readonly args?: unknown; readonly env?: unknown }[] };
    };
  };
}

const { items } = load(FIXTURE) as { readonly items: readonly Item[] };

async function snapshotOf(text: string): Promise<string> {
  const cwd = folderWith({ "dump.yaml": text });
  const { code, stderr } = await runAnp(["snapshot", "--snapshot", "dump.yaml", "--file", "out.json"], {
    cwd,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return readFileSync(`${cwd}/out.json`, "utf8");
}

/** Every text and number below a value. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === "string" || typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null)
    for (const below of Object.values(value)) yield* leavesOf(below);
}

/** Puts a field that nobody knows into every mapping of which not everything is kept. */
function withUnknownFields(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknownFields(item, field));
  if (typeof value !== "object" || value === null || KEPT_WHOLE.has(field)) return value;
  const below = Object.entries(value).map(([key, each]) => [key, withUnknownFields(each, key)] as const);
  return { ...Object.fromEntries(below), "canary-field": { canary: ["canary"] } };
}

const KEPT_WHOLE: ReadonlySet<string> = new Set([
  "labels",
  "selector",
  "namespaceSelector",
  "podSelector",
  "port",
  "names",
  "versions",
  "subject",
  "ingress",
  "egress",
]);

describe("of network plugins a snapshot", () => {
  it("holds the settings that are read, and no word beside them", async () => {
    const { items: held } = JSON.parse(await snapshotOf(FIXTURE)) as { readonly items: readonly Held[] };
    const settings = held.flatMap(({ kind, metadata, data, spec, status }) => {
      const containers = spec?.template?.spec.containers ?? [];
      if (
        kind === "DaemonSet" &&
        containers.every(({ args, env }) => args === undefined && env === undefined)
      )
        return [];
      if (kind === "DaemonSet") return [[kind, metadata.name, containers]];
      if (kind === "ConfigMap") return [[kind, `${metadata.namespace}/${metadata.name}`, data]];
      if (kind === "Installation") return [[kind, metadata.name, status]];
      return kind === "ClusterInformation" || kind === "FelixConfiguration"
        ? [[kind, metadata.name, spec]]
        : [];
    });
    expect(settings).toEqual([
      ["ClusterInformation", "default", { calicoVersion: "v3.30.1" }],
      ["ConfigMap", "kube-system/antrea-config", { "antrea-agent.conf": "AdminNetworkPolicy: true\n" }],
      [
        "ConfigMap",
        "kube-system/cilium-config",
        { "enable-sctp": "true", "policy-cidr-match-mode": "pods,nodes" },
      ],
      ["ConfigMap", "ovn-kubernetes/ovnkube-config", { "ovnkube.conf": "allow-icmp-network-policy=true\n" }],
      [
        "DaemonSet",
        "aws-node",
        [
          { env: [{ name: "NETWORK_POLICY_ENFORCING_MODE", value: "strict" }] },
          { args: ["--enable-network-policy=true"] },
        ],
      ],
      ["DaemonSet", "kube-router", [{ args: ["--netpol-default-deny"] }]],
      ["FelixConfiguration", "default", { defaultEndpointToHostAction: "Drop" }],
      ["Installation", "default", { calicoVersion: "v3.31.2", variant: "Calico" }],
    ]);
  });

  it("holds of the CRDs that show one no more than their names", async () => {
    const { items: held } = JSON.parse(await snapshotOf(FIXTURE)) as { readonly items: readonly Held[] };
    expect(held.filter(({ metadata }) => metadata.name === "ciliumnetworkpolicies.cilium.io")).toEqual([
      {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "ciliumnetworkpolicies.cilium.io" },
      },
    ]);
  });

  it("is the same if it is made of a snapshot", async () => {
    const once = JSON.parse(await snapshotOf(FIXTURE)) as { readonly items: readonly Held[] };
    const twice = JSON.parse(await snapshotOf(JSON.stringify(once))) as { readonly items: readonly Held[] };
    expect(twice.items).toEqual(once.items);
  });
});

describe("a snapshot", () => {
  it("is tried with every kind that it may hold", () => {
    const kinds = new Set(items.map(({ kind }) => kind));
    expect(STORED_KINDS.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  });

  it("holds nothing that is not on the list", async () => {
    expect(await snapshotOf(FIXTURE)).not.toMatch(/canary|40404/i);
  });

  it.each(items.map((item) => [item.kind, item] as const))(
    "holds nothing of a %s in fields that nobody knows",
    async (_kind, item) => {
      // A policy's spec is kept as the server has stored it.
      const isPolicy = item.kind.endsWith("Policy");
      const written = isPolicy ? item : withUnknownFields(item, "");
      const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "there-is-something" } };
      const list = { apiVersion: "v1", kind: "List", items: [written, namespace] };
      expect(await snapshotOf(JSON.stringify(list))).not.toMatch(/canary|40404/i);
    },
  );

  it.each(
    items
      .filter(({ metadata: { name, namespace = "" } }) => !`${namespace}/${name}`.includes("canar"))
      .map((item) => [item.kind, item] as const),
  )("holds everything of a %s that is on the list", async (_kind, item) => {
    const allowed = [...leavesOf(item)].filter((leaf) => !/canary|40404/i.test(leaf));
    expect(allowed.length).toBeGreaterThanOrEqual(3);
    const held = new Set(leavesOf(JSON.parse(await snapshotOf(JSON.stringify(item)))));
    expect(allowed.filter((leaf) => !held.has(leaf))).toEqual([]);
  });
});
