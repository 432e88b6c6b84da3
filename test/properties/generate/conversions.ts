import * as fc from "fast-check";
import { clusterNetworkPolicy } from "./admin-policies.js";
import { networkPolicy, networkPolicy2016 } from "./network-policies.js";
import { comparingPolicy, olderPolicies, OLDER_RELEASES, type OlderRelease } from "./older-policies.js";
import { labels, NAMESPACES, pick } from "./universe.js";
import { Random } from "./random.js";
import { scenarioOf, type Scenario, type Shape } from "./scenario.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";

/** Which generation the policies are of that are to be converted. */
export type Generation = OlderRelease | "extensions/v1beta1" | "2016";

/** A cluster with policies of one older generation. */
export interface ToConvert {
  readonly generation: Generation;
  /** False where the release is to be told from the objects themselves. */
  readonly isNamed: boolean;
  readonly made: Scenario;
}

const generations: readonly Generation[] = [...OLDER_RELEASES, "extensions/v1beta1", "2016"];

/** Clusters with policies of older generations, mostly without newer ones beside them. */
export const toConvert: fc.Arbitrary<ToConvert> = fc
  .record({ generation: fc.constantFrom(...generations), isNamed: fc.boolean() })
  .chain(({ generation, isNamed }) =>
    fc
      .record({
        cluster: scenarioOf(shapeOf(generation)),
        policies: policiesOf(generation),
        newer: pick<KubernetesObject[]>(
          [5, fc.constant([])],
          [1, fc.tuple(clusterNetworkPolicy("manifests"))],
        ),
      })
      .map(({ cluster, policies, newer }) => {
        const objects = [
          ...withNamespaces(cluster).map((each) => withSecondLabel(each, cluster)),
          ...policies,
          ...newer,
        ];
        return {
          generation,
          isNamed,
          made: { ...cluster, objects: objects.map(named), spelling: cluster.spelling },
        };
      }),
  )
  .filter(({ made }) => made.objects.some(isOlder));

/** Clusters whose namespaces are all known, with a policy that compares their labels. */
export const toExpand: fc.Arbitrary<ToConvert> = fc
  .record({ generation: fc.constantFrom("kep" as const, "v0.1.1" as const), isNamed: fc.boolean() })
  .chain(({ generation, isNamed }) =>
    fc
      .record({
        cluster: scenarioOf(shapeOf(generation)),
        policy: comparingPolicy(generation),
        namespaces: fc.tuple(...NAMESPACES.map(tenant)),
      })
      .map(({ cluster, policy, namespaces }) => {
        const others = cluster.objects.filter(({ kind }) => kind !== "Namespace");
        return {
          generation,
          isNamed,
          made: { ...cluster, objects: [...namespaces, ...others.map(named), policy] },
        };
      }),
  );

function tenant(name: string): fc.Arbitrary<KubernetesObject> {
  return labels(["team", "env"]).map((given) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: given },
  }));
}

/** True for what is of an older generation by its version. */
export function isOlder({ apiVersion, kind }: KubernetesObject): boolean {
  return (
    apiVersion === "policy.networking.k8s.io/v1alpha1" ||
    (apiVersion === "extensions/v1beta1" && kind === "NetworkPolicy")
  );
}

function shapeOf(generation: Generation): Shape {
  return {
    generation: {
      origin: "manifests",
      isLegacy: generation === "2016",
      isOldServer: generation === "extensions/v1beta1",
    },
    stack: ["IPv4", "IPv6"],
    apis: { networkPolicies: 0, admin: 0, baseline: 0, cluster: 0 },
    bundle: undefined,
  };
}

function policiesOf(generation: Generation): fc.Arbitrary<KubernetesObject[]> {
  const several = (policy: fc.Arbitrary<KubernetesObject>) =>
    fc.array(policy, { minLength: 1, maxLength: 3 });
  switch (generation) {
    case "extensions/v1beta1":
      return several(
        pick([4, networkPolicy("extensions/v1beta1")], [1, networkPolicy("networking.k8s.io/v1")]),
      );
    case "2016":
      return several(networkPolicy2016);
    default:
      return fc
        .record({
          policies: olderPolicies(generation),
          isolating: pick<KubernetesObject[]>(
            [3, fc.constant([])],
            [1, fc.tuple(networkPolicy("networking.k8s.io/v1"))],
          ),
        })
        .map(({ policies, isolating }) => [...policies, ...isolating]);
  }
}

/** Mostly with every namespace: what a comparison finds is written out only where all of them are known. */
function withNamespaces({ objects, spelling }: Scenario): readonly KubernetesObject[] {
  if (spelling % 3 === 0) return objects;
  const listed = new Set(
    objects.flatMap(({ kind, metadata }) => (kind === "Namespace" ? [metadata?.name] : [])),
  );
  const missing = NAMESPACES.filter((name) => !listed.has(name));
  return [
    ...missing.map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } })),
    ...objects,
  ];
}

/** A second label by which namespaces may be compared: some have it, some do not. */
function withSecondLabel(object: KubernetesObject, { spelling }: Scenario): KubernetesObject {
  const random = new Random(spelling + (object.metadata?.name?.length ?? 0));
  if (object.kind !== "Namespace" || random.happens(1, 2)) return object;
  const env = random.happens(1, 2) ? "a" : "yes";
  return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata?.labels, env } } };
}

function named(object: KubernetesObject, index: number): KubernetesObject {
  if (object.metadata?.name !== undefined) return object;
  return { ...object, metadata: { ...object.metadata, name: `policy-${index}` } };
}
