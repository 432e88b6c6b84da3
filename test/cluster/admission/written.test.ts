import { expect, it } from "vitest";
import { typeNameOf } from "../../../src/cluster/admission/written.js";
import type { Value } from "../../../src/source/manifest/value.js";

it.each<readonly [value: Value, name: string]>([
  [null, "null"],
  [[], "list"],
  [{ a: 1 }, "mapping"],
  ["a", "text"],
  ["", "text"],
  [false, "boolean"],
  [5, "integer"],
  [2n ** 62n, "integer"],
  [5.5, "number"],
])("what people are told of a value: %#, %s", (value, name) => {
  // Mappings have no prototype where they are read.
  const held = name === "mapping" ? (Object.assign(Object.create(null), value) as Value) : value;
  expect(typeNameOf(held)).toBe(name);
});
