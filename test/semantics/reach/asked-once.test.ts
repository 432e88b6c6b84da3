import { expect, it, vi } from "vitest";
import { isSubject } from "../../../src/semantics/reach/walk-subject.js";
import { loadSources } from "../../../src/index.js";
import { reachOf } from "../../../src/semantics/reach/reach.js";
import { World } from "../../../src/semantics/match/world.js";

const deployment = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec: {template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: main, image: a}]}}}`;

const policy = (name: string, pods: string, spec: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}, namespace: shop}
spec: {podSelector: ${pods}, policyTypes: [Egress], ${spec}}`;

it("asks once whether a block holds the address of pods that the input does not tell, for all walks", async () => {
  const text = [
    ...["web", "api", "db"].map(deployment),
    policy("block", "{}", "egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}]}]"),
    // The pods differ by it.
    policy("api", "{matchLabels: {app: api}}", "egress: []"),
    policy("db", "{matchLabels: {app: db}}", "egress: [{to: [{podSelector: {matchLabels: {app: web}}}]}]"),
  ].join("\n---\n");
  const { cluster } = await loadSources([{ name: "shop.yaml", text }]);
  const reach = reachOf(cluster);
  const [first, ...others] = reach.classes.filter(isSubject);
  expect(others).toHaveLength(2);
  const splits = vi.spyOn(World.prototype, "split");
  const isOfAddress = ([unsettled]: Parameters<World["split"]>): boolean =>
    unsettled.type === "fact" && unsettled.code === "pod-address";
  reach.walk("egress", first?.index ?? -1, "IPv4");
  expect(splits.mock.calls.some(isOfAddress)).toBe(true);
  splits.mockClear();
  for (const { index } of others) reach.walk("egress", index, "IPv4");
  expect(splits.mock.calls.filter(isOfAddress)).toEqual([]);
  splits.mockRestore();
});
