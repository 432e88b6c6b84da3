import { describe, expect, it } from "vitest";
import { documents, findingsOf, pod, policy, service } from "../../support/exposure.js";
import { lintText, placesOf } from "../../support/findings.js";

/** What `service-port-not-target-port` finds, in one line each. */
async function ports(...texts: readonly string[]): Promise<string[]> {
  const found = await lintText(documents(...texts));
  return found.flatMap(({ problem }) =>
    problem.code === "service-port-not-target-port"
      ? [
          `${problem.facts.service} ${problem.facts.port}/${problem.facts.protocol} -> ${problem.facts.targets.join(" ")}`,
        ]
      : [],
  );
}

describe("service-port-not-target-port", () => {
  const ingress = (...list: readonly string[]): string =>
    policy(
      "shop",
      "cart",
      `{ podSelector: { matchLabels: { app: cart } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }], ports: [${list.join(", ")}] }] }`,
    );
  const egress = (to: string, port = "{ port: 80 }"): string =>
    policy(
      "shop",
      "web",
      `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [${to}], ports: [${port}] }] }`,
    );
  const CART = pod("shop", "cart", "[{ containerPort: 8080 }]");
  const SERVICE = service(
    "shop",
    "cart",
    "{ selector: { app: cart }, ports: [{ port: 80, targetPort: 8080 }] }",
  );
  const TO_CART = "{ podSelector: { matchLabels: { app: cart } } }";

  it.each([
    ["the port of the Service", [CART, SERVICE, ingress("{ port: 80 }")], ["shop/cart 80/TCP -> 8080"]],
    [
      "the port of the Service, for egress",
      [CART, pod("shop", "web"), SERVICE, egress(TO_CART)],
      ["shop/cart 80/TCP -> 8080"],
    ],
    [
      "the port of the Service of pods that declare no port",
      [pod("shop", "cart"), SERVICE, ingress("{ port: 80 }")],
      ["shop/cart 80/TCP -> 8080"],
    ],
    [
      "one that leads to a port by its name",
      [
        pod("shop", "cart", "[{ name: http, containerPort: 8081 }]"),
        service("shop", "cart", "{ selector: { app: cart }, ports: [{ port: 80, targetPort: http }] }"),
        ingress("{ port: 80 }"),
      ],
      ["shop/cart 80/TCP -> 8081"],
    ],
    [
      "the port that the Service opens on nodes",
      [
        CART,
        service(
          "shop",
          "cart",
          "{ type: NodePort, selector: { app: cart }, ports: [{ port: 80, targetPort: 8080, nodePort: 30080 }] }",
        ),
        ingress("{ port: 30080 }"),
      ],
      ["shop/cart 30080/TCP -> 8080"],
    ],
    ["the port of the pods", [CART, SERVICE, ingress("{ port: 8080 }")], []],
    ["both ports", [CART, SERVICE, ingress("{ port: 80 }", "{ port: 8080 }")], []],
    ["a range", [CART, SERVICE, ingress("{ port: 80, endPort: 90 }")], []],
    ["the same number of another protocol", [CART, SERVICE, ingress("{ port: 80, protocol: UDP }")], []],
    [
      "a port that a container declares too",
      [pod("shop", "cart", "[{ containerPort: 80 }]"), SERVICE, ingress("{ port: 80 }")],
      [],
    ],
    [
      "a port to which another Service leads",
      [
        pod("shop", "cart"),
        SERVICE,
        service("shop", "other", "{ selector: { app: cart }, ports: [{ port: 81, targetPort: 80 }] }"),
        ingress("{ port: 80 }"),
      ],
      [],
    ],
    [
      "the port of a headless Service, which its pods are asked on",
      [
        CART,
        service(
          "shop",
          "cart",
          "{ clusterIP: None, selector: { app: cart }, ports: [{ port: 80, targetPort: 8080 }] }",
        ),
        ingress("{ port: 80 }"),
      ],
      [],
    ],
    [
      "pods that are behind no Service",
      [
        CART,
        service("shop", "x", "{ selector: { app: x }, ports: [{ port: 80, targetPort: 8080 }] }"),
        ingress("{ port: 80 }"),
      ],
      [],
    ],
    [
      "other pods beside those of the Service, that may listen on any port",
      [
        CART,
        SERVICE,
        pod("shop", "web"),
        pod("shop", "other"),
        egress("{ podSelector: { matchExpressions: [{ key: app, operator: In, values: [cart, other] }] } }"),
      ],
      [],
    ],
    [
      "addresses beside the pods",
      [CART, SERVICE, pod("shop", "web"), egress(`${TO_CART}, { ipBlock: { cidr: 203.0.113.0/24 } }`)],
      [],
    ],
  ])("a rule names %s", async (_, texts, found) => {
    expect(await ports(...texts)).toEqual(found);
  });

  it("stands at the port of the rule, and at the target port of the Service", async () => {
    const text = documents(CART, SERVICE, ingress("{ port: 80 }"));
    expect(await placesOf("service-port-not-target-port", text)).toEqual(["80"]);
    const found = (await lintText(text)).find(({ rule }) => rule === "service-port-not-target-port");
    expect(found?.wording.help).toBe("write `port: 8080`");
  });

  it("leaves cluster DNS to the rule about DNS", async () => {
    const dns = [
      service(
        "kube-system",
        "kube-dns",
        "{ selector: { app: dns }, ports: [{ port: 53, targetPort: 5353, protocol: UDP }] }",
      ),
      pod("kube-system", "dns"),
      pod("shop", "web"),
      egress(
        "{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }, podSelector: { matchLabels: { app: dns } } }",
        "{ port: 53, protocol: UDP }",
      ),
    ];
    expect(await ports(...dns)).toEqual([]);
    expect(await placesOf("dns-egress-missing", documents(...dns))).toEqual(["53"]);
  });
});

describe("load-balancer-source-lost", () => {
  const WEB = pod("shop", "web");
  const web = (spec: string): string =>
    service("shop", "web", `{ ${spec}, selector: { app: web }, ports: [{ port: 443, targetPort: 8443 }] }`);
  const from = (block: string, more = ""): string =>
    policy(
      "shop",
      "web",
      `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Ingress], ingress: [{ from: [{ ipBlock: { ${block} } }]${more} }] }`,
    );
  const NODE = `apiVersion: v1
kind: Node
metadata: { name: a }
status: { addresses: [{ type: InternalIP, address: 10.1.0.1 }] }
`;
  const OFFICE = "cidr: 203.0.113.0/24";

  it.each([
    ["a load balancer", [WEB, web("type: LoadBalancer"), from(OFFICE)], ["not-let-in"]],
    [
      "node ports",
      [WEB, web("type: NodePort, externalTrafficPolicy: Cluster"), from(OFFICE)],
      ["not-let-in"],
    ],
    [
      "a load balancer, for exceptions of all addresses",
      [WEB, web("type: LoadBalancer"), from("cidr: 0.0.0.0/0, except: [203.0.113.0/24]")],
      ["not-kept-out"],
    ],
    [
      "a load balancer, for a private range without the nodes",
      [WEB, NODE, web("type: LoadBalancer"), from("cidr: 10.2.0.0/16")],
      ["not-let-in"],
    ],
    [
      "a load balancer that keeps the clients' addresses",
      [WEB, web("type: LoadBalancer, externalTrafficPolicy: Local"), from(OFFICE)],
      [],
    ],
    ["nothing outside", [WEB, web("type: ClusterIP"), from(OFFICE)], []],
    [
      "a load balancer, on another port than the rule's",
      [WEB, web("type: LoadBalancer"), from(OFFICE, ", ports: [{ port: 443 }]")],
      [],
    ],
    [
      "a load balancer, on the rule's port",
      [WEB, web("type: LoadBalancer"), from(OFFICE, ", ports: [{ port: 8443 }]")],
      ["not-let-in"],
    ],
    ["a load balancer, for every address", [WEB, web("type: LoadBalancer"), from("cidr: 0.0.0.0/0")], []],
    [
      "a load balancer, for a range that may hold the nodes",
      [WEB, web("type: LoadBalancer"), from("cidr: 10.2.0.0/16")],
      [],
    ],
    [
      "a load balancer, for a range that holds a node",
      [WEB, NODE, web("type: LoadBalancer"), from("cidr: 10.1.0.0/16")],
      [],
    ],
    [
      "a load balancer, for other pods",
      [WEB, pod("shop", "x"), web("type: LoadBalancer").replace("app: web", "app: x"), from(OFFICE)],
      [],
    ],
  ])("behind %s", async (_, texts, effects) => {
    const found = (await lintText(documents(...texts))).flatMap(({ problem }) =>
      problem.code === "load-balancer-source-lost" ? [problem.facts.effect] : [],
    );
    expect(found).toEqual(effects);
  });

  it("tells the CIDR, the Service and the pods", async () => {
    const found = (await lintText(documents(WEB, web("type: LoadBalancer"), from(OFFICE)))).find(
      ({ rule }) => rule === "load-balancer-source-lost",
    );
    expect(found?.wording.message).toBe(
      "clients from `203.0.113.0/24` may reach `shop/web` under a node's address instead of their own",
    );
    expect(found?.wording.help).toContain("in Service `shop/web`");
  });
});

describe("api-server-unreachable", () => {
  const CONTROL_PLANE = `apiVersion: v1
kind: Node
metadata: { name: cp, labels: { node-role.kubernetes.io/control-plane: "" } }
status: { addresses: [{ type: InternalIP, address: 192.0.2.10 }] }
`;
  const KUBERNETES = service(
    "default",
    "kubernetes",
    "{ clusterIP: 10.96.0.1, ports: [{ port: 443, targetPort: 6443 }] }",
  );
  const client = (name: string, labels = "app: x"): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: shop, labels: { ${labels} } }\nspec: { nodeName: worker }\n`;
  const egress = (...rules: readonly string[]): string =>
    policy("shop", "all", `{ podSelector: {}, policyTypes: [Egress], egress: [${rules.join(", ")}] }`);
  const block = (cidr: string, port: number): string =>
    `{ to: [{ ipBlock: { cidr: ${cidr} } }], ports: [{ port: ${port} }] }`;

  /** What is found, in one line each. */
  async function unreachable(...texts: readonly string[]): Promise<string[]> {
    const all = await findingsOf("api-server-unreachable", documents(CONTROL_PLANE, KUBERNETES, ...texts));
    return all.map(
      ({ at, facts }) =>
        `${at}: ${facts.cause}, ${facts.concerned.first} of ${facts.concerned.count}, ${facts.port}`,
    );
  }

  it.each([
    ["no rule is about it", [block("192.0.2.11/32", 6443)], ["Egress: no-rule, shop/a-operator of 1, 6443"]],
    ["nothing may be sent at all", [], ["Egress: no-rule, shop/a-operator of 1, 6443"]],
    [
      "a rule names the port of the Service",
      [block("192.0.2.0/24", 443)],
      ["443: service-port, shop/a-operator of 1, 6443"],
    ],
    [
      "a rule names the address of the Service",
      [block("10.96.0.1/32", 443)],
      ["10.96.0.1/32: service-address, shop/a-operator of 1, 6443"],
    ],
    ["a rule allows it", [block("192.0.2.0/24", 6443)], []],
    ["a rule allows every port", ["{ to: [{ ipBlock: { cidr: 192.0.2.10/32 } }] }"], []],
  ])("where %s", async (_, rules, found) => {
    expect(await unreachable(client("a-operator"), egress(...rules))).toEqual(found);
  });

  it.each([
    ["an operator, by its name", client("a-operator"), true],
    ["a controller manager, by its name", client("a-controller-manager"), true],
    ["what kubebuilder makes, by its label", client("a", "control-plane: controller-manager"), true],
    [
      "a program that watches objects, by its label",
      client("a", "app.kubernetes.io/name: cert-manager"),
      true,
    ],
    ["a pod like any other", client("a"), false],
    ["a pod whose name only holds the word", client("operator-docs"), false],
  ])("%s: %s", async (_, text, isTold) => {
    expect(await unreachable(text, egress())).toHaveLength(isTold ? 1 : 0);
  });

  it("is one finding for all pods of one cause", async () => {
    expect(await unreachable(client("a-operator"), client("b-operator"), client("c"), egress())).toEqual([
      "Egress: no-rule, shop/a-operator of 2, 6443",
    ]);
  });

  it("says nothing without nodes of the control plane, and that it says nothing", async () => {
    expect(await placesOf("api-server-unreachable", documents(client("a-operator"), egress()))).toEqual([]);
  });
});
