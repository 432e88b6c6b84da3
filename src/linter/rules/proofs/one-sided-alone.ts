import { SubjectIndex } from "./subject-index.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { reviewOf } from "../../../questions/mistakes/review.js";
import { mayNameOnePort } from "../../../semantics/match/ports.js";
import { excludesPods, includesPods } from "../../../semantics/match/implies.js";
import { groupBy } from "../../../base/collections/group-by.js";
import {
  isExact,
  isToBeLetThrough,
  mostMeant,
  oncePerDenier,
  otherSide,
  type OneSided,
} from "./one-sided.js";
import { isolates, isolationOf } from "./bypassing.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { namespaceLabels } from "../../../semantics/match/party.js";
import { namespaceNamed } from "../../../semantics/match/named-namespace.js";
import { namespaceOf } from "../../../semantics/match/pods.js";
import { areTogether, selectionName } from "./alone.js";
import { nameOf, policiesInTiers, scopeOf, soundRulesOf } from "./rules.js";
import { isNameKey } from "../../../questions/mistakes/name-keys.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { policiesBeside } from "../isolation/beside.js";
import { doubtfulPeers } from "../../../questions/mistakes/split-peers.js";
import { splitBySelector } from "../../../semantics/match/selector.js";
import { World } from "../../../semantics/match/world.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Peer, PodPeer, PodSelection, Policy, Rule } from "../../../cluster/model/policy.js";
import type { Selector } from "../../../cluster/model/selector.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Pods that a NetworkPolicy names and allows, of which the input has none, and whose own side denies it whatever other labels they have. Which policies select
 * one pod is not known: one surely isolates all of them, and none that may select some of them allows any of it.
 */
export function* oneSidedAlone(cluster: Cluster): Generator<Problem> {
  const mayBeAccepted = cluster.policies.some(({ tier }) => tier === "Admin");
  if (cluster.facts.mayMissPolicies || mayBeAccepted) return;
  yield* oncePerDenier([...foundIn(cluster)]);
}

function* foundIn(cluster: Cluster): Generator<OneSided> {
  const index = podIndexOf(cluster);
  const hasPods = (selection: PodSelection): boolean => index.select(selection, "NetworkPolicy").length > 0;
  const mistaken = mistakenPolicies(cluster);
  const policies = policiesInTiers(cluster, "NetworkPolicy").filter((policy) => policy.isolates);
  const byNamespace = groupBy(policies, ({ ref }) => ref.namespace);
  const indexOf = oncePer(({ own }: { own: string }) => ({
    own: new SubjectIndex(byNamespace.get(own) ?? []),
    beside: new SubjectIndex(policiesBeside(cluster, own)),
  }));
  const namespaces = new Map([...byNamespace.keys()].map((own) => [own, { own: own ?? "" }]));
  for (const directed of policies.flatMap(soundRulesOf)) {
    const { policy, rule, direction } = directed;
    const own = policy.ref.namespace;
    const side = otherSide(direction);
    for (const peer of peersOf(rule)) {
      if (peer.type !== "pods" || !isToBeLetThrough(peer, directed) || own === undefined) continue;
      if (doubtfulPeers(cluster).has(peer)) continue;
      const namespace = namespaceNamed(peer.namespaces) ?? labelledAsNamed(peer.namespaces, cluster);
      if (mayBeDecidedByForeign(cluster, namespace)) continue;
      const there = namespace === undefined ? undefined : namespaces.get(namespace);
      if (namespace === undefined || there === undefined || mistaken.has(kindAndName(policy.ref))) continue;
      const ends: PodSelection = { ...peer, namespaces: { own: namespace } };
      // Pods of the input are walked.
      if (hasPods(policy.subject) && hasPods(ends)) continue;
      const others = indexOf(there).own.mayMeet(ends.pods);
      cluster.work?.take(others.length);
      const deniers = others.filter(
        (each) => isolates(each, side) && areTogether(each, policy) && includesPods(each.subject, ends),
      );
      const denier = mostMeant(deniers, side);
      if (denier === undefined || (!isExact(peer) && !deniers.includes(policy))) continue;
      const letsThrough = ({ peers, ports }: Rule): boolean =>
        mayNameOnePort(ports, rule.ports) &&
        (peers.all || peers.items.some((each) => mayBe(cluster, each, own, policy.subject)));
      const isLetThrough = [...others, ...indexOf(there).beside.mayMeet(ends.pods)].some((each) => {
        const rules = excludesPods(each.subject, ends) ? [] : (each.rules[side]?.rules ?? []);
        cluster.work?.take(rules.length);
        return rules.some(letsThrough);
      });
      if (isLetThrough) continue;
      const at = peer.origin;
      const by = isExact(peer) ? denier : policy;
      const denies = { policy: by, at: isolationOf(by, side) };
      const facts = {
        rule: nameOf(directed),
        peers: [selectionName(policy, namespace, ends)],
        morePeers: 0,
        deniedBy: kindAndName(by.ref),
        moreDeniers: 0,
        others: 0,
        scope: { ...scopeOf(cluster), type: "policies-alone" },
      } as const;
      const related = [{ at: denies.at, role: "denies" }];
      const problem = (): ReturnType<OneSided["problem"]> => ({
        code: "one-sided-flow",
        facts,
        at,
        object: policy.ref,
        related,
      });
      yield { at, direction, denier: denies, problem };
    }
  }
}

/** The namespace that is called as a selection asks for, where a Namespace of the input has it so: `name: data` of `data`. */
function labelledAsNamed(selection: PodPeer["namespaces"], { namespaces }: Cluster): string | undefined {
  const [first, ...more] = selection.own === undefined ? selection.selector.requirements : [];
  const [name, ...others] = first?.operator === "In" && isNameKey(first.key) ? first.values : [];
  if (first === undefined || name === undefined || more.length + others.length > 0) return undefined;
  const found = namespaces.get(name);
  return found?.isKnown === true && found.labels[first.key] === name ? name : undefined;
}

/** What says that pods are called otherwise than a policy calls them. */
const ABOUT_PODS: ReadonlySet<Problem["code"]> = new Set([
  "label-typo",
  "peer-pods-only-elsewhere",
  "peer-selects-no-pods",
  "selects-no-pods",
]);

/** Policies with selectors that are told to be mistaken: that their pods are denied something is a consequence. */
function mistakenPolicies(cluster: Cluster): ReadonlySet<string> {
  return new Set(
    reviewOf(cluster).problems.flatMap(({ code, object }) =>
      object !== undefined && ABOUT_PODS.has(code) ? [kindAndName(object)] : [],
    ),
  );
}

/** True where a peer may match some of the pods that a policy selects, whatever else they have. */
function mayBe(cluster: Cluster, peer: Peer, own: string, subject: Policy["subject"]): boolean {
  if (peer.type === "nothing" || peer.type === "domains") return false;
  if (peer.type !== "pods") return true;
  const { namespaces } = peer;
  if (namespaces.own === undefined && isForAnother(namespaces.selector, own)) return false;
  const isThere =
    namespaces.own === undefined
      ? splitBySelector(World.ANY, namespaces.selector, namespaceLabels(namespaceOf(own, cluster))).yes
          .length > 0
      : namespaces.own === own;
  return isThere && !excludesPods({ ...peer, namespaces: { own } }, subject);
}

/** True for namespaces that are asked for by another name: whoever sets a label for names sets the name of the namespace. */
function isForAnother({ requirements }: Selector, own: string): boolean {
  return requirements.some(
    ({ key, operator, values }) => operator === "In" && isNameKey(key) && !values.includes(own),
  );
}
