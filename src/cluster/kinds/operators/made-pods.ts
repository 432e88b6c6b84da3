import { fieldAt, textOf } from "../../../source/manifest/node.js";
import { isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { groupOf } from "../policy-apis.js";
import { labelsOf, type Labels } from "../../model/labels.js";
import { hasPlaceholder } from "../../model/placeholder.js";
import { kindAndName } from "../../model/object-ref.js";
import { MAKERS, type Maker } from "./makers.js";
import type { ApiObject } from "../../admission/request.js";
import type { ClusterObject } from "../../model/objects.js";
import type { MadePods } from "../../model/made-pods.js";
import type { ObjectRef } from "../../model/object-ref.js";

/** By group and kind. */
const BY_KIND: ReadonlyMap<string, Maker> = new Map(
  MAKERS.flatMap((maker) => maker.kinds.map((kind) => [`${maker.group} ${kind}`, maker] as const)),
);

/** True for a kind of objects of which operators make pods. */
export function isMaker(apiVersion: string, kind: string): boolean {
  return BY_KIND.has(`${groupOf(apiVersion)} ${kind}`);
}

/** The pods that operators make of an object. */
export function madePodsOf({ ref, node }: ApiObject): ClusterObject[] {
  const maker = BY_KIND.get(`${groupOf(ref.apiVersion)} ${ref.kind}`);
  if (maker === undefined) return [];
  const { pods, anythingIn = [], isAnywhere } = maker;
  const [elsewhere] = anythingIn.flatMap((path) => textOf(fieldAt(node, ...path)) ?? []);
  const made: MadePods = {
    namespace: isAnywhere === true ? undefined : (elsewhere ?? ref.namespace),
    sets: pods.map((set) => labelsFor(set, ref)),
    others: labelsWrittenIn(node.value),
    isAnything: maker.anythingIn !== undefined,
    by: kindAndName(ref),
    nameKeys: anythingIn.length === 0 && isPlaced(node) ? pods.flatMap(nameKeysOf) : [],
  };
  return [{ type: "made-pods", made }];
}

/** True for an object that says in which namespace it is. */
function isPlaced(node: ApiObject["node"]): boolean {
  const namespace = textOf(fieldAt(node, "metadata", "namespace"));
  return namespace !== undefined && namespace !== "" && !hasPlaceholder(namespace);
}

function nameKeysOf(set: Readonly<Record<string, string>>): string[] {
  return Object.entries(set).flatMap(([key, text]) => (/\$name\b/.test(text) ? [key] : []));
}

function labelsFor(set: Readonly<Record<string, string>>, { kind, namespace = "", name }: ObjectRef): Labels {
  const texts: Readonly<Record<string, string>> = { $kind: kind, $namespace: namespace, $name: name };
  return labelsOf(
    Object.entries(set).map(([key, text]) => [
      key,
      text.replaceAll(/\$(?:kind|namespace|name)\b/g, (each) => texts[each] ?? each),
    ]),
  );
}

/** Every label that is written anywhere in an object: operators copy them from its metadata and its templates. */
function labelsWrittenIn(root: Value): [string, string][] {
  const labels: [string, string][] = [];
  // An alias stands for a value that is written once: it is looked at once.
  const seen = new Set<Value>();
  const pending: Value[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!isMapping(value)) {
      pending.push(...value);
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if ((key === "labels" || key === "podLabels") && isMapping(inner)) labels.push(...textsIn(inner));
      else pending.push(inner);
    }
  }
  return labels;
}

function textsIn(mapping: Mapping): [string, string][] {
  return Object.entries(mapping).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[key, text]] : [],
  );
}
