import { explainReport } from "../support/explain-report.js";
import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, STRICT, type Loaded, type Verdict } from "../../src/index.js";
import { explainJson } from "../../src/report/explain-json.js";
import { overviewJson } from "../../src/report/overview-json.js";
import { overviewOf } from "../../src/questions/explain/overview.js";
import { parseExpected, parseNames, type Expected } from "../truth/expected.js";
import { REFERENCE, type LeaningPoint } from "../../src/semantics/match/profile.js";
import { resolve } from "../../src/questions/query/resolve.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf, schemaText } from "../support/schemas.js";
import type { AmendmentKind } from "../../src/questions/suggest/amendment.js";
import type { Exemption, Unreachable } from "../../src/semantics/evaluate/decider.js";
import type { Mismatch } from "../../src/semantics/match/why.js";
import type { Note } from "../../src/index.js";
import type { SuggestionNote } from "../../src/questions/suggest/suggest.js";
import type { Unsettled } from "../../src/semantics/match/unsettled.js";

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));
const TRUTH = `${FIXTURES}/truth`;

const explainProblems = schemaOf("explain");
const endpointProblems = schemaOf("explain-endpoint");

const CASES = readdirSync(TRUTH, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "clusters")
  .map((entry) => entry.name);

async function loadCase(name: string, { clusters, options }: Expected): Promise<Loaded> {
  const files = readdirSync(`${TRUTH}/${name}`).filter((file) => /\.(?:yaml|json)$/.test(file));
  const paths = [
    ...clusters.map((cluster) => `clusters/${cluster}.yaml`),
    ...files.map((file) => `${name}/${file}`),
  ];
  const sources = paths.map((path) => ({ name: path, text: readFileSync(`${TRUTH}/${path}`, "utf8") }));
  return loadSources(sources, {
    isLegacy: options.includes("legacy"),
    isStored: options.includes("stored"),
  });
}

function namesOf({ clusters }: Expected): ReadonlyMap<string, string> {
  const files = clusters.map((cluster) => `${TRUTH}/clusters/${cluster}.names.txt`).filter(existsSync);
  return new Map(files.flatMap((file) => [...parseNames(readFileSync(file, "utf8"))]));
}

describe("explain.json and explain-endpoint.json", () => {
  it.each(CASES)("hold for %s", async (name) => {
    const expected = parseExpected(readFileSync(`${TRUTH}/${name}/expected.txt`, "utf8"));
    const names = namesOf(expected);
    const loaded = await loadCase(name, expected);
    for (const { from, to, port } of expected.flows.slice(0, 2)) {
      for (const profile of [REFERENCE, STRICT]) {
        const explanation = explainFlow(loaded, {
          from: names.get(from) ?? from,
          to: names.get(to) ?? to,
          protocol: port.protocol.toLowerCase(),
          ...(port.port === undefined ? {} : { port: port.port }),
          profile,
        });
        expect(explainProblems(JSON.parse([...explainJson(explainReport(explanation))].join("")))).toEqual(
          [],
        );
      }
      const end = resolve(loaded.cluster, names.get(to) ?? to, undefined);
      if (!end.ok || end.value.endpoints.length === 0) continue;
      const overviews = overviewOf(loaded.cluster, end.value, REFERENCE);
      expect(
        endpointProblems(JSON.parse([...overviewJson({ overviews, incompleteness: COMPLETE })].join(""))),
      ).toEqual([]);
    }
  });

  it.each([
    ["gallery/missing-fact", ["web/front", "10.8.3.0/24"]],
    ["gallery/missing-fact", ["10.8.3.7", "web/front", "--protocol", "icmp"]],
    ["gallery/incomplete", ["shop/web", "payments/db-0", "--port", "5432"]],
    ["gallery/incomplete", ["payments/db-0"]],
    ["gallery/equal-priorities", ["lab/a", "lab/b"]],
    ["gallery/domain-name", ["monitoring/agent", "internet", "--port", "443"]],
    ["gallery/domain-name", ["monitoring/agent", "logs.example.com"]],
    ["gallery/every-port", ["shop/web", "payments/db-0", "--port", "metrics,5000-6000,53/udp"]],
    ["gallery/every-port", ["web", "payments/app=db,tier=back", "--profile", "strict"]],
    ["gallery/allowed", ["shop/web", "shop/web"]],
    ["gallery/service", ["shop/web", "svc/cart"]],
    ["gallery/service", ["shop/cart", "10.96.0.20", "--profile", "strict"]],
    ["gallery/service", ["internet", "svc/cart", "--port", "web"]],
    ["gallery/service", ["shop/web", "svc/cart", "--suggest"]],
    ["front/ingress-nginx", ["ingress/public", "shop/svc/web"]],
    ["front/gateway-with-its-own-pods", ["gateway/public", "shop/cart"]],
    ["demo", ["shop/web", "payments/db"]],
    ["demo", ["payments/db"]],
    ["demo", ["shop/batch", "payments/db", "--port", "5432", "--suggest"]],
    ["suggest/allowed", ["shop/web-1", "shop/batch-1", "--suggest"]],
    ["suggest/peer-label", ["shop/mail", "shop/cache", "--port", "6379", "--suggest"]],
    ["suggest/equal-priority", ["lab/a", "lab/b", "--suggest"]],
    ["suggest/rendered", ["shop/web-1", "payments/db-0", "--port", "5433", "--suggest"]],
    ["gallery/missing-fact", ["web/front", "10.8.3.0/24", "--suggest"]],
  ])("hold for %s %j", async (folder, args) => {
    const { stdout } = await runAnp(["explain", "-f", ".", ...args, "-o", "json"], {
      cwd: `${FIXTURES}/${folder}`,
    });
    const problems = args[1]?.startsWith("-") === false ? explainProblems : endpointProblems;
    expect(problems(JSON.parse(stdout))).toEqual([]);
  });

  it("holds for names and labels that try to be something else", async () => {
    const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: a, namespace: __proto__}
spec: {podSelector: {matchLabels: {constructor: toString}}, policyTypes: [Ingress]}`;
    const pod = `apiVersion: v1
kind: Pod
metadata: {name: hasOwnProperty, namespace: __proto__, labels: {constructor: toString, __proto__: x}}
spec: {containers: []}`;
    const { stdout } = await runAnp(
      ["explain", "-f", "-", "__proto__/hasOwnProperty", "__proto__/constructor=toString", "-o", "json"],
      { stdin: `${policy}\n---\n${pod}\n---\na: [\n` },
    );
    const answer = JSON.parse(stdout) as { incomplete: boolean };
    expect(explainProblems(answer)).toEqual([]);
    expect(answer.incomplete).toBe(true);
  });
});

describe("a broken answer", () => {
  const whole = async (): Promise<Record<string, never>> => {
    const { stdout } = await runAnp(
      ["explain", "-f", ".", "foo/api", "bar/svc-pub-1", "--port", "8080", "--suggest", "-o", "json"],
      { cwd: `${FIXTURES}/gallery/pass` },
    );
    return JSON.parse(stdout) as Record<string, never>;
  };

  it.each<[string, (answer: any) => void]>([
    ["has a field that nobody knows", (answer) => (answer.results[0].colour = "red")],
    ["lacks its version", (answer) => delete answer.version],
    ["has a verdict of its own", (answer) => (answer.results[0].verdict = "maybe")],
    ["has a step without an outcome", (answer) => delete answer.results[0].egress.steps[0].outcome],
    ["has a place before the first line", (answer) => (answer.results[0].egress.decidedBy.at.line = 0)],
    ["has a port beyond the last one", (answer) => (answer.results[0].flow.ports[0][1] = 65_536)],
    ["has a code that no rule gives", (answer) => (answer.results[0].reasons = ["weather"])],
    [
      "has a namespace that is missing instead of null",
      (answer) => delete answer.results[0].flow.from.namespace,
    ],
    ["has a suggestion without a patch", (answer) => delete answer.suggestions[0].patch],
    ["has a kind of edit that nobody makes", (answer) => (answer.suggestions[0].edits[0].kind = "magic")],
    ["suggests a verdict that is none", (answer) => (answer.suggestions[0].verdict = "unknown")],
    ["has suggestions without their notes", (answer) => delete answer.suggestionNotes],
  ])("is refused where it %s", async (_what, breakIt) => {
    const answer = await whole();
    expect(explainProblems(answer)).toEqual([]);
    breakIt(answer);
    expect(explainProblems(answer)).not.toEqual([]);
  });
});

/** The unions of the source, written out: the compiler holds these complete, the tests compare them with the schema. */
const VERDICTS: Readonly<Record<Verdict, true>> = {
  allowed: true,
  denied: true,
  undefined: true,
  unknown: true,
};
const BECAUSE: Readonly<Record<Mismatch["code"] | "matched", true>> = {
  matched: true,
  "fails-closed": true,
  "no-peers": true,
  "matches-nothing": true,
  "not-a-pod": true,
  "namespace-name": true,
  "namespace-label": true,
  "namespace-comparison": true,
  "pod-label": true,
  address: true,
  "address-excepted": true,
  "address-family": true,
  "not-a-node": true,
  "node-label": true,
  domain: true,
  "unbuildable-selector": true,
  port: true,
  "port-name": true,
  protocol: true,
  "no-ports": true,
  "other-protocol": true,
};
const UNSETTLED: Readonly<Record<Unsettled["code"], true>> = {
  limit: true,
  "namespace-labels": true,
  "pod-labels": true,
  "node-labels": true,
  "pod-address": true,
  "pod-node": true,
  "container-ports": true,
  "address-owner": true,
  "node-address": true,
  "domain-address": true,
  "dns-answer": true,
  "service-address": true,
  "source-address": true,
  "same-label": true,
  "namespace-isolation": true,
  "refused-policy": true,
  "undecided-policy": true,
  "repeated-policy": true,
  "forbidden-policies": true,
  "unlisted-policies": true,
  "not-analysed": true,
  "equal-priority": true,
  "mixed-api-generations": true,
  "host-network": true,
  "in-cluster-address": true,
  "own-node-egress": true,
  "own-node-ingress": true,
  "other-protocol": true,
  "baseline-fallthrough-direction": true,
  "unbuildable-selector": true,
  "not-same-labels": true,
  "deny-by-name": true,
  "fqdn-in-cluster": true,
  "empty-ports-list": true,
  "empty-protocol": true,
  "address-rewriting": true,
  "source-rewriting": true,
  "load-balancer-path": true,
  "host-port": true,
  hairpin: true,
};
const LEANINGS: Readonly<Record<LeaningPoint, true>> = {
  "host-network": true,
  "in-cluster-address": true,
  "own-node-egress": true,
  "baseline-fallthrough-direction": true,
  "empty-ports-list": true,
  "empty-protocol": true,
  "address-rewriting": true,
};
const NOTES: Readonly<Record<Note["code"], true>> = {
  "only-in-namespace": true,
  "shown-as-owner": true,
  "is-a-service": true,
  "external-name": true,
  "name-of-service": true,
  "name-of-pod": true,
  "service-of-same-name": true,
  "service-addresses-left-out": true,
  "dns-answer": true,
  "family-assumed": true,
  "namespace-not-in-input": true,
  "the-pod-itself": true,
  "no-replicas": true,
  "no-address-yet": true,
  terminating: true,
  "metadata-rewritten": true,
  "accepted-by-name": true,
  "names-may-share-addresses": true,
  "name-must-resolve": true,
  "dns-first": true,
  "port-name": true,
  "route-controller": true,
  "backends-of-other-kinds": true,
  "backends-without-port": true,
  "backends-of-node-only": true,
  "host-port": true,
  "ways-around-balancer": true,
  "node-ports-not-followed": true,
  "own-node-ingress": true,
  "foreign-policies": true,
  "repeated-objects": true,
  "two-replicas": true,
};
const EDITS: Readonly<Record<AmendmentKind, true>> = {
  "replace-value": true,
  "add-port": true,
  "widen-port": true,
  "add-peer": true,
  "add-rule": true,
  "narrow-ports": true,
  "remove-port": true,
  "add-exception": true,
  "leave-out-label": true,
  "remove-peer": true,
  "remove-rule": true,
  "set-priority": true,
  "add-label": true,
  "add-policy": true,
};
const SUGGESTION_NOTES: Readonly<Record<SuggestionNote["code"], true>> = {
  "verdict-unknown": true,
  "no-edit-decides": true,
  "mixed-verdicts": true,
  "not-subject": true,
  "no-edit-found": true,
  "standard-input": true,
  rendered: true,
  "not-editable": true,
  "not-all-tried": true,
  "declared-ports": true,
  "declared-allowed": true,
};
const UNREACHABLE: Readonly<Record<Unreachable, true>> = { "not-published": true, "source-ranges": true };
const EXEMPTIONS: Readonly<Record<Exemption, true>> = {
  loopback: true,
  outside: true,
  node: true,
  "host-network": true,
  hairpin: true,
  "other-protocol": true,
  "node-port": true,
};

describe("the codes of explain.json are those of the source", () => {
  const schema = schemaText("explain") as any;
  const definitions = schema.$defs;
  const codesOf = (union: any): string[] =>
    union.oneOf.flatMap(({ properties: { code } }: any) => code.enum ?? [code.const]);

  it.each<[string, readonly string[], Readonly<Record<string, true>>]>([
    ["verdicts", definitions.verdict.enum, VERDICTS],
    ["because", codesOf(definitions.because), BECAUSE],
    ["dependsOn", codesOf(definitions.unsettled), UNSETTLED],
    [
      "reasons",
      definitions.result.properties.reasons.items.enum,
      {
        ...UNSETTLED,
        "no-common-family": true,
        "no-backends": true,
        "no-service": true,
        "no-service-port": true,
      },
    ],
    ["assumptions", schema.properties.assumptions.items.properties.code.enum, LEANINGS],
    ["notes", codesOf(definitions.note), NOTES],
    ["edits", definitions.suggestion.properties.edits.items.properties.kind.enum, EDITS],
    ["suggestionNotes", codesOf(definitions.suggestionNote), SUGGESTION_NOTES],
    [
      "exemptions",
      definitions.step.oneOf.flatMap(
        ({ properties: { because } }: any) => because?.properties?.code.enum ?? [],
      ),
      { ...EXEMPTIONS, ...UNREACHABLE },
    ],
  ])("%s", (_name, inSchema, inSource) => {
    expect([...inSchema].toSorted()).toEqual(Object.keys(inSource).toSorted());
  });
});
