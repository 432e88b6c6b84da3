import { adminPolicy, clusterPolicy, lintText, networkPolicy, placesOf } from "../../support/findings.js";
import { describe, expect, it } from "vitest";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const ABOUT_OPEN_RULES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "allow-all-rule",
  "empty-list-means-all",
  "null-rule-allows-all",
  "rule-split-by-dash",
]);

async function openRules(spec: string): Promise<string[]> {
  const text = networkPolicy(`policyTypes: [Ingress, Egress]\n${spec}`);
  const found = await lintText(text, {}, { only: ABOUT_OPEN_RULES });
  return found.map(({ rule }) => rule).filter((rule) => ABOUT_OPEN_RULES.has(rule));
}

const WEB = "{ podSelector: { matchLabels: { app: web } } }";

describe("one cause of an open rule is one finding", () => {
  it.each([
    ["{} alone", "ingress: [{}]", ["allow-all-rule"]],
    ["{} of egress", "egress: [{}]", ["allow-all-rule"]],
    ["{} beside another rule", `ingress: [{ from: [${WEB}] }, {}]`, ["allow-all-rule"]],
    ["a lone dash", "ingress:\n  -", ["null-rule-allows-all"]],
    ["null", "egress: [null]", ["null-rule-allows-all"]],
    ["a lone dash behind a rule", `ingress:\n  - from: [${WEB}]\n  -`, ["null-rule-allows-all"]],
    ["from: []", "ingress: [{ from: [] }]", ["empty-list-means-all"]],
    ["to: [] with ports", "egress: [{ to: [], ports: [{ port: 80 }] }]", ["empty-list-means-all"]],
    ["ports: [] with peers", `ingress: [{ from: [${WEB}], ports: [] }]`, ["empty-list-means-all"]],
    ["from without a value", "ingress:\n  - from:", ["empty-list-means-all"]],
    ["an empty item of ports", `ingress: [{ from: [${WEB}], ports: [{}] }]`, ["empty-list-means-all"]],
    [
      "a port without a value",
      `ingress:\n  - from: [${WEB}]\n    ports:\n      - port:`,
      ["empty-list-means-all"],
    ],
    [
      "both lists empty are two mistakes",
      "ingress: [{ from: [], ports: [] }]",
      ["empty-list-means-all", "empty-list-means-all"],
    ],
    ["every pod of every namespace, by selectors", "ingress: [{ from: [{ namespaceSelector: {} }] }]", []],
    [
      "a protocol alone says all of its ports",
      `ingress: [{ from: [${WEB}], ports: [{ protocol: TCP }] }]`,
      [],
    ],
    ["no ports at all", `ingress: [{ from: [${WEB}] }]`, []],
    ["no peers at all", "ingress: [{ ports: [{ port: 443 }] }]", []],
    ["no rules", "ingress: []\negress: []", []],
  ])("%s", async (_, spec, rules) => {
    expect(await openRules(spec)).toEqual(rules);
  });
});

describe("at default levels", () => {
  const reported = async (spec: string, name = "web"): Promise<string[]> => {
    const found = await lintText(networkPolicy(`policyTypes: [Ingress, Egress]\n${spec}`, name));
    return found
      .filter(({ rule }) => ABOUT_OPEN_RULES.has(rule))
      .map(({ rule, level }) => `${level}: ${rule}`);
  };

  it.each([
    ["{} alone is mostly meant", "egress: [{}]", "web", []],
    ["{} alone in a policy that allows", "ingress: [{}]", "allow-all", []],
    [
      "{} in a policy that denies",
      "egress: [{}]\ningress: [{}]",
      "deny-all-policy",
      ["warning: allow-all-rule", "warning: allow-all-rule"],
    ],
    [
      "{} in a policy that denies, of that direction",
      "egress: [{}]",
      "deny-egress",
      ["warning: allow-all-rule"],
    ],
    [
      "{} in a policy that isolates",
      "ingress: [{}]\negress: [{}]",
      "isolate",
      ["warning: allow-all-rule", "warning: allow-all-rule"],
    ],
    ["{} where the other direction is denied", "egress: [{}]", "deny-all-policy", []],
    ["{} where the other direction is isolated", "ingress: [{}]", "isolate", []],
    ["{} where the name is about the other direction", "egress: [{}]", "deny-ingress", []],
    ["{} beside a rule", `ingress: [{ from: [${WEB}] }, {}]`, "web", ["warning: allow-all-rule"]],
    ["{} of one direction, rules in the other", `ingress: [{ from: [${WEB}] }]\negress: [{}]`, "web", []],
    ["to: [] with ports", "egress: [{ to: [], ports: [{ port: 53 }] }]", "web", []],
    ["from: [] with ports", "ingress: [{ from: [], ports: [{ port: 80 }] }]", "web", []],
    ["to: [] alone", "egress: [{ to: [] }]", "web", ["warning: empty-list-means-all"]],
  ])("%s", async (_, spec, name, expected) => {
    expect(await reported(spec, name)).toEqual(expected);
  });

  it("a level that is given counts for all of them", async () => {
    const levels = new Map([["allow-all-rule", "error" as const]]);
    const found = await lintText(networkPolicy("policyTypes: [Egress]\negress: [{}]"), {}, { levels });
    expect(found.filter(({ rule }) => rule === "allow-all-rule").map(({ level }) => level)).toEqual([
      "error",
    ]);
  });
});

describe("empty-list-means-all underlines the list", () => {
  it.each([
    ["from", "ingress: [{ from: [] }]", ["from"]],
    ["to and ports", "egress: [{ to: [], ports: [] }]", ["to", "ports"]],
    ["a port without a value", "ingress:\n  - ports:\n      - port:\n        protocol: UDP", ["port"]],
    ["an item of ports", "ingress: [{ ports: [{ port: 80 }, {}] }]", ["{"]],
  ])("%s", async (_, spec, places) => {
    const text = networkPolicy(`policyTypes: [Ingress, Egress]\n${spec}`);
    expect(await placesOf("empty-list-means-all", text)).toEqual(places);
  });

  const rule = "ingress:\n  - name: all\n    action: Deny\n    from: [{ namespaces: {} }]\n";

  it.each([
    ["protocols without a value", clusterPolicy(`${rule}    protocols:`), "", ["protocols"]],
    [
      "ports: [] where the CRD takes it",
      adminPolicy(`${rule}    ports: []`),
      "v0.1.5/experimental",
      ["ports"],
    ],
    // Refused there, which is another finding.
    ["ports: [] where the CRD refuses it", adminPolicy(`${rule}    ports: []`), "v0.1.8/experimental", []],
    ["no ports", adminPolicy(rule), "v0.1.8/experimental", []],
  ])("policies for the whole cluster: %s", async (_, text, bundle, places) => {
    const options = { bundles: bundle === "" ? [] : [bundle] };
    expect(await placesOf("empty-list-means-all", text, options)).toEqual(places);
  });

  it("knows that lists of the 2016 design mean none", async () => {
    const text = networkPolicy("podSelector: {}\ningress: [{ from: [] }]").replace(
      "networking.k8s.io/v1",
      "extensions/v1beta1",
    );
    expect(await placesOf("empty-list-means-all", text, { isLegacy: true })).toEqual([]);
    expect(await placesOf("empty-list-means-all", text, { kubernetesVersion: [1, 15] })).toEqual(["from"]);
  });
});

describe("rule-split-by-dash", () => {
  const from = `{ from: [${WEB}] }`;
  const ports = "{ ports: [{ port: 5432, protocol: TCP }] }";
  const dns = "{ ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }] }";

  it.each([
    ["peers, then ports", `ingress: [${from}, ${ports}]`, 1],
    ["the same of egress", `egress: [{ to: [${WEB}] }, ${ports}]`, 1],
    ["twice in a row", `ingress: [${from}, ${ports}, ${from}, ${ports}]`, 2],
    ["beside whole rules", `ingress: [{ from: [${WEB}], ports: [{ port: 1 }] }, ${from}, ${ports}]`, 1],
    ["ports, then peers", `ingress: [${ports}, ${from}]`, 0],
    ["DNS to everywhere", `egress: [{ to: [${WEB}] }, ${dns}]`, 0],
    ["DNS by name", `egress: [{ to: [${WEB}] }, { ports: [{ port: dns, protocol: UDP }] }]`, 0],
    ["several rules of peers alone are on purpose", `ingress: [${from}, ${from}, ${ports}]`, 0],
    ["the second rule has its own peers", `ingress: [${from}, { from: [${WEB}], ports: [{ port: 1 }] }]`, 0],
    ["an empty list of peers is told as such", `ingress: [${from}, { from: [], ports: [{ port: 1 }] }]`, 0],
    ["in two directions", `ingress: [${from}]\negress: [${ports}]`, 0],
  ])("%s", async (_, spec, count) => {
    const text = networkPolicy(`policyTypes: [Ingress, Egress]\n${spec}`);
    expect(await placesOf("rule-split-by-dash", text)).toHaveLength(count);
  });

  it("underlines the second rule", async () => {
    const spec = `policyTypes: [Ingress]\ningress:\n  - from: [${WEB}]\n  - ports: [{ port: 5432 }]`;
    expect(await placesOf("rule-split-by-dash", networkPolicy(spec))).toEqual(["ports"]);
  });
});
