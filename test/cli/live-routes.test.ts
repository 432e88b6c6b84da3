import { unwrapped } from "../support/unwrapped.js";
import { apiServer, kubeconfigFile } from "../support/live.js";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { loadAll } from "js-yaml";
import { runAnp, type Run } from "../support/run-anp.js";
import type { ApiServerOptions, StoredObject } from "../support/api-server.js";

const OBJECTS = loadAll(`
apiVersion: v1
kind: Pod
metadata: { namespace: edge, name: nginx, labels: { app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: controller } }
spec: { nodeName: node-a, containers: [{ name: nginx }] }
status: { phase: Running, podIP: 10.1.0.4 }
---
apiVersion: v1
kind: Pod
metadata: { namespace: shop, name: web, labels: { app: web } }
spec: { nodeName: node-b, containers: [{ name: web }] }
status: { phase: Running, podIP: 10.1.1.5 }
---
apiVersion: v1
kind: Service
metadata: { namespace: shop, name: web }
spec: { clusterIP: 10.96.0.5, clusterIPs: [10.96.0.5], selector: { app: web }, ports: [{ port: 80, targetPort: 8080, protocol: TCP }] }
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: nginx }
spec: { controller: k8s.io/ingress-nginx }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { namespace: shop, name: front }
spec: { ingressClassName: nginx, defaultBackend: { service: { name: web, port: { number: 80 } } } }
`) as StoredObject[];

/** A question to a stub cluster, with the lists that it was asked for. */
async function ask(
  argv: readonly string[],
  mishap: NonNullable<ApiServerOptions["mishap"]> = () => undefined,
): Promise<Run & { readonly lists: ReadonlySet<string> }> {
  const lists = new Set<string>();
  const server = await apiServer({
    objects: OBJECTS,
    mishap: (request) => {
      lists.add(request.path.split("/").at(-1) ?? "");
      return mishap(request);
    },
  });
  const env = { PATH: process.env["PATH"] ?? "", KUBECONFIG: kubeconfigFile(server, {}) };
  return { ...(await runAnp(["explain", ...argv], { env, cwd: folderWith({}) })), lists };
}

describe("anp explain of a route at a desk", () => {
  it("reads who implements it, and nothing of the Gateway API", async () => {
    const { code, stdout, lists } = await ask(["ingress/front", "--exit-code"]);
    expect(stdout).toContain("ALLOWED  edge/nginx → shop/web  TCP 8080");
    expect(code).toBe(0);
    expect([...lists]).toEqual(expect.arrayContaining(["ingresses", "ingressclasses", "pods"]));
    expect([...lists]).not.toContain("gateways");
  });

  it("is not read for a question about pods", async () => {
    const { lists } = await ask(["edge/nginx", "shop/web", "--port", "8080"]);
    expect([...lists]).toContain("pods");
    expect([...lists]).not.toContain("ingresses");
  });

  it("does not know who connects where classes may not be read", async () => {
    const { code, stdout } = await ask(["ingress/front"], ({ path }) =>
      path.endsWith("/ingressclasses") ? { status: 403 } : undefined,
    );
    expect(stdout).toContain("INCOMPLETE");
    expect(unwrapped(stdout)).toContain("the input has no IngressClass nginx");
    expect(stdout).toContain("controller of Ingress shop/front → shop/web");
    expect(code).toBe(3);
  });
});
