import { classify } from "./registry.js";
import { emptyMapping, isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { onlySettings, PLUGIN_CRDS, SETTINGS_KINDS, settingsOf } from "./plugins/settings.js";
import { POLICY_CRDS } from "./stored-kinds.js";
import { POLICY_KEEP } from "./policy-keep.js";
import { project } from "../../source/manifest/project.js";
import type { Keep } from "../../source/manifest/composed.js";

/** Of the policies of other vendors only that they are there: they are named, not evaluated (S-IN-10). */
const FOREIGN_KEEP: Keep = { apiVersion: true, kind: true, metadata: { name: true, namespace: true } };

/** The same of objects of which only settings of a network plugin may leave their cluster. */
const HEADER: Keep = FOREIGN_KEEP;

/** Kinds of which no more than that may. */
const ONLY_SETTINGS: ReadonlySet<string> = new Set(["ConfigMap", ...Object.keys(SETTINGS_KINDS)]);

/**
 * The parts of an object that may leave its cluster in a snapshot; undefined for kinds of which nothing may. Settings of network
 * plugins come to that: {@link withSettings}.
 */
export function allowedParts(apiVersion: string, kind: string): Keep | undefined {
  const known = classify(apiVersion, kind);
  switch (known.type) {
    case "known":
      return ONLY_SETTINGS.has(kind) ? HEADER : (known.reader.keepOutside ?? known.reader.keep);
    case "policy":
    case "unserved":
      return POLICY_KEEP;
    case "foreign-policy":
      return FOREIGN_KEEP;
    case "misspelt":
    case "list":
    case "maker":
    case "writer":
    case "other":
      return undefined;
  }
}

/** What has to be built of a document to find out what of it may leave its cluster. */
export function partsToAllow(apiVersion: string, kind: string): Keep | undefined {
  const known = classify(apiVersion, kind);
  return known.type === "known" ? known.reader.keep : allowedParts(apiVersion, kind);
}

/**
 * What of an object may leave its cluster; undefined where nothing may.
 * @throws {RangeError} where it nests deeper than any object does
 */
export function allowedObject(apiVersion: string, kind: string, value: Value): Mapping | undefined {
  const keep = allowedParts(apiVersion, kind);
  const kept = keep === undefined ? undefined : project(value, keep);
  if (!isMapping(kept) || !isMapping(value)) return undefined;
  if (kind === "CustomResourceDefinition" && !isPolicyDefinition(kept)) {
    // Of those that show a network plugin, only that they are there.
    const header = project(value, DEFINITION_HEADER);
    return isNamedIn(kept, PLUGIN_CRDS) && isMapping(header)
      ? Object.assign(emptyMapping(), { apiVersion, kind }, header)
      : undefined;
  }
  // An item of a typed list does not say itself what it is.
  const whole = Object.assign(emptyMapping(), { apiVersion, kind }, kept);
  return withSettings({ ...value, kind }, whole);
}

/** What is kept of an object, with the settings of a network plugin that it has; undefined where those are all that counts. */
export function withSettings(object: Mapping, kept: Mapping): Mapping | undefined {
  const kind = String(kept["kind"]);
  const isOnly = ONLY_SETTINGS.has(kind);
  if (!isOnly && kind !== "DaemonSet") return kept;
  const settings = settingsOf(object);
  const parts = settings === undefined || settings.length === 0 ? undefined : onlySettings(object);
  if (parts === undefined) return isOnly && settings === undefined ? undefined : kept;
  return merged(kept, parts);
}

/** Of the definitions of kinds, those of the policies say how they are checked. */
function isPolicyDefinition(definition: Mapping): boolean {
  return isNamedIn(definition, POLICY_CRDS);
}

function isNamedIn({ metadata }: Mapping, names: readonly string[]): boolean {
  const name = isMapping(metadata) ? metadata["name"] : undefined;
  return names.some((each) => each === name);
}

/** Of the definition of a kind of network plugins, what is read. */
export const DEFINITION_HEADER: Keep = { apiVersion: true, kind: true, metadata: { name: true } };

/** Both mappings in one; lists item by item. */
function merged(one: Mapping, other: Mapping): Mapping {
  const result = Object.assign(emptyMapping(), one);
  for (const key of Object.keys(other)) {
    const [a, b] = [one[key], other[key]];
    if (b !== undefined) result[key] = a === undefined ? b : both(a, b);
  }
  return result;
}

function both(a: Value, b: Value): Value {
  if (isMapping(a) && isMapping(b)) return merged(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.map((each: Value, i) => (b[i] === undefined ? each : both(each, b[i] as Value)));
  return b;
}
