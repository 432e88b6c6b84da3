import { allowsDnsAlone } from "./one-sided.js";
import { commentAbove } from "../../../source/manifest/comment-above.js";
import { isForFewerPorts } from "./rules.js";
import { isWholeFamily, peersOf } from "../../../cluster/model/policy-parts.js";
import { ruleOrigin } from "../../../cluster/problems/object-places.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DirectedRule, Rule } from "../../../cluster/model/policy.js";
import type { ProblemFacts } from "../../../cluster/problems/facts.js";

type Purpose = Pick<ProblemFacts["redundant-rule"], "isForFewerPorts" | "isForDns" | "isSaid">;

/** Why a rule may be meant to stay although another one of its policy does the same. */
export function purposeOf(
  cluster: Cluster,
  directed: DirectedRule,
  whole: DirectedRule | undefined,
): Purpose {
  return {
    isForFewerPorts: whole !== undefined && isForFewerPorts(cluster, directed.rule, whole.rule),
    isForDns: isForDns(directed),
    isSaid: whole !== undefined && isSaid(directed, whole),
  };
}

/** True for a rule of a NetworkPolicy that lets pods resolve names, whatever else they may reach now. */
function isForDns({ policy, direction, rule }: DirectedRule): boolean {
  return policy.tier === "NetworkPolicy" && direction === "egress" && allowsDnsAlone(rule);
}

/** Words by which the comment of a rule says that it is for everyone outside, and not for whom the other rules name. */
const OPEN =
  /\b(?:outside|external(?:ly)?|node ?ports?|load ?balancers?|internet|public(?:ly)?|world|any(?:one|body|where)|every(?:one|body|where)|not restrict|unrestricted)\b/i;

/**
 * True where comments say what each of two rules is for: of the wider one, that it is open, which its addresses of the whole world say
 * of egress by themselves. Then whoever reads them knows.
 */
function isSaid(narrow: DirectedRule, wide: DirectedRule): boolean {
  const [own, other] = [narrow, wide].map(({ rule }) => commentAbove(ruleOrigin(rule))) as [string, string];
  if (own === "" || other === "") return false;
  if (OPEN.test(other)) return wide.rule.peers.all || namesWholeWorld(wide.rule);
  return wide.direction === "egress" && namesWholeWorld(wide.rule) && namesAddressesAlone(narrow.rule);
}

function namesAddressesAlone({ peers }: Rule): boolean {
  return !peers.all && peers.items.every(({ type }) => type === "addresses");
}

function namesWholeWorld(rule: Rule): boolean {
  return peersOf(rule).some(isWholeFamily);
}
