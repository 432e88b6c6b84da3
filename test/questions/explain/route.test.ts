import { explainReport } from "../../support/explain-report.js";
import { documents, pod, policy, service } from "../../support/exposure.js";
import { describe, expect, it } from "vitest";
import { explainFlow, loadSources, type Explanation, type Result } from "../../../src/index.js";
import { explainJson } from "../../../src/report/explain-json.js";
import { schemaOf } from "../../support/schemas.js";

const explainProblems = schemaOf("explain");

const controller = (namespace: string, name: string, labels = ""): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: ${namespace}, labels: { app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: controller${labels} } }\nspec: {}\n`;
const CLASS =
  "apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: { name: c }\nspec: { controller: k8s.io/ingress-nginx }\n";
const ingress = (...backends: readonly (readonly [service: string, port: string])[]): string => {
  const paths = backends.map(([name, port]) => `{ backend: { service: { name: ${name}, port: ${port} } } }`);
  return `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: front, namespace: shop }\nspec: { ingressClassName: c, rules: [{ http: { paths: [${paths.join(", ")}] } }] }\n`;
};
const gatewayApi = (kind: string, namespace: string, name: string, spec: string): string =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: ${spec}\n`;
const admits = (app: string, from: string): string =>
  policy(
    "shop",
    app,
    `{ podSelector: { matchLabels: { app: ${app} } }, policyTypes: [Ingress], ingress: [{ from: [${from}] }] }`,
  );
const inNamespace = (name: string): string =>
  `{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ${name} } } }`;

const NGINX = controller("edge", "nginx");
const WEB = pod("shop", "web", "[{ name: http, containerPort: 8080 }]");
const CART = pod("shop", "cart", "[{ containerPort: 7070 }]");
const WEB_SERVICE = service(
  "shop",
  "web",
  "{ selector: { app: web }, ports: [{ name: main, port: 80, targetPort: http }, { name: more, port: 90, targetPort: 9090 }] }",
);
const CART_SERVICE = service(
  "shop",
  "cart",
  "{ selector: { app: cart }, ports: [{ port: 81, targetPort: 7070 }] }",
);
const TO_WEB = ["web", "{ number: 80 }"] as const;
const TO_CART = ["cart", "{ number: 81 }"] as const;
const SHOP = [WEB, CART, WEB_SERVICE, CART_SERVICE];

interface Question {
  readonly from?: string;
  readonly to?: string;
  readonly port?: string;
  readonly protocol?: string;
}

async function explained(texts: readonly string[], question: Question = {}): Promise<Explanation> {
  const loaded = await loadSources([{ name: "a.yaml", text: documents(...texts) }]);
  const explanation = explainFlow(loaded, { from: "ingress/front", ...question });
  expect(explainProblems(JSON.parse([...explainJson(explainReport(explanation))].join("")))).toEqual([]);
  return explanation;
}

/** `edge/nginx > shop/web TCP 8080 by shop/web:80 allowed`. */
function shown({ from, to, traffic, path, verdict, reasons }: Result): string {
  const ports = [
    ...traffic.TCP.map(([first, last]) => `TCP ${first === last ? first : "*"}`),
    ...traffic.UDP.map(([first]) => `UDP ${first}`),
  ].join();
  const by = path === undefined ? "" : ` by ${path.service.ref.name}:${path.port?.port ?? "-"}`;
  const why = verdict === "unknown" ? ` ${[...new Set(reasons.map(({ code }) => code))].join()}` : "";
  return `${from.shownAs} > ${to.shownAs} ${ports}${by} ${verdict}${why}`;
}

async function answers(texts: readonly string[], question: Question = {}): Promise<string[]> {
  return (await explained(texts, question)).results.map(shown);
}

describe("the controller of an Ingress", () => {
  const BASE = [CLASS, NGINX, ...SHOP];

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "reaches what lets it in, on the port of the pods",
      [
        ...BASE,
        ingress(TO_WEB, TO_CART),
        admits("web", inNamespace("edge")),
        admits("cart", inNamespace("shop")),
      ],
      [
        "edge/nginx > shop/web TCP 8080 by web:80 allowed",
        "edge/nginx > shop/cart TCP 7070 by cart:81 denied",
      ],
    ],
    [
      "is not let in for its clients",
      [
        ...BASE.filter((text) => text !== NGINX),
        `${NGINX}status: { podIP: 10.244.0.9 }\n`,
        ingress(TO_WEB, TO_CART),
        admits("web", '{ ipBlock: { cidr: "203.0.113.0/24" } }'),
        admits("cart", '{ ipBlock: { cidr: "10.244.0.0/16" } }'),
      ],
      [
        "edge/nginx > shop/web TCP 8080 by web:80 denied",
        "edge/nginx > shop/cart TCP 7070 by cart:81 allowed",
      ],
    ],
    [
      "is asked once about a port that is named by its number and its name",
      [...BASE, ingress(TO_WEB, ["web", "{ name: main }"], TO_WEB)],
      ["edge/nginx > shop/web TCP 8080 by web:80 allowed"],
    ],
    [
      "is asked about each port of a Service",
      [...BASE, ingress(TO_WEB, ["web", "{ name: more }"])],
      [
        "edge/nginx > shop/web TCP 8080 by web:80 allowed",
        "edge/nginx > shop/web TCP 9090 by web:90 allowed",
      ],
    ],
    [
      "may be kept in by its own policies",
      [
        ...BASE,
        ingress(TO_WEB),
        policy(
          "edge",
          "closed",
          "{ podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 80 }] }] }",
        ),
      ],
      ["edge/nginx > shop/web TCP 8080 by web:80 denied"],
    ],
    [
      "may be several workloads, which policies tell apart",
      [
        ...BASE,
        controller("inner", "nginx", ", tier: inner"),
        ingress(TO_WEB),
        admits("web", inNamespace("inner")),
      ],
      [
        "edge/nginx > shop/web TCP 8080 by web:80 denied",
        "inner/nginx > shop/web TCP 8080 by web:80 allowed",
      ],
    ],
    [
      "uses the target port of a headless Service too",
      [
        ...BASE,
        service(
          "shop",
          "bare",
          '{ clusterIP: "None", selector: { app: web }, ports: [{ port: 82, targetPort: http }] }',
        ),
        ingress(["bare", "{ number: 82 }"]),
      ],
      ["edge/nginx > shop/web TCP 8080 by bare:82 allowed"],
    ],
    [
      "is sent to a Service that is not there, or has no such port",
      [...BASE, ingress(["mail", "{ number: 83 }"], ["web", "{ number: 84 }"], ["mail", "{ name: smtp }"])],
      [
        "edge/nginx > shop/mail TCP 83 unknown no-service",
        "edge/nginx > shop/web TCP 84 unknown no-service-port",
        "edge/nginx > shop/mail TCP * unknown no-service",
      ],
    ],
    [
      "is sent to a Service without any pod",
      [
        ...BASE,
        service("shop", "void", "{ selector: { app: void }, ports: [{ port: 85 }] }"),
        ingress(["void", "{ number: 85 }"]),
      ],
      ["edge/nginx > shop/void TCP 85 by void:85 unknown no-backends"],
    ],
    [
      "is sent to a name that a Service stands for",
      [
        ...BASE,
        service("shop", "shopify", "{ type: ExternalName, externalName: shops.example.com }"),
        ingress(["shopify", "{ number: 443 }"]),
      ],
      ["edge/nginx > shops.example.com TCP 443 allowed"],
    ],
  ])("%s", async (_, texts, expected) => {
    expect(await answers(texts)).toEqual(expected);
  });

  it("is named with its class before the answer", async () => {
    const { notes, from } = await explained([...BASE, ingress(TO_WEB)]);
    expect(from.shownAs).toBe("Ingress shop/front");
    expect(notes.find(({ code }) => code === "route-controller")).toEqual({
      code: "route-controller",
      route: "Ingress shop/front",
      className: "c",
      controller: "k8s.io/ingress-nginx",
      connecting: "pods",
      workloads: ["edge/nginx"],
    });
  });

  it("does not ask the cluster's DNS for its backends", async () => {
    const closed = policy(
      "edge",
      "no-dns",
      "{ podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 8080 }] }] }",
    );
    const { notes, results } = await explained([...BASE, ingress(TO_WEB), closed]);
    expect(results.map(({ verdict }) => verdict)).toEqual(["allowed"]);
    expect(notes.map(({ code }) => code)).not.toContain("name-must-resolve");
  });

  it("says what of its backends is no Service", async () => {
    const bucket = `${ingress(TO_WEB).trimEnd().slice(0, -1)}, defaultBackend: { resource: { apiGroup: x.example, kind: Bucket, name: files } } }\n`;
    const { notes } = await explained([...BASE, bucket]);
    expect(notes).toContainEqual({
      code: "backends-of-other-kinds",
      route: "Ingress shop/front",
      kinds: ["Bucket"],
    });
  });
});

describe("a question about some of the backends", () => {
  const TEXTS = [CLASS, NGINX, ...SHOP, ingress(TO_WEB, ["web", "{ number: 90 }"], TO_CART)];
  const WEB_80 = "edge/nginx > shop/web TCP 8080 by web:80 allowed";
  const WEB_90 = "edge/nginx > shop/web TCP 9090 by web:90 allowed";
  const CART_81 = "edge/nginx > shop/cart TCP 7070 by cart:81 allowed";

  it.each<[Question, readonly string[]]>([
    [{}, [WEB_80, WEB_90, CART_81]],
    [{ to: "shop/svc/web" }, [WEB_80, WEB_90]],
    [{ to: "shop/cart" }, [CART_81]],
    [{ to: "pod/web" }, [WEB_80, WEB_90]],
    // Ports of Services, or where pods are named, their own.
    [{ port: "80" }, [WEB_80]],
    [{ port: "80-81" }, [WEB_80, CART_81]],
    [{ port: "more" }, [WEB_90]],
    [{ to: "svc/web", port: "90" }, [WEB_90]],
    [{ to: "shop/web", port: "8080" }, [WEB_80]],
    [{ to: "shop/web", port: "http" }, [WEB_80]],
    [{ protocol: "tcp" }, [WEB_80, WEB_90, CART_81]],
  ])("%j", async (question, expected) => {
    expect(await answers(TEXTS, question)).toEqual(expected);
  });

  it.each<[Question, RegExp]>([
    [{ to: "edge/nginx" }, /no such backend/],
    [{ to: "10.0.0.7" }, /no such backend/],
    [{ port: "7070" }, /no route port/],
    [{ port: "80,82" }, /no route port/],
    [{ to: "shop/web", port: "7070" }, /no route port/],
    [{ protocol: "udp" }, /no route port/],
    [{ from: "ingress/back" }, /not-found/],
    [{ from: "edge/ingress/front" }, /not-found/],
    [{ from: "httproute/front" }, /not-found/],
    [{ from: "svc/web" }, /no destination/],
  ])("%j is none", async (question, error) => {
    await expect(answers(TEXTS, question)).rejects.toThrow(error);
  });
});

describe("where nobody can be named", () => {
  const CLOSED = policy(
    "shop",
    "closed",
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress] }",
  );
  const adminRule = (namespace: string): string =>
    `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: admin }\nspec: { tier: Admin, priority: 5, subject: { namespaces: { matchLabels: { kubernetes.io/metadata.name: shop } } }, ingress: [{ action: Deny, from: [{ namespaces: { matchLabels: { kubernetes.io/metadata.name: ${namespace} } } }] }] }\n`;
  const NOBODY = "controller of Ingress shop/front";

  it.each<[string, readonly string[], string]>([
    ["a backend that nothing restricts is reached", [], "allowed"],
    ["a backend that admits nobody is not", [CLOSED], "denied"],
    [
      "one that admits every pod and address is reached",
      [admits("web", '{ namespaceSelector: {} }, { ipBlock: { cidr: "0.0.0.0/0" } }')],
      "allowed",
    ],
    ["one that admits a namespace may be", [admits("web", inNamespace("edge"))], "unknown address-owner"],
    [
      "one that admits addresses may be",
      [admits("web", '{ ipBlock: { cidr: "10.0.0.0/8" } }')],
      "unknown domain-address",
    ],
    ["one that an Admin policy may deny may be", [adminRule("edge")], "unknown address-owner"],
    [
      "one may be that is asked for by pods with egress policies",
      [policy("edge", "closed", "{ podSelector: {}, policyTypes: [Egress] }")],
      "unknown address-owner",
    ],
  ])("%s", async (_, texts, verdict) => {
    const all = await answers([NGINX, ...SHOP, ingress(TO_WEB), ...texts]);
    expect(all).toEqual([`${NOBODY} > shop/web TCP 8080 by web:80 ${verdict}`]);
  });

  it("says what is missing", async () => {
    const { notes, results } = await explained([NGINX, ...SHOP, ingress(TO_WEB)]);
    const missing = { code: "not-in-input", kind: "IngressClass", name: "c" };
    expect(notes).toContainEqual({
      code: "route-controller",
      route: "Ingress shop/front",
      className: "c",
      connecting: "unknown",
      workloads: [],
      missing,
    });
    expect(results.map(({ route }) => route?.missing)).toEqual([[missing]]);
  });

  const ALB = CLASS.replace("k8s.io/ingress-nginx", "ingress.k8s.aws/alb");
  const BALANCER = "load balancer of Ingress shop/front";

  it.each<[string, readonly string[], string]>([
    ["reaches what nothing restricts", [], "allowed"],
    ["is no pod", [admits("web", "{ namespaceSelector: {} }")], "denied"],
    ["is no pod that an Admin policy could deny", [adminRule("edge")], "allowed"],
    [
      "has addresses that are not known",
      [admits("web", '{ ipBlock: { cidr: "10.20.0.0/16" } }')],
      "unknown domain-address",
    ],
  ])("a load balancer outside %s", async (_, texts, verdict) => {
    const all = await answers([ALB, ...SHOP, ingress(TO_WEB), ...texts]);
    expect(all).toEqual([`${BALANCER} > shop/web TCP 8080 by web:80 ${verdict}`]);
  });
});

describe("a Gateway", () => {
  const proxy = (gateway: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: ${gateway}-proxy, namespace: edge, labels: { gateway.networking.k8s.io/gateway-name: ${gateway} } }\nspec: {}\n`;
  const gateway = (name: string): string => gatewayApi("Gateway", "edge", name, "{ gatewayClassName: g }");
  const route = (kind: string, name: string, gateways: readonly string[], backend: string): string =>
    gatewayApi(
      kind,
      "shop",
      name,
      `{ parentRefs: [${gateways.map((each) => `{ name: ${each}, namespace: edge }`).join(", ")}], rules: [{ backendRefs: [${backend}] }] }`,
    );
  const TEXTS = [
    ...SHOP,
    ...["one", "two"].flatMap((name) => [gateway(name), proxy(name)]),
    route("HTTPRoute", "web", ["one", "two"], "{ name: web, port: 80 }"),
    route("TLSRoute", "cart", ["two"], "{ name: cart, port: 81 }"),
    route("UDPRoute", "log", ["three"], "{ name: log, port: 514 }"),
    service(
      "shop",
      "log",
      "{ selector: { app: cart }, ports: [{ port: 514, protocol: UDP, targetPort: 5140 }, { port: 514, targetPort: 5141 }] }",
    ),
    gatewayApi("HTTPRoute", "edge", "other", "{ parentRefs: [{ name: one, namespace: shop }] }"),
  ];

  it.each([
    ["gateway/one", ["edge/one-proxy > shop/web TCP 8080 by web:80 allowed"]],
    [
      "edge/gtw/two",
      [
        "edge/two-proxy > shop/web TCP 8080 by web:80 allowed",
        "edge/two-proxy > shop/cart TCP 7070 by cart:81 allowed",
      ],
    ],
    [
      "shop/httproute/web",
      [
        "edge/one-proxy > shop/web TCP 8080 by web:80 allowed",
        "edge/two-proxy > shop/web TCP 8080 by web:80 allowed",
      ],
    ],
    ["tlsroutes/cart", ["edge/two-proxy > shop/cart TCP 7070 by cart:81 allowed"]],
    ["udproute/log", ["controller of UDPRoute shop/log > shop/cart UDP 5140 by log:514 allowed"]],
  ])("or a route on some: %s", async (from, expected) => {
    expect(await answers(TEXTS, { from })).toEqual(expected);
  });

  it("leads nowhere without routes", async () => {
    await expect(answers([gateway("one"), proxy("one")], { from: "gateway/one" })).rejects.toThrow(
      /no such backend/,
    );
  });
});

describe("a namespace that is called as a kind", () => {
  const PODS = [pod("ingress", "web", "[]"), ...SHOP, CLASS, NGINX];

  it("names pods where there is no such route", async () => {
    const all = await answers(PODS, { from: "ingress/web", to: "shop/cart", port: "80" });
    expect(all).toEqual(["ingress/web > shop/cart TCP 80 allowed"]);
    expect(await answers(PODS, { from: "shop/cart", to: "ingress/web", port: "80" })).toEqual([
      "shop/cart > ingress/web TCP 80 allowed",
    ]);
  });

  it("is ambiguous where there are both", async () => {
    const both = [...PODS, ingress(TO_WEB).replace("name: front", "name: web")];
    await expect(answers(both, { from: "ingress/web" })).rejects.toThrow(/ambiguous/);
    expect(await answers(both, { from: "shop/ingress/web" })).toHaveLength(1);
  });
});
