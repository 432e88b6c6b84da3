import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";
import { routeControllers, type RouteController } from "../../../src/cluster/model/route-controllers.js";

const pod = (namespace: string, name: string, labels: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: ${namespace}, labels: { ${labels} } }\nspec: {}\n`;
const ingress = (spec: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;
const ingressClass = (name: string, controller: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: { name: ${name} }\nspec: { controller: ${controller} }\n`;
const gatewayApi = (kind: string, name: string, spec: string): string =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: edge }\nspec: ${spec}\n`;

/** Who connects to the backends of the first route. */
async function connecting(...texts: readonly string[]): Promise<RouteController[]> {
  const { cluster } = await loadSources([{ name: "a.yaml", text: texts.join("---\n") }]);
  const [route] = cluster.fronts.routes;
  if (route === undefined) throw new Error("no route");
  return routeControllers(cluster, route);
}

/** The same, one text for each way. */
async function controllersOf(...texts: readonly string[]): Promise<string[]> {
  return (await connecting(...texts)).map((each) => {
    if (each.type === "pods") return each.pods.map(({ pod: { id } }) => id).join(" ");
    return each.type === "outside"
      ? `outside: ${each.controller}`
      : `unknown: ${Object.values(each.missing).join(" ")}`;
  });
}

const NGINX = pod(
  "ingress",
  "a",
  "app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: controller",
);
const HOOK = pod(
  "ingress",
  "b",
  "app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: admission-webhook",
);

describe("who connects for an Ingress", () => {
  it.each([
    [
      "the pods of its class's controller, in any namespace",
      [
        ingress("{ ingressClassName: c }"),
        ingressClass("c", "k8s.io/ingress-nginx"),
        NGINX,
        HOOK,
        pod("shop", "d", "app: web"),
      ],
      ["ingress/pod/a"],
    ],
    [
      "Envoy, not Contour",
      [
        ingress("{ ingressClassName: c }"),
        ingressClass("c", "projectcontour.io/ingress-controller"),
        pod("contour", "contour", "app: contour"),
        pod("contour", "envoy", "app: envoy"),
      ],
      ["contour/pod/envoy"],
    ],
    [
      "a controller whose name tells its class too",
      [
        ingress("{ ingressClassName: c }"),
        ingressClass("c", "haproxy.org/ingress-controller/c"),
        pod("h", "h", "run: haproxy-ingress"),
      ],
      ["h/pod/h"],
    ],
    [
      "a load balancer that has no pods",
      [ingress("{ ingressClassName: c }"), ingressClass("c", "ingress.k8s.aws/alb"), NGINX],
      ["outside: ingress.k8s.aws/alb"],
    ],
    [
      "nobody that is known, without a class",
      [ingress("{}"), ingressClass("c", "k8s.io/ingress-nginx"), NGINX],
      ["unknown: no-class"],
    ],
    [
      "nobody that is known, of a class that is not there",
      [ingress("{ ingressClassName: d }"), ingressClass("c", "k8s.io/ingress-nginx"), NGINX],
      ["unknown: not-in-input IngressClass d"],
    ],
    [
      "nobody that is known, of a controller of which nothing is",
      [ingress("{ ingressClassName: c }"), ingressClass("c", "k8s.io/ingress-nginx-2"), NGINX],
      ["unknown: not-known k8s.io/ingress-nginx-2"],
    ],
    [
      "nobody that is known, where its pods are not there",
      [ingress("{ ingressClassName: c }"), ingressClass("c", "k8s.io/ingress-nginx"), HOOK],
      ["unknown: no-pods k8s.io/ingress-nginx"],
    ],
  ])("is %s", async (_, texts, expected) => {
    expect(await controllersOf(...texts)).toEqual(expected);
  });
});

describe("who connects for a route", () => {
  const route = gatewayApi("HTTPRoute", "web", "{ parentRefs: [{ name: one }, { name: two }] }");
  const one = gatewayApi("Gateway", "one", "{ gatewayClassName: c }");
  const two = gatewayApi("Gateway", "two", "{ gatewayClassName: d }");

  it.each([
    [
      "the pods that are labelled with its Gateways, in their namespace",
      [
        route,
        one,
        two,
        pod("edge", "a", "gateway.networking.k8s.io/gateway-name: one"),
        pod("shop", "b", "gateway.networking.k8s.io/gateway-name: one"),
        pod("edge", "c", "gateway.networking.k8s.io/gateway-name: two"),
      ],
      ["edge/pod/a", "edge/pod/c"],
    ],
    [
      "those that Envoy Gateway makes elsewhere, and those of a controller that many Gateways share",
      [
        route,
        one,
        two,
        gatewayApi("GatewayClass", "c", "{ controllerName: gateway.envoyproxy.io/gatewayclass-controller }"),
        gatewayApi("GatewayClass", "d", "{ controllerName: traefik.io/gateway-controller }"),
        pod(
          "envoy",
          "a",
          "gateway.envoyproxy.io/owning-gateway-name: one, gateway.envoyproxy.io/owning-gateway-namespace: edge",
        ),
        pod(
          "envoy",
          "b",
          "gateway.envoyproxy.io/owning-gateway-name: one, gateway.envoyproxy.io/owning-gateway-namespace: shop",
        ),
        pod("traefik", "t", "app.kubernetes.io/name: traefik"),
      ],
      ["envoy/pod/a", "traefik/pod/t"],
    ],
    [
      "not known where a Gateway or a class is missing",
      [route, two],
      ["unknown: not-in-input Gateway edge/one", "unknown: not-in-input GatewayClass d"],
    ],
    [
      "not known for a route without a Gateway",
      [gatewayApi("HTTPRoute", "web", "{}")],
      ["unknown: no-gateway"],
    ],
  ])("is %s", async (_, texts, expected) => {
    expect(await controllersOf(...texts)).toEqual(expected);
  });
});

describe("what tells who connects", () => {
  const route = gatewayApi("HTTPRoute", "web", "{ parentRefs: [{ name: one }] }");
  const one = gatewayApi("Gateway", "one", "{ gatewayClassName: c }");
  const gatewayClass = gatewayApi("GatewayClass", "c", "{ controllerName: istio.io/gateway-controller }");
  const proxy = pod("edge", "a", "gateway.networking.k8s.io/gateway-name: one");

  it.each([
    ["a class", [ingress("{ ingressClassName: d }")], { className: "d" }],
    [
      "a class with its controller",
      [ingress("{ ingressClassName: c }"), ingressClass("c", "k8s.io/ingress-nginx"), NGINX],
      { className: "c", controller: "k8s.io/ingress-nginx" },
    ],
    ["nothing", [ingress("{}")], {}],
    ["a Gateway that is not there", [route], { gateway: "edge/one" }],
    ["a Gateway with its class", [route, one], { gateway: "edge/one", className: "c" }],
    [
      "a Gateway with its class and controller",
      [route, one, gatewayClass],
      { gateway: "edge/one", className: "c", controller: "istio.io/gateway-controller" },
    ],
    [
      "the same of pods that are labelled with it",
      [route, one, gatewayClass, proxy],
      { gateway: "edge/one", className: "c", controller: "istio.io/gateway-controller" },
    ],
  ])("is %s", async (_, texts, by) => {
    expect((await connecting(...texts)).map((each) => each.by)).toEqual([by]);
  });
});
