import { BitSet } from "../../../base/collections/bit-set.js";
import { breadthOf } from "./breadth.js";
import { flowsOf, type SubjectRows } from "../flows/subjects.js";
import { hasSeveral } from "../../../semantics/reach/walk-subject.js";
import { internetOf } from "../flows/outside.js";
import { isByRule, leavesOn } from "../flows/leaves.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { unionTraffic, type Traffic } from "../../../base/net/traffic.js";
import type { Audience } from "../../../cluster/problems/exposure.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { ClassWalk } from "../../../semantics/reach/class-walk.js";
import type { Policy, Rule } from "../../../cluster/model/policy.js";

/** A rule that lets everybody in, or every pod of the cluster, with those into which it does. */
export interface Opening {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly breadth: Audience;
  readonly exposed: readonly Exposed[];
}

/** Pods with the traffic that a rule lets in to them over one family. */
export interface Exposed {
  readonly subject: SubjectRows;
  readonly walk: ClassWalk;
  readonly traffic: Traffic;
}

/**
 * Every rule that by itself lets in everybody or every pod, in the order of the policies: what nothing restricts is not
 * among them.
 */
export const openingsOf = oncePer((cluster: Cluster): readonly Opening[] => {
  const flows = flowsOf(cluster);
  const { reach, subjects, pods } = flows;
  const found = new Map<Rule, { policy: Policy; breadth: Audience; exposed: Exposed[] }>();
  for (const subject of subjects) {
    for (const family of subject.of.families) {
      const walk = reach.walk("ingress", subject.of.index, family);
      const world = internetOf(flows)[family].all;
      for (const leaf of walk.leaves) {
        if (leaf.outcome !== "allowed" || !isByRule(leaf)) continue;
        const { rule, policy } = leaf.by;
        const broad = breadthOf(rule);
        const isWorld = broad.world?.families.includes(family) ?? false;
        if (!isWorld && broad.cluster === undefined) continue;
        const { others, traffic } = leaf.region;
        if (others?.meets(isWorld ? world : pods) !== true) continue;
        const breadth = isWorld ? "world" : "cluster";
        const known = found.get(rule) ?? { policy, breadth, exposed: [] };
        if (isWorld) known.breadth = "world";
        found.set(rule, known);
        addTraffic(known.exposed, { subject, walk, traffic });
      }
    }
  }
  return [...found].map(([rule, { policy, breadth, exposed }]) => ({ policy, rule, breadth, exposed }));
});

/** True where some pods do not get in by a rule for everybody: another tier keeps them out before, or the rule excepts their addresses. */
export function isClosedToSomePods(
  cluster: Cluster,
  { subject: { of }, walk }: Exposed,
  traffic: Traffic,
): boolean {
  const { pods, reach } = flowsOf(cluster);
  // A pod always reaches itself (S-LOOP-1).
  const others = hasSeveral(of) ? pods : pods.subtract(BitSet.of(reach.classes.length, [of.index]));
  return leavesOn(walk.leaves, traffic).some(
    ({ outcome, region }) => outcome === "denied" && region.others?.meets(others) === true,
  );
}

/** Leaves of one walk come one after the other. */
function addTraffic(exposed: Exposed[], more: Exposed): void {
  const last = exposed.at(-1);
  if (last?.walk !== more.walk) exposed.push(more);
  else exposed[exposed.length - 1] = { ...last, traffic: unionTraffic(last.traffic, more.traffic) };
}
