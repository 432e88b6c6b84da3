import { describe, expect, it } from "vitest";
import { expectSound, runInside, runProgram } from "./program.js";

/** What the linter must say about a fixture: the finding's place, rule and words, and the exit code. */
type Row = readonly [fixture: string, at: string, rule: string, words: string, exit: 1 | 3];

const NOT_READ: readonly Row[] = (
  [
    // Depth, aliases, merges
    ["flow-nesting.yaml", "4:70", "nested too deeply"],
    ["flow-nesting.yaml", "9:70", "nested too deeply"],
    ["flow-nesting.yaml", "14:70", "nested too deeply"],
    ["block-nesting.yaml", "68:129", "nested too deeply"],
    ["json-nesting.json", "2:73", "nested too deeply"],
    ["alias-bomb.yaml", "8:22", "aliases and merges make the document too large"],
    ["merge-chain.yaml", "8:78", "aliases and merges make the document too large"],
    ["self-anchor.yaml", "6:13", "an anchor contains itself"],
    ["unknown-anchor.yaml", "4:7", "an alias refers to an unknown anchor"],
    ["merge-of-no-map.yaml", "5:3", "`<<` merges a value that isn't a mapping"],
    // Characters
    ["nul.yaml", "5:4", "control character U+0000"],
    ["escape.yaml", "4:45", "control character U+001B"],
    ["delete.yaml", "5:3", "control character U+007F"],
    ["c1-control.yaml", "5:3", "control character U+009B"],
    ["invalid-utf-8.yaml", "4:45", "the file is not UTF-8: invalid at byte 137"],
    ["truncated-utf-8.yaml", "5:6", "the file is not UTF-8: invalid at byte 148"],
    ["utf-16-odd.yaml", "5:1", "the file is not valid UTF-16"],
    ["line-separator.yaml", "4:11", "U+2028 breaks lines for Kubernetes"],
    ["paragraph-separator.yaml", "4:11", "U+2029 breaks lines for Kubernetes"],
    ["next-line.yaml", "4:11", "U+0085 breaks lines for Kubernetes"],
    // Streams
    ["text-behind-separator.yaml", "5:5", "text on the same line as a document separator"],
    ["text-behind-end.yaml", "6:1", "kubectl silently drops text after the end of the document"],
    ["text-behind-flow-root.yaml", "2:1", "kubectl silently drops text after the end of the document"],
    ["directive.yaml", "1:1", "Kubernetes doesn't support this YAML version"],
    ["one-broken-of-three.yaml", "10:1", "the document is not valid YAML"],
    ["tab-indent.yaml", "5:1", "the document is not valid YAML"],
    ["json-broken-third.json", "3:64", "the document is not valid JSON"],
    ["helm-template.yaml", "1:3", "a template is not a manifest"],
    ["chart", "1:1", "chart templates are not manifests"],
    // Keys, numbers, tags
    ["null-key.yaml", "4:24", "a key is null"],
    ["list-key.yaml", "4:24", "a key is a list or a mapping"],
    ["number-key.yaml", "4:24", "a key is a number that JSON can't represent"],
    ["infinite-number.yaml", "4:54", "a number is not finite"],
    ["surrogate-escape.yaml", "4:45", "half a surrogate pair"],
    ["mistagged.yaml", "4:60", "a tag doesn't match its value"],
    ["binary-kind-broken.yaml", "4:11", "an anchor contains itself"],
    ["many-duplicate-keys.yaml", "28:7", "more than 20 keys of the document appear twice"],
    ["duplicates-before-a-policy.yaml", "29:5", "more than 20 keys of the document appear twice"],
  ] as const
).map(([fixture, at, words]) => [fixture, at, "not-analysed", words, 3]);

const REFUSED: readonly Row[] = (
  [
    ["duplicate-key.yaml", "8:3", "duplicate-key", "the key `tier` is written twice"],
    ["duplicate-key.json", "2:58", "duplicate-key", "the key `podSelector` is written twice"],
    ["keys-that-become-one.yaml", "8:7", "label-key-not-string", "the label key `y` is stored as `true`"],
    ["prototype-keys-refused.yaml", "5:3", "unknown-field", "unknown field `__proto__` in `spec`"],
    ["prototype-keys-refused.yaml", "6:33", "invalid-selector", "`__proto__` is not a label key"],
    ["constructing-tag.yaml", "4:39", "schema", "`spec` must be a mapping, not a list"],
    // Read in spite of their shape, so that what is wrong in them is found where it is
    ["escaped-kind.yaml", "4:78", "schema", "must be between 1 and 65535"],
    ["binary-kind.yaml", "4:78", "schema", "must be between 1 and 65535"],
    ["utf-16le.yaml", "4:78", "schema", "must be between 1 and 65535"],
    ["utf-16-second-document.yaml", "9:78", "schema", "must be between 1 and 65535"],
    ["utf-16be.yaml", "4:78", "schema", "must be between 1 and 65535"],
    ["byte-order-mark.yaml", "4:78", "schema", "must be between 1 and 65535"],
    ["crlf.yaml", "4:78", "schema", "must be between 1 and 65535"],
    ["lone-cr.yaml", "4:78", "schema", "must be between 1 and 65535"],
    [
      "under-indented.yaml",
      "208:19",
      "schema",
      "`spec.ingress[200].ports[0].port` must be between 1 and 65535",
    ],
    ["under-indented-quote.yaml", "7:12", "invalid-selector", "is not a label value"],
  ] as const
).map(([fixture, at, rule, words]) => [fixture, at, rule, words, 1]);

const ROWS = [...NOT_READ, ...REFUSED];

/** The rows of one fixture, which is linted once. */
const FIXTURES_WITH_ROWS = [...new Set(ROWS.map(([fixture]) => fixture))].map(
  (fixture) => [fixture, ROWS.filter((row) => row[0] === fixture)] as const,
);

describe("what cannot be read, or is refused, is a finding on its line", () => {
  it.concurrent.each(FIXTURES_WITH_ROWS)("anp lint %s", async (fixture, rows) => {
    const run = await runInside(["lint", fixture, "-o", "compact", "--fail-on", "error"]);
    expectSound(run);
    for (const [, at, rule, words, exit] of rows) {
      const line = run.stdout.split("\n").find((each) => each.startsWith(`${fixture}:${at}: error[${rule}]`));
      expect(line, run.stdout).toContain(words);
      expect(run.code).toBe(exit);
    }
  });

  it.concurrent.each(FIXTURES_WITH_ROWS)("anp explain -f %s is incomplete", async (fixture) => {
    const run = await runInside(["explain", "-f", fixture, "10.0.0.1", "10.0.0.2", "--port", "80"]);
    expectSound(run);
    expect(run.stdout).toMatch(/^INCOMPLETE {2}\d+ (?:polic|document)/);
    expect(run.code).toBe(3);
  });
});

describe("a broken document", () => {
  it("leaves the others of its file analysed", async () => {
    const { stdout } = await runInside(["lint", "one-broken-of-three.yaml", "-o", "compact"]);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "one-broken-of-three.yaml:4:78:",
      "one-broken-of-three.yaml:10:1:",
      "one-broken-of-three.yaml:14:78:",
      "",
    ]);
  });

  it("makes verdicts unknown that it may change", async () => {
    const args = [
      "explain",
      "-f",
      "one-broken-of-three.yaml",
      "shop/app=a",
      "shop/app=b",
      "--port",
      "80",
      "--brief",
    ];
    const run = await runInside(args);
    expect(run.stdout).toMatch(/^UNKNOWN/m);
    expect(run.stdout).not.toMatch(/^ALLOWED/m);
  });

  it("is not hidden by --only, --rule, --quiet or --fail-on", async () => {
    const quiet = ["--only", "duplicate-key", "--rule", "not-analysed=off", "--quiet", "--fail-on", "never"];
    for (const options of [quiet.slice(0, 2), quiet.slice(2, 4), quiet.slice(4), quiet]) {
      const run = await runInside(["lint", "self-anchor.yaml", ...options]);
      expect([2, 3]).toContain(run.code);
    }
  });
});

describe("a chart", () => {
  it("is one finding that says what to do, however many templates it has", async () => {
    const run = await runInside(["lint", "chart"]);
    expect(run.stdout.match(/^error\[/gm)).toHaveLength(1);
    expect(run.stdout).toContain("helm template chart | anp lint -");
  });

  it("is found by a glob that reaches into it", async () => {
    const run = await runInside(["lint", "chart/**/policy-*.yaml"]);
    expect(run.stdout).toContain("chart templates are not manifests");
    expect(run.code).toBe(3);
  });
});

it("a kustomization that holds a policy does not hide it", async () => {
  const run = await runInside(["lint", "kustomization", "-o", "compact"]);
  expect(run.stdout).toMatch(/^kustomization\/kustomization\.yaml:3:1: error\[not-analysed\]/);
  expect(run.stdout).toMatch(/^kustomization\/kustomization\.yaml:6:78: error\[schema\]/m);
  expect(run.code).toBe(3);
});

describe("keys that every JavaScript object seems to have", () => {
  const ends = ["10.0.0.9", "shop/constructor", "--port", "80", "--brief"];

  it.each([[[]], [["--disable-proto=delete"]]])("are labels like others (node %j)", async (node) => {
    const labelled = await runProgram(["explain", "-f", "prototype-keys.yaml", ...ends], { node });
    expectSound(labelled);
    expect(labelled.stdout).toMatch(/^DENIED/);
    const other = [
      "explain",
      "-f",
      "prototype-keys.yaml",
      "10.0.0.9",
      "shop/plain",
      "--port",
      "80",
      "--brief",
    ];
    const plain = await runProgram(other, { node });
    expect(plain.stdout).toMatch(/^ALLOWED/);
  });

  it("stay in JSON output, and pollute nothing", async () => {
    const args = ["explain", "-f", "prototype-keys.yaml", "shop/plain", "shop/constructor", "--port", "80"];
    const { stdout } = await runInside([...args, "-o", "json"]);
    const [result] = (JSON.parse(stdout) as { results: { flow: { to: { labels: object; name: string } } }[] })
      .results;
    expect(Object.entries(result?.flow.to.labels ?? {})).toEqual([
      ["constructor", "toString"],
      ["length", "0"],
    ]);
    expect(result?.flow.to.name).toBe("constructor");
  });

  it("change nothing where no field has their name", async () => {
    const args = ["explain", "-f", "prototype-keys-of-a-pod.yaml", "shop/web", "10.0.0.9", "--port", "80"];
    const run = await runInside([...args, "-o", "json"]);
    expectSound(run);
    expect(JSON.parse(run.stdout)).toMatchObject({
      incomplete: false,
      results: [{ verdict: "allowed", flow: { from: { name: "web", namespace: "shop" } } }],
    });
  });

  it("are kinds of which the summary counts the objects", async () => {
    const stdin = "apiVersion: a/v1\nkind: __proto__\n---\napiVersion: a/v1\nkind: constructor\n";
    const run = await runInside(["lint", "-", "-o", "json"], { stdin });
    const { summary } = JSON.parse(run.stdout) as { summary: { objects: object } };
    expect(Object.entries(summary.objects)).toEqual([
      ["__proto__", 1],
      ["constructor", 1],
    ]);
  });
});
