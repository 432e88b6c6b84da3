/** Whether one rule matches the flow. */

import type { Address } from "./addresses.js";
import { contains, parseBlock } from "./addresses.js";
import { blocksMatch } from "./services.js";
import type { Direction, End, Pod, Scene } from "./facts.js";
import type {
  AdminKind,
  AdminPeer,
  AdminPolicy,
  AdminRule,
  NamespacedPod,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyRule,
} from "./kubernetes.js";
import type { Naming } from "./ports.js";
import { adminPortsMatch, clusterProtocolsMatch, networkPolicyPortMatches } from "./ports.js";
import type { LabelSelector } from "./selectors.js";
import { canBeBuilt, selects } from "./selectors.js";
import { isRecognised } from "./shapes.js";
import { olderPeerMatches, olderSelectors } from "./tenancy.js";

/** Where a name matches nothing (S-PORT-9). */
const unnamed: Naming = () => undefined;

// ---- NetworkPolicy ----

/** A rule of a NetworkPolicy as released; missing, null or empty peers and ports mean all (S-NULL). */
export function networkPolicyRuleMatches(
  rule: NetworkPolicyRule,
  policy: NetworkPolicy,
  direction: Direction,
  scene: Scene,
): boolean {
  const peers = (direction === "ingress" ? rule.from : rule.to) ?? [];
  const ports = rule.ports ?? [];
  const portsMatch = (naming: Naming) =>
    ports.length === 0 || ports.some((item) => networkPolicyPortMatches(item, scene, naming));
  const named: Naming = () => scene.podOfNetworkPolicy(scene.flow.to); // S-PORT-6, S-PORT-7
  if (peers.length === 0) return portsMatch(named);
  return peers.some((peer) => {
    if (!peer.ipBlock) return portsMatch(named) && networkPolicyPeerMatches(peer, policy, direction, scene);
    const naming = (seen: Scene) =>
      // S-PORT-9
      direction === "egress" ? unnamed : () => seen.podOfNetworkPolicy(seen.flow.to);
    return blocksMatch(
      blockTest(peer.ipBlock),
      (seen) => networkPolicyPeerMatches(peer, policy, direction, seen),
      (seen) =>
        ports.length === 0 || ports.some((item) => networkPolicyPortMatches(item, seen, naming(seen))),
      direction,
      scene,
    );
  });
}

function blockTest({
  cidr,
  except,
}: NonNullable<NetworkPolicyPeer["ipBlock"]>): (address: Address) => boolean {
  const block = parseBlock(cidr);
  const holes = (except ?? []).map(parseBlock);
  return (address) => contains(block, address) && !holes.some((item) => contains(item, address));
}

function networkPolicyPeerMatches(
  peer: NetworkPolicyPeer,
  policy: NetworkPolicy,
  direction: Direction,
  scene: Scene,
): boolean {
  const end = direction === "ingress" ? scene.flow.from : scene.flow.to;
  if (peer.ipBlock) {
    const matches = scene.address(end, blockTest(peer.ipBlock));
    // S-IP-2: by address, in the cluster too; U-4 is open in profile strict.
    if (!matches || !scene.isStrict || !scene.isInCluster(end)) return matches;
    return scene.world.choose("U-4", ["by address", "not in the cluster"]) === "by address";
  }
  const pod = scene.podOfNetworkPolicy(end);
  return pod !== undefined && podPeerMatches(peer, policy, pod);
}

/** S-SEL-4: without namespaceSelector the policy's own namespace; both selectors are ANDed. */
function podPeerMatches(peer: NetworkPolicyPeer, policy: NetworkPolicy, pod: Pod): boolean {
  if (!peer.podSelector && !peer.namespaceSelector) return false;
  const inNamespace = peer.namespaceSelector
    ? selects(peer.namespaceSelector, pod.namespaceLabels, "empty")
    : pod.isIn(policy.namespace);
  return inNamespace && (!peer.podSelector || selects(peer.podSelector, pod.labels, "empty"));
}

/** An ingress rule of the 2016 design: missing is any, an empty list is none (S-LEG-3). */
export function legacyRuleMatches(rule: NetworkPolicyRule, policy: NetworkPolicy, scene: Scene): boolean {
  const { from, ports } = rule;
  const named: Naming = () => scene.podOfNetworkPolicy(scene.flow.to);
  if (ports && !ports.some((item) => networkPolicyPortMatches(item, scene, named))) return false;
  if (!from) return true;
  const pod = scene.podOfNetworkPolicy(scene.flow.from);
  return pod !== undefined && from.some((peer) => podPeerMatches(peer, policy, pod));
}

// ---- AdminNetworkPolicy, BaselineAdminNetworkPolicy, ClusterNetworkPolicy ----

export type Action = "allow" | "deny" | "pass";

const ACTIONS: Readonly<Record<AdminKind, Readonly<Record<string, Action>>>> = {
  AdminNetworkPolicy: { Allow: "allow", Deny: "deny", Pass: "pass" },
  BaselineAdminNetworkPolicy: { Allow: "allow", Deny: "deny" },
  ClusterNetworkPolicy: { Accept: "allow", Deny: "deny", Pass: "pass" },
};

/** The action of the policy's first rule that matches, if it selects the pod and one does (S-EV-11, S-EV-13). */
export function firstMatch(
  policy: AdminPolicy,
  subject: Pod,
  direction: Direction,
  scene: Scene,
): Action | undefined {
  const { namespaces, pods } = policy.subject;
  const broken = !everySelectorCanBeBuilt([namespaces, pods?.namespaceSelector, pods?.podSelector]);
  const closed = broken && brokenSelectorsFailClosed(scene);
  if (broken && !closed) return undefined; // selects nothing
  if (!isSubject(policy.subject, subject, closed, scene)) return undefined;
  for (const rule of policy[direction]) {
    const action = actionOfMatch(rule, policy.kind, direction, closed, scene);
    if (action !== undefined) return action;
  }
  return undefined;
}

/** S-SEL-5. A selector that cannot be built selects everything where it fails closed. */
function isSubject(subject: AdminPolicy["subject"], pod: Pod, closed: boolean, scene: Scene): boolean {
  const matches: typeof scene.selects = (selector, labels) =>
    closed && !canBeBuilt(selector) ? true : scene.selects(selector, labels);
  if (subject.namespaces) return matches(subject.namespaces, pod.namespaceLabels);
  return subject.pods ? namespacedPodMatches(subject.pods, pod, matches) : false;
}

function namespacedPodMatches(pods: NamespacedPod, pod: Pod, matches: Scene["selects"]): boolean {
  return (
    matches(pods.namespaceSelector ?? {}, pod.namespaceLabels) && // missing: all namespaces (S-NULL)
    matches(pods.podSelector ?? {}, pod.labels)
  );
}

/** What the rule does to the flow; undefined if it does not match. */
function actionOfMatch(
  rule: AdminRule,
  kind: AdminKind,
  direction: Direction,
  subjectFailsClosed: boolean,
  scene: Scene,
): Action | undefined {
  const actions = ACTIONS[kind];
  // S-FC-4: an unknown action acts as Deny for what the rule matches.
  const action = Object.hasOwn(actions, rule.action) ? actions[rule.action]! : "deny";
  const peers = (direction === "ingress" ? rule.from : rule.to) ?? [];
  if (subjectFailsClosed || failsClosed(rule, peers, kind, direction, scene)) {
    return action === "allow" ? undefined : "deny"; // S-FC-1, S-FC-2, S-FC-3
  }
  return ruleMatches(rule, peers, kind, direction, scene) ? action : undefined;
}

function failsClosed(
  rule: AdminRule,
  peers: readonly AdminPeer[],
  kind: AdminKind,
  direction: Direction,
  scene: Scene,
): boolean {
  const { shape } = scene.cluster.options;
  if (!isRecognised(rule, kind, direction, shape)) return true;
  const isOlder = shape !== undefined && kind !== "ClusterNetworkPolicy";
  return peers.some(isOlder ? isOlderBroken : isBroken) && brokenSelectorsFailClosed(scene); // U-20
}

function isBroken({ namespaces, nodes, pods }: AdminPeer): boolean {
  return !everySelectorCanBeBuilt([namespaces, nodes, pods?.namespaceSelector, pods?.podSelector]);
}

function isOlderBroken(peer: AdminPeer): boolean {
  return !everySelectorCanBeBuilt(olderSelectors(peer));
}

function everySelectorCanBeBuilt(selectors: readonly (LabelSelector | null | undefined)[]): boolean {
  return selectors.every((selector) => !selector || canBeBuilt(selector));
}

/**
 * U-20: a selector that cannot be built matches nothing, or its rule fails closed; that of a subject, every rule of the
 * policy. An implementation is one implementation: it reads all of them alike.
 */
function brokenSelectorsFailClosed(scene: Scene): boolean {
  return scene.world.choose("U-20", ["matches nothing", "fails closed"]) === "fails closed";
}

function ruleMatches(
  rule: AdminRule,
  peers: readonly AdminPeer[],
  kind: AdminKind,
  direction: Direction,
  scene: Scene,
): boolean {
  return peers.some((peer) => {
    const isPodPeer = Boolean(peer.namespaces ?? peer.pods);
    const naming: Naming = () => (isPodPeer ? scene.pod(scene.flow.to) : undefined); // S-PORT-9, S-CNP-1
    const portsMatch = (seen: Scene) =>
      kind === "ClusterNetworkPolicy"
        ? clusterProtocolsMatch(rule.protocols, seen, naming)
        : adminPortsMatch(rule.ports, seen, naming);
    const matches = (seen: Scene) => adminPeerMatches(peer, rule, kind, direction, seen);
    if (!peer.networks) return portsMatch(scene) && matches(scene);
    const blocks = peer.networks.map(parseBlock);
    // One network is one peer: any of them may be the one that tells the addresses apart (U-5).
    return blocks.some((block) => {
      const isIn = (address: Address) => contains(block, address);
      const matchesEnd = (seen: Scene) => seen.address(endOf(seen, direction), isIn);
      return blocksMatch(isIn, matchesEnd, portsMatch, direction, scene);
    });
  });
}

function endOf({ flow }: Scene, direction: Direction): End {
  return direction === "ingress" ? flow.from : flow.to;
}

function adminPeerMatches(
  peer: AdminPeer,
  rule: AdminRule,
  kind: AdminKind,
  direction: Direction,
  scene: Scene,
): boolean {
  const end = endOf(scene, direction);
  if (peer.nodes) return scene.isSelectedNode(peer.nodes, end); // S-IP-7
  if (peer.domainNames) {
    if (!peer.domainNames.some((pattern) => scene.belongsTo(pattern, end))) return false;
    // U-22: Deny or Pass by name cannot be enforced completely; one reading for all such rules.
    return ACTIONS[kind][rule.action] === "allow" || scene.world.choose("U-22", [true, false]);
  }
  const pod = scene.pod(end); // host pods are never a namespaces or pods peer (S-HOST-2)
  if (pod === undefined) return false;
  if (scene.cluster.options.shape !== undefined && kind !== "ClusterNetworkPolicy") {
    const subject = scene.pod(direction === "ingress" ? scene.flow.to : scene.flow.from);
    return subject !== undefined && olderPeerMatches(peer, subject, pod, scene);
  }
  if (peer.namespaces) return scene.selects(peer.namespaces, pod.namespaceLabels);
  return peer.pods ? namespacedPodMatches(peer.pods, pod, (...both) => scene.selects(...both)) : false;
}
