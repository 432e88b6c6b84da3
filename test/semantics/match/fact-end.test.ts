import { expect, it } from "vitest";
import { factEndKey, type FactEnd } from "../../../src/semantics/match/fact-end.js";

/** Pairs of ends of each kind; no two of them are one end. */
const ENDS: readonly FactEnd[] = [
  { type: "pod", id: "shop/pod/web" },
  { type: "pod", id: "shop/pod/db" },
  { type: "pod", id: "shop/pod/web", isOtherReplica: true },
  { type: "node", name: "n1" },
  { type: "node", name: "n2" },
  { type: "addresses", name: "n1", isOneAddress: false },
  { type: "addresses", name: "10.0.0.1", isOneAddress: true },
  { type: "domain", name: "n1" },
  { type: "domain", name: "a.example.com" },
  { type: "source" },
  { type: "destination" },
];

it("facts are about one end exactly where its kind and its name are the same", () => {
  const keys = ENDS.map(factEndKey);
  expect(new Set(keys).size).toBe(ENDS.length);
  expect(ENDS.map((end) => factEndKey({ ...end }))).toEqual(keys);
});
