import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  explainFlow,
  loadSources,
  STRICT,
  type Explanation,
  type Loaded,
  type Result,
  type Source,
  type SourceOptions,
} from "../../src/index.js";
import { parseAddress, parseBlock, type Address } from "../../src/base/net/address.js";
import { afterwards } from "../support/afterwards.js";
import { EACH_CELL } from "../properties/run.js";
import { parseExpected, parseNames, type Expected, type Port } from "./expected.js";
import { seedOfRun } from "../oracle/seed.js";
import { sideLines } from "./steps.js";

const TRUTH = fileURLToPath(new URL("../../fixtures/truth", import.meta.url));

const CASES = readdirSync(TRUTH, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "clusters")
  .map((entry) => entry.name);

/** Of a matrix, the first cell that is asked; other ones for another commit. */
const FIRST = seedOfRun() % EACH_CELL;

const LETTERS: Readonly<Record<string, string>> = {
  A: "allowed",
  D: "denied",
  U: "undefined",
  "?": "unknown",
  M: "mixed",
};

function sourcesOf(name: string, { clusters }: Expected): Source[] {
  const files = readdirSync(`${TRUTH}/${name}`).filter((file) => /\.(?:yaml|json)$/.test(file));
  const shared = clusters.map((cluster) => `clusters/${cluster}.yaml`);
  return [...shared, ...files.map((file) => `${name}/${file}`)].map((file) => ({
    name: file,
    text: readFileSync(`${TRUTH}/${file}`, "utf8"),
  }));
}

/** Short names of endpoints: `clusters/<name>.names.txt`, for clusters whose own names make no readable matrix. */
function namesOf({ clusters }: Expected): ReadonlyMap<string, string> {
  const files = clusters.map((cluster) => `${TRUTH}/clusters/${cluster}.names.txt`).filter(existsSync);
  return new Map(files.flatMap((file) => [...parseNames(readFileSync(file, "utf8"))]));
}

/** `legacy`, `stored`, `strict`, `bundle=kep`, `dns=name:address`, `pod-cidr=10.0.0.0/16`. */
function optionsOf({ options }: Expected): SourceOptions {
  const dns = new Map<string, Address[]>();
  const podBlocks = [];
  const bundles: string[] = [];
  for (const option of options) {
    const [key = "", value = ""] = option.split("=");
    if (key === "dns") {
      const [name = "", text = ""] = value.split(/:(.*)/s);
      const address = parseAddress(text) ?? expect.fail(`no address: ${option}`);
      dns.set(name, [...(dns.get(name) ?? []), address]);
    } else if (key === "bundle") bundles.push(value);
    else if (key === "pod-cidr") podBlocks.push(parseBlock(value) ?? expect.fail(`no CIDR: ${value}`));
    else if (!["legacy", "stored", "strict"].includes(option)) expect.fail(`no option: ${option}`);
  }
  return {
    isLegacy: options.includes("legacy"),
    isStored: options.includes("stored"),
    bundles,
    facts: { podBlocks, ...(dns.size === 0 ? {} : { dns }) },
  };
}

describe.each(CASES)("%s", (name) => {
  const expected = parseExpected(readFileSync(`${TRUTH}/${name}/expected.txt`, "utf8"));
  const names = namesOf(expected);
  let loading: Promise<Loaded> | undefined;

  /** What the case is about, read once for all of its tests. */
  function load(): Promise<Loaded> {
    if (loading === undefined) {
      loading = loadSources(sourcesOf(name, expected), optionsOf(expected));
      afterwards(() => {
        loading = undefined;
      });
    }
    return loading;
  }

  function ask(
    loaded: Loaded,
    from: string,
    to: string,
    { protocol, port, family }: Port,
  ): Pick<Explanation, "results" | "notes"> {
    const question = {
      from: names.get(from) ?? from,
      to: names.get(to) ?? to,
      protocol: protocol.toLowerCase(),
      ...(port === undefined ? {} : { port }),
      ...(expected.options.includes("strict") ? { profile: STRICT } : {}),
    };
    const { results, notes } = explainFlow(loaded, question);
    return { results: results.filter((each) => family === undefined || each.family === family), notes };
  }

  it("expects a flow with its deciding steps", () => {
    expect(expected.flows.some(({ lines }) => lines.length > 0)).toBe(true);
  });

  it("is read whole", async () => {
    const { cluster, problems } = await load();
    expect(cluster.refused).toEqual([]);
    // A server may have stored what the linter reports.
    if (!expected.options.includes("stored")) expect(problems).toEqual([]);
  });

  it.each(expected.matrices.map((matrix) => ({ ...matrix, title: portText(matrix.port) })))(
    "matrix $title",
    async ({ port, rows }) => {
      const loaded = await load();
      const asked = rows.filter(({ letter }) => letter !== ".").filter((_, i) => i % EACH_CELL === FIRST);
      const actual = asked.map(({ from, to }) => {
        return `${from} -> ${to}: ${verdictOf(ask(loaded, from, to, port).results)}`;
      });
      expect(actual).toEqual(asked.map(({ from, to, letter }) => `${from} -> ${to}: ${LETTERS[letter]}`));
    },
  );

  it.each(
    expected.flows.map((flow) => ({ ...flow, title: `${flow.from} -> ${flow.to} ${portText(flow.port)}` })),
  )("flow $title", async ({ from, to, port, verdict, lines }) => {
    const loaded = await load();
    const { results, notes } = ask(loaded, from, to, port);
    expect(verdictOf(results)).toBe(verdict);
    const actual = results.flatMap((result) => [
      ...sideLines("egress", result.egress),
      ...sideLines("ingress", result.ingress),
      ...result.reasons.map(({ code }) => `reason ${code}`),
      ...result.leanings.map((code) => `leaning ${code}`),
    ]);
    actual.push(...notes.map(({ code }) => `note ${code}`));
    expect(actual).toEqual(expect.arrayContaining([...lines]));
    // Nothing but the expected steps may decide a side that the case speaks about.
    for (const direction of ["egress", "ingress"]) {
      const wanted = lines.filter((line) => line.startsWith(`${direction} `));
      const decided = new Set(actual.filter((line) => line.startsWith(`${direction} `)));
      if (wanted.length > 0) expect([...decided].toSorted()).toEqual(wanted.toSorted());
    }
  });
});

/** The verdict that all results share, else "mixed" (S-EV-2, S-EV-6). */
function verdictOf(results: readonly Result[]): string {
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  const [only = "no result", ...others] = verdicts;
  return others.length === 0 ? only : "mixed";
}

function portText({ protocol, port, family }: Port): string {
  const over = family === undefined ? [] : ["over", family];
  return [protocol, ...(port === undefined ? [] : [port]), ...over].join(" ");
}
