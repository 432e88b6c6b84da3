import { effectiveAction } from "../../../semantics/match/effect.js";
import { fulfils } from "../../../semantics/match/selector.js";
import { NO_LABELS } from "../../../cluster/model/labels.js";
import { openLabel } from "../../../cluster/model/untold-label.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster, Namespace } from "../../../cluster/model/cluster.js";
import type { DirectedRule, Peer, Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Rules that deny other tenants and, by the text of the releases, not the namespaces that have no tenant (S-TEN-3,
 * S-TEN-4): unless another rule of the policy is about those, or the input shows that there are none.
 */
export function* unlabelledNotDenied({ policies, namespaces }: Cluster): Generator<Problem> {
  const known = [...namespaces.values()].filter(({ isKnown }) => isKnown);
  for (const policy of policies) {
    for (const directed of rulesOf(policy)) {
      const peer = otherTenants(directed);
      if (peer === undefined || isAboutUnlabelled(policy, directed.direction)) continue;
      const unlabelled = known.filter((each) => lacksOne(each, peer.keys)).map(({ name }) => name);
      if (known.length > 0 && unlabelled.length === 0) continue;
      const first = unlabelled.toSorted().slice(0, NAMED);
      yield {
        code: "unlabelled-namespaces-not-denied",
        facts: {
          keys: peer.keys,
          isContested: peer.isContested,
          direction: directed.direction,
          unlabelled: { first, more: unlabelled.length - first.length },
        },
        at: peer.origin,
        object: policy.ref,
      };
    }
  }
}

/** How many namespaces are named. */
const NAMED = 3;

interface OtherTenants {
  readonly keys: readonly string[];
  readonly isContested: boolean;
  readonly origin: Problem["at"];
}

/** What a rule that denies compares, where it is about other tenants alone. */
function otherTenants({ rule }: DirectedRule): OtherTenants | undefined {
  if (effectiveAction(rule) !== "Deny") return undefined;
  for (const peer of peersOf(rule)) {
    if (peer.type !== "compared" || peer.comparison.of !== "other-labels") continue;
    const { keys, isContested } = peer.comparison;
    return { keys, isContested, origin: peer.origin };
  }
  return undefined;
}

function isAboutUnlabelled(policy: Policy, direction: DirectedRule["direction"]): boolean {
  return (policy.rules[direction]?.rules ?? []).some((rule) => peersOf(rule).some(selectsUnlabelled));
}

function selectsUnlabelled(peer: Peer): boolean {
  if (peer.type !== "pods" || peer.namespaces.own !== undefined) return false;
  return peer.namespaces.selector.requirements.every((each) => fulfils(each, NO_LABELS));
}

function lacksOne(namespace: Namespace, keys: readonly string[]): boolean {
  return keys.some((key) => namespace.labels[key] === undefined && openLabel(key, namespace) === undefined);
}
