import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { pod, stream } from "../cli/manifests.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

it("plugins.json describes what anp plugins writes", async () => {
  const { code, stdout } = await runAnp(["plugins", "-o", "json"]);
  expect(code).toBe(0);
  expect(schemaOf("plugins")(JSON.parse(stdout))).toEqual([]);
  expect(JSON.parse(stdout)).toMatchObject({
    plugins: [{ name: "antrea" }, { name: "aws" }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
  });
});

it("explain.json describes what it says of plugins", async () => {
  const cwd = folderWith({ "a.yaml": stream(pod("shop", "web"), pod("shop", "cart")) });
  const ask = ["explain", "-f", ".", "shop/web", "shop/cart", "--port", "9/sctp", "-o", "json"];
  const { stdout } = await runAnp([...ask, "--plugin", "cilium@1.18"], { cwd });
  expect(schemaOf("explain")(JSON.parse(stdout))).toEqual([]);
  expect(JSON.parse(stdout)).toMatchObject({
    plugin: {
      name: "cilium",
      version: "1.18",
      features: [],
      decidedBy: [{ id: "CIL-10", confidence: "documented" }],
    },
    results: [{ verdict: "denied", egress: { decidedBy: { outcome: "not-carried", protocol: "SCTP" } } }],
  });
});
