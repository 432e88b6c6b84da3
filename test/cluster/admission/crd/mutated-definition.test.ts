import * as fc from "fast-check";
import { adminEgress } from "../../../cli/manifests.js";
import { check } from "../../../properties/run.js";
import { evaluateForeignCheck } from "../../../../src/cluster/admission/structural/evaluate-foreign-check.js";
import { definitionsIn } from "../../../../src/cluster/load/definitions.js";
import { expect, it } from "vitest";
import { lint, loadSources } from "../../../../src/index.js";
import { newestDefinition, withRules } from "../../../support/crd.js";
import type { Definition } from "../../../../src/cluster/admission/crd/definition.js";

const CRD = newestDefinition(
  "ClusterNetworkPolicy",
  withRules({ rule: "self.priority < 8", message: "low" }),
);
const RULE =
  '{ name: all, action: Accept, to: [{ networks: ["192.0.2.0/24"] }, { domainNames: [a.example] }] }';
const POLICY = { name: "a.yaml", text: adminEgress("tenants", RULE) };

/** Every place of a JSON value, as a path. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) yield* placesOf(below, [...path, key]);
}

const PLACES = [...placesOf(JSON.parse(CRD))];

/** What stands where something else should: also keywords, rules and types that others have. */
const VALUE = fc.oneof(
  fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
  fc.constantFrom<unknown>(
    "__proto__",
    "(",
    -1,
    1.5,
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { "x-kubernetes-int-or-string": true, default: 3 },
    { type: "array", items: { type: "string", nullable: true, pattern: "^[[:alpha:]" } },
    [{ rule: "self.all(", fieldPath: ".x" }, { rule: "self == self" }],
  ),
);

function changed(value: unknown, [step = "", ...rest]: readonly string[], to: unknown): unknown {
  if (Array.isArray(value))
    return value.map((each, i) =>
      String(i) === step ? inner(each as unknown, rest, to) : (each as unknown),
    );
  const entries = Object.entries(value as object).map(([key, each]): [string, unknown] => [
    key,
    key === step ? inner(each, rest, to) : each,
  ]);
  return Object.fromEntries(entries);
}

function inner(value: unknown, rest: readonly string[], to: unknown): unknown {
  return rest.length === 0 ? to : changed(value, rest, to);
}

it("whatever stands in a CRD, policies are judged without a fall, and nothing is left out without a word", async () => {
  const holds = async ([path, to]: readonly [readonly string[], unknown]): Promise<void> => {
    const text = JSON.stringify(changed(JSON.parse(CRD), path, to));
    const crds = new Map<string, Definition>();
    for (const { definition } of definitionsIn({ name: "crd.json", text }))
      if (definition !== undefined) crds.set(definition.kind, definition);
    const loaded = await loadSources([POLICY], {
      purpose: "lint",
      crds,
      runChecks: async (checks) => checks.map(evaluateForeignCheck),
    });
    const { policies, refused } = loaded.cluster;
    expect(policies.length + refused.length).toBe(1);
    const [missing] = refused;
    const codes = lint(loaded).diagnostics.filter(({ category }) =>
      missing?.cause === "undecided" ? category === "input" : category === "rejected",
    );
    expect(codes.length > 0).toBe(missing !== undefined);
  };
  const arbitrary = fc.tuple(fc.constantFrom(...PLACES), VALUE);
  await check({ name: "definitions with one other value", arbitrary, runs: 1500, holds });
});
