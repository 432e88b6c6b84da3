import { expect } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";
import type { OptionTests } from "./source-options.js";

/** The test of `--config`, the same of every command that reads one: a broken config is met, or another one is named. */
export function configOptionTests(argv: readonly string[]): OptionTests {
  return {
    "--config": async () => {
      const cwd = folderWith({ "anp.yaml": "exlude: []\n", "good.yaml": "exclude: []\n", "a.yaml": SHOP });
      const run = (...args: readonly string[]): ReturnType<typeof runAnp> =>
        runAnp([...argv, ...args], { cwd });
      expect(await run()).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("did you mean exclude?"),
      });
      expect((await run("--config", "good.yaml")).code).not.toBe(2);
      expect((await run("--config", "none")).code).not.toBe(2);
      expect(await run("--config", "missing.yaml")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("cannot read the config missing.yaml"),
      });
    },
  };
}
