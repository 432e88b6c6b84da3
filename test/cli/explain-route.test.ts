import { describe, expect, it } from "vitest";
import { fileURLToPath } from "node:url";
import { runAnp, type Run } from "../support/run-anp.js";

const FRONT = fileURLToPath(new URL("../../fixtures/front", import.meta.url));

async function run(folder: string, command: string, ...args: readonly string[]): Promise<Run> {
  return runAnp([command, "-f", ".", ...args], { cwd: `${FRONT}/${folder}` });
}

describe("anp explain of a route", () => {
  it.each<[string, readonly string[], number]>([
    ["ingress-nginx", ["ingress/public"], 0],
    ["ingress-nginx", ["ingress/public", "--exit-code"], 1],
    ["ingress-nginx", ["ingress/public", "shop/svc/web", "--exit-code"], 0],
    ["ingress-nginx", ["ingress/public", "--port", "80", "--expect", "allowed"], 0],
    ["ingress-nginx", ["ingress/public", "--port", "82", "--expect", "unknown"], 0],
    ["backend-blocked", ["ing/cart", "--expect", "denied"], 0],
    ["class-missing", ["ingress/public", "--port", "82", "--expect", "denied"], 0],
    ["class-missing", ["ingress/public", "--port", "81", "--expect", "allowed"], 1],
  ])("%s %j ends with %i", async (folder, args, code) => {
    expect((await run(folder, "explain", ...args)).code).toBe(code);
  });

  it("is one line per backend with --brief", async () => {
    const { stdout } = await run("ingress-nginx", "explain", "ingress/public", "--brief");
    expect(stdout.trimEnd().split("\n")).toEqual([
      "ALLOWED  edge/nginx (Deployment) → shop/web (Deployment)  TCP 8080  for Ingress shop/public  through Service shop/web TCP 80  IPv4  egress=default  ingress=NetworkPolicy shop/web-from-edge[1]@shop.yaml:128:17",
      "ALLOWED  edge/nginx (Deployment) → shop/cart (Deployment)  TCP 7070  for Ingress shop/public  through Service shop/cart TCP 81  IPv4  egress=default  ingress=default",
      "UNKNOWN  edge/nginx (Deployment) → shop/mail (Service)  TCP 82  for Ingress shop/public",
    ]);
  });

  it("names the route beside the Service in JSON", async () => {
    const { stdout } = await run("ingress-nginx", "explain", "ingress/public", "svc/web", "-o", "json");
    const { results } = JSON.parse(stdout) as { results: { flow: Record<string, unknown> }[] };
    expect(results.map(({ flow: { route, service } }) => ({ route, service }))).toEqual([
      {
        route: { kind: "Ingress", namespace: "shop", name: "public" },
        service: {
          namespace: "shop",
          name: "web",
          port: 80,
          protocol: "TCP",
          entrance: "cluster",
          hairpin: false,
          backends: ["shop/deployment/web"],
        },
      },
    ]);
  });

  it("shows policies that concern nobody with --all", async () => {
    const some = await run("ingress-nginx", "explain", "ingress/public", "svc/cart");
    const all = await run("ingress-nginx", "explain", "ingress/public", "svc/cart", "--all");
    expect(some.stdout).not.toContain("web-from-edge");
    expect(all.stdout).toMatch(/not concerned\n\s+NetworkPolicy shop\/web-from-edge/);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "explain",
      ["ingress/public", "edge/nginx"],
      [
        "edge/nginx is not a backend of Ingress shop/public",
        "its backends: shop/web port http, shop/cart port 81, shop/mail port 82",
      ],
    ],
    [
      "explain",
      ["ingress/public", "--port", "8080"],
      [
        "Ingress shop/public has no backend on port TCP 8080",
        "its backends: shop/web port http, shop/cart port 81, shop/mail port 82",
      ],
    ],
    ["explain", ["ingress/publik"], ['no Ingress "publik"', "did you mean shop/ingress/public?"]],
    ["explain", ["-n", "edge", "ingress/public"], ['no Ingress "public" in namespace edge']],
    ["explain", ["shopp/ingress/public"], ['no namespace "shopp" in the input', "did you mean shop?"]],
    [
      "explain",
      ["shop/web", "ingress/public"],
      [
        'Ingress "public" is not an endpoint: its controller connects to Services',
        "use one of its backends: shop/svc/web, shop/svc/cart, shop/svc/mail",
        "use the pods of its controller: edge/nginx",
      ],
    ],
    [
      "matrix",
      ["--from", "ingress/public"],
      ['Ingress "public" is not an endpoint', "use the pods of its controller: edge/nginx"],
    ],
    [
      "explain",
      ["ingress/public", "svc/web", "--suggest"],
      [
        "--suggest needs two endpoints, and a route isn't one",
        "name the pods that send the traffic: edge/nginx",
      ],
    ],
    ["explain", ["shop/web", "--port", "80"], ["--port needs two endpoints, but only one is given"]],
  ])("anp %s %j is an error", async (command, args, lines) => {
    const { code, stderr } = await run("ingress-nginx", command, ...args);
    expect(code).toBe(2);
    for (const line of lines) expect(stderr).toContain(line);
  });
});
