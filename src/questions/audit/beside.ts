import { qualifiedName, type ObjectRef } from "../../cluster/model/object-ref.js";
import type { BesideEntry, NotShown } from "./result.js";
import type { Cluster, Namespace, Workload } from "../../cluster/model/cluster.js";
import { EGRESS_POLICY_KINDS, type DetourObject } from "../../cluster/model/detours.js";
import type { Labels } from "../../cluster/model/labels.js";

/**
 * What stands beside the groups and changes no status: pods that no policy of pods concerns, and objects that show a way on which
 * none is asked (B-9…B-13, B-18…B-20).
 */
export function besideOf(cluster: Cluster): readonly BesideEntry[] {
  const workloads = cluster.workloads.map((workload) => ({ workload, traits: workload.traits }));
  const entry = (
    id: BesideEntry["id"],
    { id: end, origin }: Workload,
    what: readonly string[] = [],
  ): BesideEntry => ({
    id,
    on: { type: "pods", id: end },
    what,
    at: origin,
  });
  const calls = workloads.flatMap(({ workload, traits }) =>
    traits.nodeCalls.map((each) => entry("B-20", workload, [each.for, each.host])),
  );
  return [
    ...workloads.flatMap(({ workload }) =>
      workload.members.some(({ hostNetwork }) => hostNetwork) ? [entry("B-9", workload)] : [],
    ),
    ...workloads.flatMap(({ workload, traits: { powers } }) =>
      powers.length > 0 ? [entry("B-10", workload, powers)] : [],
    ),
    ...namespacesWith(cluster, "B-11", hasOwnNetwork),
    ...workloads.flatMap(({ workload, traits }) =>
      traits.hasOtherNetworks ? [entry("B-11", workload)] : [],
    ),
    ...egressGateways(cluster),
    ...namespacesWith(cluster, "B-13", isMeshed),
    ...workloads.flatMap(({ workload }) => (isInMesh(cluster, workload) ? [entry("B-13", workload)] : [])),
    ...cluster.detours.flatMap(detour),
    ...calls,
  ];
}

/** What of that the input has no object of: that none is listed says nothing. */
export function notShown({ detours }: Cluster): readonly NotShown[] {
  const shown = new Set(detours.map(({ type }) => type));
  return [
    ...(shown.has("role") ? [] : (["B-18"] as const)),
    ...(shown.has("server-call") ? [] : (["B-19"] as const)),
  ];
}

/** A role that lets nobody connect through the API server is not listed, nor what the API server has in itself. */
function detour(each: DetourObject): BesideEntry[] {
  const { ref, origin: at } = each;
  const on = objectOf(ref);
  switch (each.type) {
    case "egress-gateway":
      return [];
    case "role":
      return each.connects.length === 0 ? [] : [{ id: "B-18", on, what: each.connects, at }];
    case "server-call":
      return each.isCalled ? [{ id: "B-19", on, what: [], at }] : [];
  }
}

/** Of policies of other vendors the first of each kind is known, and how many there are. */
function egressGateways({ detours, facts: { foreignPolicies } }: Cluster): BesideEntry[] {
  const own = detours.flatMap((each): BesideEntry[] =>
    each.type === "egress-gateway" ? [{ id: "B-12", on: objectOf(each.ref), what: [], at: each.origin }] : [],
  );
  const others = foreignPolicies
    .filter(({ kind }) => EGRESS_POLICY_KINDS.has(kind))
    .map(({ kind, count, origin }): BesideEntry => ({
      id: "B-12",
      on: { type: "objects", kind, count },
      what: [],
      at: origin,
    }));
  return [...own, ...others];
}

function objectOf(ref: ObjectRef): BesideEntry["on"] {
  return { type: "object", kind: ref.kind, name: qualifiedName(ref) };
}

function namespacesWith(
  { namespaces }: Cluster,
  id: BesideEntry["id"],
  isMeant: (each: Namespace) => boolean,
): BesideEntry[] {
  return [...namespaces.values()].filter(isMeant).map(({ name, origin }): BesideEntry => ({
    id,
    on: { type: "object", kind: "Namespace", name },
    what: [],
    at: origin,
  }));
}

/** The pods of such a namespace have a primary network of their own. */
function hasOwnNetwork({ labels }: Namespace): boolean {
  return labels["k8s.ovn.org/primary-user-defined-network"] !== undefined;
}

/** The labels by which Istio puts itself between the pods of a namespace and the network. */
function isMeshed({ labels }: Namespace): boolean {
  return (
    labels["istio-injection"] === "enabled" ||
    (labels["istio.io/rev"] ?? "") !== "" ||
    labels["istio.io/dataplane-mode"] === "ambient"
  );
}

/** Pods that a mesh has taken in, or is to take in, by their own labels; those of its namespaces are listed with these. */
function isInMesh({ namespaces }: Cluster, { namespace, members }: Workload): boolean {
  const around = namespaces.get(namespace);
  if (around !== undefined && isMeshed(around)) return false;
  return members.some(({ labels }) => hasMeshLabel(labels));
}

function hasMeshLabel(labels: Labels): boolean {
  return (
    labels["sidecar.istio.io/inject"] === "true" ||
    labels["security.istio.io/tlsMode"] === "istio" ||
    labels["istio.io/dataplane-mode"] === "ambient" ||
    labels["linkerd.io/control-plane-ns"] !== undefined
  );
}
