import { expect, it } from "vitest";
import { configuredAddresses } from "../../../src/linter/rules/connections/configured.js";
import { loadSources } from "../../../src/index.js";
import type { Workload } from "../../../src/cluster/model/cluster.js";

const TEXT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, env: [{name: DB_HOST, value: "db.example.com:5432"}]}]}`;

it("reads what a workload is configured with once, however many policies ask", async () => {
  const { cluster } = await loadSources([{ name: "web.yaml", text: TEXT }], { purpose: "lint" });
  const [web] = cluster.workloads;
  let reads = 0;
  const counted = {
    namespace: "shop",
    get settings() {
      reads++;
      return web?.settings ?? [];
    },
  } as Workload;
  const [first, second] = [configuredAddresses(cluster, counted), configuredAddresses(cluster, counted)];
  expect(first.map(({ host, port }) => `${host}:${port}`)).toEqual(["db.example.com:5432"]);
  expect([second, reads]).toEqual([first, 1]);
});
