import { unwrapped } from "../support/unwrapped.js";
import { apiServer, kubeconfigFile } from "../support/live.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { loadAll } from "js-yaml";
import { runAnp, type Run } from "../support/run-anp.js";
import { resource } from "../support/api-server/resources.js";
import type { ApiRequest, ApiServer, ApiServerOptions, Mishap, StoredObject } from "../support/api-server.js";

const OBJECTS = loadAll(`
{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { kubernetes.io/metadata.name: shop } } }
---
{ apiVersion: v1, kind: Namespace, metadata: { name: pay, labels: { kubernetes.io/metadata.name: pay } } }
---
apiVersion: v1
kind: Pod
metadata: { namespace: shop, name: web, labels: { app: web } }
spec: { nodeName: node-a, containers: [{ name: web }] }
status: { phase: Running, podIP: 10.1.0.4 }
---
apiVersion: v1
kind: Pod
metadata: { namespace: pay, name: db, labels: { app: db } }
spec: { nodeName: node-b, containers: [{ name: db, ports: [{ containerPort: 5432 }] }] }
status: { phase: Running, podIP: 10.1.1.5 }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { namespace: pay, name: only-shop }
spec:
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: shop } } }], ports: [{ port: 5432 }] }]
`) as StoredObject[];

const DENY = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { namespace: shop, name: no-egress }
spec: { podSelector: {}, policyTypes: [Egress] }
`;

async function ask(server: ApiServer, argv: readonly string[], others: object = {}): Promise<Run> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    KUBECONFIG: kubeconfigFile(server, { context: "stub-a" }),
    ...others,
  };
  return runAnp(argv, { env, cwd: folderWith({ "deny.yaml": DENY }) });
}

async function server(options: ApiServerOptions = {}): Promise<ApiServer> {
  return apiServer({ objects: OBJECTS, ...options });
}

const QUESTION = ["explain", "shop/web", "pay/db", "--port"];

describe("anp explain at a desk", () => {
  it.each([
    ["5432", "ALLOWED", 0],
    ["5433", "DENIED", 1],
  ])("asks the current context: port %s", async (port, verdict, code) => {
    const run = await ask(await server(), [...QUESTION, port, "--exit-code"]);
    expect(run.stdout).toContain(verdict);
    expect(run.stderr).toContain("context stub-a");
    expect(run.code).toBe(code);
  });

  it("lays files over it", async () => {
    const run = await ask(await server(), [...QUESTION, "5432", "--context", "stub-a", "-f", "deny.yaml"]);
    expect(run.stdout).toContain("DENIED");
    expect(run.stdout).toContain("no-egress");
  });

  it("is not sure where the cluster forbids a kind that could decide", async () => {
    const api = await server({
      mishap: ({ path }) => (path.endsWith("/networkpolicies") ? { status: 403 } : undefined),
    });
    const run = await ask(api, [...QUESTION, "5432"]);
    expect(run.stdout).toContain("UNKNOWN");
    expect(run.stdout).toContain("NetworkPolicy");
    expect(run.code).toBe(3);
  });
});

describe("a user of one namespace", () => {
  /** May list what lives in `shop`, and see the Namespace itself. */
  const limited = ({ path }: ApiRequest): Mishap | undefined =>
    /^\/(version|apis|api\/v1|apis\/[^/]+\/[^/]+)$/.test(path) || /\/namespaces\/shop(\/|$)/.test(path)
      ? undefined
      : { status: 403 };

  const cart = { ...OBJECTS[2], metadata: { namespace: "shop", name: "cart", labels: { app: "cart" } } };
  const limitedServer = (): Promise<ApiServer> =>
    server({ objects: [...OBJECTS, cart as StoredObject], mishap: limited });

  it.each([
    ["by names", ["explain", "shop/web", "shop/cart", "--port", "80"]],
    ["by kind and name", ["explain", "shop/pod/web", "shop/app=cart", "--port", "80"]],
    ["on one end", ["explain", "shop/web"]],
    ["in the map", ["matrix", "--from", "shop/web", "--to", "shop/cart"]],
  ])("who asks about it gets an answer without -n: %s", async (_, argv) => {
    const { code, stdout } = await ask(await limitedServer(), argv);
    expect(code).toBe(3);
    expect(unwrapped(stdout)).toMatch(/^INCOMPLETE {2}you may not list .* outside namespace shop/);
    expect(stdout).toMatch(argv[0] === "matrix" ? /all traffic/ : /ALLOWED|no policy selects/);
  });

  it.each([
    ["a pod", "pay/db", 'no pod or workload "db" in namespace pay among what the cluster let you list'],
    ["a Service", "pay/svc/db", 'no Service "db" in namespace pay among what the cluster let you list'],
    ["a node", "node/node-a", 'no Node "node-a" among what the cluster let you list'],
  ])("who asks about another one is told that it was not shown: %s", async (_, name, message) => {
    const api = await server({
      mishap: (request) => (request.path === "/api/v1/namespaces" ? undefined : limited(request)),
    });
    const { code, stdout, stderr } = await ask(api, ["explain", "shop/web", name, "--port", "80"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(`anp: ${message}\n     you may not list `);
  });

  it("nor that the other one exists", async () => {
    const { code, stderr } = await ask(await limitedServer(), ["explain", "shop/web", "pay/db"]);
    expect(code).toBe(3);
    expect(stderr).toContain(
      'anp: no namespace "pay" among what the cluster let you list\n     you may not list Namespace outside namespace shop\n',
    );
  });

  it("what is not there is a mistake where all was shown", async () => {
    const run = await ask(await limitedServer(), ["explain", "shop/web", "shop/nobody", "--port", "80"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('anp: no pod or workload "nobody" in namespace shop\n');
  });
});

describe("what a cluster answers wrongly is not known", () => {
  const POLICIES = "/apis/networking.k8s.io/v1/networkpolicies";
  const html = (path: string) => (request: ApiRequest) =>
    request.path === path ? { status: 404, text: "<html>" } : undefined;

  it("and no flow that it may decide is settled", async () => {
    const { code, stdout } = await ask(await server({ mishap: html(POLICIES) }), [...QUESTION, "5432"]);
    expect(code).toBe(3);
    expect(unwrapped(stdout)).toMatch(
      /^INCOMPLETE {2}NetworkPolicy could not be listed: the cluster answered GET \/apis\/networking\.k8s\.io\/v1\/networkpolicies with 404 <html>\n/,
    );
    expect(stdout).toContain("UNKNOWN");
  });

  it("to lint either", async () => {
    const run = await ask(await server({ mishap: html(POLICIES) }), ["lint", "--context", "stub-a"]);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("`NetworkPolicy` could not be listed");
    expect(unwrapped(run.stdout)).toContain(`the cluster answered GET ${POLICIES} with 404 <html>`);
  });

  it("where it is of another vendor, the rest is answered", async () => {
    const calico = resource("projectcalico.org/v3 GlobalNetworkPolicy globalnetworkpolicies");
    const mishap = html("/apis/projectcalico.org/v3");
    const run = await ask(await server({ mishap, resources: [calico] }), [...QUESTION, "5432"]);
    expect(run.code).toBe(3);
    expect(run.stdout).toMatch(/^INCOMPLETE {2}any kind of projectcalico\.org\/v3 could not be listed: /);
    expect(run.stdout).toContain("ALLOWED");
  });

  it("and a snapshot remembers it", async () => {
    const api = await server({ mishap: html(POLICIES) });
    const env = { PATH: process.env["PATH"] ?? "", KUBECONFIG: kubeconfigFile(api) };
    const cwd = folderWith({});
    const taken = await runAnp(["snapshot", "--file", "prod.json"], { env, cwd });
    expect(taken.code).toBe(3);
    expect(taken.stdout).toContain(
      "not listed  NetworkPolicy could not be listed: the cluster answered GET ",
    );
    const asked = await runAnp([...QUESTION, "5432", "--snapshot", "prod.json"], { cwd });
    expect(asked.code).toBe(3);
    expect(asked.stdout).toMatch(/^INCOMPLETE {2}NetworkPolicy could not be listed: the cluster answered /);
  });
});

describe("without an answer", () => {
  it("of a cluster that is there: one line, exit code 3", async () => {
    const api = await server({ mishap: ({ path }) => (path === "/apis" ? { status: 401 } : undefined) });
    const { code, stdout, stderr } = await ask(api, [...QUESTION, "5432"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr.split("\n")[0]).toBe(
      "anp: context stub-a: the cluster does not accept your credentials: 401 the stub says Unauthorized",
    );
  });

  it("in time: exit code 3", async () => {
    const api = await server({
      mishap: ({ path }) => (path === "/api/v1/pods" ? { type: "silence" } : undefined),
    });
    const { code, stdout, stderr } = await ask(api, [...QUESTION, "5432", "--timeout", "2"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("anp: context stub-a: the cluster did not answer in time\n");
  });

  it("and without a cluster: the other ways, exit code 2", async () => {
    const { code, stdout, stderr } = await ask(await server(), [...QUESTION, "5432"], {
      KUBECONFIG: "/not-there",
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("anp: no cluster to ask");
    expect(stderr).toContain("--snapshot");
  });

  it("from a kubeconfig among the files that are read: exit code 2", async () => {
    const api = await server();
    const folder = folderWith({ "deny.yaml": DENY, config: api.kubeconfig() });
    const env = { PATH: process.env["PATH"] ?? "" };
    const run = await runAnp([...QUESTION, "5432", "-f", ".", "--kubeconfig", "config"], {
      cwd: folder,
      env,
    });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("is among the input files");
  });
});
