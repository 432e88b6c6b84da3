import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Family } from "../../../base/net/address.js";
import type { DirectedRule, Peer } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Compares rules of one policy and direction: `0.0.0.0/0` without `::/0`, and only where the input shows IPv6
 * (S-IP-1).
 */
export const ipv6Forgotten = defineRule({
  id: "ipv6-forgotten",
  level: "warning",
  category: "risky",
  summary: "all of IPv4 without all of IPv6, in a cluster that has both",
  rationale:
    "`0.0.0.0/0` never matches IPv6. Denying it leaves every IPv6 address reachable; allowing it leaves IPv6 denied. anp reports this only if the input has IPv6 addresses.",
  reference: "S-IP-1",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    if (!showsIPv6(cluster)) return;
    const all = cluster.policies.flatMap(rulesOf);
    const withIPv6 = all.filter(({ rule }) => wholeFamily(peersOf(rule), "IPv6") !== undefined);
    for (const directed of all) {
      const { policy, rule, direction } = directed;
      const whole = wholeFamily(peersOf(rule), "IPv4");
      if (whole === undefined || withIPv6.some((other) => isSameUse(other, directed))) continue;
      const facts = { cidr: whole.block.text, action: rule.action, direction };
      yield { code: "ipv6-forgotten", facts, at: whole.origin, object: policy.ref };
    }
  },
  noFix: "What is to become of IPv6 is not in the text.",
  word({ cidr, action, direction }) {
    const verb = { Accept: "allows", Deny: "denies", Pass: "passes on" }[action];
    const isDenied = action === "Deny";
    const end = direction === "ingress" ? "source" : "destination";
    return {
      message: `${code(cidr)} ${verb} only IPv4, but the cluster has IPv6 too`,
      label: isDenied ? `every IPv6 ${end} stays reachable` : `matches no IPv6 ${end}`,
      help: `add ${code("::/0")}`,
    };
  },
});

function showsIPv6({ facts }: Cluster): boolean {
  const blocks = [...facts.podBlocks, ...facts.serviceBlocks, ...facts.nodeBlocks];
  return facts.families.includes("IPv6") || blocks.some(({ family }) => family === "IPv6");
}

/** The peer that is every address of a family, exceptions or not. */
function wholeFamily(
  peers: readonly Peer[],
  family: Family,
): (Peer & { readonly type: "addresses" }) | undefined {
  return peers
    .filter((peer) => peer.type === "addresses")
    .find(({ block: { block } }) => block.prefix === 0 && block.family === family);
}

/** True where two rules do the same in the same place of the evaluation, so that one may speak for the other's family. */
function isSameUse(a: DirectedRule, b: DirectedRule): boolean {
  return (
    a.direction === b.direction &&
    a.rule.action === b.rule.action &&
    a.policy.tier === b.policy.tier &&
    a.policy.ref.namespace === b.policy.ref.namespace
  );
}
