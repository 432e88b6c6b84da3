import { describe, expect, it } from "vitest";
import { ALL_TRAFFIC } from "../../../src/base/net/traffic.js";
import { classesOf } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { evaluate, type Decision } from "../../../src/semantics/evaluate/evaluate.js";
import { LimitReached, Work } from "../../../src/base/limits/work.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Reach } from "../../../src/semantics/reach/reach.js";
import { unfinished, type AtLimit } from "../../../src/semantics/evaluate/limit.js";
import { World } from "../../../src/semantics/match/world.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";
import type { Flow } from "../../../src/semantics/evaluate/flow.js";
import type { PodEndpoint } from "../../../src/cluster/model/endpoint.js";

/** Rules of one peer with a port each, which make as many parts of the traffic. */
function rules(direction: "to" | "from", action: string, first: number): string {
  const peer = `${direction}: [{namespaces: {}}]`;
  const ports = Array.from({ length: 12 }, (_, i) => `{tcp: {destinationPort: {number: ${first + i}}}}`);
  return ports.map((port) => `{action: ${action}, ${peer}, protocols: [${port}]}`).join(", ");
}

/** Two pods; from one to the other all ports are allowed but for twelve. */
const TEXT = `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {containers: [{}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {containers: [{}]}}
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: db-in}
spec:
  tier: Admin
  priority: 1
  subject: {pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: db}}}}
  ingress: [${rules("from", "Deny", 7001)}]
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: web-out}
spec:
  tier: Admin
  priority: 2
  subject: {pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: web}}}}
  egress: [${rules("to", "Accept", 8001)}]`;

async function load(): Promise<Cluster> {
  const { cluster } = await loadSources([{ name: "shop.yaml", text: TEXT }]);
  return cluster;
}

/** What the map says of the flow from one pod to the other. */
function verdictsOfMap(cluster: Cluster, atLimit: AtLimit | undefined): string[] {
  const distinctions = new Distinctions(cluster);
  const options = atLimit === undefined ? {} : { atLimit };
  const classes = classesOf(cluster, endsOf(cluster, distinctions), distinctions);
  const reach = new Reach(cluster, REFERENCE, classes, options);
  const indexOf = (name: string): number =>
    classes.findIndex(({ representative: each }) => each.type === "pod" && each.name === name);
  return verdictsIn(reach.flow(indexOf("web"), indexOf("db"), "IPv4").parts);
}

function verdictsOfFlow(cluster: Cluster, atLimit: AtLimit | undefined): string[] {
  return verdictsIn(decisionOf(cluster, atLimit).parts);
}

function decisionOf(cluster: Cluster, atLimit: AtLimit | undefined): Decision {
  const [from, to] = ["web", "db"].map(
    (name) => cluster.workloads.find((each) => each.name === name)!.members[0]!,
  ) as [PodEndpoint, PodEndpoint];
  const way = { type: "direct", toName: undefined } as const;
  const flow: Flow = { from, to, family: "IPv4", traffic: ALL_TRAFFIC, way };
  return evaluate(cluster, flow, REFERENCE, atLimit);
}

function verdictsIn(parts: readonly { readonly verdict: string }[]): string[] {
  return [...new Set(parts.map(({ verdict }) => verdict))].toSorted();
}

describe.each([
  ["the map of all flows", verdictsOfMap],
  ["one flow", verdictsOfFlow],
])("%s", (_name, verdictsOf) => {
  it.each([undefined, "throw", "unknown"] as const)("is whole where work suffices (%s)", async (atLimit) => {
    expect(verdictsOf({ ...(await load()), work: new Work() }, atLimit)).toEqual(["allowed", "denied"]);
  });

  it("throws wherever its work ends, or is unknown there, if that is asked for", async () => {
    const cluster = await load();
    const work = new Work();
    verdictsOf({ ...cluster, work }, "throw");
    const enough = work.spent;
    expect(enough).toBeGreaterThan(0);
    // The last steps count too: they are taken where the answer is put together.
    const ends = Array.from({ length: 40 }, (_, i) => Math.floor((i * (enough - 1)) / 39));
    for (const steps of ends) {
      const asked = (atLimit: AtLimit): string[] =>
        verdictsOf({ ...cluster, work: new Work(steps) }, atLimit);
      expect(() => asked("throw"), `${steps} steps`).toThrow(LimitReached);
      expect(asked("unknown"), `${steps} steps`).toContain("unknown");
    }
  });
});

it("a flow of which a limit has ended a walk or the answer keeps a walk that says so", async () => {
  const cluster = await load();
  const work = new Work();
  decisionOf({ ...cluster, work }, "throw");
  // The last steps are taken where the walks are done and the answer is put together.
  for (let steps = work.spent - 40; steps < work.spent; steps++) {
    const { parts, walks } = decisionOf({ ...cluster, work: new Work(steps) }, "unknown");
    expect(parts.some(({ verdict }) => verdict === "unknown")).toBe(true);
    const entries = [...walks.egress.entries, ...walks.ingress.entries];
    expect(
      entries.some(({ type }) => type === "limit"),
      `${steps} steps`,
    ).toBe(true);
  }
});

it("what a limit has ended is unknown for all of its traffic, and decided by the limit", () => {
  const region = { traffic: ALL_TRAFFIC, world: World.ANY };
  const { leaves, entries } = unfinished(region);
  expect(entries).toEqual([{ type: "limit", regions: [region] }]);
  expect(leaves.map(({ outcome, by, region: { traffic } }) => [outcome, by, traffic])).toEqual([
    ["allowed", entries[0], ALL_TRAFFIC],
    ["denied", entries[0], ALL_TRAFFIC],
  ]);
  const [yes, no] = leaves.map((leaf) => leaf.region.world);
  expect(yes!.intersect(no!)).toBeUndefined();
  expect(yes!.conflicts(no!).map(({ code }) => code)).toEqual(["limit"]);
});
