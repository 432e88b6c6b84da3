/** Whether one rule matches the flow. */

import type { Address } from "./addresses.js";
import { contains, parseBlock } from "./addresses.js";
import { blocksMatch, leaving } from "./services.js";
import type { Direction, End, Pod, Scene } from "./facts.js";
import type {
  AdminKind,
  AdminPeer,
  AdminPolicy,
  AdminRule,
  NamespacedPod,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicyRule,
} from "./kubernetes.js";
import type { Naming } from "./ports.js";
import { adminPortsMatch, clusterProtocolsMatch, isAmbiguous, networkPolicyPortMatches } from "./ports.js";
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
  const written = rule.ports ?? [];
  const mustAgree = direction === "egress" && scene.practice.namesMustAgree === true;
  const ports = mustAgree ? written.filter((item) => !hasAmbiguousName(item, scene)) : written;
  if (written.length > 0 && ports.length === 0) return false;
  if (direction === "egress" && scene.practice.seesServices === true && scene.flow.passage?.way === "cluster")
    return serviceMatches(peers, ports, policy, scene);
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

function hasAmbiguousName(item: NetworkPolicyPort | null | undefined, { cluster }: Scene): boolean {
  return typeof item?.port === "string" && isAmbiguous(item.port, cluster);
}

/** Whether a rule lets out what is sent to a Service, where its pods aren't seen: by the Service's selector, address and port. */
function serviceMatches(
  peers: readonly NetworkPolicyPeer[],
  ports: readonly (NetworkPolicyPort | null | undefined)[],
  policy: NetworkPolicy,
  scene: Scene,
): boolean {
  const { service, port: sentTo } = scene.flow.passage!;
  const port = service.ports.find((item) => item.port === sentTo && protocolOf(item) === scene.flow.protocol);
  if (port === undefined) return false;
  const target = port.targetPort ?? port.port;
  const hasPort = ports.some((item) => {
    if ((item?.protocol ?? "TCP") !== protocolOf(port)) return false;
    if (typeof item?.port === "string") return target === item.port;
    if (target !== port.port) return false;
    const first = item?.port;
    return first === undefined || first === null || (first <= target && target <= (item?.endPort ?? first));
  });
  if (ports.length > 0 && !hasPort) return false;
  if (peers.length === 0) return true;
  return peers.some((peer) => {
    if (peer.ipBlock) {
      const before = leaving(scene.flow);
      return scene.withFlow(before).address(before.to, blockTest(peer.ipBlock));
    }
    if (service.selector === undefined) return false;
    const selected = service.selector;
    const isInNamespace = peer.namespaceSelector
      ? scene.selectsNamespace(peer.namespaceSelector, service.namespace)
      : service.namespace === policy.namespace;
    return (
      isInNamespace &&
      (!peer.podSelector || selects(peer.podSelector, (key, predicate) => predicate(selected[key]), "empty"))
    );
  });
}

function protocolOf({ protocol }: { readonly protocol?: string | null | undefined }): string {
  return protocol ?? "TCP";
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
    if (!matches || !scene.isInCluster(end)) return matches;
    const isNode = end.kind === "node" || (end.kind === "pod" && end.source.host);
    return (isNode ? scene.practice.nodesInBlocks : undefined) ?? scene.leans("U-4");
  }
  return podOrHostPeerMatches(peer, policy, end, scene);
}

/** A peer of selectors; where host pods count by their nodes' addresses, one with a podSelector selects them (S-V-2). */
function podOrHostPeerMatches(
  peer: NetworkPolicyPeer,
  policy: NetworkPolicy,
  end: End,
  scene: Scene,
): boolean {
  if (scene.practice.hostPodsArePeers === true && peer.podSelector && isOnHost(end)) {
    const own = end.kind === "pod" ? scene.hostPod(end) : undefined;
    if (own !== undefined && podPeerMatches(peer, policy, own)) return true;
    // A pod that is selected may be on the same node.
    return (
      scene.otherHostPods(end).some((each) => podPeerMatches(peer, policy, each)) &&
      scene.world.choose("U-3", [true, false])
    );
  }
  const pod = scene.podOfNetworkPolicy(end);
  return pod !== undefined && podPeerMatches(peer, policy, pod);
}

function isOnHost(end: End): boolean {
  return end.kind === "node" || (end.kind === "pod" && end.source.host);
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
  return from.some((peer) => podOrHostPeerMatches(peer, policy, scene.flow.from, scene));
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
    if (action === "pass" && scene.practice.closedPassIsNothing === true) return undefined;
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
  const { nodePeers, domainPeers } = scene.practice;
  if (nodePeers === "fail closed" && peers.some((peer) => peer.nodes)) return true;
  if (domainPeers === "fail closed" && peers.some((peer) => peer.domainNames)) return true;
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
      const matchesEnd = (seen: Scene) => {
        const end = endOf(seen, direction);
        const isNode = end.kind === "node" || (end.kind === "pod" && end.source.host);
        const isSkipped =
          (seen.practice.networksAreOutside === true && seen.isInCluster(end)) ||
          (seen.practice.nodesInBlocks === false && isNode);
        return seen.address(end, isIn) && !isSkipped;
      };
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
