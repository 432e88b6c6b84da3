import { child, keyOf } from "../../../source/manifest/origin.js";
import { refusedCidrFinding } from "./schema-findings.js";
import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { valueText } from "../written.js";
import type { Found } from "../../problems/found.js";
import type { ProblemOf } from "../../problems/problem.js";
import type { RuleError } from "../structural/rules.js";

/** What a rule in CEL means where it fails: by its text, so that the rules of any CRD are known again. */
const RULES: ReadonlyMap<string, (node: Node, isRefused: true) => Found | undefined> = new Map([
  [
    "isCIDR(self)",
    ({ value, origin }: Node): Found => ({ at: origin, finding: refusedCidrFinding(valueText(value)) }),
  ],
  [
    "isCIDR(self) && cidr(self) == cidr(self).masked()",
    ({ value, origin }: Node): Found => ({ at: origin, finding: refusedCidrFinding(valueText(value)) }),
  ],
  ["self.start < self.end", reversedRange],
  ["self.metadata.name == 'default'", notDefault],
  [namedPortRule(["networks", "nodes"], "ports.exists(port, has(port.namedPort))"), namedPortBesideAddress],
  [
    namedPortRule(["networks", "nodes", "domainNames"], "ports.exists(port, has(port.namedPort))"),
    namedPortBesideAddress,
  ],
  [
    namedPortRule(
      ["networks", "nodes", "domainNames"],
      "protocols.exists(protocol, has(protocol.destinationNamedPort))",
    ),
    namedPortBesideAddress,
  ],
  ["self.action != 'Accept' ? !self.to.exists(peer, has(peer.domainNames)) : true", withoutAcceptFound],
  [
    "self.tier == 'Baseline' ? !(has(self.egress) && self.egress.exists(rule, rule.to.exists(peer, has(peer.domainNames)))) : true",
    inBaselineFound,
  ],
]);

function namedPortRule(peers: readonly string[], exists: string): string {
  const addresses = peers.map((peer) => `has(peer.${peer})`).join(" || ");
  const [list = ""] = exists.split(".");
  return `!(self.to.exists(peer, ${addresses}) && has(self.${list}) && self.${exists})`;
}

/** Says of a broken rule what it is, and finds the smallest place for it. */
export function ruleFinding({ at, rule, actual }: RuleError, fieldText: string): Found {
  const known = RULES.get(rule.rule)?.({ value: actual, origin: at }, true);
  return known ?? { at, finding: { code: "cel", facts: { field: fieldText, rule: rule.rule } } };
}

function reversedRange(range: Node): Found {
  const start = child(range.origin, "start");
  const text = (key: string): string => valueText(field(range, key)?.value ?? "");
  const facts = { fault: "end-not-above-start", start: text("start"), end: text("end") } as const;
  return {
    at: child(range.origin, "end"),
    finding: { code: "invalid-port-range", facts, related: [{ at: start, role: "start" }] },
  };
}

function notDefault(root: Node): Found {
  const name = textOf(field(field(root, "metadata"), "name")) ?? "";
  return {
    at: child(root.origin, "metadata", "name"),
    finding: { code: "baseline-not-default", facts: { name } },
  };
}

type AddressPeer = ProblemOf<"named-port-with-ip-peer">["facts"]["peer"];

/** The first named port of an egress rule, beside the first peer that is known by address alone; undefined without both. */
export function namedPortBesideAddress(rule: Node, isRefused: boolean): Found | undefined {
  const ports = [...items(field(rule, "protocols")), ...items(field(rule, "ports"))];
  const port = ports
    .map((item) => field(item, "destinationNamedPort") ?? field(item, "namedPort"))
    .find((each) => each !== undefined);
  const peer = addressPeer(rule);
  if (port === undefined || peer === undefined) return undefined;
  const facts = { port: textOf(port) ?? "", peer: peer.key, isRefused };
  const related = [{ at: keyOf(child(peer.node.origin, peer.key)), role: "peer" }];
  return { at: port.origin, finding: { code: "named-port-with-ip-peer", facts, related } };
}

const ADDRESS_PEERS: readonly AddressPeer[] = ["networks", "nodes", "domainNames"];

function addressPeer(rule: Node): { node: Node; key: AddressPeer } | undefined {
  for (const node of items(field(rule, "to"))) {
    const key = ADDRESS_PEERS.find((each) => field(node, each) !== undefined);
    if (key !== undefined) return { node, key };
  }
  return undefined;
}

/** The first peer of a rule with domain names. */
function domainNamesOf(rule: Node): Node | undefined {
  return items(field(rule, "to"))
    .map((peer) => field(peer, "domainNames"))
    .find((each) => each !== undefined);
}

function namesIn(domainNames: Node): string[] {
  return items(domainNames).map((item) => textOf(item) ?? "");
}

/** Domain names in a rule whose action, whatever it is, is not Accept; undefined where it has none. */
export function withoutAcceptFound(rule: Node, isRefused: boolean): Found | undefined {
  const domainNames = domainNamesOf(rule);
  if (domainNames === undefined) return undefined;
  const action = textOf(field(rule, "action")) ?? "";
  const related = [{ at: child(rule.origin, "action"), role: "action" }];
  const facts = { names: namesIn(domainNames), action, isRefused };
  return { at: keyOf(domainNames.origin), finding: { code: "domain-names-without-accept", facts, related } };
}

/** Domain names in a policy whose tier is Baseline; undefined where it has none. */
export function inBaselineFound(spec: Node, isRefused: boolean): Found | undefined {
  const domainNames = items(field(spec, "egress"))
    .map(domainNamesOf)
    .find((each) => each !== undefined);
  if (domainNames === undefined) return undefined;
  const related = [{ at: child(spec.origin, "tier"), role: "tier" }];
  const facts = { names: namesIn(domainNames), isRefused };
  return { at: keyOf(domainNames.origin), finding: { code: "domain-names-in-baseline", facts, related } };
}
