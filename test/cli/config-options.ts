import { expect } from "vitest";
import { change, ENV, repositoryWith } from "../input/git-repository.js";
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

/** The test of `--gate-from` where it is about the config alone: that of the revision counts, whatever stands there now. */
export function gateFromOptionTests(argv: readonly string[]): OptionTests {
  return {
    "--gate-from": async () => {
      const config = "sources: [a.yaml]\ncluster: { podCidrs: [10.244.0.0/16] }\n";
      const cwd = repositoryWith({ "a.yaml": SHOP, "anp.yaml": config });
      change(cwd, { "anp.yaml": "exlude: []\n" });
      const run = (...args: readonly string[]): ReturnType<typeof runAnp> =>
        runAnp([...argv, ...args], { cwd, env: ENV });
      expect((await run()).stderr).toContain("did you mean exclude?");
      expect((await run("--gate-from", "HEAD")).stderr).not.toContain("exclude");
      expect(await run("--gate-from", "nowhere")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("nowhere"),
      });
    },
  };
}
