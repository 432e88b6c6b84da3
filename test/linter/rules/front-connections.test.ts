import { describe, expect, it } from "vitest";
import { documents, findingsOf, pod, policy, service } from "../../support/exposure.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { loadSources } from "../../../src/index.js";
import type { ConnectionFacts } from "../../../src/cluster/problems/connections.js";

const NGINX = `apiVersion: v1
kind: Pod
metadata: { name: nginx, namespace: edge, labels: { app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: controller } }
spec: {}
`;
const ingressClass = (controller: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: { name: c }\nspec: { controller: ${controller} }\n`;
const backend = (name: string, port: string): string => `{ service: { name: ${name}, port: ${port} } }`;
const ingress = (spec: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;
const openshiftRoute = (port: string): string =>
  `apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: { name: web, namespace: shop }\nspec: { to: { kind: Service, name: web, weight: 100 }, port: { targetPort: ${port} } }\n`;
const annotated = (name: string, text: string): string =>
  text.replace("name: web,", `name: web, annotations: { kubernetes.io/ingress.class: ${name} },`);
const letIn = (from: string, app = "web"): string =>
  policy(
    "shop",
    app,
    `{ podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress], ingress: [{ from: [${from}], ports: [{ port: 8080 }] }] }`,
  );

const CILIUM =
  "apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec: { endpointSelector: {}, ingress: [{ fromEntities: [ingress] }] }\n";

const WEB = pod("shop", "web", "[{ name: http, containerPort: 8080 }]");
const SERVICE = service(
  "shop",
  "web",
  "{ selector: { app: web }, ports: [{ name: main, port: 80, targetPort: http }] }",
);
const FROM_EDGE = "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: edge } } }";
const FROM_SHOP = "{ podSelector: {} }";

type Connecting = ConnectionFacts["ingress-backend-blocked"]["connecting"];

function who(connecting: Connecting): string {
  if (connecting.type === "pods")
    return connecting.more === 0 ? connecting.first : `${connecting.first} + ${connecting.more}`;
  return connecting.type === "outside" ? connecting.controller : "unknown";
}

describe("ingress-backend-blocked", () => {
  async function blocked(...texts: readonly string[]): Promise<string[]> {
    const all = await findingsOf("ingress-backend-blocked", documents(...texts));
    return all.map(
      ({ at, facts }) =>
        `${at}: ${who(facts.connecting)} to ${facts.service} ${facts.port}/${facts.protocol} of ${facts.concerned.first}, ${facts.side}`,
    );
  }

  const OF_CLASS = ingress(`{ ingressClassName: c, defaultBackend: ${backend("web", "{ number: 80 }")} }`);
  const BASE = [NGINX, ingressClass("k8s.io/ingress-nginx"), WEB, SERVICE];

  it.each([
    [
      "do not let the controller in",
      [...BASE, OF_CLASS, letIn(FROM_SHOP)],
      ["web: edge/nginx to shop/web 8080/TCP of shop/web, ingress"],
    ],
    ["let it in", [...BASE, OF_CLASS, letIn(FROM_EDGE)], []],
    [
      "let nobody in, behind a Route of OpenShift",
      [
        WEB,
        SERVICE,
        openshiftRoute("main"),
        policy("shop", "web", "{ podSelector: {}, policyTypes: [Ingress] }"),
      ],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let somebody of elsewhere in, behind a Route",
      [WEB, SERVICE, openshiftRoute("main"), letIn(FROM_EDGE)],
      [],
    ],
    [
      "let nobody in, behind a Route that names no port of the Service",
      [
        WEB,
        SERVICE,
        openshiftRoute("9000"),
        policy("shop", "web", "{ podSelector: {}, policyTypes: [Ingress] }"),
      ],
      [],
    ],
    ["are not isolated", [...BASE, OF_CLASS], []],
    [
      "are named by the name of the Service's port",
      [
        ...BASE,
        ingress(`{ ingressClassName: c, defaultBackend: ${backend("web", "{ name: main }")} }`),
        letIn(FROM_SHOP),
      ],
      ["web: edge/nginx to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "are named twice",
      [
        ...BASE,
        ingress(
          `{ ingressClassName: c, defaultBackend: ${backend("web", "{ number: 80 }")}, rules: [{ http: { paths: [{ backend: ${backend("web", "{ number: 80 }")} }] } }] }`,
        ),
        letIn(FROM_SHOP),
      ],
      ["web: edge/nginx to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "may not be connected to",
      [...BASE, OF_CLASS, policy("edge", "none", "{ podSelector: {}, policyTypes: [Egress] }")],
      ["web: edge/nginx to shop/web 8080/TCP of shop/web, egress"],
    ],
    [
      "are behind a port that the Service has not",
      [
        ...BASE,
        ingress(`{ ingressClassName: c, defaultBackend: ${backend("web", "{ number: 81 }")} }`),
        letIn(FROM_SHOP),
      ],
      [],
    ],
    [
      "are behind a headless Service, of which a controller uses the target port too",
      [
        NGINX,
        ingressClass("k8s.io/ingress-nginx"),
        WEB,
        SERVICE.replace("{ selector", "{ clusterIP: None, selector"),
        OF_CLASS,
        letIn(FROM_SHOP),
      ],
      ["web: edge/nginx to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let nobody in, whoever the controller is",
      [WEB, SERVICE, OF_CLASS, policy("shop", "none", "{ podSelector: {}, policyTypes: [Ingress] }")],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    ["let somebody in, who may be the controller", [WEB, SERVICE, OF_CLASS, letIn(FROM_EDGE)], []],
    [
      "let in pods of their own namespace, whoever the controller is",
      [WEB, SERVICE, OF_CLASS, letIn(FROM_SHOP)],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in some pods of their own namespace",
      [WEB, SERVICE, OF_CLASS, letIn("{ podSelector: { matchLabels: { app: web } } }")],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in pods of their own namespace, by its name",
      [WEB, SERVICE, OF_CLASS, letIn(FROM_EDGE.replace("edge", "shop"))],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in some pods of their own namespace, by its name",
      [
        WEB,
        SERVICE,
        OF_CLASS,
        letIn(
          FROM_EDGE.replace("edge", "shop").replace(/}$/, ", podSelector: { matchLabels: { app: web } } }"),
        ),
      ],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in pods of their own namespace by its name, and somebody else",
      [WEB, SERVICE, OF_CLASS, letIn(`${FROM_EDGE.replace("edge", "shop")}, ${FROM_EDGE}`)],
      [],
    ],
    [
      "let in pods of their own namespace by its name that no manifest holds",
      [
        WEB,
        SERVICE,
        OF_CLASS,
        letIn(
          FROM_EDGE.replace("edge", "shop").replace(/}$/, ", podSelector: { matchLabels: { app: other } } }"),
        ),
      ],
      [],
    ],
    [
      "let in pods of namespaces by a label, of which theirs may be one",
      [WEB, SERVICE, OF_CLASS, letIn("{ namespaceSelector: { matchLabels: { team: shop } } }")],
      [],
    ],
    [
      "let in pods alone, and not the load balancer of a class in the older annotation",
      [WEB, SERVICE, annotated("alb", OF_CLASS.replace("ingressClassName: c, ", "")), letIn(FROM_EDGE)],
      ["web: ingress.k8s.aws/alb to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in pods alone, and not the controller of a class in the older annotation",
      [...BASE, annotated("c", OF_CLASS.replace("ingressClassName: c, ", "")), letIn(FROM_SHOP)],
      ["web: edge/nginx to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in the controller of the field, which counts before the older annotation",
      [...BASE, annotated("alb", OF_CLASS), letIn(FROM_EDGE)],
      [],
    ],
    [
      "let in addresses, of which the load balancer of the older annotation may have one",
      [
        WEB,
        SERVICE,
        annotated("alb", OF_CLASS.replace("ingressClassName: c, ", "")),
        letIn("{ ipBlock: { cidr: 0.0.0.0/0 } }"),
      ],
      [],
    ],
    [
      "let in pods alone, of a class in an annotation that is not known",
      [WEB, SERVICE, annotated("nginx", OF_CLASS.replace("ingressClassName: c, ", "")), letIn(FROM_EDGE)],
      [],
    ],
    [
      "let in pods of their own namespace, and others on another port",
      [
        WEB,
        SERVICE,
        OF_CLASS,
        letIn(FROM_SHOP),
        letIn(FROM_EDGE).replace("port: 8080", "port: 9090").replace("name: web", "name: metrics"),
      ],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in pods of their own namespace that no manifest holds, one of which may be the controller",
      [WEB, SERVICE, OF_CLASS, letIn("{ podSelector: { matchLabels: { app: ingress-nginx } } }")],
      [],
    ],
    [
      "let in pods of their own namespace, one of which may be the controller",
      [WEB, SERVICE, OF_CLASS, letIn(FROM_SHOP), pod("shop", "traefik")],
      [],
    ],
    [
      "let in some pods of their own namespace, beside others that are called like a controller and not let in",
      [
        WEB,
        SERVICE,
        OF_CLASS,
        letIn("{ podSelector: { matchLabels: { app: web } } }"),
        pod("shop", "payment-gateway"),
      ],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in some pods of their own namespace, which are called like a controller",
      [
        WEB,
        SERVICE,
        OF_CLASS,
        letIn("{ podSelector: { matchLabels: { app: api-gateway } } }"),
        pod("shop", "api-gateway"),
      ],
      [],
    ],
    [
      "let in some pods of their own namespace, which are called like a controller and are behind it",
      [
        WEB,
        SERVICE,
        service(
          "shop",
          "api-gateway",
          "{ selector: { app: api-gateway }, ports: [{ port: 80, targetPort: 8080 }] }",
        ),
        ingress(
          `{ ingressClassName: c, rules: [{ http: { paths: [{ backend: ${backend("web", "{ number: 80 }")} }, { backend: ${backend("api-gateway", "{ number: 80 }")} }, { backend: ${backend("gone", "{ number: 80 }")} }] } }] }`,
        ),
        letIn("{ podSelector: { matchLabels: { app: api-gateway } } }"),
        pod("shop", "api-gateway"),
      ],
      ["web: unknown to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in some pods of their own namespace, beside a controller that isn't let in",
      [
        WEB,
        SERVICE,
        OF_CLASS,
        letIn("{ podSelector: { matchLabels: { app: web } } }"),
        pod("shop", "traefik"),
      ],
      [],
    ],
    [
      "let in pods of their own namespace and somebody else, by one rule",
      [WEB, SERVICE, OF_CLASS, letIn(`${FROM_SHOP}, ${FROM_EDGE}`)],
      [],
    ],
    [
      "let in pods of their own namespace, and somebody else",
      [WEB, SERVICE, OF_CLASS, letIn(FROM_SHOP), letIn(FROM_EDGE).replace("name: web", "name: edge")],
      [],
    ],
    [
      "let in pods of their own namespace, beside policies that are not evaluated",
      [WEB, SERVICE, OF_CLASS, letIn(FROM_SHOP), CILIUM],
      [],
    ],
    [
      "let in an address, which may be the controller's",
      [WEB, SERVICE, OF_CLASS, letIn("{ ipBlock: { cidr: 192.0.2.1/32 } }")],
      [],
    ],
    [
      "let in pods alone, and not a load balancer outside",
      [WEB, SERVICE, ingressClass("ingress.k8s.aws/alb"), OF_CLASS, letIn(FROM_EDGE)],
      ["web: ingress.k8s.aws/alb to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in pods alone, and not the load balancer that a class stands for which no manifest holds",
      [WEB, SERVICE, OF_CLASS.replace("ingressClassName: c", "ingressClassName: alb"), letIn(FROM_EDGE)],
      ["web: ingress.k8s.aws/alb to shop/web 8080/TCP of shop/web, ingress"],
    ],
    [
      "let in an address, which may be that of a load balancer",
      [
        WEB,
        SERVICE,
        ingressClass("ingress.k8s.aws/alb"),
        OF_CLASS,
        letIn("{ ipBlock: { cidr: 192.0.2.0/24 } }"),
      ],
      [],
    ],
  ])("where the pods %s", async (_, texts, found) => {
    expect(await blocked(...texts)).toEqual(found);
  });

  it.each([
    [
      "the port, where another one is let in from beyond",
      letIn(FROM_EDGE).replace("port: 8080", "port: 80"),
      { ports: "TCP 80", meant: undefined },
    ],
    [
      "no port, where somebody else is let in on the right one",
      letIn("{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: other } } }"),
      { ports: undefined, meant: undefined },
    ],
    [
      "a policy that lets somebody in and selects no pod",
      documents(letIn(FROM_SHOP), letIn(FROM_EDGE, "wep")),
      { ports: undefined, meant: "NetworkPolicy shop/wep" },
    ],
  ])("blames %s", async (_, text, { ports, meant }) => {
    const [found] = await findingsOf("ingress-backend-blocked", documents(...BASE, OF_CLASS, text));
    const allowed = found?.facts.allows?.ports.map(({ protocol, port }) => `${protocol} ${port}`).join();
    expect([allowed, found?.facts.meant]).toEqual([ports, meant]);
  });

  const DNS_ONLY = policy(
    "shop",
    "dns",
    "{ podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ protocol: UDP, port: 53 }] }] }",
  );
  const CART = pod("shop", "cart");
  const FROM_CART = "{ podSelector: { matchLabels: { app: cart } } }";
  const withinMessages = async (...texts: readonly string[]): Promise<readonly string[]> =>
    (await findingsOf("ingress-backend-blocked", documents(...texts))).map(
      ({ facts }) => `${facts.side} of ${facts.within ?? "anybody"}`,
    );

  it.each([
    [
      "pods of its namespace, which may not connect either",
      [DNS_ONLY, letIn(FROM_CART)],
      ["ingress of shop"],
    ],
    ["pods of its namespace, which may", [letIn(FROM_CART)], ["ingress of shop"]],
    [
      "nobody",
      [DNS_ONLY, letIn(FROM_CART).replace(/ingress: \[\{.*\}\] \}/, "ingress: [] }")],
      ["ingress of anybody"],
    ],
    ["pods of another namespace", [DNS_ONLY, letIn(FROM_EDGE)], []],
    [
      "everybody on the port, beside pods that may not connect",
      [DNS_ONLY, letIn("{ ipBlock: { cidr: 0.0.0.0/0 } }")],
      [],
    ],
    ["nobody in particular: nothing isolates them", [DNS_ONLY], []],
  ])(
    "where nothing shows the controller, is told of a backend that lets in %s",
    async (_, policies, expected) => {
      expect(await withinMessages(WEB, CART, SERVICE, OF_CLASS, ...policies)).toEqual(expected);
    },
  );

  it("is told of the workloads that are not reached, and not of those that are", async () => {
    const both = "{ selector: { tier: front }, ports: [{ port: 80, targetPort: 8080 }] }";
    const front = (app: string): string =>
      pod("shop", app).replace(`app: ${app} }`, `app: ${app}, tier: front }`);
    const texts = [
      NGINX,
      ingressClass("k8s.io/ingress-nginx"),
      front("web"),
      front("cart"),
      service("shop", "web", both),
      OF_CLASS,
    ];
    expect(await blocked(...texts, letIn(FROM_SHOP, "cart"))).toEqual([
      "web: edge/nginx to shop/web 8080/TCP of shop/cart, ingress",
    ]);
  });

  it("is told of one of two Gateways", async () => {
    const gatewayApi = (kind: string, name: string, spec: string): string =>
      `apiVersion: gateway.networking.k8s.io/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: edge }\nspec: ${spec}\n`;
    const proxy = (name: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: edge, labels: { gateway.networking.k8s.io/gateway-name: ${name} } }\nspec: {}\n`;
    const texts = [
      gatewayApi("Gateway", "one", "{ gatewayClassName: x }"),
      gatewayApi("Gateway", "two", "{ gatewayClassName: x }"),
      gatewayApi(
        "HTTPRoute",
        "web",
        "{ parentRefs: [{ name: one }, { name: two }], rules: [{ backendRefs: [{ name: web, namespace: shop, port: 80 }] }] }",
      ),
      proxy("one"),
      proxy("two"),
      WEB,
      SERVICE,
    ];
    const toOne =
      "{ namespaceSelector: {}, podSelector: { matchLabels: { gateway.networking.k8s.io/gateway-name: one } } }";
    expect(await blocked(...texts, letIn(toOne))).toEqual([
      "web: edge/two to shop/web 8080/TCP of shop/web, ingress",
    ]);
  });

  it("is told of a controller on its node's network from every node but the pod's own", async () => {
    const onHost = (name: string, node: string): string =>
      NGINX.replace("name: nginx", `name: ${name}`).replace(
        "spec: {}",
        `spec: { hostNetwork: true, nodeName: ${node} }`,
      );
    const node = (name: string, address: string): string =>
      `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nstatus: { addresses: [{ type: InternalIP, address: ${address} }] }\n`;
    const web = WEB.replace("spec: {", "spec: { nodeName: a,");
    const rest = [
      ingressClass("k8s.io/ingress-nginx"),
      SERVICE,
      OF_CLASS,
      node("a", "192.0.2.1"),
      node("b", "192.0.2.2"),
      web,
      letIn(FROM_SHOP),
    ];
    expect(await blocked(onHost("x", "a"), ...rest)).toEqual([]);
    expect(await blocked(onHost("x", "b"), ...rest)).toEqual([
      "web: edge/x to shop/web 8080/TCP of shop/web, ingress",
    ]);
    expect(await blocked(onHost("x", "a"), onHost("z", "b"), ...rest)).toEqual([]);
  });
});

describe("webhook-port-blocked", () => {
  const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: guard }
webhooks: [{ name: a.example, clientConfig: { service: { name: web, namespace: shop, port: 80 } } }]
`;
  const node = (labels: string): string =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: cp, labels: ${labels} }\nstatus: { addresses: [{ type: InternalIP, address: 192.0.2.10 }] }\n`;
  const CONTROL_PLANE = node('{ node-role.kubernetes.io/control-plane: "" }');
  const ON_WORKER = WEB.replace("spec: {", "spec: { nodeName: worker,");

  async function blocked(...texts: readonly string[]): Promise<string[]> {
    const all = await findingsOf("webhook-port-blocked", documents(...texts, SERVICE, WEBHOOK));
    return all.map(
      ({ at, facts }) =>
        `${at}: ${facts.from} to ${facts.concerned.first} ${facts.port}, ${facts.webhook} of ${facts.service}`,
    );
  }
  const FOUND = "to shop/web 8080, a.example of shop/web";

  it("is not told of a webhook whose Service is not in the input", async () => {
    const texts = [ON_WORKER, CONTROL_PLANE, letIn(FROM_SHOP), WEBHOOK];
    expect(await findingsOf("webhook-port-blocked", documents(...texts))).toEqual([]);
  });

  it.each([
    [
      "the nodes of the control plane are let in by no rule",
      [ON_WORKER, CONTROL_PLANE, letIn(FROM_SHOP)],
      [`web: control-plane ${FOUND}`],
    ],
    [
      "they are let in by their address",
      [ON_WORKER, CONTROL_PLANE, letIn("{ ipBlock: { cidr: 192.0.2.0/28 } }")],
      [],
    ],
    ["nothing isolates the pods", [ON_WORKER, CONTROL_PLANE], []],
    [
      "the pods are on the node of the control plane itself",
      [WEB.replace("spec: {", "spec: { nodeName: cp,"), CONTROL_PLANE, letIn(FROM_SHOP)],
      [],
    ],
    [
      "the pods are on the network of their node",
      [
        WEB.replace("spec: {", "spec: { hostNetwork: true, nodeName: worker,"),
        CONTROL_PLANE,
        letIn(FROM_SHOP),
      ],
      [],
    ],
    [
      "no node is of the control plane, and no address is let in",
      [ON_WORKER, node("{}"), letIn(FROM_SHOP)],
      [`web: anywhere ${FOUND}`],
    ],
    [
      "the input has no nodes, and an address is let in",
      [ON_WORKER, letIn("{ ipBlock: { cidr: 192.0.2.0/28 } }")],
      [],
    ],
    [
      "the input has no nodes, and the agents of a hosted control plane are let in",
      [
        ON_WORKER,
        letIn("{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }"),
      ],
      [],
    ],
  ])("where %s", async (_, texts, found) => {
    expect(await blocked(...texts)).toEqual(found);
  });
});

describe("metrics-scrape-blocked", () => {
  const PROMETHEUS = `apiVersion: v1
kind: Pod
metadata: { name: prometheus, namespace: monitoring, labels: { app.kubernetes.io/name: prometheus } }
spec: {}
`;
  const monitor = (kind: string, spec: string): string =>
    `apiVersion: monitoring.coreos.com/v1\nkind: ${kind}\nmetadata: { name: m, namespace: shop }\nspec: ${spec}\n`;
  const PLAIN = PROMETHEUS.replace("app.kubernetes.io/name:", "app:");
  const scraped = (text: string): string =>
    text.replace(
      "name: web,",
      'name: web, annotations: { prometheus.io/scrape: "true", prometheus.io/port: "9090" },',
    );
  const LABELLED = SERVICE.replace("namespace: shop }", "namespace: shop, labels: { app: front } }");
  const OF_SERVICE = monitor(
    "ServiceMonitor",
    "{ selector: { matchLabels: { app: front } }, endpoints: [{ port: main }] }",
  );
  const FROM_MONITORING =
    "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } } }";

  async function blocked(...texts: readonly string[]): Promise<string[]> {
    const all = await findingsOf("metrics-scrape-blocked", documents(...texts));
    return all.map(
      ({ at, facts }) =>
        `${at}: ${who(facts.connecting)} to ${facts.concerned.first} ${facts.port}/${facts.protocol}, ${facts.monitor}, ${facts.side}`,
    );
  }

  it.each([
    [
      "the port of a Service, by its name",
      [PROMETHEUS, WEB, LABELLED, OF_SERVICE, letIn(FROM_SHOP)],
      ["main: monitoring/prometheus to shop/web 8080/TCP, ServiceMonitor shop/m, ingress"],
    ],
    [
      "a port of the pods, by its number",
      [
        PROMETHEUS,
        WEB,
        monitor(
          "PodMonitor",
          "{ selector: { matchLabels: { app: web } }, podMetricsEndpoints: [{ portNumber: 9090 }] }",
        ),
        letIn(FROM_MONITORING),
      ],
      ["9090: monitoring/prometheus to shop/web 9090/TCP, PodMonitor shop/m, ingress"],
    ],
    [
      "a port of the pods, by its name",
      [
        PROMETHEUS,
        WEB,
        monitor("PodMonitor", "{ selector: {}, podMetricsEndpoints: [{ port: http }] }"),
        letIn(FROM_SHOP),
      ],
      ["http: monitoring/prometheus to shop/web 8080/TCP, PodMonitor shop/m, ingress"],
    ],
    [
      "a port of the pods behind a Service, by its number",
      [
        PROMETHEUS,
        WEB,
        LABELLED,
        monitor(
          "ServiceMonitor",
          "{ selector: { matchLabels: { app: front } }, endpoints: [{ targetPort: 8081 }] }",
        ),
        letIn(FROM_MONITORING),
      ],
      ["8081: monitoring/prometheus to shop/web 8081/TCP, ServiceMonitor shop/m, ingress"],
    ],
    [
      "the port of a Service, and no other one of it",
      [
        PROMETHEUS,
        WEB,
        LABELLED.replace(
          "ports: [{ name: main,",
          "ports: [{ name: admin, port: 81, targetPort: 8081 }, { name: main, protocol: UDP, port: 82, targetPort: 8082 }, { name: main,",
        ),
        OF_SERVICE,
        letIn(FROM_SHOP),
      ],
      ["main: monitoring/prometheus to shop/web 8080/TCP, ServiceMonitor shop/m, ingress"],
    ],
    ["pods that let Prometheus in", [PROMETHEUS, WEB, LABELLED, OF_SERVICE, letIn(FROM_MONITORING)], []],
    ["Services with other labels", [PROMETHEUS, WEB, SERVICE, OF_SERVICE, letIn(FROM_SHOP)], []],
    [
      "another namespace",
      [
        PROMETHEUS,
        WEB,
        LABELLED,
        OF_SERVICE.replace("endpoints:", "namespaceSelector: { matchNames: [db] }, endpoints:"),
        letIn(FROM_SHOP),
      ],
      [],
    ],
    [
      "a port of a pod's annotation",
      [PROMETHEUS, scraped(WEB), letIn(FROM_MONITORING)],
      ['"9090": monitoring/prometheus to shop/web 9090/TCP, Pod shop/web, ingress'],
    ],
    [
      "a port of a Service's annotation, and Prometheus without a chart",
      [PLAIN, WEB, scraped(SERVICE), letIn(FROM_MONITORING)],
      ['"9090": monitoring/prometheus to shop/web 9090/TCP, Service shop/web, ingress'],
    ],
    [
      "a port of a template's annotation, once where the Service has it too",
      [
        PROMETHEUS,
        `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { template: { metadata: { annotations: { prometheus.io/scrape: "true", prometheus.io/port: "9090" }, labels: { app: web } } } }
`,
        scraped(SERVICE),
        letIn(FROM_MONITORING),
      ],
      ['"9090": monitoring/prometheus to shop/web 9090/TCP, Deployment shop/web, ingress'],
    ],
    [
      "a port of an annotation that a monitor has as well, as the monitor's",
      [PROMETHEUS, scraped(WEB).replaceAll("9090", "8080"), LABELLED, OF_SERVICE, letIn(FROM_SHOP)],
      ["main: monitoring/prometheus to shop/web 8080/TCP, ServiceMonitor shop/m, ingress"],
    ],
    [
      "an annotation whose port is let in",
      [PROMETHEUS, scraped(WEB).replaceAll("9090", "8080"), letIn(FROM_MONITORING)],
      [],
    ],
    [
      "an annotation that says no",
      [PROMETHEUS, scraped(WEB).replace('"true"', '"false"'), letIn(FROM_MONITORING)],
      [],
    ],
    [
      "an annotation without a port",
      [PROMETHEUS, scraped(WEB).replace(', prometheus.io/port: "9090"', ""), letIn(FROM_MONITORING)],
      [],
    ],
    [
      "an annotation of a workload, which its pods do not have",
      [
        PROMETHEUS,
        `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop, annotations: { prometheus.io/scrape: "true", prometheus.io/port: "9090" } }
spec: { template: { metadata: { labels: { app: web } } } }
`,
        letIn(FROM_MONITORING),
      ],
      [],
    ],
    [
      "an annotation, with a part of Prometheus's chart that scrapes nothing",
      [
        PLAIN.replace("app: prometheus", "app: prometheus, component: alertmanager"),
        scraped(WEB),
        letIn(FROM_SHOP),
      ],
      [],
    ],
    ["an annotation, without Prometheus", [scraped(WEB), letIn(FROM_SHOP)], []],
    [
      "a name that no pod declares",
      [
        PROMETHEUS,
        WEB,
        monitor("PodMonitor", "{ selector: {}, podMetricsEndpoints: [{ port: x }] }"),
        letIn(FROM_SHOP),
      ],
      [],
    ],
  ])("is about %s", async (_, texts, found) => {
    expect(await blocked(...texts)).toEqual(found);
  });

  it("says that it has nothing to look at without Prometheus, where there is something to scrape", async () => {
    const skipped = async (...texts: readonly string[]): Promise<boolean> => {
      const loaded = await loadSources([{ name: "a.yaml", text: documents(...texts) }], { purpose: "lint" });
      return lint(loaded).skipped.some(({ rule }) => rule === "metrics-scrape-blocked");
    };
    expect(await skipped(WEB, LABELLED, OF_SERVICE, letIn(FROM_SHOP))).toBe(true);
    expect(await skipped(WEB, LABELLED, letIn(FROM_SHOP))).toBe(false);
    expect(await skipped(PROMETHEUS, WEB, LABELLED, OF_SERVICE, letIn(FROM_SHOP))).toBe(false);
  });
});
