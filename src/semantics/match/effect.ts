import type { Action, Peer, Rule } from "../../cluster/model/policy.js";

/** What a rule does with what it matches; failing closed is denying. */
export function effectiveAction(rule: Rule): Action {
  return rule.unknownAction === undefined ? rule.action : "Deny";
}

/** True for a rule that accepts what has the address of a name: other names may come to have the same one (S-FQ-6). */
export function acceptsNames(rule: Rule): boolean {
  const { peers } = rule;
  return (
    effectiveAction(rule) === "Accept" && !peers.all && peers.items.some(({ type }) => type === "domains")
  );
}

/** True for a peer with a selector that no implementation can build (V-CR-21, U-20). */
export function isUnbuildable(peer: Peer): boolean {
  switch (peer.type) {
    case "pods": {
      const inNamespaces = peer.namespaces.own === undefined && peer.namespaces.selector.unbuildable === true;
      return inNamespaces || peer.pods?.unbuildable === true;
    }
    case "compared":
      return peer.pods?.unbuildable === true;
    case "nodes":
      return peer.selector.unbuildable === true;
    default:
      return false;
  }
}
