import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";
import { namedValues } from "../../../src/semantics/match/tenancy.js";

describe("the values of namespaces' labels that policies name", () => {
  it("are those of their subjects and of their peers, in both directions, and no labels of pods", async () => {
    const team = (value: string): string => `{namespaces: {matchLabels: {team: ${value}}}}`;
    const spec = `{tier: Admin, priority: 1, subject: ${team("subject")},
      ingress: [{action: Deny, from: [${team("source")}, {pods: {namespaceSelector: {matchExpressions: [{key: env, operator: NotIn, values: [live, test]}]}, podSelector: {matchLabels: {team: pods}}}}]}],
      egress: [{action: Deny, to: [${team("destination")}, {networks: [10.0.0.0/8]}]}]}`;
    const text = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: p}, spec: ${spec}}`;
    const { cluster } = await loadSources([{ name: "policy.yaml", text }]);
    const found = [...namedValues(cluster)].map(([key, values]) => [key, [...values].toSorted()]);
    expect(Object.fromEntries(found)).toEqual({
      team: ["destination", "source", "subject"],
      env: ["live", "test"],
    });
  });
});
