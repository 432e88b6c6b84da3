import { describe, expect, it } from "vitest";
import { apiObject, underlined } from "../../../support/api-object.js";
import {
  ADMIN_NETWORK_POLICY,
  BASELINE_ADMIN_NETWORK_POLICY,
  CLUSTER_NETWORK_POLICY,
} from "../../../../src/cluster/kinds/admin-policies/dialects.js";
import { decodeAdminPolicy, type Dialect } from "../../../../src/cluster/kinds/admin-policies/decode.js";
import { formatBlock } from "../../../../src/base/net/address.js";
import type { Peer, Policy, PortMatch, Rule } from "../../../../src/cluster/model/policy.js";
import type { Selector } from "../../../../src/cluster/model/selector.js";

function decoded(spec: string, dialect: Dialect): Policy {
  return decodeAdminPolicy(apiObject(`kind: A\nmetadata: { name: web }\nspec: ${spec}\n`), dialect);
}

/** The one rule of a direction. */
function ruleOf(rule: string, dialect: Dialect, direction: "ingress" | "egress" = "egress"): Rule {
  const [read] = decoded(`{ ${direction}: [${rule}] }`, dialect).rules[direction]?.rules ?? [];
  if (read === undefined) throw new Error("no rule");
  return read;
}

function portText(port: PortMatch): string {
  if (port.type === "name") return `${port.name} ${port.protocol ?? "-"}: ${underlined(port.origin)}`;
  if (port.type === "nothing") return `nothing: ${underlined(port.origin)}`;
  const { protocol, first, last, origin, protocolOrigin, emptyProtocol } = port;
  const empty = emptyProtocol === true ? " (empty)" : "";
  return `${protocol}${empty} ${first}-${last}: ${underlined(origin)} of ${underlined(protocolOrigin)}`;
}

/** The ports of a rule; or the entry that nobody knows. */
function portsOf(written: string, dialect: Dialect): string {
  const { ports, failsClosed } = ruleOf(`{ action: Deny, to: [], ${written} }`, dialect);
  if (failsClosed !== undefined) return `unknown: ${underlined(failsClosed)}`;
  if (!ports.all) return ports.items.map(portText).join(", ");
  return ports.emptyList === undefined ? "all" : `all: ${underlined(ports.emptyList)}`;
}

describe("ports of v1alpha1", () => {
  it.each<readonly [what: string, ports: string, told: string]>([
    ["are all where none are written", "x: y", "all"],
    ["or where none are listed", "ports: []", "all: []"],
    ["a number", "ports: [{ portNumber: { port: 81, protocol: UDP } }]", "UDP 81-81: 81 of UDP"],
    [
      "of TCP where nothing is written",
      "ports: [{ portNumber: { port: 82 } }]",
      "TCP 82-82: 82 of { port: 82 }",
    ],
    [
      "of TCP where nothing is meant",
      "ports: [{ portNumber: { port: 83, protocol: '' } }]",
      "TCP (empty) 83-83: 83 of ''",
    ],
    ["of none", "ports: [{ portNumber: { port: 84, protocol: tcp } }]", "nothing: tcp"],
    ["a range", "ports: [{ portRange: { start: 85, end: 87, protocol: SCTP } }]", "SCTP 85-87: 85 of SCTP"],
    [
      "of one port",
      "ports: [{ portRange: { start: 88, end: 88 } }]",
      "TCP 88-88: 88 of { start: 88, end: 88 }",
    ],
    [
      "a range that ends before it begins",
      "ports: [{ portRange: { start: 90, end: 89, protocol: UDP } }]",
      "nothing: 90",
    ],
    ["a name", "ports: [{ namedPort: web }]", "web -: web"],
    ["one that is not known", "ports: [{ namedPort: web }, { portName: db }]", "unknown: {"],
    ["a number with more", "ports: [{ portNumber: { port: 91, name: x } }]", "unknown: {"],
    ["a range with more", "ports: [{ portRange: { start: 92, end: 93, name: x } }]", "unknown: {"],
    ["nothing", "ports: [{}]", "unknown: {"],
  ])("%s", (_, ports, told) => expect(portsOf(ports, ADMIN_NETWORK_POLICY)).toBe(told));
});

describe("protocols of v1alpha2", () => {
  it.each<readonly [what: string, protocols: string, told: string]>([
    ["are all where none are written", "x: y", "all"],
    ["a number", "protocols: [{ udp: { destinationPort: { number: 81 } } }]", "UDP 81-81: 81 of {"],
    [
      "a range",
      "protocols: [{ sctp: { destinationPort: { range: { start: 82, end: 84 } } } }]",
      "SCTP 82-84: { start: 82, end: 84 } of {",
    ],
    [
      "a number before a range",
      "protocols: [{ tcp: { destinationPort: { number: 85, range: { start: 86, end: 87 } } } }]",
      "TCP 85-85: 85 of {",
    ],
    ["a name", "protocols: [{ destinationNamedPort: web }]", "web -: web"],
    ["no name", "protocols: [{ destinationNamedPort: '' }]", "unknown: {"],
    [
      "a protocol that is not known",
      "protocols: [{ icmp: { destinationPort: { number: 88 } } }]",
      "unknown: {",
    ],
    ["a protocol without a port", "protocols: [{ tcp: {} }]", "unknown: {"],
    [
      "a port with more",
      "protocols: [{ tcp: { destinationPort: { number: 89 }, sourcePort: { number: 90 } } }]",
      "unknown: {",
    ],
    [
      "a number with more",
      "protocols: [{ tcp: { destinationPort: { number: 91, name: x } } }]",
      "unknown: {",
    ],
    [
      "a range with more",
      "protocols: [{ tcp: { destinationPort: { range: { start: 92, end: 93, step: 2 } } } }]",
      "unknown: {",
    ],
    [
      "a range without an end",
      "protocols: [{ tcp: { destinationPort: { range: { start: 94 } } } }]",
      "unknown: {",
    ],
    [
      "a range without a start",
      "protocols: [{ tcp: { destinationPort: { range: { end: 95 } } } }]",
      "unknown: {",
    ],
    ["neither", "protocols: [{ tcp: { destinationPort: {} } }]", "unknown: {"],
    ["nothing", "protocols: [{}]", "unknown: {"],
  ])("%s", (_, protocols, told) => expect(portsOf(protocols, CLUSTER_NETWORK_POLICY)).toBe(told));
});

const selectorIn = (namespaces: Policy["subject"]["namespaces"]): Selector | undefined =>
  namespaces.own === undefined ? namespaces.selector : undefined;

function peerText(peer: Peer): string {
  switch (peer.type) {
    case "pods":
      return `pods ${peer.pods?.key ?? "-"} in ${selectorIn(peer.namespaces)?.key ?? "-"}`;
    case "addresses":
      return `${peer.block.text} ${formatBlock(peer.block.block)}`;
    case "nodes":
      return `nodes ${peer.selector.key}`;
    case "domains":
      return peer.pattern;
    case "compared":
      return JSON.stringify(peer.comparison);
    case "nothing":
      return "nothing";
  }
}

/** The peers of a rule; or the entry that nobody knows. */
function peersOf(peer: string, dialect: Dialect, direction: "ingress" | "egress" = "egress"): string {
  const key = direction === "egress" ? "to" : "from";
  const { peers, failsClosed } = ruleOf(`{ action: Deny, ${key}: [${peer}] }`, dialect, direction);
  if (failsClosed !== undefined) return `unknown: ${underlined(failsClosed)}`;
  return peers.all ? "all" : peers.items.map(peerText).join(", ");
}

const A = '["app","In","a"]';
const B = '["app","In","b"]';
const [LABEL_A, LABEL_B] = ["{ matchLabels: { app: a } }", "{ matchLabels: { app: b } }"];

describe("peers", () => {
  it.each<readonly [what: string, peer: string, told: string]>([
    ["of namespaces", `{ namespaces: ${LABEL_A} }`, `pods - in ${A}`],
    [
      "of pods in them",
      `{ pods: { namespaceSelector: ${LABEL_A}, podSelector: ${LABEL_B} } }`,
      `pods ${B} in ${A}`,
    ],
    ["of pods in every one", `{ pods: { podSelector: ${LABEL_B} } }`, `pods ${B} in `],
    ["of every pod", "{ pods: {} }", "pods  in "],
    [
      "of addresses, each",
      "{ networks: [10.0.0.0/8, x, 'fd00::/8'] }",
      "10.0.0.0/8 10.0.0.0/8, nothing, fd00::/8 fd00::/8",
    ],
    ["of nodes", `{ nodes: ${LABEL_A} }`, `nodes ${A}`],
    ["of names, each", "{ domainNames: [a.example, '*.b.example'] }", "a.example, *.b.example"],
    ["of a member that is not known", "{ externals: [] }", "unknown: {"],
    ["of none", "{}", "unknown: {"],
    ["with more beside namespaces", "{ namespaces: { matchNames: [a] } }", "unknown: {"],
    ["with more beside pods", "{ pods: { podSelector: {}, name: a } }", "unknown: {"],
    ["with more in a selector", "{ pods: { podSelector: { matchNames: [a] } } }", "unknown: {"],
    [
      "with more in an expression",
      "{ nodes: { matchExpressions: [{ key: a, operator: Exists, more: b }] } }",
      "unknown: {",
    ],
  ])("%s", (_, peer, told) => {
    expect(peersOf(peer, CLUSTER_NETWORK_POLICY)).toBe(told);
    expect(peersOf(peer, ADMIN_NETWORK_POLICY)).toBe(told);
  });

  it.each<readonly [peer: string, dialect: Dialect, direction: "ingress" | "egress", isKnown: boolean]>([
    ["{ networks: [10.0.0.0/8] }", CLUSTER_NETWORK_POLICY, "ingress", false],
    ["{ nodes: {} }", ADMIN_NETWORK_POLICY, "ingress", false],
    ["{ domainNames: [a.example] }", ADMIN_NETWORK_POLICY, "ingress", false],
    ["{ namespaces: {} }", CLUSTER_NETWORK_POLICY, "ingress", true],
    ["{ pods: {} }", ADMIN_NETWORK_POLICY, "ingress", true],
    ["{ domainNames: [a.example] }", BASELINE_ADMIN_NETWORK_POLICY, "egress", false],
    ["{ networks: [10.0.0.0/8] }", BASELINE_ADMIN_NETWORK_POLICY, "egress", true],
    ["{ nodes: {} }", BASELINE_ADMIN_NETWORK_POLICY, "egress", true],
  ])("%s may stand where its kind has it", (peer, dialect, direction, isKnown) => {
    expect(peersOf(peer, dialect, direction).startsWith("unknown")).toBe(!isKnown);
  });

  it.each<readonly [what: string, shape: Dialect["shape"], peer: string, told: string]>([
    ["by a selector", "members", `{ namespaces: { namespaceSelector: ${LABEL_A} } }`, `pods - in ${A}`],
    [
      "of pods",
      "members",
      `{ pods: { namespaces: { namespaceSelector: ${LABEL_A} }, podSelector: ${LABEL_B} } }`,
      `pods ${B} in ${A}`,
    ],
    [
      "by labels that are the same",
      "members",
      "{ namespaces: { sameLabels: [a, b, a] } }",
      '{"of":"same-labels","keys":["a","b"]}',
    ],
    [
      "by labels that are not",
      "members",
      "{ namespaces: { notSameLabels: [a] } }",
      '{"of":"other-labels","keys":["a"],"isContested":false}',
    ],
    [
      "which means something else in the proposal",
      "proposed",
      "{ namespaces: { notSameLabels: [a] } }",
      '{"of":"other-labels","keys":["a"],"isContested":true}',
    ],
    ["by no labels", "members", "{ namespaces: { sameLabels: [] } }", "nothing"],
    ["by its own name", "proposed", "{ namespaces: { related: Self } }", '{"of":"names","isSame":true}'],
    ["by another name", "proposed", "{ namespaces: { related: NotSelf } }", '{"of":"names","isSame":false}'],
    ["by a word that is not known", "proposed", "{ namespaces: { related: Other } }", "unknown: {"],
    ["by names, which no release has", "members", "{ namespaces: { related: Self } }", "unknown: {"],
    ["by a member that is not known", "members", "{ namespaces: { names: [a] } }", "unknown: {"],
    ["with more beside", "members", "{ pods: { namespaces: { sameLabels: [a] }, name: b } }", "unknown: {"],
    [
      "with more in its pods' selector",
      "members",
      "{ pods: { namespaces: { sameLabels: [a] }, podSelector: { matchNames: [b] } } }",
      "unknown: {",
    ],
    [
      "with more in its selector",
      "members",
      "{ namespaces: { namespaceSelector: { matchNames: [b] } } }",
      "unknown: {",
    ],
  ])("of older shapes are namespaces %s", (_, shape, peer, told) => {
    expect(peersOf(peer, { ...ADMIN_NETWORK_POLICY, shape })).toBe(told);
  });
});

describe("a rule", () => {
  it.each<readonly [dialect: Dialect, action: string, read: string, unknown: string | undefined]>([
    [ADMIN_NETWORK_POLICY, "Allow", "Accept", undefined],
    [ADMIN_NETWORK_POLICY, "Pass", "Pass", undefined],
    [ADMIN_NETWORK_POLICY, "Accept", "Deny", "Accept"],
    [CLUSTER_NETWORK_POLICY, "Accept", "Accept", undefined],
    [CLUSTER_NETWORK_POLICY, "Deny", "Deny", undefined],
    [CLUSTER_NETWORK_POLICY, "Allow", "Deny", "Allow"],
  ])("does what its action says", (dialect, action, read, unknown) => {
    const rule = ruleOf(`{ name: first, action: ${action}, to: [] }`, dialect);
    expect([rule.name, rule.action, rule.unknownAction, rule.index]).toEqual(["first", read, unknown, 0]);
    expect(rule.actionOrigin === undefined ? "" : underlined(rule.actionOrigin)).toBe(action);
  });

  it("without an action denies, and is told so", () => {
    const rule = ruleOf("{ to: [] }", CLUSTER_NETWORK_POLICY);
    expect([rule.action, rule.unknownAction, rule.actionOrigin, rule.name]).toEqual([
      "Deny",
      "",
      undefined,
      undefined,
    ]);
  });
});

describe("a policy", () => {
  it.each<readonly [dialect: Dialect, spec: string, tier: string, priority: number | undefined]>([
    [CLUSTER_NETWORK_POLICY, "{ tier: Baseline, priority: 3 }", "Baseline", 3],
    [CLUSTER_NETWORK_POLICY, "{ tier: Admin, priority: 0 }", "Admin", 0],
    [CLUSTER_NETWORK_POLICY, "{}", "Admin", undefined],
    [ADMIN_NETWORK_POLICY, "{ tier: Baseline, priority: 4 }", "Admin", 4],
    [BASELINE_ADMIN_NETWORK_POLICY, "{ tier: Admin }", "Baseline", undefined],
  ])("acts in its tier", (dialect, spec, tier, priority) => {
    const policy = decoded(spec, dialect);
    expect([policy.tier, policy.priority, policy.isolates]).toEqual([tier, priority, false]);
    expect(policy.rules).toEqual({ ingress: undefined, egress: undefined });
  });

  it.each<readonly [subject: string, pods: string, namespaces: string]>([
    [`{ namespaces: ${LABEL_A} }`, "-", A],
    [`{ pods: { namespaceSelector: ${LABEL_A}, podSelector: ${LABEL_B} } }`, B, A],
    ["{ pods: {} }", "", ""],
  ])("selects %s", (subject, pods, namespaces) => {
    const read = decoded(`{ subject: ${subject} }`, ADMIN_NETWORK_POLICY).subject;
    expect([read.pods?.key ?? "-", selectorIn(read.namespaces)?.key]).toEqual([pods, namespaces]);
  });

  it("selects nobody knows whom where its subject is not known", () => {
    const { subject } = decoded("{ subject: { nodes: {} } }", CLUSTER_NETWORK_POLICY);
    expect([subject.pods, selectorIn(subject.namespaces)?.unbuildable]).toEqual([undefined, true]);
    const broken = decoded(
      "{ subject: { namespaces: { matchLabels: { 'a b': c } } } }",
      CLUSTER_NETWORK_POLICY,
    );
    expect(selectorIn(broken.subject.namespaces)?.unbuildable).toBe(true);
    const built = decoded("{ subject: { namespaces: { matchLabels: { ab: c } } } }", CLUSTER_NETWORK_POLICY);
    expect(selectorIn(built.subject.namespaces)?.unbuildable).toBeUndefined();
  });
});
