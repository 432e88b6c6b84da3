import { describe, expect, it } from "vitest";
import { scanJson } from "../../../src/source/manifest/json.js";
import { snapshotFacts, type SnapshotReading } from "../../../src/cluster/load/snapshot-facts.js";

const TRAILER = {
  version: 1,
  taken: "2026-01-17T08:12:44Z",
  server: { major: 1, minor: 34 },
  knowsEveryPod: true,
  forbidden: [{ apiVersion: "v1", kind: "Node", readIn: ["shop"] }],
};

function reading(trailer: unknown): SnapshotReading {
  const scan = scanJson(JSON.stringify(trailer), 0);
  if (scan.problem !== undefined) throw new Error("the test's own JSON is broken");
  return snapshotFacts(scan.value);
}

describe("what a snapshot tells beside its objects", () => {
  it("is read whole", () => {
    expect(reading(TRAILER)).toEqual({
      facts: {
        serverVersion: [1, 34],
        knowsEveryPod: true,
        forbidden: [{ apiVersion: "v1", kind: "Node", readIn: ["shop"] }],
        taken: "2026-01-17T08:12:44Z",
      },
    });
  });

  it("may leave out the time and the server", () => {
    expect(reading({ version: 1, knowsEveryPod: false, forbidden: [] })).toEqual({
      facts: { serverVersion: undefined, knowsEveryPod: false, forbidden: [], taken: undefined },
    });
  });

  it.each([2, 0, 1.5])("is not read in version %s", (version) => {
    const problem = "unknown-snapshot-version";
    expect(reading({ ...TRAILER, version })).toEqual({ problem, detail: String(version) });
  });

  it.each([
    ["snapshot", null],
    ["snapshot", []],
    ["snapshot", "text"],
    ["version", { knowsEveryPod: true, forbidden: [] }],
    ["version", { ...TRAILER, version: "1" }],
    ["taken", { ...TRAILER, taken: "yesterday" }],
    ["taken", { ...TRAILER, taken: "2026-13-01T08:12:44Z" }],
    ["taken", { ...TRAILER, taken: "2026-02-30T08:12:44Z" }],
    ["taken", { ...TRAILER, taken: "2026-01-17T25:12:44Z" }],
    ["taken", { ...TRAILER, taken: null }],
    ["server", { ...TRAILER, server: "1.34" }],
    ["server", { ...TRAILER, server: { major: 1 } }],
    ["server", { ...TRAILER, server: { major: 1, minor: -1 } }],
    ["server", { ...TRAILER, server: { major: 1, minor: "34+" } }],
    ["patch", { ...TRAILER, server: { major: 1, minor: 34, patch: 2 } }],
    ["knowsEveryPod", { version: 1, forbidden: [] }],
    ["knowsEveryPod", { ...TRAILER, knowsEveryPod: "true" }],
    ["forbidden", { version: 1, knowsEveryPod: true }],
    ["forbidden", { ...TRAILER, forbidden: {} }],
    ["forbidden", { ...TRAILER, forbidden: ["Node"] }],
    ["apiVersion", { ...TRAILER, forbidden: [{ kind: "Node", readIn: [] }] }],
    ["kind", { ...TRAILER, forbidden: [{ apiVersion: "v1", kind: "", readIn: [] }] }],
    ["readIn", { ...TRAILER, forbidden: [{ apiVersion: "v1", kind: "Node" }] }],
    ["readIn", { ...TRAILER, forbidden: [{ apiVersion: "v1", kind: "Node", readIn: [7] }] }],
    ["more", { ...TRAILER, more: 1 }],
  ])("is broken at `%s`", (detail, trailer) => {
    expect(reading(trailer)).toEqual({ problem: "broken-snapshot", detail });
  });
});
