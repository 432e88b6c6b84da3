import { describe, expect, it } from "vitest";
import { clusterWide, documents, findingsOf, pod, policy, service } from "../../support/exposure.js";
import { lintText } from "../../support/findings.js";
import { underlined } from "../../support/api-object.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

/** A controller in namespace edge, and an Ingress for port 80 of Service web, whose pod has one label and listens on 8080. */
const ROUTE = documents(
  "apiVersion: v1\nkind: Pod\nmetadata: { name: nginx, namespace: edge, labels: { app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: controller } }\nspec: {}\n",
  "apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: { name: c }\nspec: { controller: k8s.io/ingress-nginx }\n",
  "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: front, namespace: shop }\nspec: { ingressClassName: c, defaultBackend: { service: { name: web, port: { number: 80 } } } }\n",
  pod("shop", "web", "[{ name: http, containerPort: 8080 }]"),
  service("shop", "web", "{ selector: { app: web }, ports: [{ port: 80, targetPort: http }] }"),
);

const FROM_SHOP = "{ podSelector: {} }";
/** Beyond the namespace of the pods, and not the controller's. */
const FROM_LAB = "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: lab } } }";
const FROM_OUTSIDE = "{ ipBlock: { cidr: 198.51.100.0/24 } }";

/** A rule for ingress; without ports, for all of them. */
const rule = (from: string | undefined, ...ports: readonly string[]): string =>
  `{ ${[
    ...(from === undefined ? [] : [`from: [${from}]`]),
    ...(ports.length === 0 ? [] : [`ports: [${ports.map((port) => `{ ${port} }`).join(", ")}]`]),
  ].join(", ")} }`;

function ingress(name: string, pods: string, ...rules: readonly string[]): string {
  return policy(
    "shop",
    name,
    `{ podSelector: ${pods}, policyTypes: [Ingress], ingress: [${rules.join(", ")}] }`,
  );
}
const WEB = "{ matchLabels: { app: web } }";

/** What a rule finds, each with the texts that it underlines elsewhere. */
async function elsewhere(rule: ProblemCode, text: string): Promise<readonly string[][]> {
  const found = (await lintText(text)).filter((each) => each.rule === rule);
  return found.map(({ problem }) =>
    (problem.related ?? []).map(({ at, role }) => `${role} ${underlined(at)}`),
  );
}

describe("a route that its controller can't use blames", () => {
  it.each<[what: string, rules: readonly string[], ports: string | undefined, place: string]>([
    [
      "the Service's own port before others",
      [rule(FROM_LAB, "port: 81", "port: 80")],
      "TCP 81, TCP 80 of 80",
      "other-port 80",
    ],
    [
      "the first of other ports, and names three",
      [rule(FROM_LAB, "port: 84", "port: 83"), rule(FROM_LAB, "port: 82", "port: 81")],
      "TCP 84, TCP 83, TCP 82",
      "other-port 84",
    ],
    ["a port once", [rule(FROM_LAB, "port: 81"), rule(FROM_OUTSIDE, "port: 81")], "TCP 81", "other-port 81"],
    [
      "a port of another protocol, which is not the Service's",
      [rule(FROM_LAB, "port: 80, protocol: UDP")],
      "UDP 80",
      "other-port 80",
    ],
    [
      "a port beside a range, which isn't named",
      [rule(FROM_LAB, "port: 90, endPort: 99", "port: 81")],
      "TCP 81",
      "other-port 81",
    ],
    [
      "the right number of another protocol",
      [rule(FROM_LAB, "port: 81", "port: 8080, protocol: UDP")],
      "TCP 81, UDP 8080",
      "other-port 81",
    ],
    ["a port for everybody", [rule(undefined, "port: 81")], "TCP 81", "other-port 81"],
    ["a port for addresses", [rule(FROM_OUTSIDE, "port: 81")], "TCP 81", "other-port 81"],
    [
      "a port for somebody beyond, beside pods of the namespace",
      [rule(`${FROM_SHOP}, ${FROM_OUTSIDE}`, "port: 81")],
      "TCP 81",
      "other-port 81",
    ],
    ["no range by itself", [rule(FROM_LAB, "port: 90, endPort: 99")], undefined, "denies Ingress"],
    ["no port of pods of the namespace", [rule(FROM_SHOP, "port: 80")], undefined, "denies Ingress"],
    [
      "no port, where somebody beyond has all of them",
      [rule(FROM_LAB, "port: 81"), rule(FROM_LAB)],
      undefined,
      "denies Ingress",
    ],
    ["no port beside the right one", [rule(FROM_LAB, "port: 81", "port: 8080")], undefined, "denies Ingress"],
    [
      "no port, where another rule has the right one",
      [rule(FROM_LAB, "port: 81"), rule(FROM_LAB, "port: 8080")],
      undefined,
      "denies Ingress",
    ],
    [
      "no port, where a range holds the right one",
      [rule(FROM_LAB, "port: 81"), rule(FROM_LAB, "port: 8000, endPort: 8080")],
      undefined,
      "denies Ingress",
    ],
    [
      "no port beside a name, which may be the right one",
      [rule(FROM_LAB, "port: 81", "port: http")],
      undefined,
      "denies Ingress",
    ],
  ])("%s", async (_, rules, ports, place) => {
    const text = documents(ROUTE, ingress("web", WEB, ...rules));
    const found = await findingsOf("ingress-backend-blocked", text);
    const allowed = found.map(({ facts: { allows } }) =>
      allows === undefined
        ? undefined
        : `${allows.ports.map(({ protocol, port }) => `${protocol} ${port}`).join(", ")}${allows.servicePort === undefined ? "" : ` of ${allows.servicePort}`}`,
    );
    expect(allowed).toEqual([ports]);
    expect(await elsewhere("ingress-backend-blocked", text)).toEqual([[place]]);
  });

  const CLOSED = ingress("closed", "{}");
  const idle = (name: string, pods: string, ...rules: readonly string[]): string =>
    ingress(name, pods, ...rules);
  const OTHER = "{ matchLabels: { app: other } }";

  it.each<[what: string, texts: readonly string[], meant: string | undefined]>([
    ["a policy that lets somebody beyond in, and selects no pod", [idle("a", OTHER, rule(FROM_LAB))], "a"],
    ["one that lets in everybody", [idle("a", OTHER, rule(undefined, "port: 8080"))], "a"],
    [
      "one that lets in pods of the namespace, and then somebody else",
      [idle("a", OTHER, rule(FROM_SHOP), rule(FROM_OUTSIDE))],
      "a",
    ],
    ["the first of two", [idle("b", OTHER, rule(FROM_LAB)), idle("a", OTHER, rule(FROM_LAB))], "b"],
    [
      "the one that asks for the value of a label of the pod, under another key",
      [
        idle("b", OTHER, rule(FROM_LAB)),
        idle("a", "{ matchLabels: { tier: front, name: web } }", rule(FROM_LAB)),
      ],
      "a",
    ],
    [
      "one that asks for it among other values",
      [
        idle("b", OTHER, rule(FROM_LAB)),
        idle(
          "a",
          "{ matchExpressions: [{ key: name, operator: In, values: [front, web] }] }",
          rule(FROM_LAB),
        ),
      ],
      "a",
    ],
    ["none that lets in pods of the namespace alone", [idle("a", OTHER, rule(FROM_SHOP))], undefined],
    ["none that lets in nobody", [idle("a", OTHER)], undefined],
    [
      "none about egress",
      [policy("shop", "a", `{ podSelector: ${OTHER}, policyTypes: [Egress], egress: [{}] }`)],
      undefined,
    ],
    [
      "none of another namespace",
      [idle("a", OTHER, rule(FROM_LAB)).replace("namespace: shop", "namespace: ops")],
      undefined,
    ],
    ["none that selects other pods", [idle("a", OTHER, rule(FROM_LAB)), pod("shop", "other")], undefined],
  ])("%s", async (_, texts, meant) => {
    const found = await findingsOf("ingress-backend-blocked", documents(ROUTE, CLOSED, ...texts));
    expect(found.map(({ facts }) => facts.meant)).toEqual([
      meant === undefined ? undefined : `NetworkPolicy shop/${meant}`,
    ]);
  });
});

/** The objects at which a rule finds something, each with what is underlined. */
async function placed(rule: ProblemCode, ...texts: readonly string[]): Promise<string[]> {
  const found = (await lintText(documents(...texts))).filter((each) => each.rule === rule);
  return found.map(({ problem: { object, at } }) => `${object?.name}: ${underlined(at)}`);
}

/** A workload of namespace shop, called as its label, with environment variables. */
function configured(name: string, ...variables: readonly (readonly [name: string, value: string])[]): string {
  const env = variables.map(([key, value]) => `{ name: ${key}, value: "${value}" }`).join(", ");
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: main, image: main, env: [${env}] }] }
`;
}

const REDIS = documents(
  pod("shop", "redis", "[{ containerPort: 6379 }]"),
  service("shop", "redis", "{ selector: { app: redis }, ports: [{ port: 80, targetPort: 6379 }] }"),
);

describe("of several policies that isolate, the one to look at", () => {
  const ALL = "{}";
  const REDIS_PODS = "{ matchLabels: { app: redis } }";

  it.each<[what: string, policies: readonly string[], expected: string]>([
    [
      "selects pods by labels, whatever others of all pods allow",
      [ingress("a", ALL), ingress("b", REDIS_PODS, rule(FROM_LAB))],
      "b: Ingress",
    ],
    [
      "has no rules, where all are for all pods",
      [ingress("a", ALL, rule(FROM_LAB)), ingress("b", ALL)],
      "b: Ingress",
    ],
    [
      "is the first where each has rules",
      [ingress("a", ALL, rule(FROM_LAB)), ingress("b", ALL, rule(FROM_LAB))],
      "a: Ingress",
    ],
  ])("%s", async (_, policies, expected) => {
    const web = configured("web", ["A", "redis:80"]);
    expect(await placed("configured-address-blocked", web, REDIS, ...policies)).toEqual([expected]);
  });

  it("is the rule that denies, where one does", async () => {
    const deny = clusterWide(
      "guard",
      "tier: Admin, priority: 5, subject: { pods: { namespaceSelector: {}, podSelector: { matchLabels: { app: redis } } } }",
      "ingress: [{ name: nobody, action: Deny, from: [{ namespaces: {} }] }]",
    );
    const web = configured("web", ["A", "redis:80"]);
    expect(await placed("configured-address-blocked", web, REDIS, ingress("a", ALL), deny)).toEqual([
      "guard: nobody",
    ]);
  });
});

describe("configured addresses", () => {
  const CACHE = documents(
    pod("shop", "cache", "[{ containerPort: 11211 }]"),
    service(
      "shop",
      "cache",
      "{ selector: { app: cache }, ports: [{ port: 11211 }, { name: admin, port: 8081 }] }",
    ).replace("{ port: 11211 }", "{ name: main, port: 11211 }"),
  );
  const closed = (app: string): string => ingress(`${app}-closed`, `{ matchLabels: { app: ${app} } }`);
  const SEALED = policy(
    "shop",
    "sealed",
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress] }",
  );
  const both = configured("web", ["CACHE", "cache:11211"], ["REDIS", "redis:80"]);

  async function settings(...texts: readonly string[]): Promise<string[]> {
    const found = await findingsOf("configured-address-blocked", documents(...texts));
    return found.map(
      ({ facts }) => `${facts.setting} ${facts.host}:${facts.port} of ${facts.concerned.count}`,
    );
  }

  it("are each asked about", async () => {
    expect(await settings(both, REDIS, CACHE, closed("redis"))).toEqual(["REDIS redis:80 of 1"]);
    expect(await settings(both, REDIS, CACHE, closed("cache"))).toEqual(["CACHE cache:11211 of 1"]);
  });

  it("are a finding each, where different policies deny them", async () => {
    expect(
      await placed("configured-address-blocked", both, REDIS, CACHE, closed("redis"), closed("cache")),
    ).toEqual(["redis-closed: Ingress", "cache-closed: Ingress"]);
  });

  it("are a finding each, where one policy denies several Services or ports", async () => {
    expect(await settings(both, REDIS, CACHE, SEALED)).toEqual([
      "CACHE cache:11211 of 1",
      "REDIS redis:80 of 1",
    ]);
    const ports = configured("web", ["A", "cache:11211"], ["B", "cache:8081"]);
    expect(await settings(ports, CACHE, SEALED)).toEqual(["A cache:11211 of 1", "B cache:8081 of 1"]);
  });

  it("without a port mean a Service's only one", async () => {
    const hosts = configured("web", ["REDIS_HOST", "redis"], ["CACHE_HOST", "cache"]);
    expect(await settings(hosts, REDIS, CACHE, SEALED)).toEqual(["REDIS_HOST redis:80 of 1"]);
  });

  it("of a name outside are none of a Service, whatever labels and ports stand beside", async () => {
    const outside = service(
      "shop",
      "redis",
      "{ type: ExternalName, externalName: example.com, selector: { app: redis }, ports: [{ port: 80, targetPort: 6379 }] }",
    );
    const web = configured("web", ["A", "redis:80"]);
    expect(await settings(web, pod("shop", "redis", "[{ containerPort: 6379 }]"), outside, SEALED)).toEqual(
      [],
    );
  });

  describe("of a Service whose pods differ", () => {
    const either = (app: string, port: number): string =>
      pod("shop", app, `[{ name: redis, containerPort: ${port} }]`).replace(
        `app: ${app} }`,
        `app: ${app}, part: both }`,
      );
    const front = (clusterIp = ""): string =>
      service(
        "shop",
        "both",
        `{ ${clusterIp}selector: { part: both }, ports: [{ port: 80, targetPort: redis }] }`,
      );
    const web = configured("web", ["A", "both:80"]);

    it.each(["a", "b"])("are reached where %s is", async (app) => {
      const same = [either("a", 6379), either("b", 6379), front(), web];
      const other = app === "a" ? "b" : "a";
      expect(await settings(...same, closed(other))).toEqual([]);
      // Also where the open one listens on a port of its own.
      expect(await settings(either("a", 6379), either("b", 6380), front(), web, closed(other))).toEqual([]);
      expect(await settings(...same, closed("a"), closed("b"))).toEqual(["A both:80 of 1"]);
    });

    it("are the workload's own where it is one of them, and others are alike", async () => {
      const alike = ["a", "b", "c"].map((name) =>
        configured(name, ...(name === "b" ? ([["A", "both:80"]] as const) : [])).replaceAll(
          `app: ${name}`,
          "app: same",
        ),
      );
      const service80 = service("shop", "both", "{ selector: { app: same }, ports: [{ port: 80 }] }");
      const texts = [...alike, service80, SEALED.replace("app: web", "app: same")];
      expect(await settings(...texts)).toEqual([]);
    });

    it("are the workload's own where it is one of them", async () => {
      const own = configured("a", ["A", "both:80"]).replace(
        "{ app: a } }\n    spec",
        "{ app: a, part: both } }\n    spec",
      );
      const sealed = SEALED.replace("app: web", "app: a");
      expect(await settings(own, either("b", 6379), front("clusterIP: None, "), sealed)).toEqual([]);
      expect(
        await settings(
          configured("a", ["A", "both:80"]),
          either("b", 6379),
          front("clusterIP: None, "),
          sealed,
        ),
      ).toEqual(["A both:80 of 1"]);
    });
  });

  describe("of one pod of a headless Service", () => {
    const member = (name: string): string =>
      `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: ${name}, part: db } }
spec: { hostname: ${name}, subdomain: db, containers: [{ name: main, ports: [{ containerPort: 5432 }] }] }
`;
    const DB = service("shop", "db", "{ clusterIP: None, selector: { part: db }, ports: [{ port: 5432 }] }");

    it.each([
      ["db-0.db:5432", ["A db-0.db:5432 of 1"]],
      ["db-1.db:5432", []],
      ["db:5432", []],
    ])("%s", async (address, expected) => {
      const texts = [configured("web", ["A", address]), member("db-0"), member("db-1"), DB, closed("db-0")];
      expect(await settings(...texts)).toEqual(expected);
    });
  });
});

describe("a workload that can't reach the API server", () => {
  const CONTROL_PLANE = `apiVersion: v1
kind: Node
metadata: { name: cp, labels: { node-role.kubernetes.io/control-plane: "" } }
status: { addresses: [{ type: InternalIP, address: 192.0.2.10 }] }
`;
  const kubernetes = (namespace: string, address: string): string =>
    service(namespace, "kubernetes", `{ clusterIP: ${address}, ports: [{ port: 443, targetPort: 6443 }] }`);
  const operator = (name: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}-operator, namespace: shop, labels: { app: ${name} } }\nspec: { nodeName: worker }\n`;
  const egress = (name: string, pods: string, ...rules: readonly string[]): string =>
    policy("shop", name, `{ podSelector: ${pods}, policyTypes: [Egress], egress: [${rules.join(", ")}] }`);
  const of = (app: string): string => `{ matchLabels: { app: ${app} } }`;
  const BASE = [CONTROL_PLANE, kubernetes("default", "10.96.0.1")];

  async function causes(...texts: readonly string[]): Promise<string[]> {
    const found = await findingsOf("api-server-unreachable", documents(...BASE, ...texts));
    return found.map(({ at, facts: { cause, concerned } }) => `${cause} of ${concerned.count} at ${at}`);
  }

  it("is told once for each policy", async () => {
    const texts = [operator("a"), operator("b"), egress("first", of("a")), egress("second", of("b"))];
    expect(await placed("api-server-unreachable", ...BASE, ...texts)).toEqual([
      "first: Egress",
      "second: Egress",
    ]);
  });

  it("is told at the policy with rules, where others have none", async () => {
    const dns = "{ ports: [{ port: 53, protocol: UDP }] }";
    expect(
      await placed(
        "api-server-unreachable",
        ...BASE,
        operator("a"),
        egress("first", "{}"),
        egress("second", "{}", dns),
      ),
    ).toEqual(["second: Egress"]);
    expect(
      await placed(
        "api-server-unreachable",
        ...BASE,
        operator("a"),
        egress("first", "{}"),
        egress("second", "{}"),
      ),
    ).toEqual(["first: Egress"]);
  });

  const denying = (namespaces: string): string =>
    clusterWide(
      "guard",
      `tier: Admin, priority: 5, subject: { namespaces: ${namespaces} }`,
      "egress: [{ name: closed, action: Deny, to: [{ networks: [192.0.2.0/24] }] }]",
    );

  it("is told at the rule of a cluster policy, unless that is for every namespace: then another rule tells it", async () => {
    expect(
      await causes(operator("a"), denying("{ matchLabels: { kubernetes.io/metadata.name: shop } }")),
    ).toEqual(["denied of 1 at closed"]);
    expect(await causes(operator("a"), denying("{}"))).toEqual([]);
  });

  const block = (cidr: string, ...ports: readonly string[]): string =>
    `{ to: [{ ipBlock: { cidr: ${cidr} } }]${ports.length === 0 ? "" : `, ports: [${ports.map((port) => `{ ${port} }`).join(", ")}]`} }`;

  it.each<[what: string, rules: readonly string[], expected: string]>([
    ["with every port", [block("10.96.0.1/32")], "service-address of 1 at 10.96.0.1/32"],
    ["in a wider block", [block("10.96.0.0/16", "port: 443")], "service-address of 1 at 10.96.0.0/16"],
    [
      "behind another rule",
      [block("198.51.100.0/24", "port: 443"), block("10.96.0.1/32", "port: 443")],
      "service-address of 1 at 10.96.0.1/32",
    ],
    [
      "behind pods",
      ["{ to: [{ podSelector: {} }, { ipBlock: { cidr: 10.96.0.1/32 } }], ports: [{ port: 443 }] }"],
      "service-address of 1 at 10.96.0.1/32",
    ],
    ["with another port", [block("10.96.0.1/32", "port: 80")], "no-rule of 1 at Egress"],
    ["of another Service", [block("10.96.0.7/32", "port: 443")], "no-rule of 1 at Egress"],
    ["of none", ["{ to: [{ podSelector: {} }], ports: [{ port: 443 }] }"], "no-rule of 1 at Egress"],
  ])("may name the address of the Service %s", async (_, rules, expected) => {
    // Another Service of that name, and another one of that namespace, are somebody else's.
    const others = [
      kubernetes("apps", "10.96.0.7"),
      service("default", "web", "{ clusterIP: 10.96.0.7, ports: [{ port: 443 }] }").replace(
        "10.96.0.7",
        "10.96.0.8",
      ),
    ];
    expect(await causes(...others, operator("a"), egress("first", "{}", ...rules))).toEqual([expected]);
  });
});
