import { expect, it } from "vitest";
import { loadText } from "../../support/matrix.js";

const deployment = (spec: string): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;

it.each([
  ["replicas alone", "{ replicas: 5 }", 0],
  ["an image alone", "{ template: { spec: { containers: [{ name: web, image: web:2 }] } } }", 0],
  ["labels of its pods", "{ template: { metadata: { labels: { app: web } } } }", 1],
  ["a selector alone", "{ selector: { matchLabels: { app: web } } }", 0],
  // No server takes it, but nobody wrote it as a patch: it does not vanish.
  [
    "all but labels",
    "{ selector: { matchLabels: { app: web } }, template: { spec: { containers: [{ name: web, image: web:2 }] } } }",
    1,
  ],
])("a workload with %s counts as pods but where it is a part of one", async (_, spec, count) => {
  const { cluster } = await loadText(deployment(spec));
  expect(cluster.workloads).toHaveLength(count);
});
