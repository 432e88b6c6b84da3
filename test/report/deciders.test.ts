import { explainReport } from "../support/explain-report.js";
import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import { deciderKey, originOf, type Decider } from "../../src/semantics/evaluate/decider.js";
import { deciderText } from "../../src/report/decider-words.js";
import { describe, expect, it } from "vitest";
import { diffOf } from "../questions/diff/changes.js";
import { diffText } from "../../src/report/diff-text.js";
import { explainFlow, loadSources, type Step } from "../../src/index.js";
import { explainText } from "../../src/report/explain-text.js";
import { matrixOf } from "../../src/questions/matrix/map.js";
import { Deciders } from "../../src/questions/matrix/deciders.js";
import { placeText } from "../../src/report/place.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { DIRECTIONS, type Direction } from "../../src/cluster/model/policy.js";

const PODS = `
{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: blue}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {containers: [{}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {containers: [{}]}}`;

const POLICIES = `${PODS}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db-in, namespace: shop}
spec: {podSelector: {matchLabels: {app: db}}, ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 5432}]}]}
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: no-telnet}
spec:
  tier: Admin
  priority: 7
  subject: {namespaces: {}}
  egress: [{name: telnet, action: Deny, to: [{namespaces: {}}], protocols: [{tcp: {destinationPort: {number: 23}}}]}]`;

const view = PLAIN_VIEW;

/** Every decider of the map of some manifests, by what it is worded as. */
async function decidersOf(text: string): Promise<ReadonlyMap<string, readonly [Decider, Direction]>> {
  const { cluster } = await loadSources([{ name: "cluster.yaml", text }]);
  const { matrix } = matrixOf(cluster, {
    from: [],
    to: [],
    traffic: undefined,
    isExposed: false,
    sent: new Map(),
  });
  const deciders = new Deciders(matrix);
  for (const row of matrix.sources)
    for (const flow of matrix.flowsFrom(row))
      for (const direction of DIRECTIONS) deciders.of(flow, direction);
  return new Map(
    deciders.steps.map(({ decider, direction }) => [deciderText(decider, direction), [decider, direction]]),
  );
}

describe("what decides", () => {
  it("has one key in any walk of any cluster, and another one for anything else", async () => {
    const [first, second] = [await decidersOf(POLICIES), await decidersOf(POLICIES)];
    const keys = [...first.values()].map(([decider, direction]) => deciderKey(decider, direction));
    expect(new Set(keys).size).toBe(keys.length);
    expect([...second.values()].map(([decider, direction]) => deciderKey(decider, direction))).toEqual(keys);
    expect([...first.keys()].toSorted()).toEqual([
      'ClusterNetworkPolicy no-telnet rule 1 "telnet" Deny, to every namespace, TCP 23',
      "NetworkPolicy shop/db-in isolates it for ingress, no rule matches",
      "NetworkPolicy shop/db-in rule 1, from app=web, TCP 5432",
      "no policy restricts its egress",
      "no policy restricts its ingress",
      "outside the cluster, not subject to policy",
    ]);
  });

  it("is the same record in a step of explain as in the map", async () => {
    const byText = await decidersOf(POLICIES);
    const loaded = await loadSources([{ name: "cluster.yaml", text: POLICIES }]);
    const { results } = explainFlow(loaded, { from: "shop/web", to: "shop/db" });
    const decided = results.flatMap((result) =>
      DIRECTIONS.flatMap((direction) =>
        result[direction].steps.flatMap((step: Step) =>
          step.decides ? [[step as Decider, direction] as const] : [],
        ),
      ),
    );
    expect(decided.length).toBeGreaterThan(4);
    for (const [step, direction] of decided) {
      const [decider] = byText.get(deciderText(step, direction)) ?? [];
      expect(decider && deciderKey(decider, direction)).toBe(deciderKey(step, direction));
      const [at, sameAt] = [decider && originOf(decider, direction), originOf(step, direction)];
      expect(at && placeText(at)).toBe(sameAt && placeText(sameAt));
    }
  });

  it("is worded alike by explain and by diff", async () => {
    const loaded = await loadSources([{ name: "cluster.yaml", text: POLICIES }]);
    const explanation = explainFlow(loaded, { from: "shop/web", to: "shop/db" });
    const explained = [...explainText(explainReport(explanation), view)].join("\n");
    const diff = await diffOf(PODS, POLICIES);
    const state = { name: "x", incompleteness: COMPLETE };
    const report = { diff, before: state, after: state, notes: [], alerts: [], isFailing: () => false };
    const changed = [...diffText(report, view)].join("\n");
    const denied = 'ClusterNetworkPolicy no-telnet rule 1 "telnet" Deny, to every namespace, TCP 23';
    expect(explained).toContain(denied);
    expect(changed).toContain(denied);
    expect(explained).toContain("NetworkPolicy shop/db-in isolates shop/db for ingress, no rule matches");
    expect(changed).toContain("NetworkPolicy shop/db-in isolates it for ingress, no rule matches");
  });
});
