import { BUILT_IN, type Resource } from "./api-server/resources.js";
import { createServer, type Server } from "node:https";
import { groupList, resourceList } from "./api-server/discovery.js";
import { kubeconfig, type KubeconfigOptions } from "./api-server/kubeconfig.js";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { IncomingMessage, ServerResponse } from "node:http";

/** An object as a server stores it. */
export interface StoredObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** Many objects of one kind, made when their page is asked for. */
export interface MadeObjects {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: number;
  readonly make: (index: number) => Omit<StoredObject, "apiVersion" | "kind">;
}

/** What the server is asked. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** How often this path has been asked for, this time included. */
  readonly count: number;
  /** 1 for the first page of a list, 2 for the second … */
  readonly page: number;
}

/** What the server does instead of answering as it should. */
export type Mishap =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly text?: string | Buffer;
    }
  /** The connection breaks in the middle of the answer. */
  | { readonly type: "cut" }
  /** Nothing is ever answered. */
  | { readonly type: "silence" };

export interface ApiServerOptions {
  readonly objects?: readonly StoredObject[];
  readonly made?: readonly MadeObjects[];
  /** What is served beside the built-in kinds. */
  readonly resources?: readonly Resource[];
  /** What is served instead of all of them. */
  readonly only?: readonly Resource[];
  readonly version?: { readonly major: string; readonly minor: string };
  readonly mishap?: (request: ApiRequest) => Mishap | undefined;
}

/** The token that is let in. */
export const TOKEN = "let-me-in";

/** The state of the cluster: one for all pages of a list, unless a test moves it on. */
const FIRST_STATE = 4711;

const REASONS: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};

const pem = (name: string): string =>
  readFileSync(new URL(`api-server/${name}.pem`, import.meta.url), "utf8");

/** The certificate that the server shows, which is its own authority. */
export const CERTIFICATE = pem("certificate");

/** A small API server over HTTPS: discovery, lists in pages, single objects, and whatever may go wrong. */
export class ApiServer {
  /** Every request in its order: `GET /api/v1/pods?limit=500`. */
  readonly requests: string[] = [];
  /** The state that lists are of from now on. */
  state = FIRST_STATE;
  /** The token that is let in from now on. */
  token = TOKEN;
  readonly #server: Server;
  readonly #options: ApiServerOptions;
  readonly #resources: readonly Resource[];
  readonly #counts = new Map<string, number>();

  private constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#resources = options.only ?? [...BUILT_IN, ...(options.resources ?? [])];
    this.#server = createServer({ key: pem("key"), cert: CERTIFICATE }, (request, response) =>
      this.#answer(request, response),
    );
  }

  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const server = new ApiServer(options);
    await new Promise<void>((listening) => server.#server.listen(0, "127.0.0.1", listening));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The text of a kubeconfig whose current context is this server. */
  kubeconfig(options: KubeconfigOptions = {}): string {
    return kubeconfig(`https://127.0.0.1:${this.port}`, { token: TOKEN, ...options });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = "", url = "", headers } = request;
    this.requests.push(`${method} ${url}`);
    const { pathname: path, searchParams: query } = new URL(url, "https://stub");
    const count = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, count);
    const start = startOf(query);
    const page = 1 + Math.ceil(start / limitOf(query));
    const mishap = this.#options.mishap?.({ method, path, query, count, page });
    if (mishap !== undefined) return suffer(mishap, response);
    if (headers.authorization !== `Bearer ${this.token}`) return sendStatus(response, 401);
    if (method !== "GET") return sendStatus(response, 405);
    const body = this.#body(path, query);
    if (body === "expired") return sendStatus(response, 410);
    return body === undefined ? sendStatus(response, 404) : sendJson(response, 200, body);
  }

  #body(path: string, query: URLSearchParams): unknown {
    if (path === "/version")
      return this.#options.version ?? { major: "1", minor: "34+", gitVersion: "v1.34.1-stub" };
    if (path === "/api") return { kind: "APIVersions", versions: ["v1"] };
    if (path === "/apis") return groupList(this.#resources);
    const [, groupVersion = "", namespace, plural = "", name] =
      /^\/(?:api|apis)\/(v1|[^/]+\/[^/]+)(?:\/namespaces\/([^/]+)(?=\/.))?(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(
        path,
      ) ?? [];
    if (plural === "") return resourceList(this.#resources, groupVersion);
    const resource = this.#resources.find(
      (each) => each.apiVersion === groupVersion && each.plural === plural,
    );
    if (resource === undefined || (namespace !== undefined && !resource.isNamespaced)) return undefined;
    const listed = this.#listed(resource, namespace);
    return name === undefined
      ? this.#page(resource, listed, query)
      : listed.find(({ metadata }) => metadata.name === name);
  }

  /** The objects of a kind, in the order in which a server lists them. */
  #listed(resource: Resource, namespace: string | undefined): readonly StoredObject[] {
    const { objects = [] } = this.#options;
    const made = this.#made(resource);
    const all = made === undefined ? objects.filter((each) => isOf(each, resource)) : [];
    return all.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  }

  #made({ apiVersion, kind }: Resource): MadeObjects | undefined {
    return this.#options.made?.find((each) => each.apiVersion === apiVersion && each.kind === kind);
  }

  #page(resource: Resource, listed: readonly StoredObject[], query: URLSearchParams): unknown {
    const { apiVersion, kind } = resource;
    const [start, state] = [startOf(query), stateOf(query) ?? this.state];
    if (state !== this.state) return "expired";
    const made = this.#made(resource);
    const total = made?.count ?? listed.length;
    const end = Math.min(start + limitOf(query), total);
    const items: unknown[] = [];
    for (let i = start; i < end; i++) items.push(made === undefined ? itemOf(listed[i]) : made.make(i));
    const rest = total - end;
    const further = rest === 0 ? {} : { continue: `${state}/${end}`, remainingItemCount: rest };
    return {
      kind: `${kind}List`,
      apiVersion,
      metadata: { resourceVersion: String(state), ...further },
      items,
    };
  }
}

function isOf(object: StoredObject, { apiVersion, kind }: Resource): boolean {
  return object.apiVersion === apiVersion && object.kind === kind;
}

/** Items of a list do not say what they are. */
function itemOf(object: StoredObject | undefined): unknown {
  if (object === undefined) return undefined;
  const { apiVersion: _version, kind: _kind, ...item } = object;
  return item;
}

function limitOf(query: URLSearchParams): number {
  return Number(query.get("limit") ?? Number.MAX_SAFE_INTEGER);
}

function startOf(query: URLSearchParams): number {
  return Number(query.get("continue")?.split("/")[1] ?? 0);
}

function stateOf(query: URLSearchParams): number | undefined {
  const token = query.get("continue");
  return token === null ? undefined : Number(token.split("/")[0]);
}

function suffer(mishap: Mishap, response: ServerResponse): void {
  if ("status" in mishap) {
    const { status, headers, text } = mishap;
    if (text === undefined) return sendStatus(response, status, headers);
    response.writeHead(status, { "content-type": "text/plain", ...headers }).end(text);
  } else if (mishap.type === "cut") {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"kind":"List","metadata":{},"items":[', () => response.destroy());
  }
}

function sendStatus(
  response: ServerResponse,
  code: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  const reason = REASONS[code] ?? "Unknown";
  const status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `the stub says ${reason}`,
    reason,
    code,
  };
  sendJson(response, code, status, headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
