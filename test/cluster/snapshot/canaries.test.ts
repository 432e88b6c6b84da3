import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { load } from "js-yaml";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";
import { STORED_KINDS } from "../../../src/cluster/kinds/stored-kinds.js";

const FIXTURE = readFileSync("fixtures/snapshot/canaries.yaml", "utf8");

interface Item {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const { items } = load(FIXTURE) as { readonly items: readonly Item[] };

async function snapshotOf(text: string): Promise<string> {
  const cwd = folderWith({ "dump.yaml": text });
  const { code, stderr } = await runAnp(["snapshot", "--snapshot", "dump.yaml", "--file", "out.json"], {
    cwd,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return readFileSync(`${cwd}/out.json`, "utf8");
}

/** Every text and number below a value. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === "string" || typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null)
    for (const below of Object.values(value)) yield* leavesOf(below);
}

/** Puts a field that nobody knows into every mapping of which not everything is kept. */
function withUnknownFields(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknownFields(item, field));
  if (typeof value !== "object" || value === null || KEPT_WHOLE.has(field)) return value;
  const below = Object.entries(value).map(([key, each]) => [key, withUnknownFields(each, key)] as const);
  return { ...Object.fromEntries(below), "canary-field": { canary: ["canary"] } };
}

const KEPT_WHOLE: ReadonlySet<string> = new Set([
  "labels",
  "selector",
  "namespaceSelector",
  "podSelector",
  "port",
  "names",
  "versions",
  "subject",
  "ingress",
  "egress",
]);

describe("a snapshot", () => {
  it("is tried with every kind that it may hold", () => {
    const kinds = new Set(items.map(({ kind }) => kind));
    expect(STORED_KINDS.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
  });

  it("holds nothing that is not on the list", async () => {
    expect(await snapshotOf(FIXTURE)).not.toMatch(/canary|40404/i);
  });

  it.each(items.map((item) => [item.kind, item] as const))(
    "holds nothing of a %s in fields that nobody knows",
    async (_kind, item) => {
      // A policy's spec is kept as the server has stored it.
      const isPolicy = item.kind.endsWith("Policy");
      const written = isPolicy ? item : withUnknownFields(item, "");
      const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "there-is-something" } };
      const list = { apiVersion: "v1", kind: "List", items: [written, namespace] };
      expect(await snapshotOf(JSON.stringify(list))).not.toMatch(/canary|40404/i);
    },
  );

  it.each(
    items
      .filter(({ metadata }) => !metadata.name.includes("canar"))
      .map((item) => [item.kind, item] as const),
  )("holds everything of a %s that is on the list", async (_kind, item) => {
    const allowed = [...leavesOf(item)].filter((leaf) => !/canary|40404/i.test(leaf));
    expect(allowed.length).toBeGreaterThanOrEqual(3);
    const held = new Set(leavesOf(JSON.parse(await snapshotOf(JSON.stringify(item)))));
    expect(allowed.filter((leaf) => !held.has(leaf))).toEqual([]);
  });
});
