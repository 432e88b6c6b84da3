import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runAnp } from "../support/run-anp.js";

const FIXTURES = resolve("fixtures");

/** What is printed behind a command: the verdict that it will give, and what else is said of it. */
const BEHIND = /(?:: (allowed|denied|undefined|unknown))?(?: \(the finding .*\))?$/;

/** A command as it is printed: the words of a shell, and the verdict that is promised. */
interface Printed {
  readonly argv: readonly string[];
  readonly verdict: string | undefined;
}

function printedIn(report: string): Printed[] {
  const lines = report.split("\n").flatMap((line) => /\banp ((?:explain|rules) .*)$/.exec(line)?.[1] ?? []);
  return lines.map((line) => {
    const [whole = "", verdict] = BEHIND.exec(line) ?? [];
    return { argv: wordsIn(line.slice(0, line.length - whole.length)), verdict };
  });
}

/** Words of a POSIX shell, some in single quotes. */
function wordsIn(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|\\(')/g, (_all, quoted, quote) => quoted ?? quote));
}

/** The manifests of a folder of fixtures as one text. */
function manifestsOf(folder: string): string {
  const files = readdirSync(`${FIXTURES}/${folder}`);
  return files.map((file) => readFileSync(`${FIXTURES}/${folder}/${file}`, "utf8")).join("---\n");
}

/** Runs every command of a report, and holds what it answers against what was promised. */
async function expectAllToRun(report: string, cwd: string): Promise<number> {
  const printed = printedIn(report).filter(
    ({ argv }, i, all) => all.findIndex((each) => each.argv.join("\0") === argv.join("\0")) === i,
  );
  for (const { argv, verdict } of printed) {
    const run = await runAnp(argv, { cwd });
    expect({ argv, code: run.code, stderr: run.code === 2 ? run.stderr : "" }).toEqual({
      argv,
      code: expect.toBeOneOf([0, 3]),
      stderr: "",
    });
    if (verdict !== undefined)
      expect({ argv, out: run.stdout }).toEqual({
        argv,
        out: expect.stringContaining(verdict.toUpperCase()),
      });
  }
  return printed.length;
}

/** Some pairs of pods of which nothing reaches the other, as a map names them. */
async function deniedIn(folder: string): Promise<(readonly [string, string])[]> {
  const { stdout } = await runAnp(["matrix", "-f", folder, "--all", "--protocol", "tcp", "-o", "csv"], {
    cwd: FIXTURES,
  });
  const pairs = stdout.split("\n").flatMap((line) => {
    const cells = line.split(",");
    const [from = "", to = ""] = cells;
    return cells.includes("denied") && /^[\w-]+\/[\w/-]+$/.test(from) && /^[\w-]+\/[\w/-]+$/.test(to)
      ? [[from, to] as const]
      : [];
  });
  return pairs.slice(0, 3);
}

describe("every command that is printed runs as it is printed", () => {
  it.each(["demo", "front", "gallery", "mistakes", "service-port"])("lint of %s", async (folder) => {
    const { stdout } = await runAnp(["lint", folder], { cwd: FIXTURES });
    expect(await expectAllToRun(stdout, FIXTURES)).toBeGreaterThan(0);
  });

  it("lint of several paths with blanks and quotes in their names, and with facts", async () => {
    const text = manifestsOf("gallery/equal-priorities");
    const cwd = folderWith({ "it's mine/a b.yaml": text, "other.yaml": "" });
    const argv = [
      "lint",
      "it's mine",
      "-f",
      "other.yaml",
      "--pod-cidr",
      "10.0.0.0/8",
      "--kubernetes-version",
      "1.33",
    ];
    const { stdout } = await runAnp(argv, { cwd });
    expect(stdout).toContain(
      "anp explain -f 'it'\\''s mine' -f other.yaml --kubernetes-version 1.33 --pod-cidr 10.0.0.0/8 ",
    );
    expect(await expectAllToRun(stdout, cwd)).toBeGreaterThan(1);
  });

  it.each([
    ["with a port", ["shop/batch-7x", "payments/db-0", "--port", "5432"]],
    ["in another profile", ["shop/batch-7x", "payments/db-0", "--port", "80/udp", "--profile", "strict"]],
    ["to a namespace to come", ["shop/batch-7x", "new/app=web", "--new-namespace", "new", "--port", "1"]],
  ])("what to type where a flow is denied, %s", async (_, question) => {
    const cwd = `${FIXTURES}/gallery/both-sides`;
    const { stdout } = await runAnp(["explain", "-f", ".", ...question], { cwd });
    expect(stdout).toMatch(/\n\n {2}next {2}anp explain -f \. .* --suggest\n$/);
    expect(await expectAllToRun(stdout, cwd)).toBe(1);
    const next = printedIn(stdout)[0]?.argv ?? [];
    expect((await runAnp(next, { cwd })).stdout).toMatch(/^ {2}suggestions$|no suggestions: no edit/m);
  });

  it("nothing where a flow is allowed, denied as expected, or asked of standard input", async () => {
    const cwd = `${FIXTURES}/gallery/both-sides`;
    const DENIED = ["shop/batch-7x", "payments/db-0", "--port", "5432"];
    const run = async (argv: readonly string[], stdin?: string): Promise<string> =>
      (await runAnp(["explain", ...argv], { cwd, ...(stdin === undefined ? {} : { stdin }) })).stdout;
    expect(await run(["-f", ".", ...DENIED])).toContain("  next  ");
    expect(await run(["-f", ".", ...DENIED, "--expect", "denied"])).not.toContain("  next  ");
    expect(await run(["-f", ".", ...DENIED, "--suggest"])).not.toContain("  next  ");
    expect(await run(["-f", "-", ...DENIED], manifestsOf("gallery/both-sides"))).not.toContain("  next  ");
    expect(await run(["-f", ".", "payments/db-0", "internet", "--port", "1"])).not.toContain("  next  ");
  });

  it("lint of a snapshot", async () => {
    const text = manifestsOf("gallery/equal-priorities");
    const cwd = folderWith({ "prod.json": listJson(text) });
    const { stdout } = await runAnp(["lint", "--snapshot", "prod.json"], { cwd });
    expect(stdout).toContain("anp explain --snapshot prod.json ");
    expect(await expectAllToRun(stdout, cwd)).toBeGreaterThan(1);
  });

  it.each([
    "demo",
    "gallery/both-sides",
    "gallery/pass",

    "service-port",
    "suggest/both-sides",
  ])("matrix and conversion of %s, and suggestions for what is denied in it", async (folder) => {
    const [map, conversion] = [
      await runAnp(["matrix", "-f", folder, "--all"], { cwd: FIXTURES }),
      await runAnp(["convert", folder, "--check"], { cwd: FIXTURES }),
    ];
    const flows = await deniedIn(folder);
    const suggested = await Promise.all(
      flows.map((ends) => runAnp(["explain", "-f", folder, ...ends, "--suggest"], { cwd: FIXTURES })),
    );
    const asked = await Promise.all(
      flows.map((ends) => runAnp(["explain", "-f", folder, ...ends], { cwd: FIXTURES })),
    );
    const all = [map, conversion, ...suggested, ...asked].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect(await expectAllToRun(all.join("\n"), FIXTURES)).toBeGreaterThan(0);
  });

  it.each(readdirSync(`${FIXTURES}/diff`))("diff of %s", async (folder) => {
    const states = [`diff/${folder}/before`, `diff/${folder}/after`];
    const { stdout } = await runAnp(["diff", ...states], { cwd: FIXTURES });
    expect(await expectAllToRun(stdout, FIXTURES)).toBeGreaterThan(0);
    expect(stdout).toContain(`anp explain -f ${states[1]} `);
  });

  it("diff of files over a snapshot; of files over files there is none, for explain cannot lay them over one another", async () => {
    const text = manifestsOf("diff/peer-split-by-dash/before");
    const policies = readFileSync(`${FIXTURES}/diff/peer-split-by-dash/after/policies.yaml`, "utf8");
    const cwd = folderWith({
      "prod.json": listJson(text),
      "new.yaml": policies,
      "old.yaml": text,
    });
    const over = await runAnp(["diff", "--snapshot", "prod.json", "-f", "new.yaml"], { cwd });
    expect(over.stdout).toContain("anp explain --snapshot prod.json -f new.yaml ");
    expect(await expectAllToRun(over.stdout, cwd)).toBeGreaterThan(0);
    const files = await runAnp(["diff", "old.yaml", "-f", "new.yaml"], { cwd });
    expect(files.stdout).toContain("OPENED");
    expect(files.stdout).not.toContain("anp explain ");
  });
});
