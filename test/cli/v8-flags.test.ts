import { describe, expect, it } from "vitest";
import { spawnSync } from "node:child_process";
import { v8FlagFor } from "../../src/cli/v8-flags.js";

const PURPOSES = ["compile-less", "inline-less", "keep-young-generation-small"] as const;

describe("flags of V8", () => {
  it.each([
    ["11.3.244.8-node.38", "--interrupt-budget=400000"],
    ["12.4.254.21-node.57", "--invocation-count-for-turbofan=18000"],
    ["13.6.233.17-node.53", "--invocation-count-for-turbofan=18000"],
    ["14.6.202.34-node.34", "--invocation-count-for-turbofan=18000"],
    ["11.30.1", undefined],
    ["1.3.0", undefined],
    ["99.1.2.3", undefined],
    ["constructor", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("are set where they were measured: %s", (v8, flag) => {
    expect(v8FlagFor("compile-less", v8)).toBe(flag);
    expect(v8FlagFor("keep-young-generation-small", v8)).toBe(flag && "--semi-space-growth-factor=1");
  });

  it("inline less where that was measured to gain something", () => {
    expect(v8FlagFor("inline-less", "11.3.244.8-node.38")).toBe("--max-inlined-bytecode-size-cumulative=200");
    expect(v8FlagFor("inline-less", "12.4.254.21-node.57")).toBeUndefined();
  });

  it.each(PURPOSES)("are known to the V8 that runs this: %s", (purpose) => {
    const flag = v8FlagFor(purpose, process.versions.v8);
    const args = [...(flag === undefined ? [] : [flag]), "--eval", "0"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
