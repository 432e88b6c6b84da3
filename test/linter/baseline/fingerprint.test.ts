import { describe, expect, it } from "vitest";
import { baselineJson } from "../../../src/linter/baseline/print-baseline.js";
import { baselineOf, compareWith } from "../../../src/linter/baseline/baseline.js";
import { lintText } from "../../support/findings.js";
import { readBaseline } from "../../../src/linter/baseline/read-baseline.js";
import { schemaOf } from "../../support/schemas.js";
import type { Baseline } from "../../../src/linter/baseline/baseline.js";
import type { Diagnostic, FoundIn } from "../../../src/cluster/problems/diagnostic.js";

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web, namespace: shop }
spec:
  podSelector: { matchLabels: { app: web } }
  policyTypes: [Ingress]
  ingress:
  - ports: [{ port: 90, endPort: 80 }]
    from: [{ podSelector: { matchLabels: { app: a } } }]
`;

async function ports(text: string): Promise<readonly Diagnostic[]> {
  return (await lintText(text)).filter(({ rule }) => rule === "invalid-port-range");
}

/** How many findings are new, known and gone. */
async function compared(before: string, after: string): Promise<readonly number[]> {
  const { fresh, known, stale } = compareWith(baselineOf(await ports(before)), await ports(after));
  return [fresh.length, known.length, stale.length];
}

describe("a finding is known", () => {
  it.each<[string, string, readonly number[]]>([
    ["as it was", POLICY, [0, 1, 0]],
    ["where lines moved", `# a\n# b\n${POLICY}`, [0, 1, 0]],
    [
      "behind another document",
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n---\n${POLICY}`,
      [0, 1, 0],
    ],
    [
      "behind a new rule",
      POLICY.replace("  ingress:\n", "  ingress:\n  - ports: [{ port: 1 }]\n"),
      [0, 1, 0],
    ],
    ["with a comment", POLICY.replace("endPort: 80 }]", "endPort: 80 }] # old"), [0, 1, 0]],
    ["with other values around it", POLICY.replace("port: 90", "port: 91"), [0, 1, 0]],
    ["with another value", POLICY.replace("endPort: 80", "endPort: 81"), [1, 0, 1]],
    ["in another object", POLICY.replace("name: web", "name: other"), [1, 0, 1]],
    ["in another namespace", POLICY.replace("namespace: shop", "namespace: lab"), [1, 0, 1]],
    ["twice, once of them new", `${POLICY}  - ports: [{ port: 91, endPort: 80 }]\n`, [1, 1, 0]],
    ["no more", POLICY.replace("endPort: 80", "endPort: 95"), [0, 0, 1]],
  ])("%s: new, known, gone", async (_what, after, expected) => {
    expect(await compared(POLICY, after)).toEqual(expected);
  });

  it("as often as it is counted", async () => {
    const twice = `${POLICY}  - ports: [{ port: 91, endPort: 80 }]\n`;
    expect(await compared(twice, twice)).toEqual([0, 2, 0]);
    expect(await compared(twice, POLICY)).toEqual([0, 1, 1]);
  });

  it("never where it was not read, nor where it is about the gate", async () => {
    const text = `# anp: ignore[unnamed-rule] x\n${POLICY}---\nkind: [\n`;
    const rules = baselineOf(await lintText(text)).entries.map(({ fingerprint }) => fingerprint.rule);
    expect(rules).not.toContain("not-analysed");
    expect(rules).not.toContain("unused-suppression");
    expect(rules).toContain("invalid-port-range");
  });
});

describe("a baseline's file", () => {
  const problemsOf = schemaOf("baseline");

  it("is read as it was written, sorted, and fits its schema", async () => {
    const found = await lintText(`${POLICY}  - {}\n`);
    const baseline = baselineOf(found);
    const text = baselineJson(baseline);
    expect(baselineJson(baselineOf(found.toReversed()))).toBe(text);
    expect(problemsOf(JSON.parse(text))).toEqual([]);
    const reading = readBaseline({ name: "known.json", text });
    const plain = ({ entries }: Baseline): unknown =>
      entries.map(({ fingerprint, count }) => ({ fingerprint, count }));
    expect(reading.ok && plain(reading.value)).toEqual(plain(baseline));
    expect(text.split("\n").filter((line) => line.includes('"rule"'))).toHaveLength(baseline.entries.length);
  });

  it("may be empty", () => {
    const text = baselineJson({ entries: [] });
    expect(problemsOf(JSON.parse(text))).toEqual([]);
    expect(readBaseline({ name: "known.json", text })).toEqual({ ok: true, value: { entries: [] } });
  });

  it("names the sets of manifests in one order, where there are several", async () => {
    const of = (...names: readonly string[]): { foundIn: FoundIn } => ({ foundIn: { names, of: 2 } });
    const [finding] = await ports(POLICY);
    const baseline = baselineOf([{ ...finding!, ...of("prod", "dev") }], ["prod", "dev"]);
    const text = baselineJson(baseline);
    expect(JSON.parse(text)).toMatchObject({
      sets: ["dev", "prod"],
      findings: [{ count: 1, sets: ["dev", "prod"] }],
    });
    expect(problemsOf(JSON.parse(text))).toEqual([]);
    const reading = readBaseline({ name: "known.json", text });
    expect(reading.ok && reading.value).toMatchObject(baseline);
    expect(baselineJson(baselineOf([finding!], ["dev"]))).not.toContain("sets");
  });

  const ENTRY = '{"rule":"cel","object":"a","path":"","snippet":"","count":1}';
  it.each([
    ['{"version":2,"findings":[]}', "version 1"],
    ["{}", "version 1"],
    ["", "version 1"],
    ["[]", "a mapping"],
    [`{"version":1,"findings":[${ENTRY.replace('"count":1', '"count":0')}]}`, "a count from 1"],
    [`{"version":1,"findings":[${ENTRY.replace('"cel"', "3")}]}`, "a text as rule"],
    [`{"version":1,"findings":[${ENTRY.replace('"count"', '"cuont"')}]}`, "did you mean count?"],
    [`{"version":1,"findings":[${ENTRY.replace("}", ',"sets":[1]}')}]}`, "a name of a set of manifests"],
    [`{"version":1,"sets":"dev","findings":[]}`, "a list of name of a set of manifests"],
    [`{"version":1,"finding":[]}`, "did you mean findings?"],
    [`{"version":1,"findings":[${ENTRY}}`, "cannot be read"],
  ])("is refused: %s", (text, words) => {
    const reading = readBaseline({ name: "known.json", text });
    expect(reading.ok ? "" : reading.problem.map(({ message }) => message).join("\n")).toContain(words);
  });
});
