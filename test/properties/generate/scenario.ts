import * as fc from "fast-check";
import {
  adminNetworkPolicy,
  baselineAdminNetworkPolicy,
  clusterNetworkPolicy,
  type OlderBundle,
  type Origin,
} from "./admin-policies.js";
import { namespaceObject, nodeObject, podObject, workloadObject, type Stack } from "./objects.js";
import { serviceObjects } from "./services.js";
import { networkPolicy, networkPolicy2016 } from "./network-policies.js";
import {
  DOMAINS,
  maybe,
  NAMESPACES,
  NODE_ADDRESSES,
  OTHER_ADDRESSES,
  pick,
  POD_ADDRESSES,
} from "./universe.js";
import { toText } from "./text.js";
import type { KubernetesObject } from "../../reference/kubernetes.js";

/** A cluster as a server has accepted it, how it is written, and what is known beside it. */
export interface Scenario {
  readonly objects: readonly KubernetesObject[];
  /** How the objects are written: 0 is plain, others choose nulls, YAML or JSON. */
  readonly spelling: number;
  readonly facts: Facts;
  /** Addresses that are asked for beside those of pods and nodes. */
  readonly addresses: readonly string[];
  readonly domains: readonly string[];
  /** Labels of a pod that is only thought of; undefined for none. */
  readonly hypothetical: Hypothetical | undefined;
}

export interface Hypothetical {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Facts {
  /** "stored": a server has taken the objects, whatever schema it had. */
  readonly origin: Origin;
  /** The release of AdminNetworkPolicy and BaselineAdminNetworkPolicy; undefined for the newest. */
  readonly bundle: OlderBundle | undefined;
  /** extensions/v1beta1 means the 2016 design. */
  readonly isLegacy: boolean;
  /** A server that still serves extensions/v1beta1, and does not label namespaces yet (S-NS-3). */
  readonly isOldServer: boolean;
  readonly podCidrs: readonly string[];
  readonly nodeCidrs: readonly string[];
  readonly dns: Readonly<Record<string, readonly string[]>> | undefined;
}

type Generation = Pick<Facts, "origin" | "isLegacy" | "isOldServer">;

const generation = pick<Generation>(
  [12, fc.constant({ origin: "manifests", isLegacy: false, isOldServer: false })],
  [6, fc.constant({ origin: "stored", isLegacy: false, isOldServer: false })],
  [5, fc.constant({ origin: "manifests", isLegacy: true, isOldServer: false })],
  [1, fc.constant({ origin: "manifests", isLegacy: false, isOldServer: true })],
);

const stack = pick<Stack>(
  [5, fc.constant(["IPv4"])],
  [4, fc.constant(["IPv4", "IPv6"])],
  [1, fc.constant(["IPv6"])],
);

/** Which of the APIs have policies at all: one alone is simple, all at once is where they meet. */
const apis = fc.record({
  networkPolicies: pick([2, fc.constant(0)], [3, fc.constant(1)], [3, fc.constant(2)], [2, fc.constant(3)]),
  admin: pick([3, fc.constant(0)], [2, fc.constant(1)], [1, fc.constant(2)]),
  baseline: pick([2, fc.constant(0)], [1, fc.constant(1)]),
  cluster: pick([3, fc.constant(0)], [2, fc.constant(1)], [2, fc.constant(2)], [1, fc.constant(3)]),
});

/** Clusters of a few pods, nodes and policies. */
export const scenario: fc.Arbitrary<Scenario> = fc
  .record({ generation, stack, apis, bundle: fc.constant(undefined) })
  .chain(scenarioOf);

/** Clusters whose AdminNetworkPolicies and BaselineAdminNetworkPolicies have an older shape. */
export const olderScenario: fc.Arbitrary<Scenario> = fc
  .record({
    generation,
    stack,
    apis: apis.map((counts) => ({ ...counts, admin: Math.max(1, counts.admin) })),
    bundle: fc.constantFrom<OlderBundle>("v0.1.1", "kep"),
  })
  .chain(scenarioOf);

/** Clusters whose policies are mostly those that have a newer form, and few others that decide before them. */
export const convertibleScenario: fc.Arbitrary<Scenario> = fc
  .record({
    generation: pick<Generation>(
      [4, fc.constant({ origin: "manifests", isLegacy: false, isOldServer: false })],
      [6, fc.constant({ origin: "stored", isLegacy: false, isOldServer: false })],
      [1, fc.constant({ origin: "manifests", isLegacy: true, isOldServer: false })],
      [2, fc.constant({ origin: "manifests", isLegacy: false, isOldServer: true })],
    ),
    stack,
    apis: fc.record({
      networkPolicies: pick([5, fc.constant(0)], [1, fc.constant(1)]),
      admin: pick([1, fc.constant(0)], [5, fc.constant(1)], [3, fc.constant(2)]),
      baseline: pick([2, fc.constant(0)], [1, fc.constant(1)]),
      cluster: pick([5, fc.constant(0)], [1, fc.constant(1)]),
    }),
    bundle: fc.constant(undefined),
  })
  .map((shape) => (isOld(shape) ? { ...shape, apis: { ...shape.apis, networkPolicies: 2 } } : shape))
  .chain(scenarioOf);

/** True where NetworkPolicies may be those of extensions/v1beta1. */
function isOld({ generation: { isLegacy, isOldServer } }: Shape): boolean {
  return isLegacy || isOldServer;
}

/** Clusters of one shape. */
export function scenarioOf(shape: Shape): fc.Arbitrary<Scenario> {
  const { bundle } = shape;
  const { origin, isLegacy, isOldServer } = shape.generation;
  return fc.record({
    objects: objectsOf(shape),
    spelling: fc.nat(1_000_000),
    facts: fc.record({
      origin: fc.constant(origin),
      bundle: fc.constant(bundle),
      isLegacy: fc.constant(isLegacy),
      isOldServer: fc.constant(isOldServer),
      podCidrs: podCidrs(shape.stack),
      nodeCidrs: pick<string[]>([9, fc.constant([])], [1, fc.constant(["192.168.0.0/24"])]),
      dns: pick<Facts["dns"]>([4, fc.constant(undefined)], [1, dns]),
    }),
    addresses: oneOrNone(OTHER_ADDRESSES),
    domains: oneOrNone(DOMAINS),
    hypothetical: pick<Hypothetical | undefined>([3, fc.constant(undefined)], [1, hypothetical]),
  });
}

function oneOrNone(texts: readonly string[]): fc.Arbitrary<string[]> {
  const one = fc.constantFrom(...texts).map((text) => [text]);
  return pick([2, one], [1, fc.constant<string[]>([])]);
}

const hypothetical: fc.Arbitrary<Hypothetical> = fc.record({
  namespace: fc.constantFrom(...NAMESPACES, "elsewhere"),
  labels: fc.constantFrom<Record<string, string>>({ app: "a" }, { app: "", constructor: "yes" }),
});

function podCidrs(families: Stack): fc.Arbitrary<string[]> {
  const own = families.map((family) => (family === "IPv4" ? "10.0.0.0/16" : "fd00::/64"));
  return pick<string[]>([5, fc.constant([])], [1, fc.constant(own)], [1, fc.constant(own.slice(0, 1))]);
}

const mapped = fc.constantFrom(
  "203.0.113.1",
  "203.0.113.200",
  "2001:db8::1",
  POD_ADDRESSES.IPv4[0],
  NODE_ADDRESSES.IPv4[0],
);

const dns: fc.Arbitrary<Record<string, string[]>> = fc.dictionary(
  fc.constantFrom("a.example.com", "example.com", "x.a.example.com"),
  fc.uniqueArray(mapped, { minLength: 1, maxLength: 2 }),
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);

export interface Shape {
  readonly bundle: OlderBundle | undefined;
  readonly generation: Generation;
  readonly stack: Stack;
  readonly apis: {
    readonly networkPolicies: number;
    readonly admin: number;
    readonly baseline: number;
    readonly cluster: number;
  };
}

function objectsOf({
  generation: { origin, isLegacy, isOldServer },
  stack: families,
  apis: counts,
  bundle,
}: Shape) {
  const listed = (name: string) => maybe(namespaceObject(name, isLegacy), name === "shop" ? 6 : 3);
  const some = (count: number, of: (index: number) => fc.Arbitrary<KubernetesObject>) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => of(index)));
  const upTo = (counted: readonly number[], of: (index: number) => fc.Arbitrary<KubernetesObject>) =>
    fc.constantFrom(...counted).chain((count) => some(count, of));
  const version = isOldServer ? "extensions/v1beta1" : "networking.k8s.io/v1";
  const older = isLegacy ? networkPolicy2016 : networkPolicy(version);
  return fc
    .tuple(
      fc.tuple(...NAMESPACES.map(listed)).map((all) => all.filter((each) => each !== undefined)),
      upTo([1, 0, 0, 1, 2], (index) => nodeObject(index, families)),
      upTo([2, 1, 2, 3], (index) => podObject(index, families)),
      upTo([0, 0, 1], workloadObject),
      fc
        .constantFrom(0, 0, 1, 1, 2)
        .chain((count) =>
          fc.tuple(...Array.from({ length: count }, (_, index) => serviceObjects(index, families))),
        )
        .map((lists) => lists.flat()),
      some(counts.networkPolicies, (index) =>
        index === 0 || isLegacy ? older : networkPolicy("networking.k8s.io/v1"),
      ),
      some(counts.admin, () => adminNetworkPolicy(origin, bundle)),
      some(counts.baseline, () => baselineAdminNetworkPolicy(origin, bundle)),
      some(counts.cluster, () => clusterNetworkPolicy(origin)),
    )
    .map((lists) => lists.flat().map(named));
}

/** Gives policies names, in an order that is not the one of their priorities. */
function named(object: KubernetesObject, index: number): KubernetesObject {
  const isNamed = object.metadata?.name !== undefined && object.kind !== "AdminNetworkPolicy";
  if (isNamed) return object;
  const name = `policy-${String.fromCodePoint("z".codePointAt(0)! - index)}`;
  return { ...object, metadata: { ...object.metadata, name } };
}

/** The scenario as a person reads it where a property fails. */
export function describe({ objects, spelling, facts, addresses, domains, hypothetical }: Scenario): string {
  const setting = JSON.stringify({ facts, spelling, addresses, domains, hypothetical });
  return `${setting}\n---\n${objects.map((object) => toText(object, 0, "stored")).join("---\n")}`;
}
