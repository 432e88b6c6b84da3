import { describe, expect, it } from "vitest";
import {
  excludesPods,
  includesPods,
  includesPort,
  includesRule,
} from "../../../src/semantics/match/implies.js";
import { loadSources } from "../../../src/index.js";
import type { PodSelection, Policy, PortMatch, Rule } from "../../../src/cluster/model/policy.js";

/** The policy of a manifest, as a server has stored it. */
async function policyOf(text: string, bundle?: string): Promise<Policy> {
  const bundles = bundle === undefined ? [] : [bundle];
  const { cluster } = await loadSources([{ name: "policy.yaml", text }], { isStored: true, bundles });
  return cluster.policies[0]!;
}

async function selection(subject: string): Promise<PodSelection> {
  return (await policyOf(clusterPolicy(`subject: ${subject}`))).subject;
}

async function ruleOf(rule: string): Promise<Rule> {
  const text = clusterPolicy(`subject: {namespaces: {}}, egress: [{action: Accept, ${rule}}]`);
  return (await policyOf(text)).rules.egress!.rules[0]!;
}

async function comparedRule(peer: string, bundle = "v0.1.1"): Promise<Rule> {
  const text = `{apiVersion: policy.networking.k8s.io/v1alpha1, kind: AdminNetworkPolicy, metadata: {name: web}, spec: {priority: 1, subject: {namespaces: {}}, ingress: [{action: Deny, from: [${peer}]}]}}`;
  return (await policyOf(text, bundle)).rules.ingress!.rules[0]!;
}

async function own(podSelector: string, namespace = "shop"): Promise<PodSelection> {
  const text = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: web, namespace: ${namespace}}, spec: {podSelector: ${podSelector}}}`;
  return (await policyOf(text)).subject;
}

function clusterPolicy(spec: string): string {
  return `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: web}, spec: {tier: Admin, priority: 1, ${spec}}}`;
}

const isIn = (key: string, ...values: readonly string[]): string =>
  `{key: ${key}, operator: In, values: [${values.join()}]}`;
const notIn = (key: string, ...values: readonly string[]): string =>
  `{key: ${key}, operator: NotIn, values: [${values.join()}]}`;
const namespaces = (...expressions: readonly string[]): string =>
  `{namespaces: {matchExpressions: [${expressions.join()}]}}`;
const pods = (labels: string): string => `{pods: {podSelector: {matchLabels: ${labels}}}}`;

describe("a selection of pods in another one", () => {
  it.each<[name: string, wide: string, narrow: string, includes: boolean]>([
    ["everything", "{namespaces: {}}", pods("{app: web}"), true],
    ["a label more", pods("{app: web}"), pods("{app: web, env: prod}"), true],
    ["a label less", pods("{app: web, env: prod}"), pods("{app: web}"), false],
    ["one of two values", namespaces(isIn("team", "a", "b")), namespaces(isIn("team", "b")), true],
    ["two of one value", namespaces(isIn("team", "b")), namespaces(isIn("team", "a", "b")), false],
    ["not one value, so not another", namespaces(notIn("team", "a")), namespaces(isIn("team", "b")), true],
    [
      "not one value, but perhaps no label",
      namespaces("{key: team, operator: Exists}"),
      namespaces(notIn("team", "a")),
      false,
    ],
    [
      "two conditions that leave one value",
      namespaces(isIn("team", "b")),
      namespaces(isIn("team", "a", "b"), notIn("team", "a")),
      true,
    ],
    [
      "a selector that cannot be built",
      namespaces("{key: team, operator: In}"),
      namespaces("{key: team, operator: In}"),
      false,
    ],
    [
      "a selector that cannot be built, and one that can",
      namespaces("{key: team, operator: notIn, values: [a]}"),
      namespaces(isIn("team", "b")),
      false,
    ],
    [
      "one that can be built, and one that cannot",
      namespaces(notIn("team", "a")),
      namespaces("{key: team, operator: isIn, values: [b]}"),
      false,
    ],
    [
      "one that can be built, and the same with a condition that cannot",
      namespaces(isIn("env", "c")),
      namespaces("{key: team, operator: isIn, values: [b]}", isIn("env", "c")),
      false,
    ],
  ])("%s", async (_, wide, narrow, includes) => {
    expect(includesPods(await selection(wide), await selection(narrow))).toBe(includes);
  });

  it("a namespace is found by its name", async () => {
    expect(includesPods(await own("{}"), await own("{matchLabels: {app: web}}"))).toBe(true);
    expect(includesPods(await own("{}"), await own("{}", "lab"))).toBe(false);
    expect(
      includesPods(await selection(namespaces(isIn("kubernetes.io/metadata.name", "shop"))), await own("{}")),
    ).toBe(true);
    expect(
      includesPods(await own("{}"), await selection(namespaces(isIn("kubernetes.io/metadata.name", "shop")))),
    ).toBe(false);
  });
});

describe("selections that have no pod in common", () => {
  it.each<[name: string, one: string, other: string, excludes: boolean]>([
    ["two values of a label", pods("{app: web}"), pods("{app: db}"), true],
    ["two labels", pods("{app: web}"), pods("{role: db}"), false],
    [
      "two values of a label of namespaces",
      namespaces(isIn("team", "a")),
      namespaces(isIn("team", "b")),
      true,
    ],
    [
      "a label and its absence",
      namespaces("{key: team, operator: Exists}"),
      namespaces("{key: team, operator: DoesNotExist}"),
      true,
    ],
    ["other values, or none", namespaces(notIn("team", "a")), namespaces(notIn("team", "b")), false],
    ["namespaces alone", namespaces(isIn("team", "a")), pods("{app: web}"), false],
    [
      "a selector that cannot be built, and may be anything",
      namespaces("{key: team, operator: In}", isIn("env", "a")),
      namespaces(isIn("env", "b")),
      false,
    ],
  ])("%s", async (_, one, other, excludes) => {
    const [first, second] = [await selection(one), await selection(other)];
    expect(excludesPods(first, second)).toBe(excludes);
    expect(excludesPods(second, first)).toBe(excludes);
  });

  it("two namespaces by their names", async () => {
    expect(excludesPods(await own("{}"), await own("{}", "lab"))).toBe(true);
    expect(excludesPods(await own("{}"), await own("{matchLabels: {app: web}}"))).toBe(false);
    expect(excludesPods(await own("{matchLabels: {app: db}}"), await own("{matchLabels: {app: web}}"))).toBe(
      true,
    );
  });

  it("not a namespace by its name and others by their labels: it may have them", async () => {
    const [named, labelled] = [await own("{}"), await selection("{namespaces: {matchLabels: {team: a}}}")];
    expect([excludesPods(named, labelled), excludesPods(labelled, named)]).toEqual([false, false]);
  });
});

describe("a rule in another one", () => {
  const to = (peer: string, rest = ""): string => `to: [${peer}]${rest}`;
  const ports = (protocol: string, ...each: readonly string[]): string =>
    `, protocols: [${each.map((port) => `{${protocol}: {destinationPort: ${port}}}`).join(", ")}]`;
  const tcp = (...each: readonly string[]): string => ports("tcp", ...each);

  it.each<[name: string, wide: string, narrow: string, includes: boolean]>([
    ["a part of a network", to("{networks: [10.0.0.0/8]}"), to("{networks: [10.1.0.0/16]}"), true],
    [
      "a network of which it is a part",
      to("{networks: [10.1.0.0/16]}"),
      to("{networks: [10.0.0.0/8]}"),
      false,
    ],
    ["nodes with a label more", to("{nodes: {}}"), to("{nodes: {matchLabels: {role: edge}}}"), true],
    ["a name", to("{domainNames: [example.com]}"), to("{domainNames: [example.com]}"), true],
    [
      "a name that a pattern stands for",
      to('{domainNames: ["*.example.com"]}'),
      to("{domainNames: [a.example.com]}"),
      false,
    ],
    ["pods and nodes", to("{nodes: {}}"), to("{namespaces: {}}"), false],
    ["one port of all", to("{namespaces: {}}"), to("{namespaces: {}}", tcp("{number: 80}")), true],
    ["all ports of one", to("{namespaces: {}}", tcp("{number: 80}")), to("{namespaces: {}}"), false],
    [
      "a port in a range",
      to("{namespaces: {}}", tcp("{range: {start: 79, end: 80}}")),
      to("{namespaces: {}}", tcp("{number: 80}")),
      true,
    ],
    [
      "the first port of a range",
      to("{namespaces: {}}", tcp("{range: {start: 80, end: 89}}")),
      to("{namespaces: {}}", tcp("{number: 80}")),
      true,
    ],
    [
      "the port in front of a range",
      to("{namespaces: {}}", tcp("{range: {start: 80, end: 89}}")),
      to("{namespaces: {}}", tcp("{number: 79}")),
      false,
    ],
    [
      "a range with a port more at its end",
      to("{namespaces: {}}", tcp("{range: {start: 80, end: 89}}")),
      to("{namespaces: {}}", tcp("{range: {start: 80, end: 90}}")),
      false,
    ],
    [
      "some of several ports, in another order",
      to("{namespaces: {}}", tcp("{number: 80}", "{number: 443}", "{number: 53}")),
      to("{namespaces: {}}", tcp("{number: 53}", "{number: 80}")),
      true,
    ],
    [
      "a port beside one that is not there",
      to("{namespaces: {}}", tcp("{number: 80}", "{number: 443}")),
      to("{namespaces: {}}", tcp("{number: 80}", "{number: 81}")),
      false,
    ],
    [
      "a port of another protocol",
      to("{namespaces: {}}", tcp("{number: 53}")),
      to("{namespaces: {}}", ports("udp", "{number: 53}")),
      false,
    ],
    ["a rule that fails closed", to("{namespaces: {}}"), to("{unknown: {}}"), false],
  ])("%s", async (_, wide, narrow, includes) => {
    expect(includesRule(await ruleOf(wide), await ruleOf(narrow))).toBe(includes);
  });

  it.each<[name: string, wide: string, narrow: string, includes: boolean]>([
    [
      "fewer labels the same",
      "{namespaces: {sameLabels: [team]}}",
      "{namespaces: {sameLabels: [team, env]}}",
      true,
    ],
    [
      "more labels the same",
      "{namespaces: {sameLabels: [team, env]}}",
      "{namespaces: {sameLabels: [team]}}",
      false,
    ],
    [
      "the same labels other",
      "{namespaces: {notSameLabels: [team, env]}}",
      "{namespaces: {notSameLabels: [env, team]}}",
      true,
    ],
    [
      "fewer labels other",
      "{namespaces: {notSameLabels: [team, env]}}",
      "{namespaces: {notSameLabels: [team]}}",
      false,
    ],
    [
      "more labels other, of which any may be the one that differs",
      "{namespaces: {notSameLabels: [team]}}",
      "{namespaces: {notSameLabels: [team, env]}}",
      false,
    ],
    [
      "as many labels other, and not the same ones",
      "{namespaces: {notSameLabels: [team, env]}}",
      "{namespaces: {notSameLabels: [team, app]}}",
      false,
    ],
    [
      "pods of every namespace",
      "{namespaces: {namespaceSelector: {}}}",
      "{namespaces: {sameLabels: [team]}}",
      true,
    ],
    ["pods of some", "{namespaces: {sameLabels: [team]}}", "{namespaces: {namespaceSelector: {}}}", false],
  ])("compared: %s", async (_, wide, narrow, includes) => {
    expect(includesRule(await comparedRule(wide), await comparedRule(narrow))).toBe(includes);
  });
});

it.each([
  ["the own namespace", "Self", "Self", true],
  ["every other namespace", "NotSelf", "NotSelf", true],
  ["the own one in the others", "NotSelf", "Self", false],
  ["the others in the own one", "Self", "NotSelf", false],
])("compared by name: %s", async (_, wide, narrow, includes) => {
  const rule = (related: string): Promise<Rule> => comparedRule(`{namespaces: {related: ${related}}}`, "kep");
  expect(includesRule(await rule(wide), await rule(narrow))).toBe(includes);
});

it("namespaces with the same labels are not told to be the own one", async () => {
  const named = await comparedRule("{namespaces: {related: Self}}", "kep");
  const labelled = await comparedRule("{namespaces: {sameLabels: [team]}}", "kep");
  expect([includesRule(named, labelled), includesRule(labelled, named)]).toEqual([false, false]);
});

/** Of the proposal the texts contradict each other, and an implementation may follow either (S-TEN-3, U-27). */
it.each([
  ["kep", "v0.1.1"],
  ["v0.1.1", "kep"],
])("labels that are not the same by the shape of %s are not told to be those by %s", async (wide, narrow) => {
  const peer = "{namespaces: {notSameLabels: [team]}}";
  expect(includesRule(await comparedRule(peer, wide), await comparedRule(peer, narrow))).toBe(false);
});

it("a port name is in itself, for the protocols that it has", async () => {
  const ports = async (items: string): Promise<PortMatch> => {
    const text = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: web, namespace: shop}, spec: {ingress: [{ports: [${items}]}]}}`;
    const [rule] = (await policyOf(text)).rules.ingress!.rules;
    return rule!.ports.all ? expect.fail("no ports") : rule!.ports.items[0]!;
  };
  const anyProtocol = (await ruleOf("to: [{namespaces: {}}], protocols: [{destinationNamedPort: http}]"))
    .ports;
  const named = anyProtocol.all ? expect.fail("no ports") : anyProtocol.items[0]!;
  expect(includesPort(named, await ports("{port: http, protocol: UDP}"))).toBe(true);
  expect(includesPort(await ports("{port: http, protocol: UDP}"), named)).toBe(false);
  expect(includesPort(named, await ports("{port: dns, protocol: UDP}"))).toBe(false);
  expect(includesPort(named, await ports("{port: 80}"))).toBe(false);
});
