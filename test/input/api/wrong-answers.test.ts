import {
  apiServer,
  kubeconfigFile,
  podOptions,
  read,
  readingOptions,
  type Reading,
} from "../../support/live.js";
import { ClusterError } from "../../../src/input/api/cluster-error.js";
import { describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { resource } from "../../support/api-server/resources.js";
import type { ApiRequest, ApiServerOptions, Mishap, StoredObject } from "../../support/api-server.js";
import type { ForbiddenKind } from "../../../src/cluster/model/cluster.js";

const POLICIES = "/apis/networking.k8s.io/v1/networkpolicies";
const CORE = "/api/v1";
const GROUP = "/apis/networking.k8s.io/v1";

const OBJECTS: readonly StoredObject[] = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } },
  { apiVersion: "v1", kind: "Pod", metadata: { namespace: "shop", name: "web" } },
  {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { namespace: "shop", name: "deny" },
  },
];

/** Whoever carries an answer: what it means is the same. */
async function reading(
  mishap: (request: ApiRequest) => Mishap | undefined,
  others: ApiServerOptions = {},
): Promise<Reading> {
  const server = await apiServer({ objects: OBJECTS, mishap, ...others });
  return read(podOptions(server, { namespace: "default", patience: { attempts: 2 } }));
}

async function readingThroughKubectl(
  mishap: (request: ApiRequest) => Mishap | undefined,
  others: ApiServerOptions = {},
): Promise<Reading> {
  const server = await apiServer({ objects: OBJECTS, mishap, ...others });
  return read(readingOptions(kubeconfigFile(server), { patience: { attempts: 2 } }));
}

const at =
  (path: string, mishap: Mishap) =>
  (request: ApiRequest): Mishap | undefined =>
    request.path === path ? mishap : undefined;

/** A text, or what becomes one. */
const answer = (body: unknown, status = 200): Mishap => ({
  status,
  text: typeof body === "string" ? body : JSON.stringify(body),
});

const LIST = { kind: "NetworkPolicyList", apiVersion: "networking.k8s.io/v1", metadata: {} };
const item = (metadata: object, rest: object = {}): object => ({ metadata, ...rest });
const listOf = (...items: readonly unknown[]): Mishap => answer({ ...LIST, items });
const WEB = item({ namespace: "shop", name: "web" });

/** What stands for the policies of a cluster that did not list them. */
const notShown = (what: string): ForbiddenKind => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  readIn: [],
  why: `the cluster answered GET ${POLICIES} with ${what}`,
});

const STATUS = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", message: "all is well" };

const NO_LISTS: readonly (readonly [string, Mishap, string])[] = [
  ["a page of HTML, not found", answer("<html>", 404), "404 <html>"],
  ["a 404 in JSON that is no Status", answer({ code: 5 }, 404), '404 {"code":5}'],
  ["a 404 for what discovery names", { status: 404 }, "404, though it says that it has the kind"],
  ["a 403 of somebody else", answer("blocked by the firewall", 403), "403 blocked by the firewall"],
  ["a 410 of somebody else", answer("gone", 410), "410 gone"],
  ["another status", answer("teapot", 418), "418 teapot"],
  ["a redirect", { status: 302, headers: { location: "/login" }, text: "x" }, "302 x"],
  ["HTML", answer("<html>"), "something that is no JSON object"],
  ["nothing", answer(""), "nothing"],
  ["an empty object", answer("{}"), "something that is no NetworkPolicyList"],
  ["JSON that ends too early", answer('{"kind":"NetworkPolicyLi'), "something that is no JSON object"],
  [
    "two JSON texts",
    answer(`${JSON.stringify({ ...LIST, items: [] })}{}`),
    "something that is no JSON object",
  ],
  ["a list of JSON", answer([]), "something that is no JSON object"],
  ["a Status", answer(STATUS), "something that is no NetworkPolicyList"],
  [
    "a list of another kind",
    answer({ ...LIST, kind: "IngressList", items: [] }),
    "something that is no NetworkPolicyList",
  ],
  [
    "a list of no kind",
    answer({ ...LIST, kind: "List", items: [] }),
    "something that is no NetworkPolicyList",
  ],
  [
    "a list of another version",
    answer({ ...LIST, apiVersion: "v1", items: [] }),
    "a list of another version",
  ],
  ["no metadata", answer({ ...LIST, metadata: null, items: [] }), "something that is no list"],
  ["no items", answer(LIST), "something without a list of items"],
  ["items that are null", answer({ ...LIST, items: null }), "something without a list of items"],
  ["items that are a text", answer({ ...LIST, items: "x" }), "something without a list of items"],
  ["items that are an object", answer({ ...LIST, items: { 0: WEB } }), "something without a list of items"],
  ["an item that is null", listOf(null), "something without a list of items"],
  ["an item that is a list", listOf(WEB, [WEB]), "something without a list of items"],
  ["an item without metadata", listOf({}), "a NetworkPolicy without a name"],
  ["an item without a name", listOf(item({ namespace: "shop" })), "a NetworkPolicy without a name"],
  ["a name that is a number", listOf(item({ namespace: "shop", name: 7 })), "a NetworkPolicy without a name"],
  ["an item without a namespace", listOf(item({ name: "web" })), "a NetworkPolicy of another namespace"],
  [
    "an item of another kind",
    listOf(item({ namespace: "shop", name: "web" }, { kind: "Pod" })),
    "an object that is no NetworkPolicy",
  ],
  [
    "an item of another version",
    listOf(item({ namespace: "a", name: "b" }, { apiVersion: "v1" })),
    "an object that is no NetworkPolicy",
  ],
  ["the same object twice", listOf(WEB, WEB), "the same NetworkPolicy twice"],
  [
    "an object that nests too deep",
    answer(
      `${JSON.stringify({ ...LIST }).slice(0, -1)},"items":[{"metadata":{"namespace":"a","name":"b"},"spec":${"[".repeat(9000)}${"]".repeat(9000)}}]}`,
    ),
    "an object of which a value nests deeper than 64 levels",
  ],
  [
    "pages that have no end",
    answer({ ...LIST, metadata: { continue: "again" }, items: [] }),
    "pages that have no end",
  ],
  [
    "the same page again and again",
    answer({ ...LIST, metadata: { continue: "again" }, items: [WEB] }),
    "the same NetworkPolicy twice",
  ],
  [
    "a next page that is no text",
    answer({ ...LIST, metadata: { continue: 7 }, items: [] }),
    "a list whose continue is no text",
  ],
  [
    "a state that is no text",
    answer({ ...LIST, metadata: { resourceVersion: {} }, items: [] }),
    "a list whose resourceVersion is no text",
  ],
  [
    "bytes that are no text",
    { status: 200, text: Buffer.from([0x7b, 0xff, 0x7d]) },
    "something that is no JSON object",
  ],
  [
    "more values than a page has",
    answer(`{"items":[${"{},".repeat(8_000_001)}{}]}`),
    "more values than any page has",
  ],
];

/** Answers that a program in between could change: kubectl's proxy hands them on as they are. */
const HANDED_ON = [
  "a 404 in JSON that is no Status",
  "another status",
  "a redirect",
  "HTML",
  "nothing",
  "JSON that ends too early",
  "the same object twice",
  "pages that have no end",
  "bytes that are no text",
];

describe("what is no list of a kind leaves the kind unknown, and the rest is read", () => {
  it.each(NO_LISTS)("%s", async (_, mishap, what) => {
    const { names, facts } = await reading(at(POLICIES, mishap));
    expect(names).toEqual({ Namespace: ["shop"], Pod: ["shop/web"] });
    expect(facts?.forbidden).toEqual([notShown(what)]);
  });

  it.each(NO_LISTS.filter(([name]) => HANDED_ON.includes(name)))(
    "%s, through kubectl",
    async (_, mishap, what) => {
      const { names, facts } = await readingThroughKubectl(at(POLICIES, mishap));
      expect(names).toEqual({ Namespace: ["shop"], Pod: ["shop/web"] });
      expect(facts?.forbidden).toEqual([notShown(what)]);
    },
  );

  it("what kubectl hands on is listed above", () => {
    const names = new Set(NO_LISTS.map(([name]) => name));
    expect(HANDED_ON.filter((name) => !names.has(name))).toEqual([]);
  });

  it("gzip that is none", async () => {
    const broken = {
      status: 200,
      headers: { "content-encoding": "gzip" },
      text: gzipSync("{}").subarray(0, 9),
    };
    const { facts } = await readingThroughKubectl(({ path, count }) =>
      path === POLICIES && count < 9 ? broken : undefined,
    ).catch((error: unknown) => {
      // Some kubectls cut such an answer: then there is none.
      if (error instanceof ClusterError && error.message.startsWith("no answer to GET "))
        return { facts: { forbidden: [{ kind: "NetworkPolicy" }] } };
      throw error;
    });
    expect(facts?.forbidden.map(({ kind }) => kind)).toEqual(["NetworkPolicy"]);
  });

  it("objects of another namespace than the one that is asked", async () => {
    const { facts } = await reading((request) => {
      if (request.path === "/api/v1/pods") return { status: 403 };
      const pods = {
        kind: "PodList",
        apiVersion: "v1",
        metadata: {},
        items: [item({ namespace: "pay", name: "db" })],
      };
      return request.path === "/api/v1/namespaces/default/pods" ? answer(pods) : undefined;
    });
    expect(facts?.forbidden).toEqual([
      {
        apiVersion: "v1",
        kind: "Pod",
        readIn: [],
        why: "the cluster answered GET /api/v1/namespaces/default/pods with a Pod of another namespace",
      },
    ]);
    expect(facts?.knowsEveryPod).toBe(false);
  });

  it("an object that is listed in a namespace and lives in none", async () => {
    const nodes = {
      kind: "NodeList",
      apiVersion: "v1",
      metadata: {},
      items: [item({ namespace: "a", name: "b" })],
    };
    const { facts } = await reading(at("/api/v1/nodes", answer(nodes)));
    expect(facts?.forbidden.map(({ kind }) => kind)).toEqual(["Node"]);
  });
});

const APIS = { kind: "APIGroupList", apiVersion: "v1" };
const version = (groupVersion: string): object => ({ groupVersion, version: groupVersion.split("/")[1] });
const KINDS = { kind: "APIResourceList", groupVersion: "networking.k8s.io/v1" };
const POLICY = { name: "networkpolicies", namespaced: true, kind: "NetworkPolicy" };

describe("what a server tells wrongly of its kinds is not known", () => {
  it.each<[string, Mishap, string]>([
    ["HTML, not found", answer("<html>", 404), "404 <html>"],
    ["a 404", { status: 404 }, "404, though it is there"],
    ["a redirect", { status: 302, headers: { location: "/login" }, text: "x" }, "302 x"],
    ["HTML", answer("<html>"), "something that is no JSON object"],
    ["no groups", answer(APIS), "something without a list of groups"],
    ["groups that are a text", answer({ ...APIS, groups: "x" }), "something without a list of groups"],
    ["a group that is null", answer({ ...APIS, groups: [null] }), "something without a list of groups"],
    [
      "another kind",
      answer({ ...APIS, kind: "APIVersions", groups: [] }),
      "something that is no APIGroupList",
    ],
    ["a group without a name", answer({ ...APIS, groups: [{ versions: [] }] }), "something without a name"],
    [
      "a group without versions",
      answer({ ...APIS, groups: [{ name: "apps", versions: [] }] }),
      "something without the versions of apps",
    ],
    [
      "versions of another group",
      answer({ ...APIS, groups: [{ name: "apps", versions: [version("batch/v1")] }] }),
      "something without the versions of apps",
    ],
    [
      "versions that are a path",
      answer({ ...APIS, groups: [{ name: "apps", versions: [version("apps/../v1")] }] }),
      "something without the versions of apps",
    ],
    [
      "a preferred version that is a text",
      answer({ ...APIS, groups: [{ name: "apps", versions: [version("apps/v1")], preferredVersion: "v1" }] }),
      "something without a list of versions",
    ],
  ])("of all groups: %s", async (_, mishap, what) => {
    await expect(reading(at("/apis", mishap))).rejects.toThrow(`the cluster answered GET /apis with ${what}`);
  });

  it.each<[string, Mishap, string]>([
    ["HTML, not found", answer("<html>", 404), "404 <html>"],
    ["HTML", answer("<html>"), "something that is no JSON object"],
    ["no kinds", answer(KINDS), "something without a list of resources"],
    ["kinds that are null", answer({ ...KINDS, resources: [null] }), "something without a list of resources"],
    [
      "a kind without a name",
      answer({ ...KINDS, resources: [{ ...POLICY, name: "", verbs: [] }] }),
      "something without a name",
    ],
    [
      "a kind without verbs",
      answer({ ...KINDS, resources: [POLICY] }),
      "something without the verbs of networkpolicies",
    ],
    [
      "the kinds of another version",
      answer({ ...KINDS, groupVersion: "apps/v1", resources: [] }),
      "the kinds of something else",
    ],
    [
      "another kind",
      answer({ ...KINDS, kind: "APIGroup", resources: [] }),
      "something that is no APIResourceList",
    ],
  ])("of a version: %s", async (_, mishap, what) => {
    const { names, facts } = await reading(at(GROUP, mishap));
    expect(names).toEqual({ Namespace: ["shop"], Pod: ["shop/web"] });
    expect(facts?.forbidden).toEqual([
      { ...notShown(""), why: `the cluster answered GET ${GROUP} with ${what}` },
    ]);
  });

  it("a kind that it has and does not list", async () => {
    const kinds = { ...KINDS, resources: [{ ...POLICY, verbs: ["get", "watch"] }] };
    const { facts } = await reading(at(GROUP, answer(kinds)));
    expect(facts?.forbidden).toEqual([
      { ...notShown(""), why: "the cluster has it in networking.k8s.io/v1 without the verb list" },
    ]);
  });

  it.each([
    ["a group", "/apis", { ...APIS, groups: [] }],
    ["a kind", GROUP, { ...KINDS, resources: [] }],
  ])("%s that every cluster has, and that it does not name", async (_, path, body) => {
    const { facts } = await reading(at(path, answer(body)));
    expect(facts?.forbidden).toEqual([
      { ...notShown(""), why: "the cluster does not name it among its APIs, where every cluster has it" },
    ]);
  });

  it("the core", async () => {
    const { facts } = await reading(at(CORE, answer("<html>")));
    expect(facts?.forbidden.map(({ kind }) => kind)).toEqual(["Namespace", "Node", "Service", "Pod"]);
    expect(facts?.knowsEveryPod).toBe(false);
  });

  it.each<[string, Mishap]>([
    ["HTML, not found", answer("<html>", 404)],
    ["HTML", answer("<html>")],
    ["another thing", answer({ kind: "Status" })],
    ["no numbers", answer({ major: "one", minor: "two" })],
  ])("its own version: %s", async (_, mishap) => {
    await expect(reading(at("/version", mishap))).rejects.toThrow("the cluster answered GET /version with ");
  });
});

describe("what other vendors add to a server and is broken is not known, and the rest is read", () => {
  const calico = resource("projectcalico.org/v3 GlobalNetworkPolicy globalnetworkpolicies");
  const API = "/apis/projectcalico.org/v3";

  it.each<[string, Mishap, string]>([
    [
      "503",
      { status: 503 },
      `no answer to GET ${API} after 3 attempts: 503 the stub says ServiceUnavailable`,
    ],
    [
      "a 503 of the proxy",
      answer("service unavailable", 503),
      `no answer to GET ${API} after 3 attempts: 503 service unavailable`,
    ],
    ["a 404", { status: 404 }, `the cluster answered GET ${API} with 404, though it is there`],
    ["HTML", answer("<html>"), `the cluster answered GET ${API} with something that is no JSON object`],
  ])("their kinds: %s", async (_, mishap, what) => {
    const { names, facts } = await reading(at(API, mishap), { resources: [calico] });
    expect(names["NetworkPolicy"]).toEqual(["shop/deny"]);
    expect(facts?.forbidden).toEqual([
      { apiVersion: "projectcalico.org/v3", kind: "*", readIn: [], why: what },
    ]);
  });

  it("their objects", async () => {
    const path = `${API}/globalnetworkpolicies`;
    const { names, facts } = await reading(at(path, { status: 503 }), { resources: [calico] });
    expect(names["NetworkPolicy"]).toEqual(["shop/deny"]);
    expect(facts?.forbidden).toEqual([
      {
        apiVersion: "projectcalico.org/v3",
        kind: "GlobalNetworkPolicy",
        readIn: [],
        why: `no answer to GET ${path} after 3 attempts: 503 the stub says ServiceUnavailable`,
      },
    ]);
  });

  it("not what none of them answers for", async () => {
    const metrics = resource("metrics.k8s.io/v1beta1 PodMetrics pods namespaced");
    const { facts } = await reading(at("/apis/metrics.k8s.io/v1beta1", { status: 503 }), {
      resources: [metrics],
    });
    expect(facts?.forbidden).toEqual([]);
  });
});
