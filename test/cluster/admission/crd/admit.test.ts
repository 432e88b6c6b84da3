import { admitText, serverLines, underlined } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";
import type { Problem } from "../../../../src/cluster/problems/problem.js";

function cluster(rules: string, { tier = "Admin", priority = "7" } = {}): string {
  const spec = `{ tier: ${tier}, priority: ${priority}, subject: { namespaces: {} }, ${rules} }`;
  return `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: c }\nspec: ${spec}\n`;
}

function admin(rules: string, kind = "AdminNetworkPolicy", name = "a"): string {
  const priority = kind === "AdminNetworkPolicy" ? "priority: 7, " : "";
  const spec = `{ ${priority}subject: { namespaces: {} }, ${rules} }`;
  return `apiVersion: policy.networking.k8s.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name} }\nspec: ${spec}\n`;
}

const to = (peer: string, more = "", action = "Accept"): string =>
  cluster(`egress: [{ action: ${action}, to: [${peer}]${more} }]`);
const allowTo = (peer: string, more = ""): string =>
  admin(`egress: [{ action: Allow, to: [${peer}]${more} }]`);
const found = (problems: readonly Problem[]): [string, string][] =>
  problems.map(({ code, at }) => [code, underlined(at)]);

describe("problems stand at the smallest place", () => {
  it.each([
    ["V-CR-1", cluster("ingress: [{ action: Deny }]"), "schema", "{"],
    ["V-CR-2 tier", cluster("", { tier: "admin" }), "schema", "admin"],
    [
      "V-CR-2 action",
      cluster("ingress: [{ action: Allow, from: [{ namespaces: {} }] }]"),
      "invalid-action-for-kind",
      "Allow",
    ],
    ["V-CR-3", cluster("", { priority: "1001" }), "schema", "1001"],
    [
      "V-CR-4",
      cluster(
        `ingress: [${Array.from({ length: 26 }, () => "{ action: Deny, from: [{ namespaces: {} }] }").join(", ")}]`,
      ),
      "limits-exceeded",
      "ingress",
    ],
    ["V-CR-5", cluster("ingress: [{ action: Deny, from: [] }]"), "schema", "[]"],
    ["V-CR-6", to("{ }"), "schema", "{"],
    ["V-CR-7", to("{ namespaces: {}, networks: [10.0.0.0/8] }"), "schema", "networks"],
    [
      "V-CR-8",
      cluster(`ingress: [{ name: ${"n".repeat(101)}, action: Deny, from: [{ namespaces: {} }] }]`),
      "limits-exceeded",
      "n".repeat(101),
    ],
    ["V-CR-9", cluster("", { priority: "high" }), "schema", "high"],
    ["V-CR-9a", cluster("", { priority: "1.5" }), "schema", "1.5"],
    ["V-CR-10", to("{ networks: [10.0.0.0/8, 10.0.0.0/8] }"), "schema", "10.0.0.0/8"],
    ["V-CR-11", to("{ networks: [10.0.0.1] }"), "invalid-cidr", "10.0.0.1"],
    [
      "V-CR-13",
      to(
        "{ namespaces: {} }",
        ", protocols: [{ tcp: { destinationPort: { range: { start: 90, end: 80 } } } }]",
      ),
      "invalid-port-range",
      "80",
    ],
    [
      "V-CR-14",
      to("{ networks: [10.0.0.0/8] }", ", protocols: [{ destinationNamedPort: web }]"),
      "named-port-with-ip-peer",
      "web",
    ],
    ["V-CR-15", to('{ domainNames: ["**.a.com"] }'), "invalid-domain-name", '"**.a.com"'],
    ["V-CR-16", admin("", "BaselineAdminNetworkPolicy", "other"), "baseline-not-default", "other"],
    [
      "S-CNP-2 tier",
      cluster("egress: [{ action: Accept, to: [{ domainNames: [a.com] }] }]", { tier: "Baseline" }),
      "domain-names-in-baseline",
      "domainNames",
    ],
    [
      "S-CNP-2 action",
      to("{ domainNames: [a.com] }", "", "Deny"),
      "domain-names-without-accept",
      "domainNames",
    ],
    [
      "S-CNP-6",
      to("{ namespaces: {} }", ", protocols: [{ tcp: , destinationPort: { number: 80 } }]"),
      "unknown-field",
      "destinationPort",
    ],
    ["S-IN-3", to("{ namespaces: { matchLabels: { v: 1.10 } } }"), "label-not-string", "1.10"],
    [
      "V-CR-19",
      cluster("ingress: [{ action: Deny, from: [{ namespaces: {} }], ports: [] }]"),
      "unknown-field",
      "ports",
    ],
  ])("%s", (_, manifest, code, place) => {
    const { stored, problems } = admitText(manifest);
    expect(stored).toBeUndefined();
    expect(found(problems)).toEqual([[code, place]]);
  });
});

describe("one cause, one problem", () => {
  it("a misspelt field explains the one that is missing", () => {
    const { problems } = admitText(cluster("ingress: [{ Action: Deny, from: [{ namespaces: {} }] }]"));
    expect(found(problems)).toEqual([["wrong-case-field", "Action"]]);
    expect(problems[0]?.server).toEqual([
      'strict decoding error: unknown field "spec.ingress[0].Action"',
      "spec.ingress[0].action: Required value",
      "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
    ]);
  });

  it("a misspelt field explains what is missing in the one that was meant", () => {
    const manifest = cluster("ingress: [{ action: Deny, from: [{ namespaces: {} }] }]");
    const { problems } = admitText(manifest.replace("metadata:", "metdata:"));
    expect(found(problems)).toEqual([["unknown-field", "metdata"]]);
    expect(problems[0]?.server).toEqual([
      'strict decoding error: unknown field "metdata"',
      "metadata.name: Required value: name or generateName is required",
      "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
    ]);
  });

  it("a field of the other channel explains the peer that is empty without it (V-CR-19)", () => {
    const { problems } = admitText(to("{ nodes: {} }"), { bundles: ["v0.2.0/standard"] });
    expect(found(problems)).toEqual([["unknown-field", "nodes"]]);
    expect(problems[0]?.facts).toMatchObject({ acceptedBy: ["v0.3.0/experimental", "v0.2.0/experimental"] });
    expect(problems[0]?.server).toHaveLength(2);
  });

  it("two causes are two problems, and the first that stops CEL carries its line (V-CR-18)", () => {
    const { problems } = admitText(cluster("ingress: [{ action: allow, from: [] }]", { tier: "baseline" }));
    expect(found(problems)).toEqual([
      ["schema", "baseline"],
      ["invalid-action-for-kind", "allow"],
      ["schema", "[]"],
    ]);
    expect(problems.map(({ server }) => server?.length)).toEqual([2, 1, 1]);
  });
});

describe("what a refused object would need (S-OBJ-3, cli.md: refused objects)", () => {
  const facts = (manifest: string, bundles: string[] = []): unknown =>
    admitText(manifest, { bundles }).problems[0]?.facts;

  it("names the bundles that accept it, newest first", () => {
    expect(facts(to("{ domainNames: [a.com] }", "", "Deny"))).toMatchObject({
      acceptedBy: ["v0.3.0/experimental", "v0.2.0/experimental"],
    });
    expect(facts(allowTo("{ namespaces: {} }", ", ports: []"))).toMatchObject({
      acceptedBy: ["v0.1.5/experimental", "v0.1.5/standard"],
    });
    expect(facts(to("{ namespaces: {} }", "", "Allow"))).not.toHaveProperty("acceptedBy");
  });

  it.each([
    ["namespaces: { namespaceSelector: { matchLabels: { a: b } } }", "v0.1.0 to v0.1.2", "v0.1.1"],
    ["namespaces: { sameLabels: [team] }", "v0.1.0 to v0.1.2", "v0.1.1"],
    ["namespaces: { related: Self }", "the KEP's text, which no release had", "kep"],
  ])("knows the older shape of %s, which would be stored as all namespaces", (peer, shape, bundle) => {
    expect(facts(admin(`ingress: [{ action: Allow, from: [{ ${peer} }] }]`))).toMatchObject({
      shape,
      bundle,
    });
  });

  it("has no other meaning for a selector of the older shape that is all namespaces there too", () => {
    const peer = "namespaces: { namespaceSelector: {} }";
    expect(facts(admin(`ingress: [{ action: Allow, from: [{ ${peer} }] }]`))).toMatchObject({
      name: "namespaceSelector",
      ofShape: { field: "namespaceSelector", releases: "v0.1.0 to v0.1.2" },
      effect: "selector-selects-everything",
    });
  });

  it.each([
    ["pods: { namespaces: {}, podSelector: {} }", [], "namespaces", "v0.1.0 to v0.1.2"],
    ["namespaces: { namespaceSeletor: {} }", [], "namespaceSelector", "v0.1.0 to v0.1.2"],
    ["namespaces: { related: self }", [], "related", "the KEP's text, which no release had"],
    ["namespaces: { matchLabels: { a: b } }", ["v0.1.1"], "matchLabels", "v0.1.3 and later"],
    ["pods: { namespaceSelector: {}, podSelector: {} }", ["kep"], "namespaceSelector", "v0.1.3 and later"],
  ])("knows the shape that has a field of %s", (peer, bundles, field, releases) => {
    const manifest = admin(`ingress: [{ action: Allow, from: [{ ${peer} }] }]`);
    expect(facts(manifest, bundles)).toMatchObject({ ofShape: { field, releases } });
  });

  it("says what the object does when the field is dropped (S-IN-4)", () => {
    expect(facts(to("{ namespaces: { matchlabels: { a: b } } }"))).toMatchObject({
      meant: "matchLabels",
      effect: "selector-selects-everything",
    });
    expect(facts(to("{ namespaces: {} }", ", ports: []"))).toMatchObject({
      meant: "protocols",
      effect: "matches-every-port",
    });
    expect(
      facts(to("{ namespaces: {} }", ", protocols: [{ tcp: , destinationPort: { number: 80 } }]")),
    ).toMatchObject({
      belongsUnder: "tcp",
      effect: "is-refused",
    });
  });
});

describe("bundles differ", () => {
  it.each([
    [
      "domain names in Baseline: the release accepts them (S-CNP-2)",
      cluster("egress: [{ action: Accept, to: [{ domainNames: [a.com] }] }]", { tier: "Baseline" }),
      "v0.2.0/experimental",
      [],
    ],
    [
      "named ports are experimental",
      allowTo("{ networks: [10.0.0.0/8] }", ", ports: [{ namedPort: web }]"),
      "v0.1.8/standard",
      [
        'strict decoding error: unknown field "spec.egress[0].ports[0].namedPort"',
        "spec.egress[0].ports[0]: Invalid value: 0: spec.egress[0].ports[0] in body should have at least 1 properties",
      ].toSorted(),
    ],
    [
      "v0.1.5 looks for a colon or a dot (V-CR-12)",
      allowTo("{ networks: [10.0.0.1] }"),
      "v0.1.5/experimental",
      [],
    ],
    [
      "and for nothing else (V-CR-12)",
      allowTo("{ networks: [office] }"),
      "v0.1.5/experimental",
      [
        'spec.egress[0].to[0].networks[0]: Invalid value: "office": CIDR must be either an IPv4 or IPv6 address. IPv4 address embedded in IPv6 addresses are not supported',
      ],
    ],
    [
      "v0.1.5 standard has no rules to skip (V-CR-18)",
      admin("ingress: [{ action: Accept, from: [{ namespaces: {} }] }]"),
      "v0.1.5/standard",
      ['spec.ingress[0].action: Unsupported value: "Accept": supported values: "Allow", "Deny", "Pass"'],
    ],
  ])("%s", (_, manifest, bundle, server) =>
    expect(serverLines(admitText(manifest, { bundles: [bundle] }))).toEqual(server),
  );
});

describe("what the server stores", () => {
  it.each([
    [
      "no nulls, and no label whose value is null (S-CNP-7)",
      to("{ nodes: { matchLabels: { control-plane: } } }"),
      { egress: [{ action: "Accept", to: [{ nodes: { matchLabels: {} } }] }] },
    ],
    [
      "the default of a protocol",
      allowTo("{ namespaces: {} }", ", ports: [{ portNumber: { port: 80, protocol: null } }]"),
      { egress: [{ ports: [{ portNumber: { port: 80, protocol: "TCP" } }] }] },
    ],
  ])("%s", (_, manifest, spec) => expect(admitText(manifest).stored).toMatchObject({ spec }));

  it("no status and no namespace (V-CR-17, V-META-4)", () => {
    const { stored } = admitText(
      cluster("").replace("{ name: c }", "{ name: c, namespace: shop }\nstatus: { conditions: [] }"),
    );
    expect(stored).toMatchObject({ metadata: { name: "c" }, kind: "ClusterNetworkPolicy" });
    expect(stored).not.toHaveProperty("status");
    expect(stored).not.toHaveProperty("metadata.namespace");
  });

  it("the written value is not touched", () => {
    const manifest = to("{ nodes: { matchLabels: { a: } } }");
    expect(admitText(manifest)).toEqual(admitText(manifest));
  });
});

describe("accepted, though nothing can come of it", () => {
  it("an action of a release that took any text, in what a server has stored (S-FC-4)", () => {
    const { stored, problems } = admitText(
      admin("ingress: [{ action: allow, from: [{ namespaces: {} }] }]"),
      { isStored: true },
    );
    expect(stored).toBeDefined();
    expect(found(problems)).toEqual([["unchecked-action", "allow"]]);
  });

  it.each([
    [
      "V-CR-21",
      to("{ namespaces: { matchExpressions: [{ key: a, operator: notIn, values: [b] }] } }"),
      "unchecked-selector",
      "notIn",
    ],
    [
      "V-CR-21, in a subject",
      cluster("").replace(
        "subject: { namespaces: {} }",
        "subject: { namespaces: { matchExpressions: [{ key: a, operator: notIn, values: [b] }] } }",
      ),
      "unchecked-selector",
      "notIn",
    ],
    [
      "V-CR-21, one problem for a key with two faults",
      to("{ pods: { podSelector: { matchLabels: { x/: b } } } }"),
      "unchecked-selector",
      "x/",
    ],
    [
      "S-PORT-4 range",
      allowTo("{ namespaces: {} }", ", ports: [{ portRange: { start: 90, end: 80 } }]"),
      "unchecked-port-range",
      "80",
    ],
    [
      "S-PORT-4 protocol",
      allowTo("{ namespaces: {} }", ", ports: [{ portNumber: { port: 80, protocol: tcp } }]"),
      "unchecked-protocol",
      "tcp",
    ],
    [
      "S-PORT-4 empty protocol",
      allowTo("{ namespaces: {} }", ', ports: [{ portNumber: { port: 80, protocol: "" } }]'),
      "unchecked-protocol",
      '""',
    ],
    [
      "S-CNP-4",
      to("{ namespaces: {} }", ', protocols: [{ destinationNamedPort: "" }]'),
      "named-port-empty",
      '""',
    ],
    ["S-FQ-2", to("{ domainNames: [192.0.2.1] }"), "domain-name-is-address", "192.0.2.1"],
    [
      "S-IN-8",
      cluster("").replace("{ name: c }", "{ name: c, namespace: shop }"),
      "cluster-scoped-namespace",
      "shop",
    ],
    ["S-IN-3", to("{ namespaces: { matchLabels: { y: a } } }"), "label-key-not-string", "y"],
  ])("%s", (_, manifest, code, place) => {
    const { stored, problems } = admitText(manifest);
    expect(stored).toBeDefined();
    expect(found(problems)).toEqual([[code, place]]);
    expect(problems.map(({ server }) => server)).toEqual([undefined]);
  });

  it.each([
    [
      "S-CNP-1",
      to("{ networks: [10.0.0.0/8] }", ", protocols: [{ destinationNamedPort: web }]"),
      "v0.2.0/standard",
      "named-port-with-ip-peer",
    ],
    [
      "S-CNP-2",
      to("{ domainNames: [a.com] }", "", "Deny"),
      "v0.2.0/experimental",
      "domain-names-without-accept",
    ],
    ["V-CR-12", allowTo("{ networks: [10.0.0.1] }"), "v0.1.5/experimental", "unchecked-cidr"],
  ])("%s, where the bundle has no rule against it", (_, manifest, bundle, code) => {
    const { stored, problems } = admitText(manifest, { bundles: [bundle] });
    expect(stored).toBeDefined();
    expect(problems.map((problem) => [problem.code, problem.server])).toEqual([[code, undefined]]);
  });
});

it("a domain name of megabytes is refused, and ends nothing", () => {
  const name = "a.".repeat(3_000_000);
  expect(found(admitText(to(`{ domainNames: ["${name}"] }`)).problems).map(([code]) => code)).toEqual([
    "invalid-domain-name",
  ]);
});

describe("release v0.3.0", () => {
  const newer = (rules: string): string => to(rules).replace("v1alpha2", "v1beta1");
  const codes = (text: string, ...bundles: readonly string[]): readonly string[] =>
    admitText(text, { bundles }).problems.map(({ code }) => code);
  const named = to("{ namespaces: {} }", ", protocols: [{ destinationNamedPort: http }]");

  it.each([
    ["a masked block", newer("{ networks: [10.0.0.0/8, 2001:DB8:0::/32] }"), []],
    ["host bits", newer("{ networks: [10.0.0.1/8] }"), ["invalid-cidr"]],
    ["host bits of IPv6", newer("{ networks: ['2001:db8::1/32'] }"), ["invalid-cidr"]],
    ["no CIDR", newer("{ networks: [10.0.0.1] }"), ["invalid-cidr"]],
    ["a name of letters", newer("{ domainNames: [a.Example.com] }"), []],
    [
      "a name with what stands between Z and a",
      newer("{ domainNames: ['^.example.com'] }"),
      ["invalid-domain-name"],
    ],
    ["a port by its name", named.replace("v1alpha2", "v1beta1"), []],
  ])("counts for v1beta1: %s", (_what, text, expected) => expect(codes(text)).toEqual(expected));

  it("counts for v1alpha2 where it is named, and its standard channel has no port names", () => {
    const hostBits = to("{ networks: [10.0.0.1/8] }");
    expect(codes(hostBits)).not.toContain("invalid-cidr");
    expect(codes(hostBits, "v0.3.0")).toEqual(["invalid-cidr"]);
    expect(codes(to("{ domainNames: ['^.example.com'] }"))).toEqual([]);
    expect(codes(named, "v0.3.0")).toEqual([]);
    expect(codes(named, "v0.2.0/standard")).toEqual([]);
    expect(codes(named, "v0.3.0/standard")).toContain("unknown-field");
  });

  it("says of host bits what was meant", () => {
    expect(admitText(newer("{ networks: [10.0.0.1/8] }")).problems[0]?.facts).toMatchObject({
      cidr: "10.0.0.1/8",
      fault: "host-bits",
      corrected: "10.0.0.0/8",
      single: "10.0.0.1/32",
    });
  });

  it("alone serves v1beta1", () => {
    expect(codes(newer("{ namespaces: {} }"), "v0.2.0")).toEqual(["unserved-kind"]);
    expect(codes(newer("{ namespaces: {} }"), "v0.3.0/standard")).toEqual([]);
  });
});
