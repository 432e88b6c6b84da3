/** The order of tiers for one direction: S-EV-10 … S-EV-18. */

import type { Direction, Pod, Scene } from "./facts.js";
import type { AdminPolicy, NetworkPolicy, NetworkPolicyRule } from "./kubernetes.js";
import type { Action } from "./rules.js";
import { firstMatch, legacyRuleMatches, networkPolicyRuleMatches } from "./rules.js";
import { selects } from "./selectors.js";
import { isLedIn, leavesCluster, leaving, returning } from "./services.js";

export type Tier =
  | "Admin"
  | "NetworkPolicy"
  | "Baseline"
  | "default"
  | "not subject"
  | "loopback"
  | "not led";

export interface Decision {
  readonly allowed: boolean;
  readonly tier: Tier;
}

/** The Service comes first: it may not lead there, and traffic that leaves the cluster looks different (S-VIP-2). */
export function decide(direction: Direction, scene: Scene): Decision {
  if (direction === "ingress" && !isLedIn(scene)) return { allowed: false, tier: "not led" };
  if (!leavesCluster(scene)) return decideByPolicy(direction, scene);
  const seen = direction === "egress" ? leaving(scene.flow) : returning(scene.flow);
  return decideByPolicy(direction, scene.withFlow(seen));
}

function decideByPolicy(direction: Direction, scene: Scene): Decision {
  if (scene.flow.loopback) return { allowed: true, tier: "loopback" }; // S-LOOP-1
  const end = direction === "egress" ? scene.flow.from : scene.flow.to;
  const subject = scene.pod(end);
  // S-EV-4: only pods of the pod network are subjects, save that a NetworkPolicy may select host pods (U-3).
  const ofNetworkPolicy = scene.podOfNetworkPolicy(end);
  if (ofNetworkPolicy === undefined) return { allowed: true, tier: "not subject" };
  if (scene.practice.dropsSctp === true && scene.flow.protocol === "SCTP")
    return { allowed: false, tier: "not subject" };
  if (isFree(direction, scene)) return { allowed: true, tier: "not subject" };

  const decision = decideByTiers(subject, ofNetworkPolicy, direction, scene);
  const isDropped =
    scene.practice.ownNodeIsClosed === true &&
    direction === "egress" &&
    decision.allowed &&
    isOfOwnNode(ofNetworkPolicy, direction, scene);
  return isDropped ? { allowed: false, tier: "not subject" } : decision;
}

function decideByTiers(
  subject: Pod | undefined,
  ofNetworkPolicy: Pod,
  direction: Direction,
  scene: Scene,
): Decision {
  const admin = subject && tierAction("Admin", subject, direction, scene);
  if (admin === "allow" || admin === "deny") return { allowed: admin === "allow", tier: "Admin" };

  const networkPolicy = networkPolicyTier(ofNetworkPolicy, direction, scene);
  if (networkPolicy !== undefined) return { allowed: networkPolicy, tier: "NetworkPolicy" };

  const baseline = subject && tierAction("Baseline", subject, direction, scene);
  if (baseline === "allow" || baseline === "deny") return { allowed: baseline === "allow", tier: "Baseline" };
  return { allowed: isOpenByDefault(ofNetworkPolicy, direction, scene), tier: "default" }; // S-EV-14, U-26
}

function isOpenByDefault(subject: Pod, direction: Direction, scene: Scene): boolean {
  return scene.practice.closedByDefault !== true || isExcepted([], false, subject, direction, scene);
}

/** What an implementation subjects to no policy. */
function isFree(direction: Direction, scene: Scene): boolean {
  const { practice, flow } = scene;
  if (practice.otherProtocols === "free" && flow.protocol === "other") return true;
  if (flow.passage?.isItself === true && practice.toItself?.[direction] === "free") return true;
  const { passage } = flow;
  return (
    practice.nodePortsAreFree === true &&
    direction === "ingress" &&
    passage !== undefined &&
    (passage.way === "node" || passage.way === "balancer") &&
    !passage.service.keepsClient &&
    !scene.isInside(flow.from)
  );
}

/** The first match of a tier of both APIs; where both have one, either may count (S-PRI-5). */
function tierAction(
  tier: "Admin" | "Baseline",
  subject: Pod,
  direction: Direction,
  scene: Scene,
): Action | undefined {
  const { v1alpha1, v1alpha2 } = scene.cluster.ordered[tier];
  const older = walk(v1alpha1, `v1alpha1 ${tier}`, subject, direction, scene);
  const newer = walk(v1alpha2, `v1alpha2 ${tier}`, subject, direction, scene);
  if (older === undefined || newer === undefined) return older ?? newer;
  return scene.world.choose(`S-PRI-5 ${tier} ${direction}`, [older, newer]);
}

/** By priority, 0 first; of policies with one priority that match, any may count (S-EV-11, S-PRI-2). */
function walk(
  groups: readonly (readonly AdminPolicy[])[],
  name: string,
  subject: Pod,
  direction: Direction,
  scene: Scene,
): Action | undefined {
  for (const tied of groups) {
    const actions = tied.flatMap((policy) => firstMatch(policy, subject, direction, scene) ?? []);
    if (actions.length > 0) {
      if (scene.practice.tiesByName === true) {
        const byName = tied.toSorted((a, b) => (a.name < b.name ? -1 : 1));
        for (const policy of byName) {
          const action = firstMatch(policy, subject, direction, scene);
          if (action !== undefined) return action;
        }
      }
      return scene.world.choose(`S-PRI-2 ${name} ${tied[0]!.priority} ${direction}`, [...new Set(actions)]);
    }
  }
  return undefined;
}

/** Whether the tier allows, or undefined if nothing isolates the pod in this direction (S-EV-12). */
function networkPolicyTier(subject: Pod, direction: Direction, scene: Scene): boolean | undefined {
  const { networkPolicies, options } = scene.cluster;
  const selecting = networkPolicies.filter((policy) => isSelectedBy(policy, subject));
  const isolating = selecting.filter((policy) => policyTypes(policy).includes(direction));
  // S-LEG-1: in the 2016 design the namespace isolates, for ingress only.
  const isDefaultDeny = options.legacy === true && direction === "ingress" && scene.isDefaultDeny(subject);

  if (isolating.length === 0 && !isDefaultDeny) {
    // S-EV-18: per direction; U-10 is open in profile strict, where any policy that selects the pod may be final.
    const isFinal = selecting.length > 0 && !scene.leans("U-10");
    return isFinal ? isOpenByDefault(subject, direction, scene) : undefined;
  }
  return isExcepted(isolating, isDefaultDeny, subject, direction, scene);
}

/** What an isolated pod may do all the same. */
function isExcepted(
  isolating: readonly NetworkPolicy[],
  isDefaultDeny: boolean,
  subject: Pod,
  direction: Direction,
  scene: Scene,
): boolean {
  return (
    isAllowedBy(isolating, isDefaultDeny, subject, direction, scene) ||
    isOwnNode(subject, direction, scene) ||
    // S-LOOP-2, U-6: what no rule lets a pod send to itself through a Service.
    (scene.flow.passage?.isItself === true && isAllowedToItself(direction, scene))
  );
}

function isAllowedToItself(direction: Direction, scene: Scene): boolean {
  const practice = scene.practice.toItself?.[direction];
  return practice === undefined ? scene.world.choose("U-6", [true, false]) : practice !== "by rules";
}

function isAllowedBy(
  isolating: readonly NetworkPolicy[],
  isDefaultDeny: boolean,
  subject: Pod,
  direction: Direction,
  scene: Scene,
): boolean {
  // S-ICMP-3, U-7: whatever the rules say. The own node is open to them too (S-NODE-L4).
  if (scene.flow.protocol === "other" && scene.practice.otherProtocols === undefined)
    return scene.world.choose("U-7", [true, false]);
  return (
    isolating.some((policy) =>
      rulesOf(policy, direction).some((rule) => networkPolicyRuleMatches(rule, policy, direction, scene)),
    ) ||
    // Beside policies of networking.k8s.io/v1 the tier is one union (S-OVL-1).
    (isDefaultDeny &&
      scene.cluster.legacyPolicies
        .filter((policy) => isSelectedBy(policy, subject))
        .some((policy) => rulesOf(policy, "ingress").some((rule) => legacyRuleMatches(rule, policy, scene))))
  );
}

/** S-SEL-4: pods of the policy's own namespace; a missing selector is an empty one. */
function isSelectedBy(policy: NetworkPolicy, pod: Pod): boolean {
  return pod.isIn(policy.namespace) && selects(policy.spec.podSelector ?? {}, pod.labels, "empty");
}

/** A null item of the list is a rule without peers and ports (S-NULL). */
function rulesOf(policy: NetworkPolicy, direction: Direction): NetworkPolicyRule[] {
  return (policy.spec[direction] ?? []).map((rule) => rule ?? {});
}

/** The default is Ingress, and Egress if there is an egress rule (1.3.1). */
function policyTypes({ spec }: NetworkPolicy): Direction[] {
  if (spec.policyTypes?.length)
    return spec.policyTypes.map((type) => (type === "Egress" ? "egress" : "ingress"));
  return spec.egress?.length ? ["ingress", "egress"] : ["ingress"];
}

/**
 * Traffic between a pod and its own node, host pods there included (S-NODE-L1, S-NODE-L2, S-NODE-L4). Only an end that
 * is known as a node counts: any other address is external (S-EV-1a), also where no Node is in the input.
 */
function isOwnNode(subject: Pod, direction: Direction, scene: Scene): boolean {
  if (!isOfOwnNode(subject, direction, scene)) return false;
  // U-8: egress to the own node is open in profile strict.
  if (direction === "egress") return scene.leans("U-8");
  const { onOwnNode } = scene.practice;
  return onOwnNode === undefined || (onOwnNode === "root" && scene.world.choose("U-9", [true, false]));
}

/** True where the other end is the pod's own node, or a pod on its network. */
function isOfOwnNode(subject: Pod, direction: Direction, scene: Scene): boolean {
  const peer = direction === "ingress" ? scene.flow.from : scene.flow.to;
  if (peer.kind !== "node" && !(peer.kind === "pod" && peer.source.host)) return false;
  const node = scene.nodeOf(peer);
  return scene.isOnNode(subject, node);
}
