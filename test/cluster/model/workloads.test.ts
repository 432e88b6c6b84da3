import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";

interface PodRow {
  readonly namespace: string;
  readonly name: string;
  readonly owner?: string;
  readonly hash?: string;
}

/** Pods, as a dump has them: `owner` is `Kind/name`. */
async function workloadsOf(pods: readonly PodRow[], more = ""): Promise<Record<string, readonly string[]>> {
  const documents = pods.map(({ namespace, name, owner, hash }) => {
    const [kind, ownerName] = owner?.split("/") ?? [];
    return JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name,
        namespace,
        ...(hash === undefined ? {} : { labels: { "pod-template-hash": hash } }),
        ...(kind === undefined
          ? {}
          : {
              ownerReferences: [{ apiVersion: "apps/v1", kind, name: ownerName, controller: true, uid: "u" }],
            }),
      },
      spec: { containers: [{ name: "main", image: "x" }] },
    });
  });
  const { cluster } = await loadSources([{ name: "dump.yaml", text: [...documents, more].join("\n---\n") }]);
  return Object.fromEntries(cluster.workloads.map(({ id, podNames }) => [id, podNames]));
}

describe("pods by the workload that owns them (S-WL-2)", () => {
  it("one owner's name in two namespaces, of two kinds and with two hashes is not one workload", async () => {
    expect(
      await workloadsOf([
        { namespace: "shop", name: "web-7d4f-a", owner: "ReplicaSet/web-7d4f", hash: "7d4f" },
        { namespace: "shop", name: "web-7d4f-b", owner: "ReplicaSet/web-7d4f", hash: "7d4f" },
        { namespace: "bank", name: "web-7d4f-c", owner: "ReplicaSet/web-7d4f", hash: "7d4f" },
        { namespace: "shop", name: "web-7d4f-0", owner: "StatefulSet/web-7d4f", hash: "7d4f" },
        { namespace: "shop", name: "web-7d4f-e", owner: "ReplicaSet/web-7d4f", hash: "9c1b" },
        { namespace: "shop", name: "web-7d4f-f", owner: "ReplicaSet/web-7d4f" },
      ]),
    ).toEqual({
      "bank/deployment/web": ["web-7d4f-c"],
      "shop/deployment/web": ["web-7d4f-a", "web-7d4f-b"],
      "shop/replicaset/web-7d4f": ["web-7d4f-e", "web-7d4f-f"],
      "shop/statefulset/web-7d4f": ["web-7d4f-0"],
    });
  });

  it("two ReplicaSets of one Deployment are one workload, and a pod without an owner is its own", async () => {
    expect(
      await workloadsOf([
        { namespace: "shop", name: "web-7d4f-a", owner: "ReplicaSet/web-7d4f", hash: "7d4f" },
        { namespace: "shop", name: "web-9c1b-a", owner: "ReplicaSet/web-9c1b", hash: "9c1b" },
        { namespace: "shop", name: "debug" },
      ]),
    ).toEqual({
      "shop/deployment/web": ["web-7d4f-a", "web-9c1b-a"],
      "shop/pod/debug": ["debug"],
    });
  });
});
