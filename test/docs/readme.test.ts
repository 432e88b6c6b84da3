import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOG_FORMATS } from "../../src/source/flows/formats.js";
import { runAnp } from "../support/run-anp.js";

const README = readFileSync("README.md", "utf8");

/** The sessions that a page shows: a command and what it prints. */
function sessionsIn(page: string): { readonly args: string; readonly output: string }[] {
  return [...page.matchAll(/```console\n\$ anp (.*)\n([^]*?)\n```/g)].map(([, args = "", output = ""]) => ({
    args,
    output,
  }));
}

const SESSIONS = sessionsIn(README);
const GUIDE_PAGE = readFileSync("docs/guide.md", "utf8");
const GUIDE = sessionsIn(GUIDE_PAGE);
const EGRESS = sessionsIn(readFileSync("docs/egress.md", "utf8"));
const REPLAY = sessionsIn(readFileSync("docs/replay.md", "utf8"));
const MIGRATION = sessionsIn(readFileSync("docs/migration.md", "utf8"));

const ENV = { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" };

/** What a command prints on standard output. */
async function printed(args: string): Promise<string> {
  const { stdout } = await runAnp(args.split(" "), { env: ENV });
  return stdout.trimEnd();
}

/** The same of the program that is built. */
function printedByBuilt(args: string): string {
  const { stdout } = spawnSync(process.execPath, ["bin/anp.js", ...args.split(" ")], {
    encoding: "utf8",
    env: ENV,
  });
  return stdout.trimEnd();
}

/** Compares a session with what its command prints; with UPDATE_GOLDEN=1 the page takes that over, to be read then. */
async function expectShown(
  path: string,
  { args, output }: { readonly args: string; readonly output: string },
): Promise<void> {
  const actual = await printed(args);
  if (process.env["UPDATE_GOLDEN"] === "1" && actual !== output)
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(`$ anp ${args}\n${output}`, () => `$ anp ${args}\n${actual}`),
    );
  else expect(actual).toBe(output);
}

describe("docs/migration.md", () => {
  it("shows a session for each generation", () => {
    expect(MIGRATION.map(({ args }) => args.split(" ")[1])).toEqual(
      ["2016", "v1beta1", "v0.1.8", "v0.1.1"].map((each) => `fixtures/migration/${each}`),
    );
  });

  it.each(MIGRATION)("shows what anp $args prints", async (session) => {
    await expectShown("docs/migration.md", session);
  });
});

describe("docs/egress.md", () => {
  it("shows what is found out, what closes it, and what is proved", () => {
    expect(EGRESS.map(({ args }) => args.split("/").at(-1))).toEqual([
      "wrong.yaml --to metadata",
      "cluster.yaml --to nodes --suggest",
      "right.yaml --to nodes",
    ]);
  });

  it.each(EGRESS)("shows what anp $args prints", async (session) => {
    await expectShown("docs/egress.md", session);
  });
});

describe("docs/replay.md", () => {
  it("shows drift of each kind, and what a change would cut", () => {
    expect(REPLAY).toHaveLength(3);
    const [drift, change, ranked] = REPLAY.map(({ output }) => output);
    for (const word of ["DROPPED", "PASSED", "OPEN"]) expect(drift).toMatch(new RegExp(`^${word}  `, "m"));
    expect(change).toMatch(/^CUT {2}/m);
    expect(ranked).toMatch(/^ {2}used {4}1 record passed/m);
  });

  it.each(REPLAY)("shows what anp $args prints", async (session) => {
    await expectShown("docs/replay.md", session);
  });

  it("lists every format", () => {
    const page = readFileSync("docs/replay.md", "utf8");
    for (const { id, title } of LOG_FORMATS)
      expect(page).toMatch(new RegExp(`^\\| \`${id}\` +\\| ${title} +\\|`, "m"));
  });
});

describe("the README", () => {
  it("fits two screens, with a lint and an explain session", () => {
    expect(SESSIONS.map(({ args }) => args.split(" ")[0])).toEqual(["lint", "explain"]);
    expect(README.split("\n").length).toBeLessThan(130);
  });

  it.each(SESSIONS)("shows what anp $args prints", async (session) => {
    await expectShown("README.md", session);
    expect(printedByBuilt(session.args)).toBe(session.output);
  });

  it("links to files that are there", () => {
    const links = [...README.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(3);
    for (const path of links) expect(existsSync(path), path).toBe(true);
  });
});

describe("docs/guide.md", () => {
  it("shows a lint, three explain, two matrix, a diff, two test and a convert session", () => {
    expect(GUIDE.map(({ args }) => args.split(" ")[0])).toEqual([
      "lint",
      "explain",
      "explain",
      "explain",
      "matrix",
      "matrix",
      "diff",
      "test",
      "test",
      "convert",
    ]);
  });

  it.each(GUIDE)("shows what anp $args prints", async (session) => {
    await expectShown("docs/guide.md", session);
  });

  it("links to files that are there", () => {
    const links = [...GUIDE_PAGE.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(1);
    for (const path of links) expect(existsSync(`docs/${path}`), path).toBe(true);
  });

  it("has library code that runs", () => {
    const [, code = ""] = /```ts\n([^]*?)```/.exec(GUIDE_PAGE) ?? [];
    const text = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
---
apiVersion: v1
kind: Pod
metadata: {name: cart, namespace: shop, labels: {app: cart}}
`;
    const script = `const text = ${JSON.stringify(text)};\n${code.replace('"anp"', '"./dist/index.js"')}`;
    const stdout = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
    });
    expect(stdout).toContain("[ 'allowed' ]");
  });
});
