import { expect } from "vitest";
import { expectDebug } from "./debug.js";
import { runAnp } from "../support/run-anp.js";
import type { OptionTests } from "./source-options.js";

export const PLUGINS_OPTIONS: OptionTests = {
  "--color": async () => {
    expect((await runAnp(["plugins", "weave", "--color", "always"])).stdout).toContain("\u001b[");
    const plain = await runAnp(["plugins", "weave", "--color", "never"], { columns: 90 });
    expect(plain.stdout).not.toContain("\u001b[");
  },
  "--output": async () => {
    const all = await runAnp(["plugins"]);
    expect(all.stdout).toMatch(/\nkindnet +kindnet of kind: 2 differences, 2 of them change verdicts\n/);
    const cilium = (await runAnp(["plugins", "cilium"], { columns: 120 })).stdout;
    expect(cilium).toContain("off by default; --plugin cilium+always answers as if it were on:\n  +always: ");
    expect(cilium).toContain("\n       allows less; without match-pods; U-4, S-IP-2\n");
    const { stdout } = await runAnp(["plugins", "weave", "-o", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, plugins: [{ name: "weave" }] });
    expect(await runAnp(["plugins", "-o", "yaml"])).toMatchObject({ code: 2 });
  },
  "--debug": () => expectDebug(["plugins", "weave"]),
};
