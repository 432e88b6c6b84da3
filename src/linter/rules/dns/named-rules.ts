import { partyOf } from "../../../semantics/match/party.js";
import { BitSet } from "../../../base/collections/bit-set.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { flowsOf, type Flows, type SubjectRows } from "../flows/subjects.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isByRule } from "../flows/leaves.js";
import { isInClusterName, normaliseDomain } from "../../../cluster/model/cluster-names.js";
import { patternsAround } from "../../../semantics/match/domain.js";
import { LabelIndex } from "../../../semantics/reach/label-index.js";
import { unionTraffic, type Traffic } from "../../../base/net/traffic.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { splitBySubject } from "../../../semantics/match/subject.js";
import { World } from "../../../semantics/match/world.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Peer, Policy, Rule } from "../../../cluster/model/policy.js";

/** A rule that accepts traffic to names outside of the cluster. */
export interface NamedRule {
  readonly policy: Policy;
  readonly rule: Rule;
  /** Its first name, and where it stands. */
  readonly name: Extract<Peer, { type: "domains" }>;
  /** The ends that stand for its names, in the order of the classes. */
  readonly names: readonly EndClass[];
  /** The pods that its policy selects without doubt. */
  readonly subjects: readonly SubjectRows[];
  /** The pods for which it acts. */
  readonly acting: readonly Acting[];
}

/** Pods with the traffic that a rule lets them send to its names. */
export interface Acting {
  readonly subject: SubjectRows;
  readonly traffic: Traffic;
}

/** Every rule that accepts names, of policies that select some pod. */
export const namedRulesOf = oncePer((cluster: Cluster): readonly NamedRule[] => {
  const written = cluster.policies.flatMap((policy) =>
    rulesOf(policy).flatMap(({ rule, direction }) => {
      const [name] = outsideNames(rule, cluster);
      const isAccept = effectiveAction(rule) === "Accept" && rule.failsClosed === undefined;
      return direction === "egress" && isAccept && name !== undefined ? [{ policy, rule, name }] : [];
    }),
  );
  if (written.length === 0) return [];
  const flows = flowsOf(cluster);
  const ends = endsByPattern(flows.reach.classes);
  const select = subjectFinder(cluster, flows);
  const rules = [...groupBy(written, ({ policy }) => policy)].flatMap(([policy, alike]) => {
    const subjects = select(policy);
    if (subjects.length === 0) return [];
    return alike.map(({ rule, name }) => {
      const patterns = outsideNames(rule, cluster).map(({ pattern }) => normaliseDomain(pattern));
      const names = [...new Set(patterns.flatMap((pattern) => ends.get(pattern) ?? []))];
      return { policy, rule, name, names: names.toSorted((a, b) => a.index - b.index), subjects };
    });
  });
  const acting = actingPods(flows, rules);
  return rules.map((each) => ({ ...each, acting: acting.get(each.rule) ?? [] }));
});

/** The ends that were asked for by a name, by each normalised name of a rule that matches it. */
function endsByPattern(classes: readonly EndClass[]): ReadonlyMap<string, readonly EndClass[]> {
  const ends = classes.flatMap((end) =>
    end.toName === undefined ? [] : patternsAround(end.toName).map((pattern) => ({ pattern, end })),
  );
  const byPattern = groupBy(ends, ({ pattern }) => pattern);
  return new Map([...byPattern].map(([pattern, each]) => [pattern, each.map(({ end }) => end)]));
}

/** True for a rule all of whose peers are names outside of the cluster. */
export function isAboutNames(rule: Rule, cluster: Cluster): boolean {
  return !rule.peers.all && outsideNames(rule, cluster).length === rule.peers.items.length;
}

/** Names of the cluster itself are another matter (S-FQ-5). */
function outsideNames(rule: Rule, { facts }: Cluster): NamedRule["name"][] {
  return peersOf(rule)
    .filter((peer) => peer.type === "domains")
    .filter(({ pattern }) => !isInClusterName(pattern, facts));
}

/** Finds the pods that a policy selects, asking only those that it may select. */
function subjectFinder(cluster: Cluster, { reach, subjects }: Flows): (policy: Policy) => SubjectRows[] {
  const index = new LabelIndex(cluster, reach.classes);
  const byClass = new Map(subjects.map((subject) => [subject.of, subject]));
  return (policy) =>
    index.candidates(policy.subject).flatMap((of): SubjectRows[] => {
      const subject = byClass.get(of);
      const [family = "IPv4"] = of.families;
      const context = { cluster, profile: reach.profile, family, toName: undefined };
      const party = partyOf(of.representative);
      const isSelected =
        subject !== undefined && splitBySubject(World.ANY, policy, party, context).no.length === 0;
      return isSelected ? [subject] : [];
    });
}

/** Finds the pods for which each of some rules acts, in one pass over all flows. */
function actingPods(
  { reach, subjects }: Flows,
  rules: readonly Omit<NamedRule, "acting">[],
): ReadonlyMap<Rule, readonly Acting[]> {
  const endsOf = new Map(
    rules.map(({ rule, names }) => {
      const indexes = names.map(({ index }) => index);
      return [rule, BitSet.of(reach.classes.length, indexes)];
    }),
  );
  const acting = new Map<Rule, Acting[]>();
  for (const subject of subjects) {
    for (const family of subject.of.families) {
      for (const leaf of reach.walk("egress", subject.of.index, family).leaves) {
        if (leaf.outcome !== "allowed" || !isByRule(leaf)) continue;
        const { rule } = leaf.by;
        const ends = endsOf.get(rule);
        const { others, traffic } = leaf.region;
        if (ends === undefined || others?.meets(ends) !== true) continue;
        const known = acting.get(rule) ?? [];
        acting.set(rule, known);
        const last = known.at(-1);
        if (last?.subject !== subject) known.push({ subject, traffic });
        else known[known.length - 1] = { subject, traffic: unionTraffic(last.traffic, traffic) };
      }
    }
  }
  return acting;
}
