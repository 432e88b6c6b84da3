import { describe, expect, it, vi } from "vitest";
import { folderWith } from "../support/folder.js";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { REVERSED_PORTS, SHOP } from "./manifests.js";
import { runAnp, startAnp } from "../support/run-anp.js";

const OTHER = REVERSED_PORTS.replace("cart-from-web", "other");

/** Ends of runs are waited for, however long they take. */
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 });

describe("anp lint --watch", () => {
  it("lints again for files that are written, saved beside and renamed, made, moved and deleted", async () => {
    const cwd = folderWith({
      "k8s/a.yaml": SHOP,
      "anp.yaml": "rules: { invalid-port-range: warning }\n",
      "base/kustomization.yaml": "resources: [a.yaml]\n",
      "base/a.yaml": REVERSED_PORTS,
    });
    const args = [
      "lint",
      "k8s",
      "--watch",
      "--only",
      "invalid-port-range",
      "-o",
      "compact",
      "-o",
      "json=report.json",
    ];
    const anp = startAnp(args, { cwd });
    let seen = 0;
    /** What the next run finds, once a text is in it or it has none. */
    const next = async (expected: string): Promise<void> => {
      await until(() => {
        const runs = anp.stderr().split("watching for changes").length - 1;
        expect(runs).toBeGreaterThan(0);
        const text = anp.stdout().slice(seen);
        if (expected === "") expect([runs, text]).toEqual([expect.any(Number), ""]);
        else expect(text).toContain(expected);
      });
      seen = anp.stdout().length;
    };
    await next("");
    writeFileSync(`${cwd}/k8s/b.yaml`, REVERSED_PORTS);
    await next("k8s/b.yaml:9:34: warning[");
    writeFileSync(`${cwd}/anp.yaml`, "rules: { invalid-port-range: error }\n");
    await next("k8s/b.yaml:9:34: error[");
    writeFileSync(`${cwd}/k8s/.b.yaml.swp`, `# a line more\n${REVERSED_PORTS}`);
    renameSync(`${cwd}/k8s/.b.yaml.swp`, `${cwd}/k8s/b.yaml`);
    await next("k8s/b.yaml:10:34: error[");
    mkdirSync(`${cwd}/k8s/deep/er`, { recursive: true });
    writeFileSync(`${cwd}/k8s/deep/er/c.yaml`, OTHER);
    await next("k8s/deep/er/c.yaml:9:34: error[");
    renameSync(`${cwd}/k8s/deep`, `${cwd}/k8s/low`);
    await next("k8s/low/er/c.yaml:9:34: error[");
    rmSync(`${cwd}/k8s/low`, { recursive: true });
    rmSync(`${cwd}/k8s/b.yaml`);
    writeFileSync(`${cwd}/k8s/kustomization.yaml`, "resources: [../base, a.yaml]\n");
    await next("base/a.yaml:9:34: error[");
    // It stands outside of what is named.
    writeFileSync(`${cwd}/base/a.yaml`, `\n\n${REVERSED_PORTS}`);
    await next("base/a.yaml:11:34: error[");
    await until(() => expect(anp.interrupt()).toBe(true));
    expect(await anp.code).toBe(130);
  });

  it("goes on where a change breaks the config, and ends where it is broken at first", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "anp.yaml": "exclude: []\n" });
    const anp = startAnp(["lint", "--watch", "--only", "invalid-port-range"], { cwd });
    await until(() => expect(anp.stderr()).toContain("watching for changes"));
    writeFileSync(`${cwd}/anp.yaml`, "exclud: []\n");
    await until(() => expect(anp.stderr()).toContain("did you mean"));
    writeFileSync(`${cwd}/anp.yaml`, "rules: { invalid-port-range: info }\n");
    writeFileSync(`${cwd}/a.yaml`, REVERSED_PORTS);
    await until(() => expect(anp.stdout()).toContain("info[invalid-port-range]"));
    await until(() => expect(anp.interrupt()).toBe(true));
    expect(await anp.code).toBe(130);
    writeFileSync(`${cwd}/anp.yaml`, "exclud: []\n");
    expect((await runAnp(["lint", "--watch"], { cwd })).code).toBe(2);
  });

  it.each([
    ["what writes", ["--fix"], "--watch and --fix can't be combined"],
    ["a patch", ["--fix-dry-run"], "--watch and --fix-dry-run can't be combined"],
    [
      "a baseline",
      ["--baseline", "b.json", "--update-baseline"],
      "--watch and --update-baseline can't be combined",
    ],
    ["the cut", ["--roots"], "--watch and --roots can't be combined"],
    ["a config", ["--print-config", "a.yaml"], "--watch and --print-config can't be combined"],
    ["a cluster", ["--context", "prod"], "--watch needs files: a live cluster isn't watched"],
    ["standard input", ["-"], "--watch needs files: standard input ends"],
  ])("refuses %s", async (_name, args, message) => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const { code, stderr } = await runAnp(["lint", "--watch", ...args], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
