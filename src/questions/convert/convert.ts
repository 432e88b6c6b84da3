import { failed, succeeded, type Attempt, type Failed } from "../../base/attempt/attempt.js";
import { convertAdminPolicy, type ConversionContext } from "./admin-policies.js";
import {
  convertNamespace,
  convertNetworkPolicy,
  convertPolicyOf2016,
  IsolatingPolicies,
} from "./network-policies.js";
import { groupBy } from "../../base/collections/group-by.js";
import { Inconvertible } from "../../cluster/kinds/conversion/outcome.js";
import { FreeNames, policyNames } from "../../cluster/model/free-names.js";
import { Priorities } from "./priorities.js";
import { wholeNode } from "./whole-node.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Conversion, Left, LeftReason, ConversionTarget } from "./conversion.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { ReadObject } from "../../cluster/load/duplicates.js";

/** What becomes of objects of older generations. */
export interface Converted {
  readonly conversions: readonly (Conversion & { readonly read: ReadObject })[];
  readonly left: readonly Left[];
}

/** What is converted, and into what. */
export interface ConversionSettings {
  /** Undefined for the newest of each kind. */
  readonly target: ConversionTarget | undefined;
  /** Objects that stay as they are, with the reason: what they would become has been tried. */
  readonly tried?: ReadonlyMap<ReadObject, LeftReason>;
}

/**
 * Says what objects of older generations become: NetworkPolicies of extensions/v1beta1, and AdminNetworkPolicies and
 * BaselineAdminNetworkPolicies of every shape (S-MIG-1…6, S-MIG-10…17).
 * @param objects those that may be converted, as they were read
 * @param cluster everything that was read: names and priorities that are taken, namespaces and their labels
 */
export function convert(
  objects: readonly ReadObject[],
  cluster: Cluster,
  { target, tried }: ConversionSettings,
): Converted {
  const older = objects.flatMap((read) => {
    const known = olderObject(read, cluster);
    const isMeant = known !== undefined && (target === undefined || known.target === target);
    return isMeant ? [{ read, of: known.of }] : [];
  });
  const whole = wholeOf(older, cluster);
  const conversions: Converted["conversions"][number][] = [];
  const left: Left[] = [];
  for (const each of older) {
    const { read } = each;
    const known = tried?.get(read);
    const result = known === undefined ? attempted(each, whole) : leftFor(known, read);
    if (result.ok) conversions.push({ ...result.value, read });
    else left.push({ ref: read.object.ref, ...result.problem });
  }
  return { conversions, left };
}

/** An object of an older generation. */
interface Older {
  readonly read: ReadObject;
  readonly of: "network-policy" | "network-policy-2016" | "namespace" | "admin-policy";
}

/** What concerns all that is converted. */
interface Whole {
  readonly surroundings: ConversionContext;
  readonly isolation: IsolatingPolicies;
  /** The names that admin policies will have. */
  readonly names: ReadonlyMap<ReadObject, string>;
  /** The Namespaces that are converted. */
  readonly namespaces: ReadonlySet<string>;
  /** The objects that are there several times. */
  readonly repeated: ReadonlySet<ReadObject>;
}

function wholeOf(older: readonly Older[], cluster: Cluster): Whole {
  const surroundings = surroundingsOf(cluster);
  const reads = older.map(({ read }) => read);
  // The server makes up the names of those without one.
  const copies = groupBy(
    reads.filter(({ object }) => object.ref.name !== ""),
    ({ object }) => identityOf(object.ref),
  );
  // The other copies may be among what is only looked at.
  const contradicted = new Set(
    cluster.refused.flatMap(({ cause, ref }) => (cause === "repeated" ? [identityOf(ref)] : [])),
  );
  return {
    surroundings,
    isolation: new IsolatingPolicies(cluster, policyNames(cluster)),
    names: reservedNames(reads, surroundings),
    namespaces: new Set(older.flatMap(({ read, of }) => (of === "namespace" ? [read.object.ref.name] : []))),
    repeated: new Set(
      [...copies].flatMap(([key, same]) => (same.length > 1 || contradicted.has(key) ? same : [])),
    ),
  };
}

/** What objects share that a server stores as one, whatever version they are written in (S-IN-9). */
function identityOf({ kind, namespace, name }: ObjectRef): string {
  return JSON.stringify([kind, namespace ?? "", name]);
}

function convertOne({ read, of }: Older, whole: Whole): Attempt<Conversion, LeftReason> {
  const { ref, node } = read.object;
  const { isolation, namespaces, surroundings } = whole;
  if (whole.repeated.has(read)) return failed({ code: "repeated" });
  if (of === "namespace") return succeeded(convertNamespace(wholeNode(node), ref, isolation));
  const policy = policyIn(read);
  if (policy === undefined) return failed({ code: "refused", problems: read.problems });
  switch (of) {
    case "network-policy":
      return succeeded(convertNetworkPolicy(node, policy));
    case "network-policy-2016":
      return convertPolicyOf2016(node, policy, isolation, !namespaces.has(ref.namespace ?? "default"));
    case "admin-policy": {
      const { readAs } = read;
      if (readAs === undefined) throw new Error("invariant: the shape of an admin policy is known");
      const name = whole.names.get(read) ?? ref.name;
      return convertAdminPolicy({ node, policy, readAs, name }, surroundings);
    }
  }
}

/** Undefined for an object that is of no older generation. */
function olderObject(
  { object: { ref } }: ReadObject,
  cluster: Cluster,
): { readonly of: Older["of"]; readonly target: ConversionTarget } | undefined {
  const { isLegacy } = cluster.facts;
  switch (`${ref.apiVersion} ${ref.kind}`) {
    case "extensions/v1beta1 NetworkPolicy":
      return { of: isLegacy ? "network-policy-2016" : "network-policy", target: "networking.k8s.io/v1" };
    case "policy.networking.k8s.io/v1alpha1 AdminNetworkPolicy":
    case "policy.networking.k8s.io/v1alpha1 BaselineAdminNetworkPolicy":
      return { of: "admin-policy", target: "ClusterNetworkPolicy" };
    case "v1 Namespace": {
      const isIsolated = isLegacy && cluster.namespaces.get(ref.name)?.isolation2016 === "DefaultDeny";
      return isIsolated ? { of: "namespace", target: "networking.k8s.io/v1" } : undefined;
    }
    default:
      return undefined;
  }
}

function policyIn({ adds }: ReadObject): Policy | undefined {
  return adds.flatMap((each) => (each.type === "policy" ? [each.policy] : []))[0];
}

/** Why an object stays as it is, and where that is written. */
type LeftThere = Pick<Left, "at" | "reason">;

/** What cannot be said is thrown deep in the maps of fields, and is a reason like others from here on. */
function attempted(older: Older, whole: Whole): Attempt<Conversion, LeftThere> {
  try {
    const result = convertOne(older, whole);
    return result.ok ? result : leftFor(result.problem, older.read);
  } catch (error) {
    if (!(error instanceof Inconvertible)) throw error;
    const { code, at } = error.obstacle;
    return failed({ at, reason: { code } });
  }
}

function leftFor(reason: LeftReason, { object, problems }: ReadObject): Failed<LeftThere> {
  const first = reason.code === "refused" ? problems[0] : undefined;
  return failed({ at: first?.at ?? object.node.origin, reason });
}

/** The ClusterNetworkPolicies and the priorities that there are. */
function surroundingsOf(cluster: Cluster): ConversionContext {
  const taken = [...cluster.policies, ...cluster.refused]
    .filter(({ ref }) => ref.kind === "ClusterNetworkPolicy")
    .map(({ ref }) => ref.name);
  return { cluster, names: new FreeNames(taken), priorities: new Priorities(cluster) };
}

/** Every policy keeps its name where it can; a Baseline yields, for many an Admin policy may be called `default`. */
function reservedNames(
  objects: readonly ReadObject[],
  { names }: ConversionContext,
): ReadonlyMap<ReadObject, string> {
  const reserved = new Map<ReadObject, string>();
  const ofKind = (kind: string): ReadObject[] =>
    objects.filter(({ object: { ref } }) => ref.kind === kind && ref.name !== "");
  for (const each of ofKind("AdminNetworkPolicy")) reserved.set(each, names.take(each.object.ref.name));
  for (const each of ofKind("BaselineAdminNetworkPolicy")) {
    const { name } = each.object.ref;
    reserved.set(each, names.takeFirst(name, `baseline-${name}`));
  }
  return reserved;
}
