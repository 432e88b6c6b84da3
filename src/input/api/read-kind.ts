import { allowedParts, DEFINITION_HEADER } from "../../cluster/kinds/allow-list.js";
import { attemptsFor, whyUnknown, type WantedKind } from "./wanted-kinds.js";
import { ObjectCheck } from "./object-check.js";
import { POLICY_CRDS } from "../../cluster/kinds/stored-kinds.js";
import { PLUGIN_CRDS, SETTINGS_MAPS } from "../../cluster/kinds/plugins/settings.js";
import { OWN_GROUPS } from "../../cluster/kinds/policy-apis.js";
import { readJson } from "./read-json.js";
import { readList, type ListAnswer } from "./read-list.js";
import { rootOf, type Discovery } from "./discovery.js";
import { withIgnoreAnnotation } from "../../cluster/load/suppressions/annotation.js";
import { wrongAnswer } from "./cluster-error.js";
import type { ApiClient } from "./api-client.js";
import type { ForbiddenKind } from "../../cluster/model/cluster.js";
import type { Keep } from "../../source/manifest/composed.js";
import type { Patience } from "./patience.js";
import type { Value } from "../../source/manifest/value.js";

/** How kinds are read. */
export interface KindReading {
  readonly client: ApiClient;
  readonly patience: Patience;
  /** Those that are read one by one where all of them together are forbidden. */
  readonly namespaces: readonly string[];
  readonly onProgress: (text: string) => void;
  /** True where the linter is to see what it is told to ignore: no snapshot has that annotation. */
  readonly isLint: boolean;
}

/** The objects of a kind that may be seen, and what may not. */
export interface KindContent {
  readonly objects: readonly Value[];
  readonly forbidden?: ForbiddenKind;
}

/**
 * Reads a kind in all namespaces, else in those that are known. What is no list of it is not known.
 * @throws {ClusterError} where the cluster cannot be read any further
 */
export async function readKind(wanted: WantedKind, reading: KindReading): Promise<KindContent> {
  const { apiVersion, kind } = wanted;
  const allowed = allowedParts(apiVersion, kind);
  if (allowed === undefined) return { objects: [] };
  const keep = reading.isLint ? withIgnoreAnnotation(allowed) : allowed;
  try {
    return await contentOf(wanted, keep, reading);
  } catch (error) {
    return { objects: [], forbidden: { apiVersion, kind, readIn: [], why: whyUnknown(error, apiVersion) } };
  }
}

async function contentOf(wanted: WantedKind, keep: Keep, reading: KindReading): Promise<KindContent> {
  const { apiVersion, kind } = wanted;
  const everywhere = await listIn(undefined, wanted, keep, reading);
  if (everywhere !== undefined) return { objects: everywhere };
  const objects: Value[] = [];
  const readIn: string[] = [];
  for (const namespace of reading.namespaces) {
    const found = await inNamespace(namespace, wanted, keep, reading);
    if (found === undefined) continue;
    readIn.push(namespace);
    for (const each of found) objects.push(each);
  }
  return { objects, forbidden: { apiVersion, kind, readIn } };
}

/** What a namespace has of a kind; undefined where it may not be seen. */
async function inNamespace(
  namespace: string,
  wanted: WantedKind,
  keep: Keep,
  reading: KindReading,
): Promise<ListAnswer> {
  if (wanted.isNamespaced) return listIn(namespace, wanted, keep, reading);
  if (wanted.kind !== "Namespace") return undefined;
  const answer = await readObject(reading.client, wanted, { name: namespace }, keep);
  if (answer === "forbidden") return undefined;
  return answer === "absent" ? [] : [answer];
}

/** A list of a kind: of one namespace, or of all there is. */
function listIn(
  namespace: string | undefined,
  { apiVersion, kind, plural, isNamespaced }: WantedKind,
  keep: Keep,
  { client, patience, onProgress }: KindReading,
): Promise<ListAnswer> {
  const within = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  const anywhere = isNamespaced ? "any-namespace" : "no-namespace";
  return readList(client, {
    path: `${rootOf(apiVersion)}${within}/${plural}`,
    apiVersion,
    kind,
    scope: namespace === undefined ? anywhere : { namespace },
    keep,
    attempts: attemptsFor(apiVersion),
    restarts: patience.restarts,
    onPage: (count) => onProgress(`reading ${kind}: ${count}`),
  });
}

const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
} as const;

/** The CRDs of the policy kinds; where they may not be seen, the releases that are known have to do. */
export async function readPolicyDefinitions(
  client: ApiClient,
  { groups }: Discovery,
): Promise<readonly Value[]> {
  const keep = allowedParts(DEFINITION.apiVersion, DEFINITION.kind);
  if (keep === undefined || !groups.some(({ name }) => OWN_GROUPS.has(name))) return [];
  const definitions: Value[] = [];
  for (const name of POLICY_CRDS) {
    const found = await readObject(client, DEFINITION, { name }, keep);
    if (typeof found !== "string") definitions.push(found);
  }
  return definitions;
}

/** The CRDs that show which network plugin is installed; where one may not be seen, it shows nothing. */
export async function readPluginDefinitions(
  client: ApiClient,
  { groups }: Discovery,
): Promise<readonly Value[]> {
  const served = new Set(groups.map(({ name }) => name));
  const definitions: Value[] = [];
  for (const name of PLUGIN_CRDS) {
    if (!served.has(name.slice(name.indexOf(".") + 1))) continue;
    try {
      const found = await readObject(client, DEFINITION, { name }, DEFINITION_HEADER);
      if (typeof found !== "string") definitions.push(found);
    } catch (error) {
      // Only rethrows what ends the reading of the cluster.
      whyUnknown(error, DEFINITION.apiVersion);
    }
  }
  return definitions;
}

const CONFIG_MAP = { apiVersion: "v1", kind: "ConfigMap", plural: "configmaps" } as const;

/**
 * The ConfigMaps with which network plugins are set up, each asked for by its name; where one may not be seen, or there is no answer
 * that can be used, they are not known.
 * @throws {ClusterError} where the cluster cannot be read any further
 */
export async function readSettingsMaps(client: ApiClient): Promise<KindContent> {
  const { apiVersion, kind } = CONFIG_MAP;
  const keep = allowedParts(apiVersion, kind);
  const objects: Value[] = [];
  let forbidden: ForbiddenKind | undefined;
  for (const { name, namespace } of SETTINGS_MAPS.flatMap(({ name, namespaces }) =>
    namespaces.map((namespace) => ({ name, namespace })),
  )) {
    try {
      const found = keep && (await readObject(client, CONFIG_MAP, { name, namespace }, keep));
      if (found === "forbidden") forbidden ??= { apiVersion, kind, readIn: [] };
      else if (found !== undefined && found !== "absent") objects.push(found);
    } catch (error) {
      forbidden ??= { apiVersion, kind, readIn: [], why: whyUnknown(error, apiVersion) };
    }
  }
  return { objects, ...(forbidden === undefined ? {} : { forbidden }) };
}

/** One object, of a namespace or of none. @throws {AnswerError} where the answer is another one */
async function readObject(
  client: ApiClient,
  { apiVersion, kind, plural }: Pick<WantedKind, "apiVersion" | "kind" | "plural">,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
  keep: Keep,
): Promise<Value | "forbidden" | "absent"> {
  const within = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  const path = `${rootOf(apiVersion)}${within}/${plural}/${encodeURIComponent(name)}`;
  const { status, body } = await client.get(path);
  if (status === 403) return "forbidden";
  if (status !== 200) return "absent";
  const parsed = readJson(body, path);
  const { metadata } = parsed as { readonly metadata?: { readonly name?: unknown } | null };
  if (parsed["kind"] !== kind || metadata?.name !== name)
    throw wrongAnswer(path, `something that is not this ${kind}`);
  const scope = namespace === undefined ? "no-namespace" : { namespace };
  return new ObjectCheck({ path, apiVersion, kind, scope }).kept(parsed, keep) ?? "absent";
}
