import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isDeciding } from "../../../src/semantics/plugins/profile-of.js";
import { rowsFor } from "../../../src/semantics/plugins/rows-for.js";
import { parsePlugin } from "../../../src/semantics/plugins/parse.js";
import { PLUGIN_ROWS } from "../../../src/semantics/plugins/plugins.js";
import { runAnp } from "../../support/run-anp.js";

const FOLDER = fileURLToPath(new URL("../../../fixtures/plugins", import.meta.url));

interface Part {
  readonly plugin: string;
  readonly rows: readonly string[];
  readonly flows: readonly string[];
  readonly findings: readonly string[];
  readonly absent: readonly string[];
  readonly notes: readonly string[];
  readonly remarks: readonly string[];
  /** Where it is written, for what no row of a plugin says. */
  readonly sources: readonly string[];
}

/** `plugin: cilium`, and below it what is expected there: rows, flows, findings, notes. */
function partsOf(text: string): Part[] {
  const parts: { [K in keyof Part]: Part[K] extends string ? string : string[] }[] = [];
  for (const line of text.split("\n").slice(1)) {
    const [, key, value = ""] = /^([a-z ]+): (.+)$/.exec(line) ?? [];
    if (key === "plugin")
      parts.push({
        plugin: value,
        rows: [],
        flows: [],
        findings: [],
        absent: [],
        notes: [],
        remarks: [],
        sources: [],
      });
    const last = parts.at(-1);
    if (key === "rows") last?.rows.push(...value.split(" "));
    if (key === "flow") last?.flows.push(value);
    if (key === "finding") last?.findings.push(value);
    if (key === "no finding") last?.absent.push(value);
    if (key === "note") last?.notes.push(value);
    if (key === "remark") last?.remarks.push(value);
    if (key === "source") last?.sources.push(...value.split(" "));
  }
  return parts;
}

async function explained(
  folder: string,
  flow: string,
  plugin: readonly string[],
): Promise<{
  readonly verdicts: readonly string[];
  readonly rows: readonly string[];
  readonly remarks: readonly string[];
}> {
  const [, from = "", to = "", port = ""] = /^(\S+) -> (\S+) (\S+) /.exec(flow) ?? [];
  const traffic = port === "icmp" ? ["--protocol", "icmp"] : ["--port", port];
  const args = ["explain", "-f", `${FOLDER}/${folder}`, from, to, ...traffic, "-o", "json", ...plugin];
  const { stdout, stderr } = await runAnp([...args, "--bundle", "v0.1.5", "--bundle", "v0.2.0"]);
  if (stdout === "") throw new Error(stderr);
  const {
    results,
    notes,
    plugin: part,
  } = JSON.parse(stdout) as {
    results: readonly { verdict: string }[];
    notes: readonly { code: string }[];
    plugin?: { decidedBy: readonly { id: string }[] };
  };
  const verdicts = [...new Set(results.map(({ verdict }) => verdict))];
  const rows = (part?.decidedBy ?? []).map(({ id }) => id);
  return { verdicts, rows, remarks: notes.map(({ code }) => code) };
}

async function findingsOf(folder: string, plugin: string): Promise<readonly string[]> {
  const bundles = ["--bundle", "v0.1.5", "--bundle", "v0.2.0"];
  const { stdout } = await runAnp([
    "lint",
    `${FOLDER}/${folder}`,
    "--plugin",
    plugin,
    ...bundles,
    "-o",
    "json",
  ]);
  return (JSON.parse(stdout) as { findings: readonly { rule: string }[] }).findings.map(({ rule }) => rule);
}

/** The points that surprise most, each with manifests, a plugin, and what comes of it. */
describe.each(readdirSync(FOLDER).toSorted())("%s", (folder) => {
  const parts = partsOf(readFileSync(`${FOLDER}/${folder}/expected.txt`, "utf8"));

  it.each(parts.map((part) => [part.plugin, part] as const))("%s", async (plugin, part) => {
    const seen = new Set<string>();
    for (const flow of part.flows) {
      const [, verdict = "", otherwise = ""] = / (\w+), else (\w+)$/.exec(flow) ?? [];
      const byPlugin = await explained(folder, flow, ["--plugin", plugin]);
      const byText = await explained(folder, flow, []);
      expect([flow, byPlugin.verdicts, byText.verdicts]).toEqual([flow, [verdict], [otherwise]]);
      if (verdict === otherwise) expect(byPlugin.rows).toEqual([]);
      for (const row of byPlugin.rows) seen.add(row);
      for (const remark of part.remarks) expect(byPlugin.remarks).toContain(remark);
    }
    for (const row of part.rows) expect([...seen]).toContain(row);
    const found = part.findings.length + part.absent.length === 0 ? [] : await findingsOf(folder, plugin);
    for (const rule of part.findings) expect(found).toContain(rule);
    for (const rule of part.absent) expect(found).not.toContain(rule);
  });

  it.each(parts.flatMap(({ plugin, notes }) => notes.map((note) => [note, plugin] as const)))(
    "%s is a note that changes no verdict (%s)",
    (note, plugin) => {
      const [id, of = plugin] = note.split(" ");
      const chosen = parsePlugin(of);
      const row = chosen.ok ? rowsFor(chosen.value).find((each) => each.id === id) : undefined;
      expect(row?.sources.length).toBeGreaterThan(0);
      expect(row === undefined || isDeciding(row)).toBe(false);
    },
  );
});

it.each(readdirSync(FOLDER).toSorted())("%s says where it is written, and what comes of it", (folder) => {
  const parts = partsOf(readFileSync(`${FOLDER}/${folder}/expected.txt`, "utf8"));
  const rows = parts.flatMap((each) => [...each.rows, ...each.notes.map((note) => note.split(" ")[0])]);
  const known = new Set(PLUGIN_ROWS.filter(({ sources }) => sources.length > 0).map(({ id }) => id));
  expect(rows.filter((id = "") => !known.has(id))).toEqual([]);
  const sources = parts.flatMap((each) => each.sources);
  expect(sources.filter((each) => !/^[\w.-]+\/[\w.-]+#\d+$/.test(each))).toEqual([]);
  expect(rows.length + sources.length).toBeGreaterThan(0);
  expect(parts.every(({ plugin }) => plugin !== "")).toBe(true);
  expect(parts.flatMap(({ flows, findings, absent }) => [...flows, ...findings, ...absent])).not.toEqual([]);
});

it("what policies leave open to one pod is closed where the plugin closes it", async () => {
  const asked = async (plugin: string): Promise<string> =>
    (await runAnp(["explain", "-f", `${FOLDER}/26-closed-by-default`, "shop/db", "--plugin", plugin])).stdout;
  expect(await asked("cilium")).toMatch(/^ {2}egress {2}allowed$/m);
  const closed = await asked("cilium+always");
  expect(closed).toMatch(/^ {2}egress {2}DENIED\n(?: {4}.*\n)* {4}default {8}denied by the network plugin$/m);
  // A policy isolates it for ingress, whatever the plugin does with others.
  expect(closed).toMatch(/^ {2}ingress {2}DENIED.*\n(?: {4}.*\n)* {4}Baseline tier {2}not reached$/m);
});

it("has all of the twenty-eight", () => {
  const numbers = new Set(readdirSync(FOLDER).map((name) => name.slice(0, 2)));
  expect(numbers.size).toBe(28);
});
