import { expect, it } from "vitest";
import { explainFlow, loadSources } from "../../src/index.js";
import { explainReport } from "../support/explain-report.js";
import { explainText } from "../../src/report/explain-text.js";
import { PLAIN_VIEW } from "../../src/report/view.js";

const TEXT = `
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: ""}}, status: {podIP: 10.0.0.1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, status: {podIP: 10.0.0.2}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: db, namespace: shop }
spec: { podSelector: { matchLabels: { app: db } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: till } } }] }] }
`;

it("a label without a value is shown with quotes, so that nobody reads on for it", async () => {
  const loaded = await loadSources([{ name: "a.yaml", text: TEXT }]);
  const explanation = explainFlow(loaded, { from: "shop/web", to: "shop/db", port: "80" });
  const text = [...explainText(explainReport(explanation), PLAIN_VIEW)].join("\n");
  expect(text).toContain('source has app=""');
});
