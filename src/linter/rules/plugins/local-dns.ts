import { addressesOf } from "../../../semantics/match/peer.js";
import { parseAddress, type Address } from "../../../base/net/address.js";
import { peersOf, portItem } from "../../../cluster/model/policy-parts.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Policy, Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Where a DNS cache listens on every node, by the name of its DaemonSet. */
const CACHES: readonly (readonly [name: RegExp, address: string])[] = [
  [/^(node-local-dns|nodelocaldns)$/, "169.254.20.10"],
  [/^localdns/, "169.254.10.10"],
];

const DNS = 53;

/**
 * Policies that allow DNS to pods alone, in a cluster whose pods ask a cache on their node: no selector matches that, whichever
 * plugin it is (S-HOST-1).
 */
export function* deniedDnsCaches(cluster: Cluster): Generator<Problem> {
  const cache = cacheOf(cluster);
  if (cache === undefined) return;
  const policies = cluster.policies.filter(
    ({ tier, isolates, rules }) => tier === "NetworkPolicy" && isolates && rules.egress !== undefined,
  );
  for (const policy of policies) {
    const meant = policy.rules.egress?.rules.find((rule) => allowsDns(rule) && isForPods(rule));
    if (meant === undefined) continue;
    const others = policies.filter(({ ref }) => ref.namespace === policy.ref.namespace);
    if (others.some((each) => letsReach(each, cache.address))) continue;
    const item = portItem(meant, "UDP", DNS);
    yield {
      code: "local-dns-not-allowed",
      facts: { daemonSet: qualifiedName(cache.workload), address: cache.text },
      at: item?.origin ?? meant.origin,
      object: policy.ref,
    };
  }
}

function cacheOf({
  workloads,
}: Cluster): { readonly workload: Workload; readonly text: string; readonly address: Address } | undefined {
  for (const [name, text] of CACHES) {
    const workload = workloads.find(
      (each) => each.kind.toLowerCase() === "daemonset" && name.test(each.name),
    );
    const address = parseAddress(text);
    if (workload !== undefined && address !== undefined) return { workload, text, address };
  }
  return undefined;
}

/** True for a rule that is about DNS by its port. */
function allowsDns(rule: Rule): boolean {
  return portItem(rule, "UDP", DNS)?.type === "range";
}

function isForPods(rule: Rule): boolean {
  return !rule.peers.all && peersOf(rule).every(({ type }) => type === "pods");
}

/** True for a policy that lets its pods ask an address for names. */
function letsReach({ rules }: Policy, address: Address): boolean {
  return (rules.egress?.rules ?? []).some((rule) => {
    if (!rule.ports.all && portItem(rule, "UDP", DNS) === undefined) return false;
    if (rule.peers.all) return true;
    return peersOf(rule).some((peer) => peer.type === "addresses" && addressesOf(peer.block).has(address));
  });
}
