import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { commitAll, ENV, git } from "../input/git-repository.js";
import { environment, kubeconfigOf } from "./cluster-options.js";
import { listJson } from "../support/stored.js";
import { folderWith } from "../support/folder.js";
import { optionNames, registeredCommands } from "./commands.js";
import { runAnp, startAnp, type Run, type Surroundings } from "../support/run-anp.js";

const DEMO = "fixtures/demo";
const FILES = [
  "namespaces.yaml",
  "admin/tenants.yaml",
  "monitoring/agent.yaml",
  "payments/db.yaml",
  "shop/policies.yaml",
  "shop/workloads.yaml",
];

async function helpOf(command: string): Promise<string> {
  const { code, stdout, stderr } = await runAnp([command, "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

async function examplesOf(command: string): Promise<string[]> {
  const [, examples = ""] = (await helpOf(command)).split("\nExamples:\n");
  // As in a shell: a command goes on in the next line behind a bar or a backslash.
  return examples
    .replaceAll(/\|\n|\\\n */g, (end) => (end.startsWith("|") ? "|" : ""))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const RENDERED = FILES.map((file) => readFileSync(`${DEMO}/${file}`, "utf8")).join("---\n");

/** A repository in which the examples find what they name: the demo cluster, under the names that they give it. */
function exampleFolder(): string {
  const cwd = folderWith({});
  for (const name of ["manifests", "k8s"]) cpSync(DEMO, `${cwd}/${name}`, { recursive: true });
  writeFileSync(`${cwd}/prod.json.gz`, gzipSync(listJson(RENDERED)));
  const tests = readFileSync("fixtures/demo.anp-test.yaml", "utf8");
  writeFileSync(`${cwd}/k8s/shop.anp-test.yaml`, tests.replace("sources: [demo]", "sources: [.]"));
  mkdirSync(`${cwd}/tests`);
  writeFileSync(
    `${cwd}/tests/shop.anp-test.yaml`,
    tests.replace("sources: [demo]", "sources: [../manifests]"),
  );
  addLogs(cwd);
  git(cwd, ["init", "-q"]);
  commitAll(cwd);
  return cwd;
}

/** Logs and snapshots for `anp replay`, and what two shards have counted. */
function addLogs(cwd: string): void {
  const hubble = readFileSync("fixtures/flows/hubble.jsonl", "utf8");
  writeFileSync(`${cwd}/flows.jsonl`, hubble);
  writeFileSync(`${cwd}/flows.jsonl.gz`, gzipSync(hubble));
  const [header, agreeing] = readFileSync("fixtures/flows/gateway.csv", "utf8")
    .split("\n")
    .filter((line) => !line.includes("batch"));
  writeFileSync(`${cwd}/flows.csv`, `${header}\n${agreeing}\n`);
  const list = JSON.parse(listJson(RENDERED)) as object;
  for (const [name, taken] of [
    ["mon", "2026-11-23T00:00:00Z"],
    ["tue", "2026-11-24T00:00:00Z"],
  ] as const) {
    const snapshot = { version: 1, taken, knowsEveryPod: false, forbidden: [] };
    writeFileSync(`${cwd}/${name}.json.gz`, gzipSync(JSON.stringify({ ...list, snapshot })));
  }
}

/** What the shards of the example print, where they are merged. */
async function addShards(cwd: string): Promise<void> {
  for (const i of [0, 1]) {
    const { stdout } = await runAnp(
      ["replay", "flows.jsonl", "--snapshot", "prod.json.gz", "--shard", `${i}/2`],
      { cwd },
    );
    writeFileSync(`${cwd}/part-${i}.jsonl`, stdout);
  }
}

/** The demo cluster behind every context that examples name. */
async function exampleEnvironment(): Promise<Readonly<Record<string, string>>> {
  const path = await kubeconfigOf(RENDERED);
  const config = JSON.parse(readFileSync(path, "utf8")) as { contexts: { name: string }[] };
  const [prod] = config.contexts;
  const contexts = [prod, { ...prod, name: "staging" }];
  writeFileSync(path, JSON.stringify({ ...config, contexts }));
  return { ...ENV, ...environment(path) };
}

/** Runs an example; one that does not end by itself is interrupted once it waits: it was fine until then. */
async function runToEnd(argv: readonly string[], where: Surroundings): Promise<Run> {
  if (!argv.includes("--watch") && !argv.includes("--serve")) return runAnp(argv, where);
  const anp = startAnp(argv, where);
  await vi.waitFor(() => expect(anp.interrupt()).toBe(true), { timeout: 60_000 });
  const code = (await anp.code) === 130 ? 0 : await anp.code;
  return { code, stdout: anp.stdout(), stderr: anp.stderr() };
}

const NAMES = registeredCommands().map((command) => command.name());

describe.each(NAMES)("anp %s --help", (name) => {
  it("lists options in groups, in one order on every command, each option in one of them", async () => {
    const known = ["Sources:", "What is asked:", "Output:", "Cluster facts:", "Limits:"];
    const help = await helpOf(name);
    const headings = help.split("\n").filter((line) => /^[A-Z][a-z ]+:$/.test(line));
    const groups = headings.filter((line) => line !== "Arguments:" && line !== "Examples:");
    expect(groups).toEqual(known.filter((each) => groups.includes(each)));
    expect(groups).toContain("Output:");
  });

  it("fits into 80 columns", async () => {
    const help = await helpOf(name);
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("lists every option", async () => {
    const help = await helpOf(name);
    const command = registeredCommands().find((each) => each.name() === name);
    for (const option of command === undefined ? [] : optionNames(command)) expect(help).toContain(option);
  });

  it("has examples, and each of them runs", async () => {
    const examples = await examplesOf(name);
    expect(examples.length).toBeGreaterThan(1);
    const cwd = exampleFolder();
    const env = await exampleEnvironment();
    if (name === "replay") await addShards(cwd);
    for (const example of examples) {
      // What stands before a pipe is another program's; its output is the demo cluster as one stream, or a log of it.
      const [before, after] = example.includes("|") ? example.split("|") : [undefined, example];
      // No example has a blank between quotes.
      const [program, ...argv] = (after ?? "")
        .trim()
        .split(" ")
        .map((word) => word.replace(/^'(.*)'$/, "$1"));
      expect(program).toBe("anp");
      const piped = name === "replay" ? readFileSync(`${cwd}/flows.jsonl`, "utf8") : RENDERED;
      const stdin = before === undefined ? "" : piped;
      const { code, stdout, stderr } = await runToEnd(argv, { cwd, stdin, env });
      // An audit of a class that is open says so: that is an answer too.
      expect({ example, code: name === "audit" && code === 1 ? 0 : code }).toEqual({ example, code: 0 });
      expect(`${stdout}${stderr}`).not.toBe("");
    }
  });
});

it("anp --help lists every command", async () => {
  const { stdout } = await runAnp(["--help"]);
  for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
});
