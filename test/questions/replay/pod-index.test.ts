import { describe, expect, test } from "vitest";
import { makerByLabels } from "../../../src/questions/replay/pod-index.js";

describe("the workload of a pod that only the log knows, by the labels that controllers write", () => {
  test.each<readonly [name: string, labels: Readonly<Record<string, string>>, maker: string | undefined]>([
    ["web-7d9f8c6b5-x2x4z", { "pod-template-hash": "7d9f8c6b5" }, "web"],
    ["web-7d9f-7d9f-x2x4z", { "pod-template-hash": "7d9f" }, "web-7d9f"],
    // The pod was renamed, or the label was written by hand.
    ["web-x2x4z", { "pod-template-hash": "7d9f8c6b5" }, undefined],
    ["-7d9f-x2x4z", { "pod-template-hash": "7d9f" }, undefined],
    ["db-0", { "statefulset.kubernetes.io/pod-name": "db-0", "controller-revision-hash": "db-5c8" }, "db"],
    ["db-0", { "statefulset.kubernetes.io/pod-name": "db-1" }, undefined],
    ["agent-x2x4z", { "controller-revision-hash": "5c8" }, "agent"],
    ["backup-29001-x2x4z", { "batch.kubernetes.io/job-name": "backup-29001" }, "backup-29001"],
    ["backup-x2x4z", { "job-name": "backup" }, "backup"],
    ["other-x2x4z", { "job-name": "backup" }, undefined],
    ["web-7d9f8c6b5-x2x4z", { app: "web" }, undefined],
  ])("%s with %o", (name, labels, maker) => {
    expect(makerByLabels(name, new Map(Object.entries(labels)))).toBe(maker);
  });
});
