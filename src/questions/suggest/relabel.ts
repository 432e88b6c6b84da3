import { areNamed } from "./ports.js";
import { portBearers } from "./add.js";
import { fulfils } from "../../semantics/match/selector.js";
import { isAddedLabel } from "../../cluster/kinds/workload/added-labels.js";
import { NAMESPACE_NAME_LABEL, type Labels } from "../../cluster/model/labels.js";
import { namespaceLabelAt, podLabelAt } from "../../cluster/kinds/writing/places.js";
import { otherOf, type Scene } from "./scene.js";
import { podsOf } from "./ends.js";
import type { Amendment, RuleFacts } from "./amendment.js";
import type { Cluster, Namespace, Workload } from "../../cluster/model/cluster.js";
import type { Label } from "../../cluster/model/new-parts.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Peer } from "../../cluster/model/policy.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { Requirement } from "../../cluster/model/selector.js";
import type { Resolved } from "../query/resolution.js";

/**
 * Labels with which the other end becomes what some peer of a rule selects, for rules that name the traffic already. Only
 * labels that are not there: another value may be what something else selects by. Each answer is one edit, or two: of the
 * pods and of their namespace.
 */
export function addLabels(scene: Scene, { direction, rule }: RuleFacts): Amendment[][] {
  const { peers, ports } = rule;
  if (peers.all || !areNamed(ports, scene.traffic, portBearers(scene))) return [];
  const other = otherOf(scene, direction);
  return peers.items.flatMap((peer) => labelsFor(peer, other, scene.cluster));
}

function labelsFor(peer: Peer, other: Resolved, cluster: Cluster): Amendment[][] {
  const [pod] = podsOf(other);
  if (peer.type !== "pods" || pod === undefined || pod.hostNetwork) return [];
  const namespace = cluster.namespaces.get(pod.namespace);
  if (peer.namespaces.own !== undefined && peer.namespaces.own !== pod.namespace) return [];
  const ofNamespace = peer.namespaces.own === undefined ? peer.namespaces.selector.requirements : [];
  const namespaceLabels = missingLabels(ofNamespace, namespace?.labels ?? {});
  const podLabels = missingLabels(peer.pods?.requirements ?? [], pod.labels);
  if (namespaceLabels === undefined || podLabels === undefined) return [];
  const ofPods = podLabels.map((label) => labelPods(other, pod, label, cluster));
  const all = [...ofPods, ...namespaceLabels.map((label) => labelNamespace(namespace, label))];
  return all.length > 0 && all.every((each) => each !== undefined) ? [all] : [];
}

/** What is to be added so that all requirements hold; undefined where something would have to be changed or to go. */
function missingLabels(requirements: readonly Requirement[], labels: Labels): readonly Label[] | undefined {
  const missing: Label[] = [];
  for (const requirement of requirements) {
    const { key, operator, values } = requirement;
    if (fulfils(requirement, labels)) continue;
    const isFree = labels[key] === undefined && key !== NAMESPACE_NAME_LABEL && !isAddedLabel(key);
    if (!isFree || (operator !== "In" && operator !== "Exists")) return undefined;
    missing.push([key, operator === "In" ? (values[0] ?? "") : "true"]);
  }
  return missing;
}

function labelPods(other: Resolved, pod: PodEndpoint, label: Label, cluster: Cluster): Amendment | undefined {
  const workload =
    other.workload ?? cluster.workloads.find(({ members }) => members.some(({ id }) => id === pod.id));
  if (workload === undefined) return undefined;
  const { kind, namespace, name } = workload;
  return labelObject({ kind, namespace, name }, labelledAt(workload, label[0]), label);
}

/** In a template, or a pod without one: what is written into a pod is gone when its workload makes it anew. */
function labelledAt({ kind, origin, podNames }: Workload, key: string): Origin | undefined {
  if (origin === undefined || (kind !== "Pod" && podNames.length > 0)) return undefined;
  return podLabelAt(kind, origin, key);
}

function labelNamespace(namespace: Namespace | undefined, label: Label): Amendment | undefined {
  if (namespace?.origin === undefined) return undefined;
  const of = { kind: "Namespace", namespace: undefined, name: namespace.name };
  return labelObject(of, namespaceLabelAt(namespace.origin, label[0]), label);
}

function labelObject(
  of: Extract<Amendment, { kind: "add-label" }>["of"],
  at: Origin | undefined,
  label: Label,
): Amendment | undefined {
  if (at === undefined) return undefined;
  return {
    kind: "add-label",
    of,
    label,
    document: at.document,
    edits: [{ type: "set", at, value: label[1] }],
  };
}
