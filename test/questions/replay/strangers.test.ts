import { expect, it } from "vitest";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Tally } from "../../../src/questions/replay/tally.js";
import { Timeline } from "../../../src/questions/replay/state.js";
import type { FlowRecord, RecordedPod } from "../../../src/source/flows/record.js";

const STRANGERS = 105_000;

function stranger(name: string): RecordedPod {
  return {
    kind: "pod",
    namespace: "shop",
    name,
    address: undefined,
    workload: undefined,
    labels: new Map([["app", "web"]]),
    namespaceLabels: undefined,
  };
}

const WEB = stranger("web");

function record(source: RecordedPod): FlowRecord {
  return {
    first: 5,
    last: 7,
    count: 1,
    source,
    destination: WEB,
    via: undefined,
    protocol: "TCP",
    sourcePort: 40_000,
    port: 443,
    opens: true,
    seen: "allowed",
    cause: undefined,
    point: "ingress",
    reply: "no",
    deciders: [],
    staged: [],
  };
}

it("a log of ever new pods is counted in bounded memory: known ones go on being counted", async () => {
  const { cluster } = await loadSources([
    { name: "shop.yaml", text: "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n" },
  ]);
  const timeline = new Timeline([{ name: "now", cluster, profile: REFERENCE, taken: undefined }]);
  const tally = new Tally(timeline);
  for (let i = 0; i < STRANGERS; i++) tally.record(record(stranger(`pod-${i}`)), { file: 0, line: i + 1 });
  const left = tally.counts.unjudged.get("too-many");
  const counted = [...tally.groups].reduce((sum, { count }) => sum + count, 0);
  expect(left?.count).toBeGreaterThan(2_000);
  expect(counted + (left?.count ?? 0)).toBe(STRANGERS);
  expect(left?.place).toEqual({ file: 0, line: counted + 1 });
  // The same words in another object: as a reader has them that forgot the first one.
  tally.record(record(stranger("pod-3")), { file: 1, line: 1 });
  const again = [...tally.groups].filter(({ from }) => from.label === "shop/pod-3");
  expect(again.map(({ count }) => count)).toEqual([2]);
});
