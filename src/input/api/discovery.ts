import { ClusterError, wrongAnswer } from "./cluster-error.js";
import { failForOtherKind, objectsOf, readJson, requiredText, type ParsedObject } from "./read-json.js";
import type { ApiClient } from "./api-client.js";

/** A kind that a server has. */
export interface ServedResource {
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** False for a kind of which a server shows no list. */
  readonly isListed: boolean;
}

/** A group of the server's API, its versions as `apiVersion` writes them, the preferred one first. */
export interface ServedGroup {
  readonly name: string;
  readonly apiVersions: readonly string[];
}

/** Where the API has a version of a group: `v1`, `apps/v1`. */
export function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** Tells which kinds a server has, asking it once for each version. */
export class Discovery {
  readonly groups: readonly ServedGroup[];
  readonly #client: ApiClient;
  readonly #resources = new Map<string, Promise<readonly ServedResource[]>>();

  private constructor(client: ApiClient, groups: readonly ServedGroup[]) {
    this.#client = client;
    this.groups = groups;
  }

  /** @throws {ClusterError} where the server does not tell */
  static async of(client: ApiClient): Promise<Discovery> {
    const path = "/apis";
    const list = await told(client, path);
    failForOtherKind(list, "APIGroupList", path);
    const groups = objectsOf(list, "groups", path).map((group) => groupIn(group, path));
    return new Discovery(client, groups);
  }

  /**
   * The kinds of a version; none where the server does not have it.
   * @param attempts how often it is asked; as often as anything else where it is undefined
   * @throws {AnswerError} where it does not tell
   */
  async resources(apiVersion: string, attempts?: number): Promise<readonly ServedResource[]> {
    const isServed = this.groups.some(({ apiVersions }) => apiVersions.includes(apiVersion));
    if (!isServed && apiVersion.includes("/")) return [];
    const known = this.#resources.get(apiVersion) ?? resourcesOf(this.#client, apiVersion, attempts);
    this.#resources.set(apiVersion, known);
    return known;
  }
}

function groupIn(group: ParsedObject, path: string): ServedGroup {
  const name = requiredText(group, "name", path);
  const { preferredVersion: preferred = [] } = group;
  const versions = objectsOf(group, "versions", path);
  const listed = objectsOf({ versions: [preferred, versions].flat() }, "versions", path);
  const apiVersions = listed.map((each) => requiredText(each, "groupVersion", path));
  if (versions.length === 0 || !apiVersions.every((each) => isVersionOf(name, each)))
    throw wrongAnswer(path, `something without the versions of ${name}`);
  return { name, apiVersions: [...new Set(apiVersions)] };
}

/** True for a group's name, a slash and a word: what a path is made of. */
function isVersionOf(group: string, apiVersion: string): boolean {
  return apiVersion.startsWith(`${group}/`) && /^[a-z0-9.-]+\/[a-z0-9]+$/.test(apiVersion);
}

async function resourcesOf(
  client: ApiClient,
  apiVersion: string,
  attempts: number | undefined,
): Promise<readonly ServedResource[]> {
  const path = rootOf(apiVersion);
  const list = await told(client, path, attempts);
  failForOtherKind(list, "APIResourceList", path);
  if (list["groupVersion"] !== apiVersion) throw wrongAnswer(path, `the kinds of something else`);
  return objectsOf(list, "resources", path).flatMap((each) => resourceIn(each, path) ?? []);
}

/** A resource; undefined for a part of one, such as `pods/log`. */
function resourceIn(resource: ParsedObject, path: string): ServedResource | undefined {
  const plural = requiredText(resource, "name", path);
  if (plural.includes("/")) return undefined;
  const { namespaced, verbs } = resource;
  if (typeof namespaced !== "boolean" || !Array.isArray(verbs))
    throw wrongAnswer(path, `something without the verbs of ${plural}`);
  const kind = requiredText(resource, "kind", path);
  return { kind, plural, isNamespaced: namespaced, isListed: verbs.includes("list") };
}

async function told(client: ApiClient, path: string, attempts?: number): Promise<ParsedObject> {
  const { status, body } = await client.get(path, attempts);
  if (status === 200) return readJson(body, path);
  if (status !== 403) throw wrongAnswer(path, `${status}, though it is there`);
  throw new ClusterError(
    "no-answer",
    `you may not list the cluster's APIs (GET ${path})`,
    "the ClusterRole system:discovery allows it",
  );
}
