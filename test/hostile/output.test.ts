import * as fc from "fast-check";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../properties/run.js";
import { encodeWhole } from "../../src/report/encode.js";
import { folderWith } from "../support/folder.js";
import { junitProblems } from "../report/junit.js";
import { readDot, readMermaid } from "../support/graphs.js";
import { runAnp, type Run } from "../support/run-anp.js";
import { unsafeIn } from "./program.js";

/** Texts that command a terminal, a runner, a Markdown page or a spreadsheet, or end what they stand in. */
const HOSTILE = [
  "\x1b[31m",
  "\x1b]0;title\x07",
  "\x9b2J",
  "\x85",
  "\x00",
  "\n",
  "\r\n",
  "\t",
  "\u2028",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u{e0041}",
  "\ud800",
  "::error file=x::y",
  "\n::stop-commands::x",
  "##[add-path]/tmp",
  "##vso[task.setvariable variable=a]b",
  "%0A%25",
  ",",
  ":",
  "|",
  "`",
  "```\n",
  "<img src=x onerror=alert(1)>",
  "</details>",
  "[click](javascript:alert(1))",
  "@everyone",
  "-->",
  "]]>",
  "<!--",
  "&lt;",
  "'",
  "\ufffe",
  "[[ATTACHMENT|/etc/passwd]]",
  "%{strong_start}",
  "=1+1",
  "\\",
  '"',
  "../",
  "//evil.example",
  "__proto__",
  "a",
  "web",
] as const;

const text = fc
  .array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));

/** Where hostile text may stand. */
interface Texts {
  readonly file: string;
  readonly source: string;
  readonly namespace: string;
  readonly pod: string;
  readonly policy: string;
  readonly rule: string;
  readonly key: string;
  readonly value: string;
  readonly field: string;
  readonly kind: string;
  readonly isYaml: boolean;
}

const texts: fc.Arbitrary<Texts> = fc.record({
  file: text,
  source: text,
  namespace: text,
  pod: text,
  policy: text,
  rule: text,
  key: text,
  value: text,
  field: text,
  kind: text,
  isYaml: fc.boolean(),
});

/** Objects with the texts in every place that a report may show; half of the policies are right but for them. */
function objectsWith({ namespace, pod, policy, rule, key, value, field, kind }: Texts): unknown[] {
  const labels = entry(key, value);
  const selector = { matchLabels: labels };
  const networkPolicy = (spec: object): unknown => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: policy, namespace },
    spec: { podSelector: selector, policyTypes: ["Ingress"], ...spec },
  });
  const podAt = (name: string, podIP: string): unknown => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, labels },
    spec: { containers: [{ name: "a", ports: [{ name: value, containerPort: 80 }] }] },
    status: { podIP },
  });
  return [
    podAt(pod, "10.0.0.1"),
    podAt(`${pod}2`, "10.0.0.2"),
    networkPolicy({ ingress: [{ from: [{ podSelector: selector }], ports: [{ port: value }] }] }),
    networkPolicy(entry(field, { matchLabels: labels })),
    {
      apiVersion: "policy.networking.k8s.io/v1alpha2",
      kind: "ClusterNetworkPolicy",
      metadata: { name: policy },
      spec: {
        tier: "Admin",
        priority: 1,
        subject: { pods: { podSelector: selector } },
        ingress: [{ name: rule, action: "Deny", from: [{ pods: { podSelector: selector } }] }],
        egress: [{ name: rule, action: value, to: [{ networks: [value] }, { domainNames: [value] }] }],
      },
    },
    { apiVersion: `cilium.io/${value}`, kind: "CiliumNetworkPolicy", metadata: { name: policy } },
    { apiVersion: value, kind, metadata: { name: policy } },
  ];
}

/** A mapping of one entry, whatever the key: a literal would take `__proto__` for something else. */
function entry(key: string, value: unknown): object {
  return Object.fromEntries([[key, value]]);
}

/** The objects as JSON, or as YAML below a comment that names where they come from. */
function manifest(all: Texts): string {
  const documents = objectsWith(all).map((object) => JSON.stringify(object, undefined, 1));
  if (!all.isYaml) return documents.join("\n");
  const source = `# Source: ${all.source.replaceAll(/[\p{Cc}\u2028\ud800]/gu, "")}\n`;
  // Half of a surrogate pair is no YAML: that document is one that cannot be read.
  return documents.map((document) => source + document).join("\n---\n");
}

async function run(
  all: Texts,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const stdinName = ["--stdin-filename", all.file];
  const result = await runAnp([...args, ...stdinName], {
    stdin: manifest(all),
    env: { LC_ALL: "C.UTF-8", ...env },
  });
  expect([0, 1, 2, 3]).toContain(result.code);
  for (const stream of [result.stdout, result.stderr]) {
    expect(unsafeIn(stream)).toEqual([]);
    expect(stream).not.toMatch(/##(?:\[|vso\[)/i);
  }
  expect(result.stderr).not.toMatch(/^\s*::/m);
  return result;
}

const EXPLAIN = ["explain", "-f", "-", "10.0.0.1", "10.0.0.2", "--port", "80"];
const MATRIX = ["matrix", "-f", "-", "--all", "--exposure"];
/** Laid over the objects with the texts, so that every flow of theirs changes. */
const OVERLAY = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: shut }
spec:
  tier: Admin
  priority: 0
  subject: { namespaces: {} }
  ingress: [{ action: Deny, from: [{ namespaces: {} }] }]
  egress: [{ action: Deny, to: [{ networks: ["0.0.0.0/0", "::/0"] }] }]
`;
const DIFF = ["diff", "-", "-f", join(folderWith({ "overlay.yaml": OVERLAY }), "overlay.yaml")];
const RUNS = 60;

function holds(name: string, property: (all: Texts) => Promise<void>): Promise<void> {
  return check({ name, arbitrary: texts, runs: RUNS, holds: property });
}

describe("whatever the texts, a report is only a report", () => {
  it.each([
    ["lint", ["lint", "-", "-v"]],
    ["lint -o compact", ["lint", "-", "-o", "compact"]],
    ["explain", EXPLAIN],
    ["explain --all", [...EXPLAIN, "--all"]],
    ["explain --brief", [...EXPLAIN, "--brief"]],
    ["explain of one endpoint", ["explain", "-f", "-", "10.0.0.1"]],
    ["matrix", ["matrix", "-f", "-", "--all", "--exposure"]],
    ["diff", DIFF],
  ])("%s", (name, args) =>
    holds(name, async (all) => {
      const { stdout } = await run(all, args);
      expect(stdout).not.toMatch(/^\s*::/m);
    }),
  );

  it("errors that name what is not there", () =>
    holds("did you mean", async (all) => {
      const { code } = await run(all, ["explain", "-f", "-", `${all.namespace}/${all.pod}x`, "10.0.0.2"]);
      expect([0, 2, 3]).toContain(code);
    }));

  it("compact: one line for each finding", () =>
    holds("compact", async (all) => {
      const { stdout } = await run(all, ["lint", "-", "-o", "compact"]);
      const findings = findingsOf(await run(all, ["lint", "-", "-o", "json"]));
      expect(stdout.trimEnd().split("\n")).toHaveLength(findings.length);
    }));

  it("json: the texts as they are, and no more keys than ours", () =>
    holds("json", async (all) => {
      const findings = findingsOf(await run(all, ["lint", "-", "-o", "json"]));
      expect(findings.length).toBeGreaterThan(0);
      if (!all.isYaml) for (const { file } of findings) expect(file).toBe(all.file);
      const explained = await run(all, [...EXPLAIN, "-o", "json"]);
      const keys = Object.keys(JSON.parse(explained.stdout) as object).filter((key) => key !== "readings");
      expect(keys.toSorted()).toEqual(EXPLAIN_KEYS);
    }));

  it("matrix as json: the names as they are, and no more keys than ours", () =>
    holds("matrix json", async (all) => {
      const { stdout } = await run(all, [...MATRIX, "--explain", "-o", "json"]);
      const json = JSON.parse(stdout) as { readonly endpoints: readonly { readonly name: string }[] };
      expect(Object.keys(json).toSorted()).toEqual(MATRIX_KEYS);
      const names = json.endpoints.map(({ name }) => name);
      if (!all.isYaml && !/[\ud800]/.test(all.pod)) expect(names).toContain(all.pod);
    }));

  it("matrix as csv: seven cells that no spreadsheet runs", () =>
    holds("matrix csv", async (all) => {
      const { stdout } = await run(all, [...MATRIX, "-o", "csv"]);
      const [head, ...lines] = stdout.trimEnd().split("\n");
      expect(head).toBe("from,to,family,node,protocol,ports,verdict");
      for (const line of lines) {
        const cells = [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^",]*),/gy)].map(([, cell = ""]) => cell);
        expect(cells.join(), line).toBe(line);
        expect(cells).toHaveLength(7);
        for (const cell of cells) expect(cell).not.toMatch(/^"?[=+\-@]/);
      }
    }));

  it("matrix as md: rows of three cells that mean only themselves", () =>
    holds("matrix md", async (all) => {
      const { stdout } = await run(all, [...MATRIX, "-o", "md"]);
      const lines = stdout.trimEnd().split("\n");
      const rows = lines.filter((line) => line.startsWith("|"));
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row.match(/(?<!\\)(?:\\\\)*\|/g), row).toHaveLength(4);
      expectOnlyText(lines.map((line) => withoutCode(line.replaceAll("\\|", ""))).join("\n"));
    }));

  it("matrix as dot and mermaid: graphs with our names and their labels", () =>
    holds("matrix graphs", async (all) => {
      const dot = readDot((await run(all, [...MATRIX, "-o", "dot"])).stdout);
      const mermaid = readMermaid((await run(all, [...MATRIX, "-o", "mermaid"])).stdout);
      expect([...mermaid.nodes]).toEqual([...dot.nodes]);
      expect(mermaid.clusters).toEqual(dot.clusters);
      expect(mermaid.edges.map(({ label }) => label)).toEqual(dot.edges.map(({ label }) => label));
    }));

  it("sarif: places are relative URIs, messages have no links", () =>
    holds("sarif", async (all) => {
      const { stdout } = await run(all, ["lint", "-", "-o", "sarif"]);
      const log = JSON.parse(stdout) as Sarif;
      for (const { message, locations } of log.runs[0]?.results ?? []) {
        expect(message.text).not.toMatch(/\]\(/);
        for (const { physicalLocation } of locations) {
          const { uri } = physicalLocation.artifactLocation;
          expect(uri).toMatch(/^(?:[\w.!~*'()/-]|%[0-9A-F]{2})*$/);
          expect(new URL(uri, "https://base.example/").host).toBe("base.example");
        }
      }
    }));

  it("github: one command in one line for each finding, with our properties", () =>
    holds("github", async (all) => {
      const { stdout } = await run(all, ["lint", "-", "-o", "github"]);
      for (const line of stdout.trimEnd().split("\n")) {
        const [, properties = ""] = /^::(?:error|warning|notice) (.*?)::/.exec(line) ?? [];
        const pairs = properties.split(",").map((pair) => pair.split("=")[0]);
        expect(["file,line,endLine,col,endColumn,title", "file,line,endLine,col,title", "title"]).toContain(
          pairs.join(","),
        );
      }
    }));

  it("gitlab: our keys alone, each issue told apart, and no character that commands or hides", () =>
    holds("gitlab", async (all) => {
      const { stdout } = await run(all, ["lint", "-", "-o", "gitlab"]);
      const issues = JSON.parse(stdout) as Record<string, unknown>[];
      expect(issues.length).toBeGreaterThan(0);
      expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
      for (const issue of issues) {
        expect(Object.keys(issue).join()).toBe("description,check_name,fingerprint,severity,location");
        expect(unsafeIn(Object.values(issue).join())).toEqual([]);
        expect(unsafeIn(JSON.stringify(issue["location"]))).toEqual([]);
        expect(issue["description"]).not.toContain("%{");
      }
    }));

  it("junit: a document of our elements and attributes, each test told apart", () =>
    holds("junit", async (all) => {
      const { stdout } = await run(all, ["lint", "-", "-o", "junit"]);
      expect(junitProblems(stdout)).toEqual([]);
      expect(stdout).not.toContain("[[ATTACHMENT");
      expect(stdout).not.toMatch(/^\s*::/m);
    }));

  it("lint as md: rows of four cells, and text that means only itself", () =>
    holds("lint md", async (all) => {
      const { stdout } = await run(all, ["lint", "-", "-o", "md"]);
      expectSummary(stdout);
      expect(stdout).not.toMatch(/^\s*::/m);
    }));

  it("the job summary: rows of four cells that mean only themselves", () =>
    holds("summary", async (all) => {
      const summary = join(folderWith({}), "summary.md");
      await run(all, ["lint", "-", "-o", "github"], { GITHUB_STEP_SUMMARY: summary });
      const page = readFileSync(summary, "utf8");
      rmSync(summary);
      expect(unsafeIn(page)).toEqual([]);
      expectSummary(page);
    }));

  it("diff as json: no more keys than ours", () =>
    holds("diff json", async (all) => {
      const { stdout } = await run(all, [...DIFF, "-o", "json"]);
      const keys = Object.keys(JSON.parse(stdout) as object).toSorted();
      expect(keys).toEqual(["alerts", "changes", "endpoints", "incomplete", "notes", "version"]);
    }));

  it("diff as md: rows of five cells, and text that means only itself", () =>
    holds("diff md", async (all) => {
      const { stdout } = await run(all, [...DIFF, "-o", "md"]);
      const lines = stdout.split("\n");
      // There may be none: where documents could not be read, every flow is unknown before and after.
      const rows = lines.filter((line) => line.startsWith("|"));
      for (const row of rows) expect(row.match(/(?<!\\)(?:\\\\)*\|/g), row).toHaveLength(6);
      const outside = lines.filter((line) => !/^<\/?details>/.test(line)).map(withoutCode);
      expectOnlyText(outside.join("\n").replaceAll("<br>", " "));
    }));

  it("diff as github: one command in one line for each change, with our properties", () =>
    holds("diff github", async (all) => {
      const { stdout } = await run(all, [...DIFF, "-o", "github"]);
      for (const line of stdout.split("\n").filter((each) => each !== "")) {
        const [, properties = ""] = /^::(?:error|warning|notice) (.*?)::/.exec(line) ?? [];
        const pairs = properties.split(",").map((pair) => pair.split("=")[0]);
        expect(["file,line,endLine,col,endColumn,title", "file,line,endLine,col,title", "title"]).toContain(
          pairs.join(","),
        );
      }
    }));

  it("md: no code block ends early, and outside of them text is text", () =>
    holds("md", async (all) => {
      const { stdout } = await run(all, [...EXPLAIN, "-o", "md"]);
      const lines = stdout.split("\n");
      const open = lines.findIndex((line) => /^`{3,}text$/.test(line));
      const fence = /^`+/.exec(lines[open] ?? "")?.[0] ?? "";
      const close = lines.lastIndexOf(fence);
      expect(open).toBeGreaterThan(0);
      expect(close).toBeGreaterThan(open);
      for (const line of lines.slice(open + 1, close)) expect(line.trimStart().startsWith(fence)).toBe(false);
      expect(lines.slice(close + 1)).toEqual(["", "</details>", ""]);
      const outside = lines.slice(0, open).filter((line) => !line.startsWith("<details>"));
      expectOnlyText(outside.map(withoutCode).join("\n"));
    }));
});

const EXPLAIN_KEYS = ["assumptions", "incomplete", "notes", "results", "version"];

const MATRIX_KEYS = ["connections", "endpoints", "incomplete", "notes", "steps", "version"];

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

function findingsOf({ stdout }: Run): readonly { readonly file: string }[] {
  return (JSON.parse(stdout) as { findings: { file: string }[] }).findings;
}

/** A page of findings: a head of our own, tables of four cells, and nothing but text in them. */
function expectSummary(page: string): void {
  const lines = page.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^### anp lint: [\w ,]+$/);
  const rows = lines.filter((line) => line.startsWith("|"));
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) expect(row.match(/(?<!\\)(?:\\\\)*\|/g), row).toHaveLength(5);
  for (const line of lines.slice(1)) expect(line).toMatch(/^(?:\| |- |#### `|$)/);
  expectOnlyText(lines.map(withoutCode).join("\n").replaceAll("<br>", " "));
}

/** A line without its code spans: what stands between runs of as many backticks. */
function withoutCode(line: string): string {
  return line.replaceAll(/(?<![`\\])(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, "");
}

/** No HTML, links, mentions or emphasis of anybody else's. */
function expectOnlyText(page: string): void {
  expect(page).not.toMatch(/<(?!!)/);
  expect(page).not.toMatch(/(?<!\\)\[/);
  expect(page).not.toContain("@");
  expect(encodeWhole(page.replaceAll("\n", ""))).toBe(page.replaceAll("\n", ""));
}
