import { describe, expect, it } from "vitest";
import { project } from "../../../src/source/manifest/project.js";
import type { Keep } from "../../../src/source/manifest/composed.js";

const KEEP: Keep = { name: true, spec: { ports: { port: true }, anything: true } };

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("what is kept", () => {
  it("are the parts that are named, through lists", () => {
    const value = {
      name: "a",
      spec: {
        ports: [{ port: 1, note: "x" }, 7, { note: "y" }],
        anything: { b: [null, true, { c: 2 }] },
        d: 3,
      },
      secret: "z",
    };
    expect(plain(project(value, KEEP))).toEqual({
      name: "a",
      spec: { ports: [{ port: 1 }, {}], anything: { b: [null, true, { c: 2 }] } },
    });
  });

  it.each([["text"], [5], [null], [true]])("is nothing of %j where parts are named", (value) => {
    expect(project(value, KEEP)).toBeUndefined();
    expect(plain(project({ name: value, spec: value }, KEEP))).toEqual({ name: value });
  });

  it("inherits nothing, whatever its keys are called", () => {
    const value: unknown = JSON.parse(
      '{"spec":{"anything":{"__proto__":{"a":1},"constructor":2}},"toString":3}',
    );
    const kept = project(value, KEEP) as { spec: { anything: object } };
    expect(Object.keys(kept.spec.anything)).toEqual(["__proto__", "constructor"]);
    expect("toString" in kept).toBe(false);
  });

  it.each<[string, (inner: string, times: number) => string, true | Keep]>([
    ["lists that are kept whole", (inner, times) => "[".repeat(times) + inner + "]".repeat(times), true],
    ["mappings", (inner, times) => '{"a":'.repeat(times) + inner + "}".repeat(times), true],
    ["lists of which parts are kept", (inner, times) => "[".repeat(times) + inner + "]".repeat(times), KEEP],
  ])("nests 64 levels and no more: %s", (_, nested, keep) => {
    expect(project(JSON.parse(nested("1", 64)), keep)).toBeDefined();
    for (const times of [65, 100_000])
      expect(() => project(JSON.parse(nested("1", times)), keep)).toThrow("nests deeper than 64 levels");
  });

  it("has no annotations where none is kept, but any other empty mapping", () => {
    const keep: Keep = { metadata: { annotations: { "a/b": true }, labels: true, owner: { name: true } } };
    const of = (metadata: object): unknown => plain(project({ metadata }, keep));
    expect(of({ annotations: { "c/d": "x" }, labels: {}, owner: { uid: "y" } })).toEqual({
      metadata: { labels: {}, owner: {} },
    });
    expect(of({ annotations: { "a/b": "x", "c/d": "y" } })).toEqual({
      metadata: { annotations: { "a/b": "x" } },
    });
    expect(of({ annotations: [{}] })).toEqual({ metadata: { annotations: [{}] } });
  });
});
