import { ALL_TRAFFIC } from "../../../src/base/net/traffic.js";
import { evaluate } from "../../../src/semantics/evaluate/evaluate.js";
import { expect, it } from "vitest";
import { loadSources, REFERENCE } from "../../../src/index.js";
import type { Entry } from "../../../src/semantics/evaluate/entry.js";

const TEXT = `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {nodeName: n1, containers: [{}]}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop}, spec: {nodeName: n2, containers: [{}]}, status: {podIP: 10.0.0.2}}
---
{apiVersion: v1, kind: Pod, metadata: {name: host, namespace: shop}, spec: {hostNetwork: true, nodeName: n3, containers: [{}]}, status: {podIP: 192.168.0.3}}
---
{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: closed, namespace: shop}, spec: {podSelector: {}, policyTypes: [Ingress, Egress]}}`;

function areSome(entry: Entry): boolean {
  return entry.type === "rule" || entry.regions.length > 0;
}

it("keeps no entry about no traffic", async () => {
  const { cluster } = await loadSources([{ name: "shop.yaml", text: TEXT }]);
  const pods = cluster.workloads.flatMap(({ members }) => members);
  for (const from of pods)
    for (const to of pods.filter((each) => each !== from)) {
      const way = { type: "direct", toName: undefined } as const;
      const flow = { from, to, family: "IPv4", traffic: ALL_TRAFFIC, way } as const;
      const { walks } = evaluate(cluster, flow, REFERENCE);
      for (const { entries } of [walks.egress, walks.ingress]) {
        expect(entries).not.toEqual([]);
        expect(entries.every(areSome), `${from.id} -> ${to.id}`).toBe(true);
      }
    }
});
