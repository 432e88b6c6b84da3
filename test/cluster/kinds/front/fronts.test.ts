import { describe, expect, it } from "vitest";
import { loadSources } from "../../../../src/index.js";
import type { Fronts } from "../../../../src/cluster/model/fronts.js";

async function frontsOf(text: string, namespace = "default"): Promise<Fronts> {
  const loaded = await loadSources([{ name: "a.yaml", text }], { namespace });
  expect(loaded.problems).toEqual([]);
  return loaded.cluster.fronts;
}

const object = (apiVersion: string, kind: string, metadata: string, rest: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${metadata}\n${rest}\n`;

/** The routes of a text: who implements them, then their backends, as `ns/name:port` or `a Kind`. */
async function routesOf(text: string): Promise<string[][]> {
  const { routes } = await frontsOf(text);
  return routes.map(({ implementedBy, backends, otherBackends }) => [
    implementedBy.type === "class"
      ? `class ${implementedBy.name ?? "-"}`
      : `gateways ${implementedBy.gateways.map(({ namespace, name }) => `${namespace}/${name}`).join(" ")}`,
    ...backends.map(({ namespace, name, port }) => `${namespace}/${name}:${port ?? "-"}`),
    ...otherBackends.map((kind) => `a ${kind}`),
  ]);
}

describe("a Route of OpenShift", () => {
  const route = (spec: string): string =>
    object("route.openshift.io/v1", "Route", "{ name: web, namespace: shop }", `spec: ${spec}`);

  it.each([
    [
      "its Service and the alternatives, on one port",
      "{ to: { kind: Service, name: a }, alternateBackends: [{ name: b }], port: { targetPort: http } }",
      ["class -", "shop/a:http", "shop/b:http"],
    ],
    ["a port by its number", "{ to: { name: a }, port: { targetPort: 8080 } }", ["class -", "shop/a:8080"]],
    ["no Service that it does not name", "{ to: { kind: Other, name: a } }", ["class -"]],
    ["nothing where nothing is written", "{}", ["class -"]],
  ])("has %s", async (_, spec, expected) => {
    expect(await routesOf(route(spec))).toEqual([expected]);
  });
});

describe("an Ingress", () => {
  const ingress = (spec: string, apiVersion = "networking.k8s.io/v1"): string =>
    object(apiVersion, "Ingress", "{ name: web, namespace: shop }", `spec: ${spec}`);

  it.each([
    [
      "its class and its default backend before those of its paths",
      ingress(
        "{ ingressClassName: nginx, defaultBackend: { service: { name: a, port: { number: 81 } } }, rules: [{ http: { paths: [{ backend: { service: { name: b, port: { name: http } } } }, { backend: { service: { name: c, port: { number: 83 } } } }] } }, { http: { paths: [{ backend: { service: { name: d } } }] } }] }",
      ),
      ["class nginx", "shop/a:81", "shop/b:http", "shop/c:83", "shop/d:-"],
    ],
    [
      "the words of the beta versions",
      ingress(
        "{ backend: { serviceName: a, servicePort: 81 }, rules: [{ http: { paths: [{ backend: { serviceName: b, servicePort: http } }] } }] }",
        "extensions/v1beta1",
      ),
      ["class -", "shop/a:81", "shop/b:http"],
    ],
    [
      "no backend that is another resource",
      ingress("{ defaultBackend: { resource: { kind: Bucket, name: x } } }", "networking.k8s.io/v1beta1"),
      ["class -", "a Bucket"],
    ],
    ["nothing where nothing is written", ingress("{}"), ["class -"]],
    ["nothing of what has another type", ingress("{ rules: { http: x }, defaultBackend: [1] }"), ["class -"]],
  ])("has %s", async (_, text, route) => {
    expect(await routesOf(text)).toEqual([route]);
  });

  it("says its class in the older annotation, where no field does", async () => {
    const annotated = object(
      "networking.k8s.io/v1",
      "Ingress",
      '{ name: web, annotations: { "kubernetes.io/ingress.class": nginx } }',
      "spec: {}",
    );
    expect(await routesOf(annotated)).toEqual([["class nginx"]]);
  });

  it("is one object under its old group and its new one", async () => {
    const both = [ingress("{}"), ingress("{}", "extensions/v1beta1")].join("---\n");
    const { problems } = await loadSources([{ name: "a.yaml", text: both }]);
    expect(problems.map(({ code }) => code)).toEqual(["duplicate-object"]);
  });
});

describe("a route of the Gateway API", () => {
  const route = (spec: string, kind = "HTTPRoute", version = "v1"): string =>
    object(`gateway.networking.k8s.io/${version}`, kind, "{ name: web, namespace: shop }", `spec: ${spec}`);

  it.each([
    [
      "the Gateways and Services that it names, in its own namespace or another",
      route(
        "{ parentRefs: [{ name: a }, { name: b, namespace: edge, kind: Gateway }], rules: [{ backendRefs: [{ name: c, port: 81 }, { name: d, namespace: db, port: 82, weight: 3 }] }, { backendRefs: [{ name: e, port: 83 }] }] }",
      ),
      ["gateways shop/a edge/b", "shop/c:81", "db/d:82", "shop/e:83"],
    ],
    [
      "no parent that is a Service, as meshes have it",
      route(
        '{ parentRefs: [{ name: a, kind: Service, group: "" }], rules: [{ backendRefs: [{ name: c, port: 1 }] }] }',
      ),
      ["gateways ", "shop/c:1"],
    ],
    [
      "backends of other kinds by themselves, and none that gets no traffic",
      route(
        "{ rules: [{ backendRefs: [{ name: a, port: 1, kind: Bucket }, { name: b, port: 2, group: x.io }, { name: c, port: 3, weight: 0 }, { name: d, port: 4, weight: 1 }] }] }",
        "TCPRoute",
        "v1alpha2",
      ),
      ["gateways ", "shop/d:4", "a Bucket", "a Service (x.io)"],
    ],
  ])("has %s", async (_, text, expected) => {
    expect(await routesOf(text)).toEqual([expected]);
  });

  it.each([
    ["HTTPRoute", "v1beta1"],
    ["GRPCRoute", "v1"],
    ["TLSRoute", "v1alpha2"],
    ["UDPRoute", "v1alpha2"],
  ])("%s of %s is one", async (kind, version) => {
    const { routes } = await frontsOf(route("{}", kind, version));
    expect(routes.map(({ ref }) => `${ref.kind} ${ref.namespace}/${ref.name}`)).toEqual([`${kind} shop/web`]);
  });
});

describe("classes and Gateways", () => {
  it("name the controller, and the class", async () => {
    const { classes, gateways } = await frontsOf(
      [
        object("networking.k8s.io/v1", "IngressClass", "{ name: a }", "spec: { controller: x.io/one }"),
        object(
          "gateway.networking.k8s.io/v1",
          "GatewayClass",
          "{ name: b }",
          "spec: { controllerName: x.io/two }",
        ),
        object(
          "gateway.networking.k8s.io/v1",
          "Gateway",
          "{ name: c, namespace: d }",
          "spec: { gatewayClassName: b }",
        ),
        object(
          "gateway.networking.k8s.io/v1",
          "GatewayClass",
          "{ name: e }",
          "spec: { controller: x.io/three }",
        ),
      ].join("---\n"),
    );
    expect(classes.map(({ ref, controller }) => [ref.kind, ref.name, controller])).toEqual([
      ["IngressClass", "a", "x.io/one"],
      ["GatewayClass", "b", "x.io/two"],
      ["GatewayClass", "e", undefined],
    ]);
    expect(gateways.map(({ ref, className }) => [ref.namespace, ref.name, className])).toEqual([
      ["d", "c", "b"],
    ]);
  });
});

describe("a webhook configuration", () => {
  it.each(["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"])(
    "%s has the webhooks that are called through a Service",
    async (kind) => {
      const { webhooks } = await frontsOf(
        object(
          "admissionregistration.k8s.io/v1",
          kind,
          "{ name: guard }",
          "webhooks: [{ name: a.x.io, clientConfig: { service: { name: s, namespace: ns } } }, { name: b.x.io, clientConfig: { url: https://x.io } }, { clientConfig: { service: { name: t, namespace: m, port: 8443 } } }]",
        ),
      );
      expect(
        webhooks.map(({ name, service }) => `${name} ${service.namespace}/${service.name}:${service.port}`),
      ).toEqual(["a.x.io ns/s:443", "guard m/t:8443"]);
    },
  );
});

describe("a monitor", () => {
  const monitor = (kind: string, spec: string): string =>
    object("monitoring.coreos.com/v1", kind, "{ name: a, namespace: shop }", `spec: ${spec}`);

  it.each([
    ["its own namespace", "{ namespaceSelector: {} }", ["shop"]],
    ["those that it names", "{ namespaceSelector: { matchNames: [a, b] } }", ["a", "b"]],
    ["every one", "{ namespaceSelector: { any: true } }", undefined],
  ])("looks in %s", async (_, spec, namespaces) => {
    const [read] = (await frontsOf(monitor("ServiceMonitor", spec))).monitors;
    expect(read?.namespaces).toEqual(namespaces);
  });

  it.each([
    [
      "ServiceMonitor",
      "{ endpoints: [{ port: web }, { targetPort: 91 }, { targetPort: own }, { port: both, targetPort: 92 }, {}] }",
      ["services", "service-port web", "pod-port 91", "pod-port own", "service-port both"],
    ],
    [
      "PodMonitor",
      "{ podMetricsEndpoints: [{ port: web }, { portNumber: 93 }, { targetPort: 94 }] }",
      ["pods", "pod-port web", "pod-port 93", "pod-port 94"],
    ],
  ])("%s has the ports that are scraped", async (kind, spec, expected) => {
    const [read] = (await frontsOf(monitor(kind, spec))).monitors;
    expect([read?.of, ...(read?.ports ?? []).map(({ by, port }) => `${by} ${port}`)]).toEqual(expected);
  });
});

it.each<readonly [webhooks: string, isCalled: boolean]>([
  ["webhooks: [{ name: a.x.io, clientConfig: { url: https://x.io } }]", true],
  ["webhooks: [{ name: a.x.io, clientConfig: { service: { name: s, namespace: ns } } }]", true],
  ["webhooks: []", false],
  ["other: x", false],
])("a webhook configuration with %s calls somebody: %s", async (webhooks, isCalled) => {
  const text = object(
    "admissionregistration.k8s.io/v1",
    "ValidatingWebhookConfiguration",
    "{ name: guard }",
    webhooks,
  );
  const { cluster } = await loadSources([{ name: "a.yaml", text }]);
  expect(cluster.detours).toMatchObject([{ type: "server-call", isCalled }]);
});
