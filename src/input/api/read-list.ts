import { ClusterError } from "./cluster-error.js";
import { isObject, objectsIn, readJson, textIn } from "./read-json.js";
import { project } from "../../manifest/project.js";

import type { ApiClient } from "./api-client.js";
import type { Keep } from "../../manifest/composed.js";
import type { Value } from "../../manifest/value.js";

/** How many objects a page has: what kubectl itself asks for. */
const PAGE_SIZE = 500;

/** A list to read. */
export interface ListRequest {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** What is taken of each object. */
  readonly keep: Keep;
  /** How often it is begun anew where the server has forgotten the state that its first page showed. */
  readonly restarts: number;
  /** Told after each page how many objects there are so far. */
  readonly onPage: (count: number) => void;
}

/** Objects as one state of the server has them, or why there are none. */
export type ListAnswer =
  | { readonly type: "read"; readonly objects: readonly Value[] }
  | { readonly type: "forbidden" | "absent" };

/** Reads a list page by page. @throws {ClusterError} where it cannot be read to its end */
export async function readList(client: ApiClient, request: ListRequest): Promise<ListAnswer> {
  for (let attempt = 0; attempt <= request.restarts; attempt++) {
    const answer = await readPages(client, request);
    if (answer.type !== "expired") return answer;
  }
  throw new ClusterError(
    "no-answer",
    `the list of ${request.kind} changed faster than it could be read: the cluster answered 410 ${request.restarts + 1} times`,
  );
}

async function readPages(
  client: ApiClient,
  request: ListRequest,
): Promise<ListAnswer | { readonly type: "expired" }> {
  const { path, onPage } = request;
  const objects: Value[] = [];
  let version = "";
  let next = "";
  do {
    const { status, body } = await client.get(
      `${path}?limit=${PAGE_SIZE}${next && `&continue=${encodeURIComponent(next)}`}`,
    );
    if (status === 410) return { type: "expired" };
    if (status !== 200) return { type: status === 403 ? "forbidden" : "absent" };
    const page = pageIn(body, request);
    // Objects of two states are no list.
    if (version !== "" && page.version !== version) return { type: "expired" };
    version = page.version;
    for (const each of page.objects) objects.push(each);
    onPage(objects.length);
    if (page.next !== "" && page.next === next) throw notAList(path);
    next = page.next;
  } while (next !== "");
  return { type: "read", objects };
}

interface Page {
  readonly objects: readonly Value[];
  readonly version: string;
  /** Where the next page begins; empty for the last one. */
  readonly next: string;
}

/** A page's objects, without holding on to its text. */
function pageIn(body: string, { path, apiVersion, kind, keep }: ListRequest): Page {
  const page = readJson(body, path);
  const { metadata } = page;
  if (!isObject(metadata) || !("items" in page)) throw notAList(path);
  const objects = objectsIn(page, "items").map((item) => storedObject(item, apiVersion, kind, keep, path));
  return { objects, version: textIn(metadata, "resourceVersion"), next: textIn(metadata, "continue") };
}

function notAList(path: string): ClusterError {
  return new ClusterError("no-answer", `the cluster answered GET ${path} with something that is no list`);
}

/**
 * What is kept of a parsed object, with the version and kind that those of a list do not write.
 * @throws {ClusterError} where it nests deeper than any object does
 */
export function storedObject(
  parsed: Record<string, unknown>,
  apiVersion: string,
  kind: string,
  keep: Keep,
  path: string,
): Value {
  parsed["apiVersion"] = apiVersion;
  parsed["kind"] = kind;
  const kept = keptOf(parsed, keep, path);
  if (kept === undefined) throw new Error("invariant: an object is kept as one");
  return kept;
}

function keptOf(value: unknown, keep: Keep, path: string): Value | undefined {
  try {
    return project(value, keep);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ClusterError(
      "no-answer",
      `the cluster answered GET ${path} with an object of which ${error.message}`,
    );
  }
}
