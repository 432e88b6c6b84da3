import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadText, matrixAsJson, type MatrixAsk } from "../support/matrix.js";
import { loadSources } from "../../src/index.js";
import { parseExpected } from "../truth/expected.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf, schemaText } from "../support/schemas.js";
import type { Decider, Exemption, Unreachable } from "../../src/semantics/evaluate/decider.js";
import type { MatrixNote } from "../../src/questions/matrix/notes.js";

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
const TRUTH = `${FIXTURES}/truth`;

const problemsOf = schemaOf("matrix");

const WHOLE: MatrixAsk = { all: true, explain: true };

/** Each is asked of every fourth case. */
const ASKS: readonly MatrixAsk[] = [
  { exposure: true },
  { port: "80", explain: true },
  { protocol: "icmp", all: true },
  { from: ["internet", "10.0.0.0/8"], all: true, explain: true },
];

const CASES = readdirSync(TRUTH, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "clusters")
  .map((entry) => entry.name);

describe("matrix.json", () => {
  it.each(CASES.map((name, i) => [name, [WHOLE, ASKS[i % ASKS.length] as MatrixAsk]] as const))(
    "holds for %s",
    async (name, asks) => {
      const { clusters, options } = parseExpected(readFileSync(`${TRUTH}/${name}/expected.txt`, "utf8"));
      const files = readdirSync(`${TRUTH}/${name}`).filter((file) => /\.(?:yaml|json)$/.test(file));
      const paths = [
        ...clusters.map((each) => `clusters/${each}.yaml`),
        ...files.map((file) => `${name}/${file}`),
      ];
      const loaded = await loadSources(
        paths.map((path) => ({ name: path, text: readFileSync(`${TRUTH}/${path}`, "utf8") })),
        { isLegacy: options.includes("legacy"), isStored: options.includes("stored") },
      );
      for (const ask of asks) {
        const json = matrixAsJson(loaded, ask);
        expect(problemsOf(json)).toEqual([]);
        expectSound(json);
      }
    },
  );

  it.each([
    "demo",
    "gallery/incomplete",
    "gallery/domain-name",
    "gallery/equal-priorities",
    "gallery/missing-fact",
  ])("holds for %s", async (folder) => {
    for (const more of [[], ["--all", "--explain"], ["--exposure"], ["--port", "53/udp", "--explain"]]) {
      const { stdout } = await runAnp(["matrix", "-f", ".", "-o", "json", ...more], {
        cwd: `${FIXTURES}/${folder}`,
      });
      const json = JSON.parse(stdout);
      expect(problemsOf(json)).toEqual([]);
      expectSound(json);
    }
  });

  it("holds for names that try to be something else", async () => {
    const loaded = await loadText(`apiVersion: v1
kind: Pod
metadata: { name: hasOwnProperty, namespace: constructor, labels: { constructor: toString, __proto__: x } }
spec: { containers: [] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: a, namespace: constructor }
spec: { podSelector: { matchLabels: { constructor: toString } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { toString: valueOf } } }] }] }
`);
    const json = matrixAsJson(loaded, { exposure: true, explain: true, all: true });
    expect(problemsOf(json)).toEqual([]);
    expect(json.endpoints.map(({ id }) => id)).toContain("constructor/labels/toString=valueOf");
  });
});

/** Ids are unique, ends and steps that are referred to exist, and a pair is listed once for each family and node. */
function expectSound(json: ReturnType<typeof matrixAsJson>): void {
  const ids = new Set(json.endpoints.map(({ id }) => id));
  expect(ids.size).toBe(json.endpoints.length);
  const keys = json.connections.map(({ from, to, family, node }) => JSON.stringify([from, to, family, node]));
  expect(new Set(keys).size).toBe(keys.length);
  const used = new Set<number>();
  for (const { from, to, by } of json.connections) {
    expect(ids.has(from) && ids.has(to)).toBe(true);
    for (const step of [...(by?.egress ?? []), ...(by?.ingress ?? [])]) used.add(step);
  }
  expect([...used].toSorted((a, b) => a - b)).toEqual((json.steps ?? []).map((_step, i) => i));
}

describe("a broken map", () => {
  it.each<[string, (json: any) => void]>([
    ["has a field that nobody knows", (json) => (json.connections[0].colour = "red")],
    ["lacks its version", (json) => delete json.version],
    ["has a connection without a destination", (json) => delete json.connections[0].to],
    ["has a verdict of its own", (json) => (json.connections[0].denied = "all")],
    ["has everything as a list without items", (json) => (json.connections[0].allowed = [])],
    [
      "has ports of other protocols",
      (json) => (json.connections[0].allowed = [{ protocol: "other", ports: [] }]),
    ],
    ["has a protocol without ports", (json) => (json.connections[0].allowed = [{ protocol: "TCP" }])],
    [
      "has a port beyond the last one",
      (json) => (json.connections[0].allowed = [{ protocol: "TCP", ports: [[1, 65_536]] }]),
    ],
    ["has a family that nobody knows", (json) => (json.connections[0].family = "IPv5")],
    ["has a step without an outcome", (json) => delete json.steps[0].outcome],
    ["has a step at no line", (json) => (json.steps[1].at.line = 0)],
    ["has a note without words", (json) => (json.notes[0].text = "")],
    ["has a pod that exists in a new namespace", (json) => (json.endpoints[0].exists = true)],
  ])("is refused where it %s", async (_what, breakIt) => {
    const { stdout } = await runAnp(["matrix", "-f", ".", "--explain", "-o", "json"], {
      cwd: `${FIXTURES}/demo`,
    });
    const json = JSON.parse(stdout);
    expect(problemsOf(json)).toEqual([]);
    breakIt(json);
    expect(problemsOf(json)).not.toEqual([]);
  });
});

/** The unions of the source, written out: the compiler holds these complete, the tests compare them with the schema. */
const NOTES: Readonly<Record<MatrixNote["code"], true>> = {
  "only-in-namespace": true,
  "shown-as-owner": true,
  "pods-behind-service": true,
  "is-a-service": true,
  "external-name": true,
  "name-of-service": true,
  "name-of-pod": true,
  "service-of-same-name": true,
  "service-addresses-left-out": true,
  "dns-answer": true,
  "loaded-pods-with-labels": true,
  "told-apart": true,
  "port-not-declared": true,
  "private-addresses": true,
  "family-assumed": true,
  "node-ports-not-followed": true,
  "no-common-family": true,
  "namespace-not-in-input": true,
  "exposure-left-out": true,
  "repeated-objects": true,
  "foreign-policies": true,
};
const EXEMPTIONS: Readonly<Record<Exemption, true>> = {
  loopback: true,
  outside: true,
  node: true,
  "host-network": true,
  hairpin: true,
  "other-protocol": true,
  "node-port": true,
};
const UNREACHABLE: Readonly<Record<Unreachable, true>> = { "not-published": true, "source-ranges": true };
const STEPS: Readonly<Record<Decider["type"], true>> = {
  rule: true,
  isolation: true,
  "namespace-isolation": true,
  "own-node": true,
  refused: true,
  exempt: true,
  "not-carried": true,
  "own-node-closed": true,
  "default-deny": true,
  service: true,
  limit: true,
  default: true,
};

describe("the codes of matrix.json are those of the source", () => {
  const { $defs: definitions } = schemaText("matrix") as any;

  it("notes", () => {
    const codes = definitions.note.oneOf.flatMap(
      ({ properties: { code } }: any) => code.enum ?? [code.const],
    );
    expect(codes.toSorted()).toEqual(Object.keys(NOTES).toSorted());
  });

  it("steps, one form for each", () => {
    expect(definitions.step.oneOf).toHaveLength(Object.keys(STEPS).length);
    const exemptions = definitions.step.oneOf.flatMap(
      ({ properties: { because } }: any) => because?.properties.code.enum ?? [],
    );
    expect(exemptions.toSorted()).toEqual(Object.keys({ ...EXEMPTIONS, ...UNREACHABLE }).toSorted());
  });
});
