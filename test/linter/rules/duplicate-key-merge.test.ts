import { describe, expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";
import { lintText } from "../../support/findings.js";

const PODS = ["web", "db"]
  .map(
    (name) => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }
spec: { containers: [{ name: main }] }
---
`,
  )
  .join("");

/** A policy that lets in who is selected by `peer`, which may merge a selector of `app: db`. */
const policy = (peer: string): string => `${PODS}apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: in, namespace: shop }
spec:
  podSelector: &db
    matchLabels: { app: db }
  ingress:
    - from:
        - podSelector: ${peer}
`;

async function judged(peer: string): Promise<readonly string[]> {
  const { cluster } = await loadSources([{ name: "a.yaml", text: policy(peer) }]);
  const { results } = explainFlow({ cluster }, { from: "shop/web", to: "shop/db", port: "80" });
  const found = (await lintText(policy(peer))).filter(({ rule }) => rule === "duplicate-key");
  return [...results.map(({ verdict }) => verdict), ...found.map(({ wording }) => wording.message)];
}

/** Kubernetes' reader takes whatever comes last; strictly, which kubectl isn't, it refuses all of these (S-IN-6). */
describe("a key that a merge brings too", () => {
  it.each([
    ["overrides what the merge brings", "{ <<: *db, matchLabels: { app: web } }", "allowed"],
    ["is that of the first mapping in a list", "{ <<: [{ matchLabels: { app: web } }, *db] }", "allowed"],
    [
      "is that of the first mapping, which selects another pod",
      "{ <<: [*db, { matchLabels: { app: web } }] }",
      "denied",
    ],
  ])("%s: no duplicate", async (_what, peer, verdict) => {
    expect(await judged(peer)).toEqual([verdict]);
  });

  it("is replaced by a merge behind it, which others read otherwise", async () => {
    expect(await judged("{ matchLabels: { app: web }, <<: *db }")).toEqual([
      "unknown",
      "the merge `<<` replaces the key `matchLabels`, which is written before it",
    ]);
  });

  it("is one of two", async () => {
    const twice = "the key `matchLabels` is written twice";
    expect(await judged("{ <<: *db, matchLabels: { app: web }, matchLabels: { app: db } }")).toEqual([
      "unknown",
      twice,
    ]);
    expect(await judged("{ <<: *db, <<: { matchLabels: { app: web } } }")).toEqual(["unknown", twice]);
  });
});
