import { unwrapped } from "../support/unwrapped.js";
import { apiServer, kubeconfigFile } from "../support/live.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { loadAll } from "js-yaml";
import { POLICY_RESOURCES, resource } from "../support/api-server/resources.js";
import { readdirSync, readFileSync } from "node:fs";
import { runAnp } from "../support/run-anp.js";
import type { StoredObject } from "../support/api-server.js";

const CILIUM = ["ops", "live"].map((name) => ({
  apiVersion: "cilium.io/v2",
  kind: "CiliumNetworkPolicy",
  metadata: { namespace: "z", name },
}));

/** Every object of a folder of fixtures, as a server has stored it. */
function objectsOf(folder: string): StoredObject[] {
  const root = new URL(`../../fixtures/${folder}/`, import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".yaml"),
  );
  const all = files.flatMap((file) => loadAll(readFileSync(new URL(file, root), "utf8")) as StoredObject[]);
  const named = new Map(
    all.map((each) => [`${each.kind} ${each.metadata.namespace} ${each.metadata.name}`, each]),
  );
  return [...named.values()].map((each) => {
    const isClusterScoped = /^(Namespace|Node|.*Class|AdminNetworkPolicy|Baseline.*|Cluster.*)$/.test(
      each.kind,
    );
    const { namespace = "default", ...metadata } = each.metadata;
    return { ...each, metadata: isClusterScoped ? metadata : { ...metadata, namespace } } as StoredObject;
  });
}

/** The one counts clusters and objects as documents, the other files. */
function withoutCounts(report: string): string {
  return report.replace(/\((1 file|prod\.json), /, "(").replace(/"files": \d+,\n *"documents": \d+,/, "");
}

describe("a live cluster and its snapshot say the same in the same order", () => {
  it.each([
    ["migration", "as they stand"],
    ["suggest", "as they stand"],
    ["suggest", "backwards"],
    ["front", "backwards"],
  ])("%s, %s", async (folder, how) => {
    const objects = [...objectsOf(folder), ...CILIUM];
    if (how === "backwards") objects.reverse();
    const resources = [
      ...POLICY_RESOURCES,
      resource("cilium.io/v2 CiliumNetworkPolicy ciliumnetworkpolicies namespaced"),
    ];
    const KUBECONFIG = kubeconfigFile(await apiServer({ objects, resources }), { context: "prod" });
    const env = { PATH: process.env["PATH"] ?? "", KUBECONFIG };
    const cwd = folderWith({});
    const taken = await runAnp(["snapshot", "--file", "prod.json"], { cwd, env });
    expect([taken.code, taken.stderr]).toEqual([0, ""]);
    for (const argv of [["lint"], ["lint", "-o", "json"]]) {
      const live = await runAnp([...argv, "--context", "prod"], { cwd, env });
      const snapshot = await runAnp([...argv, "--snapshot", "prod.json"], { cwd, env });
      expect(
        withoutCounts(
          unwrapped(live.stdout)
            .replaceAll("--context prod", "--snapshot prod.json")
            .replaceAll("context prod", "prod.json"),
        ),
      ).toBe(withoutCounts(unwrapped(snapshot.stdout)));
      expect(live.code).toBe(snapshot.code);
      expect(live.stdout.length).toBeGreaterThan(200);
    }
  });
});

describe("the annotation of what is meant to be there", () => {
  it("is read of a live cluster, and is no part of a snapshot", async () => {
    const objects = objectsOf("suggest").map((each) => ({
      ...each,
      metadata: {
        ...each.metadata,
        annotations: { "anp/ignore": "[allow-all-rule, redundant-policy] a canary", other: "a canary too" },
      },
    })) as StoredObject[];
    const server = await apiServer({ objects, resources: POLICY_RESOURCES });
    const env = {
      PATH: process.env["PATH"] ?? "",
      KUBECONFIG: kubeconfigFile(server, { context: "prod" }),
    };
    const cwd = folderWith({});
    const only = ["--only", "unused-suppression", "-o", "json", "--fail-on", "never"];
    const live = JSON.parse((await runAnp(["lint", "--context", "prod", ...only], { cwd, env })).stdout);
    expect(live.findings.length).toBe(0);
    // Of rules that did not run nobody knows; of those that did, the annotation is met.
    const all = JSON.parse(
      (await runAnp(["lint", "--context", "prod", "-o", "json", "--fail-on", "never"], { cwd, env })).stdout,
    );
    const told = all.findings.filter((each: { rule: string }) => each.rule === "unused-suppression");
    expect(told.length + all.suppressed.length).toBeGreaterThan(0);
    await runAnp(["snapshot", "--file", "prod.json"], { cwd, env });
    expect(readFileSync(`${cwd}/prod.json`, "utf8")).not.toContain("canary");
  });
});
