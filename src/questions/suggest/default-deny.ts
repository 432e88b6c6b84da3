import { isWholeFamily } from "../../cluster/model/policy-parts.js";
import type { Direction, Policy, PodSelection, Rule } from "../../cluster/model/policy.js";

/**
 * True for a policy that is there to deny what no other one allows: of NetworkPolicy, one that selects every pod of its
 * namespace and has no rule; of the other tiers, one whose rule denies everything to every pod.
 * @param rule the rule that denies; undefined where the policy isolates
 */
export function isDefaultDeny(policy: Policy, direction: Direction, rule: Rule | undefined): boolean {
  if (rule === undefined) {
    const isEveryPod = policy.subject.pods === undefined || policy.subject.pods.requirements.length === 0;
    return isEveryPod && policy.rules[direction]?.rules.length === 0;
  }
  const { peers, ports } = rule;
  const isFromAll =
    peers.all ||
    peers.items.some((peer) => (peer.type === "pods" ? isEverywhere(peer) : isWholeFamily(peer)));
  return isEverywhere(policy.subject) && isFromAll && ports.all;
}

function isEverywhere({ namespaces, pods }: PodSelection): boolean {
  const isEveryNamespace = namespaces.own === undefined && namespaces.selector.requirements.length === 0;
  return isEveryNamespace && (pods === undefined || pods.requirements.length === 0);
}
