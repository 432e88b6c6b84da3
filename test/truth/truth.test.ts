import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, STRICT, type Loaded, type Result, type Source, type SourceOptions } from "../../src/index.js";
import { parseAddress, parseBlock, type Address } from "../../src/net/address.js";
import { parseExpected, type Expected, type Port } from "./expected.js";
import { sideLines } from "./steps.js";

const TRUTH = fileURLToPath(new URL("../../fixtures/truth", import.meta.url));

const CASES = readdirSync(TRUTH, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "clusters")
  .map((entry) => entry.name);

const LETTERS: Readonly<Record<string, string>> = { A: "allowed", D: "denied", U: "undefined", "?": "unknown" };

function sourcesOf(name: string, { cluster }: Expected): Source[] {
  const files = readdirSync(`${TRUTH}/${name}`).filter((file) => /\.(?:yaml|json)$/.test(file));
  const shared = cluster === undefined ? [] : [`clusters/${cluster}.yaml`];
  return [...shared, ...files.map((file) => `${name}/${file}`)].map((file) => ({
    name: file,
    text: readFileSync(`${TRUTH}/${file}`, "utf8"),
  }));
}

/** `legacy`, `stored`, `dns=name:address`, `pod-cidr=10.0.0.0/16`. */
function optionsOf({ options }: Expected): SourceOptions {
  const dns = new Map<string, Address[]>();
  const podBlocks = [];
  for (const option of options) {
    const [key = "", value = ""] = option.split("=");
    if (key === "dns") {
      const [name = "", text = ""] = value.split(/:(.*)/s);
      const address = parseAddress(text);
      if (address !== undefined) dns.set(name, [...(dns.get(name) ?? []), address]);
    } else if (key === "pod-cidr") podBlocks.push(parseBlock(value) ?? expect.fail(`no CIDR: ${value}`));
    else if (!["legacy", "stored", "strict"].includes(key)) expect.fail(`no option: ${option}`);
  }
  return {
    isLegacy: options.includes("legacy"),
    isStored: options.includes("stored"),
    facts: { podBlocks, ...(dns.size === 0 ? {} : { dns }) },
  };
}

function ask(loaded: Loaded, from: string, to: string, { protocol, port }: Port, { options }: Expected): readonly Result[] {
  const question = { from, to, protocol: protocol.toLowerCase(), ...(port === undefined ? {} : { port }) };
  return explainFlow(loaded, options.includes("strict") ? { ...question, profile: STRICT } : question).results;
}

function verdictsOf(results: readonly Result[]): string {
  return [...new Set(results.map(({ verdict }) => verdict))].join(" and ");
}

describe.each(CASES)("%s", (name) => {
  const expected = parseExpected(readFileSync(`${TRUTH}/${name}/expected.txt`, "utf8"));
  const loading = loadSources(sourcesOf(name, expected), optionsOf(expected));

  it("expects something", () => {
    expect(expected.matrices.length + expected.flows.length).toBeGreaterThan(0);
  });

  it.each(expected.matrices.map((matrix) => ({ ...matrix, title: `${matrix.port.protocol} ${matrix.port.port ?? ""}` })))("matrix $title", async ({ port, rows }) => {
    const loaded = await loading;
    const asked = rows.filter(({ letter }) => letter !== ".");
    const actual = asked.map(({ from, to }) => `${from} -> ${to}: ${verdictsOf(ask(loaded, from, to, port, expected))}`);
    expect(actual).toEqual(asked.map(({ from, to, letter }) => `${from} -> ${to}: ${LETTERS[letter] ?? letter}`));
  });

  it.each(expected.flows.map((flow) => ({ ...flow, title: `${flow.from} -> ${flow.to} ${flow.port.protocol} ${flow.port.port ?? ""}` })))("flow $title", async ({ from, to, port, verdict, lines }) => {
    const loaded = await loading;
    const results = ask(loaded, from, to, port, expected);
    expect(verdictsOf(results)).toBe(verdict);
    const actual = results.flatMap((result) => [
      ...sideLines("egress", result.egress),
      ...sideLines("ingress", result.ingress),
      ...result.reasons.map(({ code }) => `reason ${code}`),
      ...result.leanings.map((code) => `leaning ${code}`),
    ]);
    for (const line of lines) expect(actual).toContain(line);
    // Every deciding step must be expected for a side that the case speaks about: nothing else may decide there.
    for (const direction of ["egress", "ingress"]) {
      const wanted = lines.filter((line) => line.startsWith(`${direction} `));
      if (wanted.length > 0) expect(actual.filter((line) => line.startsWith(`${direction} `)).toSorted()).toEqual(wanted.toSorted());
    }
  });
});
