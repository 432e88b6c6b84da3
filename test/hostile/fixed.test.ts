import * as fc from "fast-check";
import { adminPolicy, clusterPolicy } from "../support/findings.js";
import { check } from "../properties/run.js";
import { describe, expect, it } from "vitest";
import { fixed } from "../../src/linter/lint/fix.js";
import { loadToReload } from "../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../support/api-object.js";

/** Slips of which each has a fix, in every style, with what surrounds them. */
const SLIPS = [
  "namespaces: { matchlabels: { a: b } }",
  "namespaces: { matchLabels: { a: 1.10, b: yes } }",
  "namespaces: { namespaceSelector: { matchLabels: { a: b } } }",
  "namespaces: &s { namespaceSelector: { matchLabels: {} } }",
  "namespaces: *s",
  "namespaces:\n    namespaceSelector: # who\n      matchLabels:\n        # one\n        a: b",
  "namespaces:\n    namespaceSelector: { matchLabels: { a: b } } # who",
  "namespaces:\n\n    ? namespaceSelector\n    : matchLabels:\n        a: b",
  'namespaces: { "namespaceSelector": {} }',
  "namespaces: { matchExpressions: { key: a, operator: Exists } }",
  "namespaces:\n    matchExpressions: # one\n      key: a\n      operator: Exists",
  "pods: { namespaces: { namespaceSelector: {} }, podSelector: {} }",
  "pods:\n    podselector: {} # all\n    namespaces:\n      namespaceSelector:\n        matchLabels: { a: b }",
  "namespaces: { related: Self }",
  "namespaces: { sameLabels: [a] }",
  "namespaces: {}",
] as const;

const peers = fc.array(fc.constantFrom(...SLIPS), { minLength: 1, maxLength: 5 });

const manifests = fc
  .tuple(
    peers,
    fc.constantFrom(adminPolicy, clusterPolicy),
    fc.constantFrom("Deny", "deny", "Allow", "Accept"),
    fc.constantFrom(
      "",
      "\nports: { port: [{ protocol: TCP, number: 80 }] }",
      "\nprotocols:\n- tcp:\n  destinationPort: { number: 80 }",
    ),
  )
  .map(([some, policy, action, ports]) => {
    const from = some.map((peer) => `    - ${peer.replaceAll("\n", "\n      ")}\n`).join("");
    const rest = ports.replaceAll("\n", "\n    ");
    return policy(`ingress:\n  - name: a\n    action: ${action}\n    from:\n${from}${rest}`);
  });

describe("fixes", () => {
  it("are made whatever stands beside them, and made again change nothing", () =>
    check({
      name: "fixes of slips",
      arbitrary: fc.tuple(manifests, fc.constantFrom("v0.1.1", "v0.1.8", "kep")),
      runs: 600,
      holds: async ([text, bundle]) => {
        const file = { name: "a.yaml", text };
        const options = { ...READ_OPTIONS, bundles: [bundle] };
        const input = await loadToReload([{ type: "file", file, isNamed: true }], options);
        const first = await fixed(input, {}, () => true);
        const after = first.files.get(file) ?? file;
        const again = await fixed(
          await loadToReload([{ type: "file", file: after, isNamed: true }], options),
          {},
          () => true,
        );
        expect(again.count).toBe(0);
        expect(first.count > 0).toBe(after.text !== text);
        const lines = (problems: typeof first.loaded.problems): number =>
          problems.flatMap(({ server = [] }) => server).length;
        if (first.count > 0)
          expect(lines(first.loaded.problems)).toBeLessThanOrEqual(lines(input.loaded.problems));
      },
    }));
});
