import { peerListOrigin } from "../../../cluster/problems/object-places.js";
import { isWritten } from "../../../source/manifest/locate.js";
import type { Direction, Policy, Rule } from "../../../cluster/model/policy.js";

/**
 * True for a rule that another finding already says to be open by the way it is written: without any condition, with an
 * empty list of peers, or cut in two by a dash. One cause is one finding.
 */
export function isReportedAsWritten(policy: Policy, direction: Direction, rule: Rule): boolean {
  if (policy.tier !== "NetworkPolicy" || !rule.peers.all) return false;
  return rule.ports.all || isWritten(peerListOrigin(rule, direction)) || isSplit(policy, direction, rule);
}

/** A rule of ports alone behind one of peers alone. */
function isSplit(policy: Policy, direction: Direction, rule: Rule): boolean {
  const before = policy.rules[direction]?.rules[rule.index - 1];
  return before !== undefined && !before.peers.all && before.ports.all;
}
