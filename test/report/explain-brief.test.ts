import { expect, it } from "vitest";
import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import { explainBrief } from "../../src/report/explain-brief.js";
import { explainFlow, loadSources } from "../../src/index.js";
import { viewFor } from "../../src/cli/view.js";
import { whySentence } from "../../src/report/explain-why.js";

/** Policies with long names that all isolate one pod, over many ports. */
const TEXT = [
  "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, status: {phase: Running, podIP: 10.0.0.1}}",
  "{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, status: {phase: Running, podIP: 10.0.0.2}}",
  ...Array.from(
    { length: 40 },
    (_, i) =>
      `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${"long-name-".repeat(20)}${i}, namespace: shop}, spec: {podSelector: {matchLabels: {app: db}}, ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: ${1000 + 7 * i}}]}]}}`,
  ),
].map((text) => `---\n${text}\n`);

it("a line has at most 200 bytes beside the two names, whatever decided", async () => {
  const loaded = await loadSources([{ name: `${"folder/".repeat(30)}a.yaml`, text: TEXT.join("") }]);
  const explanation = explainFlow(loaded, { from: "shop/web", to: "shop/db" });
  const view = viewFor({ color: "never" }, {}, {});
  const lines = [...explainBrief({ explanation, incompleteness: COMPLETE }, view)];
  expect(lines.length).toBe(explanation.results.length);
  for (const line of lines) {
    expect(line).toMatch(/^(ALLOWED|DENIED) {2}shop\/web → shop\/db {2}/);
    const names = "shop/web".length + "shop/db".length;
    expect(Buffer.byteLength(line) - names).toBeLessThanOrEqual(200);
    expect(line).toContain("ingress=");
  }
});

it("a pod that reaches itself always does, and that is why", async () => {
  const loaded = await loadSources([{ name: "a.yaml", text: TEXT.join("") }]);
  const { results } = explainFlow(loaded, { from: "shop/db", to: "shop/db", port: "80" });
  expect(results.map((result) => whySentence(result))).toEqual(["a pod can always reach itself."]);
});
