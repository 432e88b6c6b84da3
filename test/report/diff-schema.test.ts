import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf, schemaText } from "../support/schemas.js";
import type { ChangeKind } from "../../src/questions/diff/slices.js";
import type { DiffNote } from "../../src/questions/diff/notes.js";
import type { Entry } from "../../src/semantics/evaluate/entry.js";

const problemsOf = schemaOf("diff");

async function diffJson(cwd: string, ...args: readonly string[]): Promise<any> {
  const { stdout } = await runAnp(["diff", ...args, "-o", "json"], { cwd });
  return JSON.parse(stdout);
}

const GALLERY = "fixtures/gallery";

describe("diff.json", () => {
  it.each([
    ["fixtures/diff/peer-split-by-dash", ["before", "after"]],
    // Every kind of thing that decides: tiers, isolation, refused policies, domain names, open priorities.
    [GALLERY, ["both-sides/pods.yaml", "both-sides"]],
    [GALLERY, ["both-sides", "both-sides/pods.yaml"]],
    [GALLERY, ["equal-priorities/pods.yaml", "equal-priorities"]],
    [GALLERY, ["pass/pods.yaml", "pass"]],
    [GALLERY, ["incomplete/workloads.yaml", "incomplete"]],
    [GALLERY, ["missing-fact/pods.yaml", "missing-fact"]],
    [GALLERY, ["domain-name/pods.yaml", "domain-name"]],
    [GALLERY, ["domain-name", "pass"]],
    ["fixtures/demo", ["shop", "."]],
    ["fixtures", ["demo/shop", "-f", "demo/payments"]],
    // With alerts.
    [GALLERY, ["equal-priorities/pods.yaml", "-f", "equal-priorities"]],
  ])("holds in %s for %j", async (cwd, args) => {
    const answer = await diffJson(cwd, ...args);
    expect(problemsOf(answer)).toEqual([]);
    expect(
      answer.changes.length + answer.endpoints.added.length + answer.endpoints.removed.length,
    ).toBeGreaterThan(0);
  });

  it("holds for names and labels that try to be something else", async () => {
    const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a, namespace: __proto__}
spec: {podSelector: {matchLabels: {constructor: toString}}, policyTypes: [Ingress]}
`;
    const pods = `apiVersion: v1
kind: Pod
metadata: {name: hasOwnProperty, namespace: __proto__, labels: {constructor: toString, __proto__: x}}
spec: {containers: []}
`;
    const cwd = folderWith({ "a.yaml": pods, "b.yaml": `${pods}---\n${policy}---\na: [\n` });
    const answer = await diffJson(cwd, "a.yaml", "b.yaml");
    expect(problemsOf(answer)).toEqual([]);
    expect(answer.incomplete).toBe(true);
  });
});

describe("a broken answer", () => {
  it.each<[string, (answer: any) => void]>([
    ["has a field that nobody knows", (answer) => (answer.changes[0].colour = "red")],
    ["lacks its notes", (answer) => delete answer.notes],
    ["has a change of its own", (answer) => (answer.changes[0].change = "moved")],
    ["has a verdict of its own", (answer) => (answer.changes[0].before.verdict = "maybe")],
    ["has nobody who decided", (answer) => (answer.changes[0].after.by.ingress = [])],
    ["has a place before the first line", (answer) => (answer.changes[0].after.by.ingress[0].at.line = 0)],
    ["has a port beyond the last one", (answer) => (answer.changes[0].flow.ports[0][1] = 65_536)],
    ["lacks its alerts", (answer) => delete answer.alerts],
    ["has no witness", (answer) => delete answer.changes[0].witness],
    ["says nothing of what a new workload reaches", (answer) => delete answer.endpoints.added[0].reaches],
  ])("is refused where it %s", async (_what, breakIt) => {
    const answer = await diffJson("fixtures/diff/peer-split-by-dash", "before", "after");
    expect(problemsOf(answer)).toEqual([]);
    breakIt(answer);
    expect(problemsOf(answer)).not.toEqual([]);
  });
});

/** The unions of the source, written out: the compiler holds these complete, the tests compare them with the schema. */
const CHANGES: Readonly<Record<ChangeKind, true>> = {
  opened: true,
  closed: true,
  undefined: true,
  unknown: true,
};
const NOTES: Readonly<Record<DiffNote["code"], true>> = {
  "family-not-compared": true,
  "repeated-objects": true,
  "foreign-policies": true,
  "selecting-nothing": true,
};
const EXEMPTIONS: Readonly<Record<Extract<Entry, { type: "exempt" }>["why"], true>> = {
  loopback: true,
  outside: true,
  node: true,
  "host-network": true,
  hairpin: true,
  "other-protocol": true,
  "node-port": true,
};

describe("the words of the schema", () => {
  const { $defs } = schemaText("diff") as any;

  it("have for alerts what lint has for findings", () => {
    const { finding, position } = (schemaText("lint") as any).$defs;
    expect({ finding: $defs.finding, position: $defs.position }).toEqual({ finding, position });
  });

  it.each([
    ["changes", $defs.change.properties.change.enum, CHANGES],
    ["notes", $defs.note.oneOf.map((each: any) => each.properties.code.const), NOTES],
    ["exemptions", $defs.step.properties.because.properties.code.enum, EXEMPTIONS],
  ])("are those of the source: %s", (_what, words, source) => {
    expect([...words].toSorted()).toEqual(Object.keys(source).toSorted());
  });
});
