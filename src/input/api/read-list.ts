import { AnswerError, wrongAnswer } from "./cluster-error.js";
import { failForOtherKind, isObject, objectsOf, readJson, type ParsedObject } from "./read-json.js";
import { isBuiltIn } from "./wanted-kinds.js";
import { ObjectCheck, type ObjectScope } from "./object-check.js";

import type { ApiClient } from "./api-client.js";
import type { Keep } from "../../source/manifest/composed.js";
import type { Value } from "../../source/manifest/value.js";

/** How many objects a page has: what kubectl itself asks for. */
const PAGE_SIZE = 500;

/** A list to read. */
export interface ListRequest {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Where its objects live. */
  readonly scope: ObjectScope;
  /** What is taken of each object. */
  readonly keep: Keep;
  /** How often a page is asked for; as often as anything else where it is undefined. */
  readonly attempts: number | undefined;
  /** How often it is begun anew where the server has forgotten the state that its first page showed. */
  readonly restarts: number;
  /** Told after each page how many objects there are so far. */
  readonly onPage: (count: number) => void;
}

/** Objects as one state of the server has them; undefined where whoever asks may not see them. */
export type ListAnswer = readonly Value[] | undefined;

/** Reads a list page by page. @throws {ClusterError} where it cannot be read to its end */
export async function readList(client: ApiClient, request: ListRequest): Promise<ListAnswer> {
  for (let attempt = 0; attempt <= request.restarts; attempt++) {
    const answer = await readPages(client, request);
    if (answer !== "expired") return answer;
  }
  throw new AnswerError(
    "none",
    `the list of ${request.kind} changed faster than it could be read: the cluster answered 410 ${request.restarts + 1} times`,
  );
}

async function readPages(client: ApiClient, request: ListRequest): Promise<ListAnswer | "expired"> {
  const { path, attempts, onPage } = request;
  const check = new ObjectCheck(request);
  const objects: Value[] = [];
  let version: string | undefined;
  let next = "";
  do {
    const { status, body } = await client.get(
      `${path}?limit=${PAGE_SIZE}${next && `&continue=${encodeURIComponent(next)}`}`,
      attempts,
    );
    if (status === 410) return "expired";
    if (status === 403) return undefined;
    if (status !== 200) throw wrongAnswer(path, `${status}, though it says that it has the kind`);
    const page = pageIn(body, request, check);
    // Objects of two states are no list.
    if (version !== undefined && page.version !== version) return "expired";
    version = page.version;
    for (const each of page.objects) objects.push(each);
    onPage(objects.length);
    // A page that has no object has none behind it: each further page brings new ones, so there is an end.
    if (page.next !== "" && page.isEmpty) throw wrongAnswer(path, "pages that have no end");
    next = page.next;
  } while (next !== "");
  return objects;
}

interface Page {
  readonly objects: readonly Value[];
  /** True where the server sent none, whatever is kept of them. */
  readonly isEmpty: boolean;
  readonly version: string;
  /** Where the next page begins; empty for the last one. */
  readonly next: string;
}

/**
 * A page of a list, without holding on to its text or to what is not kept of its objects. Servers of extensions may write an
 * empty list as null.
 */
function pageIn(body: string, { path, apiVersion, kind, keep }: ListRequest, check: ObjectCheck): Page {
  const page = readJson(body, path);
  failForOtherKind(page, `${kind}List`, path);
  if (page["apiVersion"] !== apiVersion) throw wrongAnswer(path, `a list of another version`);
  const { metadata } = page;
  if (!isObject(metadata)) throw wrongAnswer(path, "something that is no list");
  const version = wordIn(metadata, "resourceVersion", path);
  const items = page["items"] === null && !isBuiltIn(apiVersion) ? [] : objectsOf(page, "items", path);
  const objects = items.flatMap((each) => check.kept(each, keep) ?? []);
  return { objects, isEmpty: items.length === 0, version, next: wordIn(metadata, "continue", path) };
}

/** A text that may be missing: then it is empty. */
function wordIn(metadata: ParsedObject, key: string, path: string): string {
  const text = metadata[key] ?? "";
  if (typeof text === "string") return text;
  throw wrongAnswer(path, `a list whose ${key} is no text`);
}
