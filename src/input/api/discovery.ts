import { ClusterError } from "./cluster-error.js";
import { objectsIn, readJson, textIn, type ParsedObject } from "./read-json.js";
import type { ApiClient } from "./api-client.js";

/** A kind that a server has. */
export interface ServedResource {
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
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
    const list = await told(client, "/apis");
    const groups = objectsIn(list ?? {}, "groups").map((group): ServedGroup => {
      const preferred = objectsIn({ preferred: [group["preferredVersion"]] }, "preferred");
      const versions = [...preferred, ...objectsIn(group, "versions")].map((each) =>
        textIn(each, "groupVersion"),
      );
      return { name: textIn(group, "name"), apiVersions: [...new Set(versions)] };
    });
    return new Discovery(client, groups);
  }

  /** The kinds of a version; none where the server does not have it. @throws {ClusterError} where it does not tell */
  async resources(apiVersion: string): Promise<readonly ServedResource[]> {
    const isServed = this.groups.some(({ apiVersions }) => apiVersions.includes(apiVersion));
    if (!isServed && apiVersion.includes("/")) return [];
    const known = this.#resources.get(apiVersion) ?? resourcesOf(this.#client, apiVersion);
    this.#resources.set(apiVersion, known);
    return known;
  }
}

async function resourcesOf(client: ApiClient, apiVersion: string): Promise<readonly ServedResource[]> {
  const list = await told(client, rootOf(apiVersion));
  return objectsIn(list ?? {}, "resources").flatMap((each) => {
    const plural = textIn(each, "name");
    const isListed = Array.isArray(each["verbs"]) && each["verbs"].includes("list");
    if (plural.includes("/") || !isListed) return [];
    return [{ kind: textIn(each, "kind"), plural, isNamespaced: each["namespaced"] === true }];
  });
}

async function told(client: ApiClient, path: string): Promise<ParsedObject | undefined> {
  const { status, body } = await client.get(path);
  if (status === 403)
    throw new ClusterError(
      "no-answer",
      `the cluster does not let you see which APIs it has (GET ${path})`,
      "the ClusterRole system:discovery lets every user who has logged in do that",
    );
  return status === 200 ? readJson(body, path) : undefined;
}
