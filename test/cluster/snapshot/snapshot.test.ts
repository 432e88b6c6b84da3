import { unwrapped } from "../../support/unwrapped.js";
import { gunzipSync, gzipSync } from "node:zlib";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadAll } from "js-yaml";
import { folderWith } from "../../support/folder.js";
import { runAnp, type Run } from "../../support/run-anp.js";
import { schemaOf } from "../../support/schemas.js";

const DEMO = readdirSync("fixtures/demo", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .toSorted()
  .map((path) => readFileSync(`fixtures/demo/${path}`, "utf8"))
  .join("---\n");

const OBJECTS = loadAll(DEMO) as readonly object[];

function listOf(items: readonly unknown[]): string {
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

/** What a run of `anp snapshot` on a dump writes. */
async function snapshotOf(dump: string, ...args: readonly string[]): Promise<string> {
  const cwd = folderWith({ dump });
  const { code, stderr } = await snapshot(cwd, ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return readFileSync(`${cwd}/out.json`, "utf8");
}

function snapshot(cwd: string, ...args: readonly string[]): Promise<Run> {
  return runAnp(["snapshot", "--snapshot", "dump", "--file", "out.json", ...args], { cwd });
}

/** The same value with the keys of every mapping in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, turned(each)]),
  );
}

describe("a snapshot", () => {
  it("has the same bytes whatever the order and the form of the dump", async () => {
    const written = await snapshotOf(listOf(OBJECTS));
    expect(await snapshotOf(listOf(OBJECTS.toReversed()))).toBe(written);
    expect(await snapshotOf(listOf(OBJECTS.map(turned)))).toBe(written);
    expect(await snapshotOf(OBJECTS.map((each) => JSON.stringify(each)).join("\n"))).toBe(written);
    expect(await snapshotOf(DEMO)).toBe(written);
    expect(await snapshotOf(written)).toBe(written);
  });

  it("is a List that holds an object a line, in one order, as its schema says", async () => {
    const text = await snapshotOf(listOf(OBJECTS));
    const list = JSON.parse(text) as {
      items: { kind: string; metadata: { namespace?: string; name: string } }[];
    };
    expect(schemaOf("snapshot")(list)).toEqual([]);
    expect(
      text
        .split("\n")
        .slice(1, -2)
        .map((line) => JSON.parse(line.replace(/,$/, "")) as unknown),
    ).toEqual(list.items);
    const kinds = [...new Set(list.items.map(({ kind }) => kind))];
    expect(kinds.slice(0, 1)).toEqual(["Namespace"]);
    expect(kinds.slice(1)).toEqual(kinds.slice(1).toSorted());
    const pods = list.items
      .filter(({ kind }) => kind === "NetworkPolicy")
      .map(({ metadata }) => `${metadata.namespace} ${metadata.name}`);
    expect(pods.length).toBeGreaterThan(2);
    expect(pods).toEqual(pods.toSorted());
  });

  it("says once what two lists hold alike, and twice what differs", async () => {
    const [first] = OBJECTS;
    const changed = {
      ...first,
      metadata: { ...(first as { metadata: object }).metadata, labels: { more: "x" } },
    };
    const count = async (...objects: readonly object[]): Promise<number> =>
      (JSON.parse(await snapshotOf(listOf(objects))) as { items: object[] }).items.length;
    expect(await count(first!, first!)).toBe(1);
    expect(await count(first!, changed)).toBe(2);
  });

  it("keeps names and labels that are called like members of every object", async () => {
    const labels = '{"__proto__":"a","constructor":"b","toString":"c"}';
    const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"labels":${labels},"name":"__proto__"},"spec":{}}`;
    expect(await snapshotOf(pod)).toContain(
      '"metadata":{"labels":{"__proto__":"a","constructor":"b","toString":"c"},"name":"__proto__"}',
    );
  });

  it("keeps whole numbers that JavaScript rounds", async () => {
    const policy = `{"apiVersion":"policy.networking.k8s.io/v1alpha2","kind":"ClusterNetworkPolicy","metadata":{"name":"x"},"spec":{"priority":9007199254740993}}`;
    expect(await snapshotOf(policy)).toContain('"priority":9007199254740993');
  });

  it("is private, and compressed where its name says so", async () => {
    const cwd = folderWith({ dump: DEMO });
    await snapshot(cwd);
    await snapshot(cwd, "--file", "out.json.gz");
    const plain = readFileSync(`${cwd}/out.json`);
    const compressed = readFileSync(`${cwd}/out.json.gz`);
    expect(gunzipSync(compressed)).toEqual(plain);
    expect(compressed.length).toBeLessThan(plain.length / 2);
    for (const name of ["out.json", "out.json.gz"])
      expect(statSync(`${cwd}/${name}`).mode & 0o777, name).toBe(0o600);
    // The bytes that hold a time are zero.
    expect([...compressed.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
    await snapshot(cwd, "--file", "again.json.gz");
    expect(readFileSync(`${cwd}/again.json.gz`)).toEqual(compressed);
    expect(readdirSync(cwd).toSorted()).toEqual(["again.json.gz", "dump", "out.json", "out.json.gz"]);
  });
});

describe("what cannot be read", () => {
  const truncated = (text: string | Uint8Array): number[] =>
    [0.1, 0.5, 0.9, 1].map((part) => Math.floor(text.length * part) - (part === 1 ? 3 : 0));

  it.each([
    ["a snapshot that was cut off", async () => cutAt(await snapshotOf(DEMO))],
    ["a compressed one that was cut off", async () => cutAt(gzipSync(await snapshotOf(DEMO)))],
    ["one of a later version", async () => [(await snapshotOf(DEMO)).replace('"version":1', '"version":2')]],
    ["one with a broken trailer", async () => [(await snapshotOf(DEMO)).replace("false", '"no"')]],
    ["a dump with a key that is written twice", () => [`${listOf(OBJECTS)}{"kind":"Pod","kind":"Pod"}`]],
    [
      "one page of a list",
      () => [`{"kind":"PodList","apiVersion":"v1","metadata":{"continue":"eyJ2"},"items":[]}`],
    ],
    [
      "an error among objects",
      () => [
        `${listOf(OBJECTS)}{"kind":"Status","apiVersion":"v1","status":"Failure","message":"forbidden"}`,
      ],
    ],
    [
      "names alone",
      () => [
        `${listOf(OBJECTS)}{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"x"}}`,
      ],
    ],
    [
      "an item that does not say what it is",
      () => [
        `{"kind":"List","apiVersion":"v1","items":[{"metadata":{"name":"x"},"spec":{"podSelector":{}}}]}`,
      ],
    ],
    ["a policy that does not say what it is", () => ['{"kind":"NetworkPolicy","metadata":{"name":"x"}}']],
  ])("is never half a snapshot, nor half a cluster: %s", async (_title, dumps) => {
    for (const dump of await dumps()) {
      const cwd = folderWith({});
      writeFileSync(`${cwd}/dump`, dump);
      const taken = await snapshot(cwd);
      expect(taken).toMatchObject({
        code: 3,
        stdout: "",
        stderr: expect.stringMatching(/nothing written.*\n {5}dump:/),
      });
      expect(readdirSync(cwd)).toEqual(["dump"]);
      // The linter has a finding, others an answer that is not whole; none of them is content.
      expect((await runAnp(["lint", "--snapshot", "dump"], { cwd })).code).not.toBe(0);
    }
  });

  function cutAt(text: string | Uint8Array): (string | Uint8Array)[] {
    return truncated(text).map((length) => text.slice(0, length));
  }
});

describe("what a snapshot says is what its dump says", () => {
  it.each([
    ["matrix", "--all", "-o", "csv"],
    ["matrix", "--exposure", "-o", "json", "--explain"],
    ["explain", "shop/web", "payments/db", "--port", "5432", "-o", "json"],
    ["explain", "payments/db", "-o", "json"],
    ["lint", "-o", "json"],
  ])("anp %s %s", async (...args) => {
    const cwd = folderWith({ dump: listOf(OBJECTS) });
    await snapshot(cwd);
    const [ofDump, ofSnapshot] = await Promise.all(
      ["dump", "out.json"].map((name) => runAnp([...args, "--snapshot", name], { cwd })),
    );
    expect(ofSnapshot?.code).toBe(ofDump?.code);
    // What is printed to be asked names where it was read.
    const named = (text = ""): string => unwrapped(text.replaceAll("--snapshot out.json", "--snapshot dump"));
    expect(named(ofSnapshot?.stdout)).toBe(named(ofDump?.stdout));
    expect(ofDump?.stdout.length).toBeGreaterThan(100);
  });

  it("and what the manifests say", async () => {
    const cwd = folderWith({ dump: DEMO, "demo.yaml": DEMO });
    await snapshot(cwd);
    const csv = async (...from: readonly string[]): Promise<string> =>
      (await runAnp(["matrix", "--all", "-o", "csv", ...from], { cwd })).stdout;
    expect(await csv("--snapshot", "out.json")).toBe(await csv("-f", "demo.yaml"));
  });
});
