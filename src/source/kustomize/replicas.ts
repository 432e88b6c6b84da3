import { changedAt, type FieldSpec } from "./field-specs.js";
import { idOf, idsOf, type Resource, type ResourceId } from "./resource.js";
import type { Replicas } from "./kustomization.js";

const REPLICAS: FieldSpec = { path: "spec/replicas", create: true };

const REPLICATED: ReadonlySet<string> = new Set([
  "Deployment",
  "ReplicaSet",
  "ReplicationController",
  "StatefulSet",
]);

/**
 * Resources of which the workloads of a name, the one that they have or had, have a number of pods: it decides whether these reach
 * one another, or one itself.
 * @returns undefined where no workload has the name
 */
export function withReplicas(
  all: readonly Resource[],
  { name, count }: Replicas,
): readonly Resource[] | undefined {
  const isMeant = (id: ResourceId): boolean => id.name === name && REPLICATED.has(id.kind);
  if (!all.some((resource) => idsOf(resource).some(isMeant))) return undefined;
  return all.map((resource) =>
    idsOf(resource).some(isMeant) && REPLICATED.has(idOf(resource.node).kind)
      ? { ...resource, node: changedAt(resource.node, REPLICAS, () => count) }
      : resource,
  );
}
