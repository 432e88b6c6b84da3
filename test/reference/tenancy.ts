/** Peers of shapes A and KEP, whose namespaces are compared with the subject's: S-TEN-1, S-TEN-2, S-TEN-3. */

import type { Pod, Scene } from "./facts.js";
import type { AdminPeer, OlderNamespaces, OlderPeer } from "./kubernetes.js";
import type { LabelSelector } from "./selectors.js";

/** The selectors of such a peer. */
export function olderSelectors(peer: AdminPeer): readonly (LabelSelector | null | undefined)[] {
  const { namespaces, pods } = peer as OlderPeer;
  return [namespaces?.namespaceSelector, pods?.namespaces?.namespaceSelector, pods?.podSelector];
}

/** Whether such a peer matches a pod, for a subject. */
export function olderPeerMatches(peer: AdminPeer, subject: Pod, pod: Pod, scene: Scene): boolean {
  const { namespaces, pods } = peer as OlderPeer;
  if (namespaces) return namespacesMatch(namespaces, subject, pod, scene);
  if (!pods?.namespaces || !scene.selects(pods.podSelector ?? {}, pod.labels)) return false;
  return namespacesMatch(pods.namespaces, subject, pod, scene);
}

function namespacesMatch(namespaces: OlderNamespaces, subject: Pod, pod: Pod, scene: Scene): boolean {
  const { namespaceSelector, sameLabels, notSameLabels, related } = namespaces;
  if (namespaceSelector) return scene.selects(namespaceSelector, pod.namespaceLabels);
  if (related) return scene.areInOneNamespace(subject, pod) === (related === "Self");
  const isEqual = (key: string) => scene.haveEqualLabel(subject, pod, key);
  if (sameLabels) return sameLabels.length > 0 && sameLabels.every(isEqual);
  if (!notSameLabels || notSameLabels.length === 0) return false;
  if (!notSameLabels.every((key) => has(subject, key))) return false;
  const asReleased = notSameLabels.every((key) => has(pod, key)) && !notSameLabels.every(isEqual);
  if (scene.cluster.options.shape !== "KEP") return asReleased;
  const asProposed = notSameLabels.every((key) => !has(pod, key));
  // U-27: one reading for all such peers.
  return scene.world.choose("U-27", ["v0.1.1", "KEP"]) === "KEP" ? asProposed : asReleased;
}

function has(pod: Pod, key: string): boolean {
  return pod.namespaceLabels(key, (value) => value !== undefined);
}
