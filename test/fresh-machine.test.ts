import { describe, expect, it } from "vitest";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { folderWith } from "./support/folder.js";
import { spawnSync } from "node:child_process";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const FILES = readdirSync(`${ROOT}test`, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `test/${path}`);

/** Node, and no other program: what a fresh machine has is more than that. */
function barePath(): string {
  const folder = folderWith({});
  symlinkSync(process.execPath, `${folder}/node`);
  return folder;
}

/** Runs a program of Node with nothing else on PATH. */
function run(...args: readonly string[]): {
  readonly status: number | null;
  readonly lines: readonly string[];
} {
  const env = { PATH: barePath(), NO_COLOR: "1" };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
  return { status, lines: stdout.split("\n").filter((line) => line !== "") };
}

/** The suites that some lines say are skipped, as a whole or in part. */
function skippedIn(lines: readonly string[], how: RegExp): readonly string[] {
  return lines.flatMap((line) => how.exec(line)?.[1] ?? []);
}

const WHOLE =
  /^skipped (test\S+): (?:kubectl 1|helm 3|chromium \d+)\.\d+ or newer is not on PATH: https:\S+$/;
const IN_PART = /^skipped in part (test\S+): kubectl 1\.\d+ or newer is not on PATH: https:\S+$/;

const isIn = (suites: readonly string[], file: string): boolean =>
  suites.some((suite) => new RegExp(`^${suite.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`).test(file));

describe("without kubectl, helm, a browser and Go", () => {
  const collected = run("node_modules/vitest/vitest.mjs", "list", "--filesOnly");
  const whole = skippedIn(collected.lines, WHOLE);
  const inPart = skippedIn(collected.lines, IN_PART);

  it("the suites that need one are left out, each with what to install, and no other", () => {
    expect(collected.status).toBe(0);
    expect(whole.length).toBeGreaterThan(5);
    const found = collected.lines.flatMap((line) => /(test\/\S+\.test\.ts)$/.exec(line)?.[1] ?? []);
    expect(found.toSorted()).toEqual(FILES.filter((file) => !isIn(whole, file)).toSorted());
  });

  it.each(FILES.filter((file) => file !== "test/live/any-cluster.test.ts"))(
    "%s is known to need it, or needs it nowhere",
    (file) => {
      const needs = /support\/live\.js|spawn\w*\(\s*"kubectl"|support\/browser\.js/.test(
        readFileSync(`${ROOT}${file}`, "utf8"),
      );
      if (needs) expect(isIn([...whole, ...inPart], file)).toBe(true);
    },
  );

  it("names suites that are there", () => {
    for (const suite of [...whole, ...inPart]) expect(FILES.some((file) => isIn([suite], file))).toBe(true);
  });

  it("the gate counts each of them but helm's, and the oracle", () => {
    const { status, lines } = run("scripts/skipped-suites.mjs");
    expect(status).toBe(1);
    expect(lines).toEqual([
      ...collected.lines.filter((line) => line.startsWith("skipped ") && !line.includes(": helm ")),
      expect.stringMatching(/^skipped npm run test:oracle: go 1\.\d+ or newer is not on PATH: https:\S+$/),
      expect.stringMatching(
        /^skipped npm run test:validation: go 1\.\d+ or newer is not on PATH: https:\S+$/,
      ),
    ]);
  });
});
