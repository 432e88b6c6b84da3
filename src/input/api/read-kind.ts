import { allowedParts } from "../../kinds/allow-list.js";
import { POLICY_CRDS } from "../../kinds/stored-kinds.js";
import { POLICY_GROUP } from "../../kinds/crd/definition.js";
import { readJson } from "./read-json.js";
import { readList, storedObject, type ListAnswer } from "./read-list.js";
import { rootOf, type Discovery } from "./discovery.js";
import type { ApiClient } from "./api-client.js";
import type { ForbiddenKind } from "../../model/cluster.js";
import type { Keep } from "../../manifest/composed.js";
import type { Patience } from "./patience.js";
import type { Value } from "../../manifest/value.js";
import type { WantedKind } from "./wanted-kinds.js";

/** How kinds are read. */
export interface KindReading {
  readonly client: ApiClient;
  readonly patience: Patience;
  /** The one that is read where all of them are forbidden. */
  readonly namespace: string | undefined;
  readonly onProgress: (text: string) => void;
}

/** The objects of a kind that may be seen, and what may not. */
export interface KindContent {
  readonly objects: readonly Value[];
  readonly forbidden?: ForbiddenKind;
}

/** Reads a kind in all namespaces, else in the one that is known. @throws {ClusterError} where it cannot be read to its end */
export async function readKind(wanted: WantedKind, reading: KindReading): Promise<KindContent> {
  const { apiVersion, kind, plural } = wanted;
  const keep = allowedParts(apiVersion, kind);
  if (keep === undefined) return { objects: [] };
  const everywhere = await listAt(`/${plural}`, wanted, keep, reading);
  if (everywhere.type === "read") return { objects: everywhere.objects };
  if (everywhere.type === "absent") return { objects: [] };
  const objects = await inNamespace(wanted, keep, reading);
  const readIn = objects === undefined || reading.namespace === undefined ? [] : [reading.namespace];
  return { objects: objects ?? [], forbidden: { apiVersion, kind, readIn } };
}

/** What the namespace that is known has of a kind; undefined where it may not be seen either. */
async function inNamespace(
  wanted: WantedKind,
  keep: Keep,
  reading: KindReading,
): Promise<readonly Value[] | undefined> {
  const { apiVersion, kind, plural, isNamespaced } = wanted;
  if (reading.namespace === undefined) return undefined;
  const namespace = encodeURIComponent(reading.namespace);
  if (isNamespaced) {
    const list = await listAt(`/namespaces/${namespace}/${plural}`, wanted, keep, reading);
    return list.type === "read" ? list.objects : undefined;
  }
  if (kind !== "Namespace") return undefined;
  const object = await readObject(reading.client, apiVersion, kind, `${plural}/${namespace}`, keep);
  return object === undefined ? undefined : [object];
}

function listAt(
  path: string,
  { apiVersion, kind }: WantedKind,
  keep: Keep,
  { client, patience, onProgress }: KindReading,
): Promise<ListAnswer> {
  return readList(client, {
    path: `${rootOf(apiVersion)}${path}`,
    apiVersion,
    kind,
    keep,
    restarts: patience.restarts,
    onPage: (count) => onProgress(`reading ${kind}: ${count}`),
  });
}

const CRD_VERSION = "apiextensions.k8s.io/v1";
const CRD_KIND = "CustomResourceDefinition";

/** The CRDs of the policy kinds; where they may not be seen, the releases that are known have to do. */
export async function readPolicyDefinitions(
  client: ApiClient,
  { groups }: Discovery,
): Promise<readonly Value[]> {
  const keep = allowedParts(CRD_VERSION, CRD_KIND);
  if (keep === undefined || !groups.some(({ name }) => name === POLICY_GROUP)) return [];
  const definitions: Value[] = [];
  for (const name of POLICY_CRDS) {
    const found = await readObject(client, CRD_VERSION, CRD_KIND, `customresourcedefinitions/${name}`, keep);
    if (found !== undefined) definitions.push(found);
  }
  return definitions;
}

/** One object; undefined where it is not there, or may not be seen. */
async function readObject(
  client: ApiClient,
  apiVersion: string,
  kind: string,
  name: string,
  keep: Keep,
): Promise<Value | undefined> {
  const path = `${rootOf(apiVersion)}/${name}`;
  const { status, body } = await client.get(path);
  return status === 200 ? storedObject(readJson(body, path), apiVersion, kind, keep, path) : undefined;
}
