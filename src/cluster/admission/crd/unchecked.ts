import { addressFinding, uncheckedCidrFound, portFindings } from "./unchecked-values.js";
import { field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { nearest } from "../../../base/text/nearest.js";
import { inBaselineFound, withoutAcceptFound, namedPortBesideAddress } from "./rule-findings.js";
import { selectorErrors, type SelectorError } from "../validation/label-selector.js";
import type { ApiObject } from "../request.js";
import type { CrdKind } from "../bundles.js";
import type { Found } from "../../problems/found.js";
import type { Problem } from "../../problems/problem.js";
import type { SelectorFault } from "../../problems/violation.js";
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
  if (spec === undefined) return [];
  const found: Found[] = [];
  const subject = field(spec, "subject");
  if (subject !== undefined) for (const each of selectorProblems(subject, version)) found.push(each);
  const isBaseline = textOf(field(spec, "tier")) === "Baseline";
  if (isBaseline) add(found, inBaselineFound(spec, false));
  for (const rule of items(field(spec, "ingress")))
    for (const each of ruleProblems(rule, "from", kind, version)) found.push(each);
  for (const rule of items(field(spec, "egress"))) {
    for (const each of ruleProblems(rule, "to", kind, version)) found.push(each);
    add(found, namedPortBesideAddress(rule, false));
    const action = textOf(field(rule, "action"));
    if (action === "Deny" || action === "Pass") add(found, withoutAcceptFound(rule, false));
  }
  return found.map(({ at, finding }): Problem => ({ ...finding, at, object: ref }));
}

function add(found: Found[], more: Found | undefined): void {
  if (more !== undefined) found.push(more);
}

function ruleProblems(rule: Node, peers: "from" | "to", kind: CrdKind, version: ServerVersion): Found[] {
  const found = actionProblems(rule, kind);
  for (const key of ["ports", "protocols"]) {
    for (const item of items(field(rule, key))) found.push(...portFindings(item));
  }
  for (const peer of items(field(rule, peers))) {
    for (const each of selectorProblems(peer, version)) found.push(each);
    for (const network of items(field(peer, "networks"))) found.push(...uncheckedCidrFound(network));
    for (const name of items(field(peer, "domainNames"))) found.push(...addressFinding(name));
  }
  return found;
}

/** The selectors of a subject or a peer, checked as NetworkPolicy's are. One key or value is one problem. */
function selectorProblems(selection: Node, version: ServerVersion): Found[] {
  const pods = field(selection, "pods");
  const found: Found[] = [];
  for (const key of pods === undefined ? SELECTION : PODS) {
    const written = field(pods ?? selection, key);
    // Before v0.1.3 the namespaces of a peer have their selector in a member of its own.
    const selector = field(written, "namespaceSelector") ?? written;
    if (selector !== undefined) found.push(...faultsOf(selectorErrors(selector, "", version)));
  }
  return found;
}

const SELECTION = ["namespaces", "nodes"];
const PODS = ["namespaces", "namespaceSelector", "podSelector"];

function faultsOf(errors: readonly SelectorError[]): Found[] {
  const found = new Map<SelectorFault, Found>();
  for (const { at, fault } of errors) {
    if (!found.has(fault))
      found.set(fault, { at, finding: { code: "unchecked-selector", facts: { fault } } });
  }
  return [...found.values()];
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
