import { describe, expect, it } from "vitest";
import { apiObject, underlined } from "../../../support/api-object.js";
import { decodeNetworkPolicy } from "../../../../src/cluster/kinds/network-policy/decode.js";
import { formatBlock } from "../../../../src/base/net/address.js";
import { locate } from "../../../../src/source/manifest/locate.js";
import type { Peer, Policy, PortMatch, Rule } from "../../../../src/cluster/model/policy.js";

function decoded(spec: string, design: Parameters<typeof decodeNetworkPolicy>[1] = "released"): Policy {
  const text = `kind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;
  return decodeNetworkPolicy(apiObject(text), design);
}

const rulesOf = ({ rules: { ingress, egress } }: Policy): readonly Rule[] => [
  ...(ingress?.rules ?? []),
  ...(egress?.rules ?? []),
];

function peerText(peer: Peer): string {
  switch (peer.type) {
    case "pods": {
      const where = peer.namespaces.own ?? peer.namespaces.selector?.key ?? "";
      return `pods ${peer.pods?.key ?? "-"} in ${where}: ${underlined(peer.origin)}`;
    }
    case "addresses": {
      const { text, block, except } = peer.block;
      const holes = except.map(
        (each) => `${each.text} ${formatBlock(each.block)} ${underlined(each.origin)}`,
      );
      return [`${text} ${formatBlock(block)}: ${underlined(peer.origin)}`, ...holes].join(" but ");
    }
    default:
      return `${peer.type}: ${underlined(peer.origin)}`;
  }
}

function portText(port: PortMatch): string {
  if (port.type === "name") return `${port.name} ${port.protocol ?? "-"}: ${underlined(port.origin)}`;
  if (port.type === "nothing") return `nothing: ${underlined(port.origin)}`;
  const { protocol, first, last, origin, protocolOrigin, endPort } = port;
  const end = endPort === undefined ? "" : ` to ${underlined(endPort)}`;
  return `${protocol} ${first}-${last}: ${underlined(origin)}${end} of ${underlined(protocolOrigin)}`;
}

const EVERY = decoded("{}").subject.pods?.key;

describe("a NetworkPolicy acts in directions", () => {
  it.each<readonly [what: string, spec: string, directions: readonly string[]]>([
    ["ingress, where nothing is written", "{}", ["ingress: spec"]],
    ["egress too, where it has rules", "{ egress: [{}] }", ["ingress: spec", "egress: egress"]],
    ["not where it has none", "{ egress: [], ingress: [] }", ["ingress: ingress"]],
    ["those that are listed", "{ policyTypes: [Egress], ingress: [{}] }", ["egress: Egress"]],
    ["both", "{ policyTypes: [Egress, Ingress] }", ["ingress: Ingress", "egress: Egress"]],
    ["as if none were, where the list is empty", "{ policyTypes: [] }", ["ingress: spec"]],
  ])("%s", (_, spec, directions) => {
    const { rules } = decoded(spec);
    const told = (["ingress", "egress"] as const).flatMap((direction) => {
      const list = rules[direction];
      return list === undefined ? [] : [`${direction}: ${underlined(list.origin)}`];
    });
    expect(told).toEqual(directions);
  });

  it("but by the design of 2016 in one alone, without isolating", () => {
    const policy = decoded("{ policyTypes: [Egress], egress: [{}] }", "2016");
    expect([policy.rules.ingress === undefined, policy.rules.egress]).toEqual([false, undefined]);
    expect([policy.generation, policy.isolates, policy.tier]).toEqual([
      "NetworkPolicy2016",
      false,
      "NetworkPolicy",
    ]);
    expect(decoded("{}")).toMatchObject({ generation: "NetworkPolicy", isolates: true, priority: undefined });
  });

  it.each([
    ["egress", "{ policyTypes: [Ingress], egress: [{}, {}], ingress: [{}] }", 2],
    ["ingress", "{ policyTypes: [Egress], egress: [{}], ingress: [{}, {}, {}] }", 3],
    ["nothing where both act", "{ policyTypes: [Egress, Ingress], egress: [{}], ingress: [{}] }", undefined],
    ["nothing where nothing is written", "{ policyTypes: [Egress], egress: [{}] }", undefined],
  ])("keeps the rules of the direction that is left out apart: %s", (_, spec, count) => {
    expect(decoded(spec).idle?.rules.length).toBe(count);
  });
});

it.each([
  ["{ podSelector: { matchLabels: { app: web } } }", "matchLabels"],
  ["{}", "spec"],
])("its subject lies where it is written: %s", (spec, shown) => {
  const { subject } = decoded(spec);
  const { text } = subject.origin.document.file;
  expect(text.slice(locate(subject.origin).start)).toContain(shown === "spec" ? "{}" : shown);
  expect(subject.namespaces).toEqual({ own: "shop" });
  expect(subject.pods?.key === EVERY).toBe(shown === "spec");
});

describe("its rules have peers", () => {
  const [WEB, DB] = ["web", "db"].map(
    (app) => decoded(`{ podSelector: { matchLabels: { app: ${app} } } }`).subject.pods?.key,
  );

  it.each<readonly [what: string, peers: string, told: readonly string[]]>([
    ["of its own namespace", "{ podSelector: { matchLabels: { app: web } } }", [`pods ${WEB} in shop: {`]],
    ["of others", "{ namespaceSelector: { matchLabels: { app: db } } }", [`pods - in ${DB}: {`]],
    [
      "of others, some of them",
      "{ podSelector: { matchLabels: { app: web } }, namespaceSelector: { matchLabels: { app: db } } }",
      [`pods ${WEB} in ${DB}: {`],
    ],
    [
      "that are addresses, with exceptions",
      "{ ipBlock: { cidr: 10.0.0.0/8, except: [10.1.0.0/16, x, 10.2.0.1/16] } }",
      [
        "10.0.0.0/8 10.0.0.0/8: 10.0.0.0/8 but 10.1.0.0/16 10.1.0.0/16 10.1.0.0/16 but 10.2.0.1/16 10.2.0.0/16 10.2.0.1/16",
      ],
    ],
    ["that are none", "{ ipBlock: { cidr: x } }", ["nothing: x"]],
    ["without a block", "{ ipBlock: {} }", ["nothing: {}"]],
  ])("%s", (_, peers, told) => {
    for (const spec of [
      `{ ingress: [{ from: [${peers}] }] }`,
      `{ policyTypes: [Egress], egress: [{ to: [${peers}] }] }`,
    ]) {
      const [rule] = rulesOf(decoded(spec));
      expect(rule?.peers.all === false ? rule.peers.items.map(peerText) : []).toEqual(told);
    }
  });

  it.each<readonly [rule: string, released: boolean, in2016: boolean]>([
    ["{}", true, true],
    ["{ from: null, ports: null }", true, true],
    ["{ from: [], ports: [] }", true, false],
    ["{ from: [{ podSelector: {} }], ports: [{ port: 1 }] }", false, false],
  ])("and match everything where none are listed: %s", (rule, released, in2016) => {
    const isOpen = (design: "released" | "2016"): unknown =>
      rulesOf(decoded(`{ ingress: [${rule}] }`, design)).map(({ peers, ports }) => [peers.all, ports.all]);
    expect(isOpen("released")).toEqual([[released, released]]);
    expect(isOpen("2016")).toEqual([[in2016, in2016]]);
  });
});

it.each<readonly [what: string, port: string, told: string]>([
  ["a number", "{ port: 81 }", "TCP 81-81: 81 of {"],
  ["one of a protocol", "{ port: 82, protocol: UDP }", "UDP 82-82: 82 of UDP"],
  ["a range", "{ port: 83, endPort: 85 }", "TCP 83-85: 83 to 85 of {"],
  ["a name", "{ port: web }", "web TCP: web"],
  ["a name of a protocol", "{ protocol: SCTP, port: web }", "web SCTP: web"],
  ["every one of a protocol", "{ protocol: SCTP }", "SCTP 1-65535: SCTP of SCTP"],
  ["an end without a start", "{ protocol: UDP, endPort: 86 }", "UDP 1-65535: UDP to 86 of UDP"],
])("a port is %s", (_, port, told) => {
  const [rule] = rulesOf(decoded(`{ ingress: [{ ports: [${port}] }] }`));
  expect(rule?.ports.all === false ? rule.ports.items.map(portText) : []).toEqual([told]);
  expect([rule?.index, rule?.action, rule?.name]).toEqual([0, "Accept", undefined]);
});
