import { apiServer, kubeconfigFile, read, readingOptions } from "../../support/live.js";
import { ClusterError } from "../../../src/input/api/cluster-error.js";
import { describe, expect, it } from "vitest";
import type { ApiRequest, ApiServer, Mishap, StoredObject } from "../../support/api-server.js";
import type { ClusterOptions } from "../../../src/input/api/read-cluster.js";

const OBJECTS: readonly StoredObject[] = [
  { apiVersion: "v1", kind: "Pod", metadata: { namespace: "shop", name: "web" } },
  { apiVersion: "v1", kind: "Pod", metadata: { namespace: "pay", name: "db" } },
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } },
  { apiVersion: "v1", kind: "Node", metadata: { name: "node-a" } },
];

const PODS = "/api/v1/pods";

async function serverWith(mishap: (request: ApiRequest) => Mishap | undefined): Promise<ApiServer> {
  return apiServer({ objects: OBJECTS, mishap });
}

function options(
  server: ApiServer,
  others: Partial<ClusterOptions> = {},
  namespace?: string,
): ClusterOptions {
  return readingOptions(kubeconfigFile(server, namespace === undefined ? {} : { namespace }), others);
}

async function failure(reading: Promise<unknown>): Promise<ClusterError> {
  const error: unknown = await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof ClusterError) return error;
  throw error ?? new Error("it did not fail");
}

const asked = (server: ApiServer, path: string): number =>
  server.requests.filter((each) => each.split("?")[0] === `GET ${path}`).length;

describe("what may pass is tried again", () => {
  it.each<[string, Mishap]>([
    ["429 with Retry-After", { status: 429, headers: { "retry-after": "0" } }],
    ["429 without", { status: 429 }],
    ["500", { status: 500 }],
    ["503", { status: 503 }],
    ["the page of something in between", { status: 502, text: "<h1>Bad Gateway</h1>" }],
    ["a connection that breaks in the middle of a page", { type: "cut" }],
  ])("%s", async (_, mishap) => {
    const server = await serverWith(({ path, count }) => (path === PODS && count <= 2 ? mishap : undefined));
    const { names } = await read(options(server));
    expect(names["Pod"]).toEqual(["shop/web", "pay/db"]);
    expect(asked(server, PODS)).toBe(3);
  });

  it("waits as long as the server asks", async () => {
    const server = await serverWith(({ path, count }) =>
      path === PODS && count === 1 ? { status: 429, headers: { "retry-after": "1" } } : undefined,
    );
    const start = Date.now();
    await read(options(server));
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
  });

  it("also a server that says nothing", async () => {
    const server = await serverWith(({ path, count }) =>
      path === PODS && count === 1 ? { type: "silence" } : undefined,
    );
    const { names } = await read(options(server, { patience: { idle: 1500 } }));
    expect(names["Pod"]).toHaveLength(2);
  });
});

describe("what does not pass ends with one clear line, and nothing of the list", () => {
  it.each<[string, Mishap, string]>([
    ["429", { status: 429, headers: { "retry-after": "0" } }, "429 the stub says TooManyRequests"],
    ["503", { status: 503 }, "503 the stub says ServiceUnavailable"],
    ["a cut connection", { type: "cut" }, "the connection was cut"],
    ["silence", { type: "silence" }, "nothing was received for 1.5 s"],
  ])("%s", async (_, mishap, message) => {
    const server = await serverWith(({ path }) => (path === PODS ? mishap : undefined));
    const { reason, message: said } = await failure(
      read(options(server, { patience: { attempts: 2, idle: 1500 } })),
    );
    expect(reason).toBe("no-answer");
    expect(said).toBe(`no answer to GET /api/v1/pods after 2 attempts: ${message}`);
    expect(asked(server, PODS)).toBe(2);
  });

  it("a run that takes too long", async () => {
    const server = await serverWith(({ path }) => (path === PODS ? { type: "silence" } : undefined));
    const { reason, message, hints } = await failure(
      read(options(server, { signal: AbortSignal.timeout(900) })),
    );
    expect([reason, message]).toEqual(["no-answer", "the cluster did not answer in time"]);
    expect(hints).toEqual(["raise --timeout"]);
  });

  it("credentials that are not accepted", async () => {
    const server = await serverWith(() => undefined);
    const config = kubeconfigFile(server, { token: "expired" });
    const { reason, message } = await failure(read(readingOptions(config)));
    expect(reason).toBe("no-answer");
    expect(message).toBe("the cluster does not accept your credentials: 401 the stub says Unauthorized");
    expect(asked(server, "/apis")).toBe(1);
  });

  it("a server that is not there", async () => {
    const server = await serverWith(() => undefined);
    const config = kubeconfigFile(server);
    await server.close();
    const { reason, message } = await failure(read(readingOptions(config)));
    expect(reason).toBe("no-answer");
    expect(message).toMatch(/^the cluster cannot be reached: .*connection refused/);
  });

  it("a server that does not tell which APIs it has", async () => {
    const server = await serverWith(({ path }) => (path === "/apis" ? { status: 403 } : undefined));
    expect((await failure(read(options(server)))).message).toBe(
      "you may not list the cluster's APIs (GET /apis)",
    );
  });
});

describe("what is forbidden", () => {
  const forbid =
    (...kinds: readonly string[]) =>
    (request: ApiRequest) =>
      kinds.some((kind) => request.path.endsWith(`/${kind}`)) ? { status: 403 } : undefined;

  it("is named, and the rest is read", async () => {
    const { names, facts } = await read(options(await serverWith(forbid("nodes"))));
    expect(names).toEqual({ Namespace: ["shop"], Pod: ["shop/web", "pay/db"] });
    expect(facts?.forbidden).toEqual([{ apiVersion: "v1", kind: "Node", readIn: [] }]);
    expect(facts?.knowsEveryPod).toBe(true);
  });

  it("leaves some pods unknown", async () => {
    const { names, facts } = await read(options(await serverWith(forbid("pods"))));
    expect(names["Pod"]).toBeUndefined();
    expect(facts?.forbidden).toEqual([{ apiVersion: "v1", kind: "Pod", readIn: [] }]);
    expect(facts?.knowsEveryPod).toBe(false);
  });

  const everywhere = ({ path }: ApiRequest): Mishap | undefined =>
    path === PODS || path === "/api/v1/namespaces" ? { status: 403 } : undefined;

  it.each<[string, Partial<ClusterOptions>, string | undefined, string]>([
    ["that is given", { namespace: "pay" }, "shop", "pay"],
    ["of the context", {}, "shop", "shop"],
  ])("everywhere is read in the one namespace %s", async (_, others, ofContext, namespace) => {
    const { names, facts } = await read(options(await serverWith(everywhere), others, ofContext));
    expect(names["Pod"]).toEqual(namespace === "pay" ? ["pay/db"] : ["shop/web"]);
    expect(facts?.forbidden).toContainEqual({ apiVersion: "v1", kind: "Pod", readIn: [namespace] });
    expect(facts?.knowsEveryPod).toBe(false);
  });

  it("of namespaces is read of the one that is known", async () => {
    const { names, facts } = await read(options(await serverWith(everywhere), {}, "shop"));
    expect(names["Namespace"]).toEqual(["shop"]);
    expect(facts?.forbidden).toContainEqual({ apiVersion: "v1", kind: "Namespace", readIn: ["shop"] });
  });
});
