import { addressFinding, cidrFinding, portFindings } from "./unchecked-values.js";
import { field, items, textOf, type Node } from "../node.js";
import { nearest } from "../../text/nearest.js";
import {
  domainNamesInBaseline,
  domainNamesWithoutAccept,
  namedPortBesideAddress,
  type Found,
} from "./rule-findings.js";
import { selectorErrors } from "../validation/label-selector.js";
import type { ApiObject } from "../kind.js";
import type { CrdKind } from "../bundles.js";
import type { Problem } from "../../diagnostics/problem.js";
import type { ServerVersion } from "../validation/words.js";

/** The actions of each kind; releases before v0.1.3 did not check them (S-FC-4). */
const ACTIONS: Readonly<Record<CrdKind, readonly string[]>> = {
  ClusterNetworkPolicy: ["Accept", "Deny", "Pass"],
  AdminNetworkPolicy: ["Allow", "Deny", "Pass"],
  BaselineAdminNetworkPolicy: ["Allow", "Deny"],
};

/**
 * What a server stores unchecked and no implementation can use as it is written (V-CR-12, V-CR-21, S-CNP-1…4).
 * @param object an object as a server stores it
 */
export function uncheckedProblems(
  { ref, node }: ApiObject,
  kind: CrdKind,
  version: ServerVersion,
): Problem[] {
  const spec = field(node, "spec");
  const rules = [...items(field(spec, "ingress")), ...items(field(spec, "egress"))];
  const peers = rules.flatMap((rule) => [...items(field(rule, "from")), ...items(field(rule, "to"))]);
  const subject = field(spec, "subject");
  const found: Found[] = [
    ...[...(subject === undefined ? [] : [subject]), ...peers].flatMap((each) =>
      selectorProblems(each, version),
    ),
    ...rules.flatMap((rule) => actionProblems(rule, kind)),
    ...rules
      .flatMap((rule) => [...items(field(rule, "ports")), ...items(field(rule, "protocols"))])
      .flatMap(portFindings),
    ...peers.flatMap((peer) => items(field(peer, "networks"))).flatMap(cidrFinding),
    ...peers.flatMap((peer) => items(field(peer, "domainNames"))).flatMap(addressFinding),
    ...items(field(spec, "egress")).flatMap(namedPortProblems),
    ...domainNameProblems(spec),
  ];
  return found.map(({ at, finding }): Problem => ({ ...finding, at, object: ref }));
}

/** The selectors of a subject or a peer, checked as NetworkPolicy's are. One key or value is one problem. */
function selectorProblems(selection: Node, version: ServerVersion): Found[] {
  const pods = field(selection, "pods");
  const selectors = [
    field(selection, "namespaces"),
    field(selection, "nodes"),
    field(pods, "namespaceSelector"),
    field(pods, "podSelector"),
  ];
  return selectors.flatMap((selector) => {
    if (selector === undefined) return [];
    const errors = selectorErrors(selector, "", version);
    const faults = new Set(errors.map(({ fault }) => fault));
    return [...faults].map((fault): Found => {
      const at = errors.find((error) => error.fault === fault)?.at ?? selector.origin;
      return { at, finding: { code: "unchecked-selector", facts: { fault } } };
    });
  });
}

function actionProblems(rule: Node, kind: CrdKind): Found[] {
  const node = field(rule, "action");
  const action = textOf(node);
  const allowed = ACTIONS[kind];
  if (node === undefined || action === undefined || allowed.includes(action)) return [];
  const [meant] = nearest(action, allowed);
  const facts = { action, allowed, ...(meant === undefined ? {} : { meant }) };
  return [{ at: node.origin, finding: { code: "unchecked-action", facts } }];
}

/** A named port beside peers that are known by address: the standard channel has no rule against it (S-CNP-1). */
function namedPortProblems(rule: Node): Found[] {
  const found = namedPortBesideAddress(rule, false);
  return found === undefined ? [] : [found];
}

/** What NPEP-133 forbids and the release itself accepts (S-CNP-2). */
function domainNameProblems(spec: Node | undefined): Found[] {
  if (spec === undefined) return [];
  const isBaseline = textOf(field(spec, "tier")) === "Baseline";
  const inBaseline = isBaseline ? domainNamesInBaseline(spec, false) : undefined;
  const withoutAccept = items(field(spec, "egress")).map((rule) => {
    const action = textOf(field(rule, "action"));
    return action === "Deny" || action === "Pass" ? domainNamesWithoutAccept(rule, false) : undefined;
  });
  return [inBaseline, ...withoutAccept].filter((found) => found !== undefined);
}
