import { field, items, type Node } from "../../../../source/manifest/node.js";
import { nullField } from "../../review/nulls.js";
import { nullsInSelector } from "../../review/null-selectors.js";
import type { Found } from "../../../problems/found.js";
import type { Origin } from "../../../../source/manifest/origin.js";
import type { WrittenRules } from "./written-rules.js";

/** What a null makes of the policy's own `podSelector` (S-NULL). */
export function nullSubjectFindings(root: Node): Found[] {
  const spec = field(root, "spec");
  const lost = nullField(spec, "podSelector");
  if (lost !== undefined) {
    const facts = { field: "podSelector", effect: "selects-every-pod-of-namespace" } as const;
    return [{ at: lost, finding: { code: "selector-emptied-by-null", facts } }];
  }
  const selector = field(spec, "podSelector");
  return selector === undefined ? [] : nullsInSelector(selector, "built-in kind");
}

/** What nulls make of the selectors of peers: a selector without a value takes no part beside the other one. */
export function nullPeerFindings({ peers, rules }: WrittenRules): Found[] {
  return rules.flatMap((rule) => items(field(rule, peers))).flatMap(peerFindings);
}

function peerFindings(peer: Node): Found[] {
  const pods = nullField(peer, "podSelector");
  const namespaces = nullField(peer, "namespaceSelector");
  const selectors = [field(peer, "podSelector"), field(peer, "namespaceSelector")];
  return [
    ...(pods === undefined ? [] : [lostSelector(pods, "podSelector", "selects-every-pod")]),
    ...(namespaces === undefined
      ? []
      : [lostSelector(namespaces, "namespaceSelector", "selects-own-namespace")]),
    ...selectors.flatMap((each) => (each === undefined ? [] : nullsInSelector(each, "built-in kind"))),
  ];
}

function lostSelector(
  at: Origin,
  lost: string,
  effect: "selects-every-pod" | "selects-own-namespace",
): Found {
  return { at, finding: { code: "selector-emptied-by-null", facts: { field: lost, effect } } };
}
