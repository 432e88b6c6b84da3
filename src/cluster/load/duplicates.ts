import { nameOrigin } from "../problems/object-places.js";
import { isMapping, type Value } from "../../source/manifest/value.js";
import { marshal } from "../admission/go-json/marshal.js";
import { policyApiOf } from "../kinds/policy-apis.js";
import { repeatedPolicy } from "../kinds/refused-policy.js";
import type { ApiObject } from "../admission/request.js";
import type { ReadAs } from "../kinds/kind.js";
import type { ClusterObject } from "../model/objects.js";
import type { RepeatedObject } from "../model/cluster.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { Problem, ProblemOf } from "../problems/problem.js";

/** An object of the input with what it adds to the cluster. */
export interface ReadObject {
  readonly object: ApiObject;
  readonly adds: readonly ClusterObject[];
  /** What is wrong with it. */
  readonly problems: readonly Problem[];
  /** True where it replaces what stands elsewhere under its name. */
  readonly isOverlay: boolean;
  /** True where a server has stored it. */
  readonly isStored: boolean;
  /** Set where it is no object: it stands for what a patch makes of the one of its name. */
  readonly isPatch?: true;
  /** Set where it counts only if the input has no other object of its name. */
  readonly isSpare?: true;
  readonly readAs?: ReadAs;
}

/** The objects of an input, each key of kind, namespace and name once. */
export interface WithoutDuplicates {
  readonly objects: readonly ClusterObject[];
  /** Those of the objects that are not replaced, then one for each object that is there several times (S-IN-9). */
  readonly problems: readonly Problem[];
  /** Objects other than policies that the input has several times and differently: the first counts. */
  readonly repeated: readonly RepeatedObject[];
}

/**
 * Takes every object once (S-IN-9). Copies that say the same count as one. Of policies that differ, which one a cluster
 * gets is not known: none of them is evaluated. Of all else, the first counts.
 */
export function withoutDuplicates(read: readonly ReadObject[]): WithoutDuplicates {
  const objects: ClusterObject[] = [];
  const problems: Problem[] = [];
  const duplicates: Problem[] = [];
  const repeated: RepeatedObject[] = [];
  const isWithoutPolicy = !read.some(({ object }) => policyApiOf(object.ref.kind) !== undefined);
  for (const all of byIdentityOf(read)) {
    const copies = withoutSpare(all);
    const patches = copies.filter(({ isPatch }) => isPatch === true);
    const [first, ...others] = withoutReplaced(copies.filter(({ isPatch }) => isPatch !== true));
    if (first === undefined || patches.length > 0) {
      // The patch counts in the place of what it changes.
      objects.push(...(patches[0]?.adds ?? []));
      for (const each of copies) problems.push(...each.problems);
      continue;
    }
    for (const copy of [first, ...others]) for (const each of copy.problems) problems.push(each);
    const differs = others.some(({ object }) => !isSame(object, first.object));
    const [second, ...more] = others.map(({ object }) => object);
    if (second !== undefined) {
      const told = duplicate(first.object, second, more, differs);
      duplicates.push(isWithoutPolicy ? { ...told, facts: { ...told.facts, isWithoutPolicy } } : told);
    }
    const repeats = differs ? repeatedPolicy([first, ...others].flatMap(({ adds }) => adds)) : undefined;
    objects.push(...(repeats === undefined ? first.adds : [repeats]));
    if (!differs || repeats !== undefined) continue;
    const { ref, node } = first.object;
    repeated.push({ ref, used: node.origin });
  }
  return { objects, problems: [...problems, ...duplicates], repeated };
}

/** Objects of one identity without those that others stand for; of several that could, the first. */
function withoutSpare(copies: readonly ReadObject[]): readonly ReadObject[] {
  const others = copies.filter(({ isSpare }) => isSpare !== true);
  return others.length > 0 ? others : copies.slice(0, 1);
}

/** Objects of one identity without those that others replace. */
function withoutReplaced(copies: readonly ReadObject[]): readonly ReadObject[] {
  const overlays = copies.filter(({ isOverlay }) => isOverlay);
  return overlays.length > 0 ? overlays : copies;
}

/** One problem for all copies of an object, at the second of them. */
function duplicate(
  first: ApiObject,
  { ref, node }: ApiObject,
  more: readonly ApiObject[],
  differs: boolean,
): ProblemOf<"duplicate-object"> {
  return {
    code: "duplicate-object",
    facts: {
      kind: ref.kind,
      isPolicy: policyApiOf(ref.kind) !== undefined,
      copies: more.length + 2,
      differs,
    },
    object: ref,
    at: nameOrigin(node),
    related: [
      { at: nameOrigin(first.node), role: "first" },
      ...more.map((each) => ({ at: nameOrigin(each.node), role: "again" })),
    ],
  };
}

function isSame(a: ApiObject, b: ApiObject): boolean {
  return marshal(comparable(a.node.value)) === marshal(comparable(b.node.value));
}

/** No annotation that is kept is no annotation: nothing shows what was left out. */
function comparable(value: Value): Value {
  if (!isMapping(value) || !isMapping(value["metadata"])) return value;
  const { annotations, ...metadata } = value["metadata"];
  const isNone = annotations === null || (isMapping(annotations) && Object.keys(annotations).length === 0);
  return isNone ? { ...value, metadata } : value;
}

/** Groups that the server stores as one, by the group that it stores (S-IN-9). */
const STORED_GROUPS: ReadonlyMap<string, string> = new Map([
  ["extensions NetworkPolicy", "networking.k8s.io"],
  ["extensions Ingress", "networking.k8s.io"],
  ["extensions Deployment", "apps"],
  ["extensions ReplicaSet", "apps"],
  ["extensions DaemonSet", "apps"],
]);

/** Objects whose names the server makes up are never the same, nor those whose names a template counts up. */
export function identityOf({ ref }: ApiObject): unknown {
  return isMadeUp(ref.name) ? ref : prefixOf(ref) + ref.name;
}

/** A name that is there when the object is made; `{{.Index}}` is another one each time. */
function isMadeUp(name: string): boolean {
  return name === "" || name.includes("{{");
}

/** No text of a list begins another one, so that a name may stand behind it. */
function prefixOf({ apiVersion, kind, namespace }: ObjectRef): string {
  const slash = apiVersion.indexOf("/");
  const group = slash === -1 ? "" : apiVersion.slice(0, slash);
  return JSON.stringify([STORED_GROUPS.get(`${group} ${kind}`) ?? group, kind, namespace ?? ""]);
}

/** Tells identities of many objects: all but their names is put together once. */
export function identities(): typeof identityOf {
  const byKind = new Map<string, Map<string, Map<string | undefined, string>>>();
  return ({ ref }) => {
    const { apiVersion, kind, namespace, name } = ref;
    if (isMadeUp(name)) return ref;
    const ofKind = getOrMake(byKind, kind);
    const ofVersion = getOrMake(ofKind, apiVersion);
    let prefix = ofVersion.get(namespace);
    if (prefix === undefined) ofVersion.set(namespace, (prefix = prefixOf(ref)));
    return prefix + name;
  };
}

function getOrMake<K, K2, V>(maps: Map<K, Map<K2, V>>, key: K): Map<K2, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<K2, V>();
  maps.set(key, made);
  return made;
}

/** Objects by their identity, in the order in which each is met first; hardly any is there twice. */
function* byIdentityOf(read: readonly ReadObject[]): Generator<readonly ReadObject[]> {
  const identity = identities();
  const groups = new Map<unknown, ReadObject | ReadObject[]>();
  for (const each of read) {
    const key = identity(each.object);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, each);
    else if (Array.isArray(known)) known.push(each);
    else groups.set(key, [known, each]);
  }
  for (const group of groups.values()) yield Array.isArray(group) ? group : [group];
}
