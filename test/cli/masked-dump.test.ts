import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { unwrapped } from "../support/unwrapped.js";

const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop" },
  status: { podIP: "10.1.0.1" },
};

const MASKED = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "deny", namespace: "shop" },
  spec: "REDACTED",
};

it("a masked policy of a dump is said to be unknown, and not to be for the server to accept", async () => {
  const cwd = folderWith({
    "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [POD, MASKED] }),
  });
  const ask = ["explain", "--snapshot", "dump.json", "203.0.113.9", "shop/web", "--port", "80"];
  const { code, stdout } = await runAnp(ask, { cwd });
  expect(code).toBe(3);
  const text = unwrapped(stdout);
  expect(text).toContain("unknown what 1 policy does: shop/networkpolicy/deny");
  expect(text).not.toMatch(/server accepts|CRD/);
});
