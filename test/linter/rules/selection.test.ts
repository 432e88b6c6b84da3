import { describe, expect, it } from "vitest";
import { lint } from "../../../src/linter/lint/lint.js";
import { lintText, placesOf } from "../../support/findings.js";
import { load } from "../../../src/cluster/load/load.js";
import { Names } from "../../../src/questions/mistakes/misspelt.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const namespace = (name: string, labels = ""): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: { ${labels} } }\n`;

const pod = (name: string, labels: string, spec = ""): string => {
  const [inNamespace, own] = name.split("/");
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${own}, namespace: ${inNamespace}, labels: { ${labels} } }\nspec: { ${spec} }\n`;
};

const deployment = (name: string, labels: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec: { template: { metadata: { labels: { ${labels} } } } }
`;

/** A NetworkPolicy of `shop` that isolates what a selector selects. */
const policy = (podSelector: string, inNamespace = "shop"): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: policy, namespace: ${inNamespace} }
spec: { podSelector: ${podSelector}, policyTypes: [Ingress] }
`;

/** A NetworkPolicy of `shop` that lets its pods be reached from one peer. */
const allowing = (peer: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: policy, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [${peer}] }] }
`;

/** A ClusterNetworkPolicy with a subject and a peer. */
const cluster = (
  subject: string,
  peer = "{ namespaces: {} }",
): string => `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: policy }
spec: { tier: Admin, priority: 5, subject: ${subject}, ingress: [{ name: a, action: Deny, from: [${peer}] }] }
`;

const SHOP = join(
  namespace("shop", "team: buyers"),
  pod("shop/frontend-1", "app: frontend, tier: web"),
  pod("shop/cart", "app: cart, tier: backend"),
);

/** Rules about selectors that select nothing, of which one case has one finding. */
const CODES: readonly ProblemCode[] = [
  "selects-no-pods",
  "peer-selects-no-pods",
  "peer-pods-only-elsewhere",
  "namespace-selector-matches-none",
  "namespace-not-found",
  "label-typo",
];

/** `selects-no-pods: basket` for each finding of these rules, where the input is a whole cluster. */
async function found(text: string): Promise<string[]> {
  const each = await Promise.all(
    CODES.map(async (code) =>
      (await placesOf(code, text, {}, { isComplete: true })).map((place) => `${code}: ${place}`),
    ),
  );
  return each.flat();
}

describe("the subject of a NetworkPolicy", () => {
  it.each([
    ["another value", policy("{ matchLabels: { app: basket } }"), ["selects-no-pods: basket"]],
    [
      "the one value of two that nobody has",
      policy("{ matchLabels: { tier: web, app: basket } }"),
      ["selects-no-pods: basket"],
    ],
    [
      "two values that no pod has both",
      policy("{ matchLabels: { tier: web, app: cart } }"),
      ["selects-no-pods: podSelector"],
    ],
    [
      "two values that nobody has",
      policy("{ matchLabels: { zone: north, app: basket } }"),
      ["selects-no-pods: podSelector"],
    ],
    [
      "In",
      policy("{ matchExpressions: [{ key: app, operator: In, values: [basket, bag] }] }"),
      ["selects-no-pods: basket"],
    ],
    [
      "NotIn what every pod has",
      policy("{ matchExpressions: [{ key: app, operator: NotIn, values: [frontend, cart] }] }"),
      ["selects-no-pods: frontend"],
    ],
    ["Exists", policy("{ matchExpressions: [{ key: zone, operator: Exists }] }"), ["selects-no-pods: zone"]],
    [
      "DoesNotExist",
      policy("{ matchExpressions: [{ key: app, operator: DoesNotExist }] }"),
      ["selects-no-pods: app"],
    ],
    ["a right value", policy("{ matchLabels: { app: cart } }"), []],
    [
      "In with one right value",
      policy("{ matchExpressions: [{ key: app, operator: In, values: [basket, cart] }] }"),
      [],
    ],
    [
      "NotIn a label that is missing",
      policy("{ matchExpressions: [{ key: zone, operator: NotIn, values: [north] }] }"),
      [],
    ],
    ["everything", policy("{}"), []],
    [
      "a contradiction, which another rule reports",
      policy(
        "{ matchLabels: { app: cart }, matchExpressions: [{ key: app, operator: NotIn, values: [cart] }] }",
      ),
      [],
    ],
    ["a null value, which another rule reports", policy("{ matchLabels: { app: } }"), []],
  ])("%s", async (_, text, expected) => {
    expect(await found(join(SHOP, text))).toEqual(expected);
  });

  it.each([
    ["a label that its Deployment adds", deployment("cart", "app: cart"), "pod-template-hash: abc", []],
    [
      "the same label of a pod that is there",
      pod("shop/cart", "app: cart, pod-template-hash: xyz9"),
      "pod-template-hash: abc",
      ["selects-no-pods: abc"],
    ],
    ["labels of the workload itself", deployment("cart", "app: cart"), "app: cart", []],
    [
      "a pod on its node's network, which some implementations select",
      pod("shop/cart", "app: cart", "hostNetwork: true"),
      "app: cart",
      [],
    ],
    [
      "a pod that has ended",
      `${pod("shop/cart", "app: cart")}status: { phase: Succeeded }\n---\n${pod("shop/web", "app: web")}`,
      "app: cart",
      ["selects-no-pods: cart"],
    ],
  ])("%s", async (_, pods, label, expected) => {
    expect(await found(join(pods, policy(`{ matchLabels: { ${label} } }`)))).toEqual(expected);
  });

  it.each([
    ["the input has no pod at all", join(namespace("shop"), policy("{ matchLabels: { app: cart } }")), []],
    [
      "its namespace has none, and others have",
      join(SHOP, namespace("ops"), policy("{ matchLabels: { app: prometheus } }", "ops")),
      ["selects-no-pods: podSelector"],
    ],
    [
      "its namespace has none, and the labels are those of pods in another",
      join(SHOP, namespace("ops"), policy("{ matchLabels: { app: cart } }", "ops")),
      ["selects-no-pods: ops"],
    ],
    [
      "its namespace is not there",
      join(SHOP, policy("{ matchLabels: { app: cart } }", "shops")),
      ["namespace-not-found: shops"],
    ],
    [
      "no Namespace is there, and the labels are those of pods in another",
      join(pod("shop/cart", "app: cart"), policy("{ matchLabels: { app: cart } }", "ops")),
      ["selects-no-pods: ops"],
    ],
    [
      "no Namespace is there, and the labels are nobody's",
      join(pod("shop/cart", "app: cart"), policy("{ matchLabels: { app: prometheus } }", "ops")),
      [],
    ],
    ["it is for every pod to come", join(SHOP, namespace("ops"), policy("{}", "ops")), []],
  ])("%s", async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it("says what there is instead", async () => {
    const help = async (text: string): Promise<(string | undefined)[]> =>
      (await lintText(join(SHOP, text), {}, { isComplete: true }))
        .filter(({ rule }) => rule === "selects-no-pods")
        .map(({ wording }) => wording.help);
    expect(await help(policy("{ matchLabels: { app: basket } }"))).toEqual([
      "there, `app` is `cart` or `frontend`",
    ]);
    expect(await help(policy("{ matchLabels: { name: cart } }"))).toEqual(["`shop/cart` has `app=cart`"]);
    expect(
      await help(join(pod("ops/grafana", "app: grafana"), policy("{ matchLabels: { app: grafana } }"))),
    ).toEqual(["pods with these labels are in namespace `ops`"]);
  });
});

describe("the subject of a ClusterNetworkPolicy", () => {
  const pods = (labels: string, namespaces = "{}"): string =>
    cluster(`{ pods: { namespaceSelector: ${namespaces}, podSelector: { matchLabels: { ${labels} } } } }`);

  it.each([
    ["no pod of any namespace", pods("app: basket"), ["selects-no-pods: basket"]],
    [
      "no pod of the namespaces",
      pods("app: grafana", "{ matchLabels: { team: buyers } }"),
      ["selects-no-pods: grafana"],
    ],
    [
      "no namespace",
      pods("app: cart", "{ matchLabels: { team: sellers } }"),
      ["namespace-selector-matches-none: sellers"],
    ],
    ["a host pod, whose labels are right", pods("app: agent"), ["selects-no-pods: podSelector"]],
    ["pods of one namespace", pods("app: grafana"), []],
    ["namespaces whose pods are to come", cluster("{ namespaces: { matchLabels: { team: night } } }"), []],
    [
      "a namespace that every cluster has",
      pods("k8s-app: kube-dns", "{ matchLabels: { kubernetes.io/metadata.name: kube-system } }"),
      [],
    ],
  ])("%s", async (_, text, expected) => {
    const others = join(
      namespace("ops", "team: watchers"),
      namespace("night", "team: night"),
      pod("ops/grafana", "app: grafana"),
      pod("ops/agent", "app: agent", "hostNetwork: true"),
    );
    expect(await found(join(SHOP, others, text))).toEqual(expected);
  });
});

describe("a peer", () => {
  const OTHERS = join(
    namespace("ops", "team: watchers"),
    namespace("empty", "team: sleepers"),
    pod("ops/grafana", "app: grafana"),
  );

  it.each([
    [
      "pods that are in another namespace",
      allowing("{ podSelector: { matchLabels: { app: grafana } } }"),
      ["peer-pods-only-elsewhere: grafana"],
    ],
    [
      "both selectors, and no pod",
      allowing(
        "{ namespaceSelector: { matchLabels: { team: watchers } }, podSelector: { matchLabels: { app: cart } } }",
      ),
      ["peer-selects-no-pods: cart"],
    ],
    [
      "both selectors, and no namespace",
      allowing(
        "{ namespaceSelector: { matchLabels: { team: sellers } }, podSelector: { matchLabels: { app: basket } } }",
      ),
      ["namespace-selector-matches-none: sellers"],
    ],
    [
      "a name as a label that nobody has set",
      allowing("{ namespaceSelector: { matchLabels: { name: ops } } }"),
      ["namespace-selector-matches-none: ops"],
    ],
    [
      "a name that no namespace has",
      allowing("{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: lab } } }"),
      ["namespace-selector-matches-none: lab"],
    ],
    [
      "of a ClusterNetworkPolicy",
      cluster(
        "{ namespaces: {} }",
        "{ pods: { namespaceSelector: { matchLabels: { team: watchers } }, podSelector: { matchLabels: { app: cart } } } }",
      ),
      ["peer-selects-no-pods: cart"],
    ],
    [
      "both selectors, and a pod",
      allowing(
        "{ namespaceSelector: { matchLabels: { team: watchers } }, podSelector: { matchLabels: { app: grafana } } }",
      ),
      [],
    ],
    [
      "cluster DNS, which is in a namespace that the input does not hold",
      allowing("{ namespaceSelector: {}, podSelector: { matchLabels: { k8s-app: kube-dns } } }"),
      [],
    ],
    [
      "a namespace that every cluster has",
      allowing("{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } } }"),
      [],
    ],
    [
      "pods of a namespace of which the input has none",
      allowing(
        "{ namespaceSelector: { matchLabels: { team: sleepers } }, podSelector: { matchLabels: { app: prometheus } } }",
      ),
      ["peer-selects-no-pods: podSelector"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await found(join(SHOP, OTHERS, text))).toEqual(expected);
  });

  it("looks everywhere where the input has the pods of kube-system", async () => {
    const system = pod("kube-system/coredns", "k8s-app: coredns");
    const peer = "{ namespaceSelector: {}, podSelector: { matchLabels: { k8s-app: kube-dns } } }";
    expect(await found(join(SHOP, system, allowing(peer)))).toEqual(["peer-selects-no-pods: kube-dns"]);
  });

  it("takes a namespace without its object to have any labels", async () => {
    const peer = "{ namespaceSelector: { matchLabels: { team: sellers } } }";
    const unlisted = pod("market/stall", "app: stall");
    expect(await found(join(SHOP, unlisted, allowing(peer)))).toEqual([]);
  });

  it("says nothing of namespaces where none is listed", async () => {
    const peer = "{ namespaceSelector: { matchLabels: { name: shop } } }";
    expect(await found(join(pod("shop/cart", "app: cart"), allowing(peer)))).toEqual([]);
  });

  it("offers the label that has a namespace's name", async () => {
    const diagnostics = await lintText(
      join(SHOP, OTHERS, allowing("{ namespaceSelector: { matchLabels: { name: ops } } }")),
    );
    const helps = diagnostics.filter(({ rule }) => rule === "namespace-selector-matches-none");
    expect(helps.map(({ wording }) => wording.help)).toEqual([
      "write `kubernetes.io/metadata.name: ops`; the API server sets this label on every namespace",
    ]);
  });
});

describe("label-typo", () => {
  it.each([
    ["a value of the subject", policy("{ matchLabels: { app: frontned } }"), ["label-typo: frontned"]],
    ["in another case", policy("{ matchLabels: { app: Cart } }"), ["label-typo: Cart"]],
    ["with another separator", policy("{ matchLabels: { app: front-end } }"), ["label-typo: front-end"]],
    ["a key whose value is right", policy("{ matchLabels: { teir: web } }"), ["label-typo: teir"]],
    [
      "a key of an expression",
      policy("{ matchExpressions: [{ key: teir, operator: In, values: [web] }] }"),
      ["label-typo: teir"],
    ],
    [
      "one value of several",
      policy("{ matchExpressions: [{ key: app, operator: In, values: [cart, frontned] }] }"),
      ["label-typo: frontned"],
    ],
    [
      "a value that should be left out",
      policy("{ matchExpressions: [{ key: app, operator: NotIn, values: [frontned] }] }"),
      ["label-typo: frontned"],
    ],
    [
      "a value of a peer",
      allowing("{ podSelector: { matchLabels: { tier: bakcend } } }"),
      ["label-typo: bakcend"],
    ],
    [
      "a value of a peer in any namespace",
      allowing("{ namespaceSelector: {}, podSelector: { matchLabels: { tier: bakcend } } }"),
      ["label-typo: bakcend"],
    ],
    [
      "a label of namespaces",
      allowing("{ namespaceSelector: { matchLabels: { team: buyres } } }"),
      ["label-typo: buyres"],
    ],
    [
      "the name of a namespace that every cluster has",
      allowing("{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-sytem } } }"),
      ["label-typo: kube-sytem"],
    ],
    ["a short word", policy("{ matchLabels: { tier: wed } }"), ["selects-no-pods: wed"]],
    ["a key whose value is wrong, too", policy("{ matchLabels: { teir: wab } }"), ["selects-no-pods: wab"]],
    [
      "one slip in a name, beside the right one",
      policy("{ matchExpressions: [{ key: app, operator: In, values: [frontned, frontend] }] }"),
      [],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await found(join(SHOP, text))).toEqual(expected);
  });

  describe("a value that is the name of an object", () => {
    const service = (name: string, selector: string, inNamespace = "shop"): string =>
      `apiVersion: v1\nkind: Service\nmetadata: { name: ${name}, namespace: ${inNamespace} }\nspec: { selector: { ${selector} }, ports: [{ port: 5000 }] }\n`;
    const TRACKING = deployment("tracking-server", "app: mlflow");
    const one = policy("{ matchLabels: { app: tracking-server } }");

    it.each<readonly [what: string, documents: readonly string[], as: string, bearer: string]>([
      ["a Deployment", [TRACKING, one], "Deployment", "app=mlflow shop/tracking-server"],
      [
        "one of several values",
        [
          TRACKING,
          policy("{ matchExpressions: [{ key: app, operator: In, values: [cart, tracking-server] }] }"),
        ],
        "Deployment",
        "app=mlflow shop/tracking-server",
      ],
      [
        "a value to be left out",
        [
          TRACKING,
          policy("{ matchExpressions: [{ key: app, operator: NotIn, values: [tracking-server] }] }"),
        ],
        "Deployment",
        "app=mlflow shop/tracking-server",
      ],
      [
        "a Service, as a peer",
        [service("basket", "app: cart"), allowing("{ podSelector: { matchLabels: { app: basket } } }")],
        "Service",
        "app=cart shop/cart",
      ],
    ])("is told: %s", async (_, documents, as, bearer) => {
      const typos = (await lintText(join(SHOP, ...documents))).flatMap(({ problem }) =>
        problem.code === "label-typo" ? [problem.facts] : [],
      );
      expect(
        typos.map(({ namedAs, bearer: { key, value, name } }) => [namedAs, `${key}=${value} ${name}`]),
      ).toEqual([[as, bearer]]);
    });

    it.each<readonly [what: string, documents: readonly string[]]>([
      ["whose pods have no such label", [deployment("tracking-server", "run: mlflow"), one]],
      [
        "whose pods have several of them",
        [
          deployment("tracking-server", "app: mlflow"),
          deployment("tracking-server", "app: mlruns").replace("Deployment", "StatefulSet"),
          one,
        ],
      ],
      [
        "whose own label is listed, too",
        [
          TRACKING,
          policy("{ matchExpressions: [{ key: app, operator: In, values: [mlflow, tracking-server] }] }"),
        ],
      ],
      ["in another namespace", [TRACKING.replace("namespace: shop", "namespace: other"), one]],
      ["a Service of another namespace", [service("tracking-server", "app: cart", "other"), one]],
      ["a Service without pods of its own", [service("tracking-server", ""), one]],
      [
        "that has the label as well",
        [deployment("cart", "app: basket"), policy("{ matchLabels: { app: cart } }")],
      ],
    ])("is not told: %s", async (_, documents) => {
      expect((await found(join(SHOP, ...documents))).filter((each) => each.startsWith("label-typo"))).toEqual(
        [],
      );
    });
  });

  it("looks at namespaces also where the input has no pods", async () => {
    const peer = "{ namespaceSelector: { matchLabels: { team: buyres } } }";
    expect(await found(join(namespace("shop", "team: buyers"), allowing(peer)))).toEqual([
      "label-typo: buyres",
    ]);
  });

  it.each([
    ["frontned", "frontend"],
    ["chekout-service", "checkout-service"],
    ["kube_dns", "kube-dns"],
    ["WEB", "web"],
    ["wbe", "web"],
    ["front-pai", "front-api"],
  ])("takes %s for %s", (word, candidate) => {
    expect(new Names(["other", candidate]).meantBy(word)).toBe(candidate);
  });

  it.each([
    ["db-1", "db-2"],
    ["redis", "redis6"],
    ["shop-eu", "shop-us"],
    ["service-a", "service-b"],
    ["dev", "den"],
    ["us", "su"],
    ["a-eu1", "a-eu2"],
    ["chekout-servise", "checkout-service"],
    ["payments", "payments"],
  ])("takes %s beside %s for a name of its own", (word, candidate) => {
    expect(new Names([candidate]).meantBy(word)).toBe(undefined);
  });
});

describe("namespace-not-found", () => {
  it("is one finding for all policies of a namespace", async () => {
    const other = policy("{ matchLabels: { app: cart } }", "shops").replace("name: policy", "name: other");
    const text = join(SHOP, policy("{}", "shops"), other);
    const diagnostics = (await lintText(text)).filter(({ rule }) => rule === "namespace-not-found");
    expect(diagnostics.map(({ wording }) => [wording.help, wording.related])).toEqual([
      ["write `shop`", ["this policy is in it too"]],
    ]);
  });

  const absent = async (text: string, isComplete = false): Promise<readonly unknown[]> =>
    (await lintText(text, {}, { isComplete })).flatMap(({ problem }) =>
      problem.code === "namespace-not-found" ? [[problem.facts, problem.related?.length]] : [],
    );
  const of = (app: string, where: string): string =>
    policy(app === "" ? "{}" : `{ matchLabels: { app: ${app} } }`, where).replace(
      "name: policy",
      `name: of-${app}x`,
    );
  const LAB = join(namespace("lab"), pod("lab/web", "app: web"), pod("lab/cart", "app: cart"));

  it.each<[what: string, documents: readonly string[], meant: readonly string[]]>([
    [
      "whose pods several policies select",
      [of("web", "backend"), of("cart", "backend"), of("", "backend")],
      ["lab"],
    ],
    ["whose pods one of them selects", [of("web", "backend"), of("", "backend"), of("db", "backend")], []],
    [
      "whose pods one selector selects, twice",
      [of("web", "backend"), of("web", "backend").replace("of-", "also-")],
      [],
    ],
    ["that has policies", [of("web", "backend"), of("cart", "backend"), of("web", "lab")], []],
    [
      "of two with such pods",
      [of("web", "backend"), of("cart", "backend"), namespace("ops"), pod("ops/web", "app: web")],
      [],
    ],
  ])("means the namespace %s", async (_, documents, meant) => {
    const found = await absent(join(LAB, ...documents));
    expect(found).toMatchObject(
      meant.map((name) => [{ namespace: "backend", meant: name }, documents.length - 1]),
    );
    expect(found).toHaveLength(meant.length);
  });

  it.each([4, 5])("names five namespaces, and shows four of %s policies", async (policies) => {
    const names = ["a1", "b2", "c3", "d4", "e5", "f6"];
    const all = Array.from({ length: policies }, (_, i) => of(`x${i}`, "backend"));
    expect(await absent(join(...names.map((name) => namespace(name)), ...all), true)).toEqual([
      [{ namespace: "backend", known: names.slice(0, 5), policies }, 3],
    ]);
  });

  it.each([
    ["it has pods", join(namespace("ops"), pod("shop/cart", "app: cart"), policy("{}"))],
    ["every cluster has it", join(namespace("ops"), policy("{}", "kube-system"))],
    ["no namespace is there", policy("{}")],
  ])("is silent where %s", async (_, text) => {
    expect(await placesOf("namespace-not-found", text)).toEqual([]);
  });
});

describe("named-port-unresolved", () => {
  const listening = (name: string, labels: string, ports: string): string =>
    pod(name, labels, `containers: [{ name: main, ports: [${ports}] }]`);
  const LISTENING = join(
    listening("shop/web", "app: web", "{ name: http, containerPort: 8080 }"),
    listening("shop/dns", "app: dns", "{ name: dns, containerPort: 53, protocol: UDP }"),
    listening("ops/api", "app: api", "{ name: api, containerPort: 443 }"),
  );
  const rule = (
    direction: "ingress" | "egress",
    app: string,
    peer: string,
    port: string,
  ): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: policy, namespace: shop }
spec:
  podSelector: { matchLabels: { app: ${app} } }
  policyTypes: [${direction === "ingress" ? "Ingress" : "Egress"}]
  ${direction}: [{ ${direction === "ingress" ? "from" : "to"}: [${peer}], ports: [${port}] }]
`;
  const anyPod = "{ podSelector: {} }";
  const dns = "{ podSelector: { matchLabels: { app: dns } } }";

  it.each([
    ["of the subject", rule("ingress", "web", anyPod, "{ port: https }"), ["https"]],
    ["of the peer", rule("egress", "web", dns, "{ port: http }"), ["http"]],
    ["declared for UDP only", rule("ingress", "dns", anyPod, "{ port: dns }"), ["dns"]],
    ["beside a number", rule("ingress", "web", anyPod, "{ port: 8080 }, { port: metrics }"), ["metrics"]],
    [
      "of a ClusterNetworkPolicy",
      cluster("{ namespaces: {} }").replace("from:", "protocols: [{ destinationNamedPort: smtp }], from:"),
      ["smtp"],
    ],
    ["of the subject, declared", rule("ingress", "web", anyPod, "{ port: http }"), []],
    ["of one of the peers", rule("egress", "web", anyPod, "{ port: http }"), []],
    ["for UDP", rule("ingress", "dns", anyPod, "{ port: dns, protocol: UDP }"), []],
    [
      "for any protocol",
      cluster("{ namespaces: {} }").replace("from:", "protocols: [{ destinationNamedPort: dns }], from:"),
      [],
    ],
    ["where nothing is selected", rule("ingress", "basket", anyPod, "{ port: https }"), []],
    [
      "of pods that the input does not hold",
      rule("egress", "web", "{ namespaceSelector: {} }", "{ port: https }"),
      [],
    ],
    ["beside addresses", rule("egress", "web", "{ ipBlock: { cidr: 192.0.2.0/24 } }", "{ port: https }"), []],
  ])("%s", async (_, text, places) => {
    expect(await placesOf("named-port-unresolved", join(LISTENING, text))).toEqual(places);
  });

  it("tells a missing name from another protocol", async () => {
    const messages = await Promise.all(
      [
        rule("ingress", "dns", anyPod, "{ port: dns }"),
        rule("ingress", "dns", anyPod, "{ port: domain }"),
      ].map(async (text) =>
        (await lintText(join(LISTENING, text)))
          .filter((each) => each.rule === "named-port-unresolved")
          .map(({ wording }) => wording.message),
      ),
    );
    expect(messages).toEqual([
      ["the port name `dns` is declared only for UDP, but the rule means TCP"],
      ["none of the policy's pods has a port named `domain`"],
    ]);
  });
});

describe("rules that have nothing to look at", () => {
  const ABOUT_SELECTION = new Set([
    "label-typo",
    "named-port-unresolved",
    "namespace-not-found",
    "namespace-selector-matches-none",
    "peer-selects-no-pods",
    "selects-no-pods",
  ]);
  const skippedOf = async (text: string): Promise<string[]> => {
    const loaded = await load(
      [{ type: "file", file: { name: "a.yaml", text }, isNamed: true }],
      READ_OPTIONS,
    );
    const skipped = lint(loaded).skipped.filter(({ rule }) => ABOUT_SELECTION.has(rule));
    return skipped.map(({ rule, missing }) => `${rule}: ${missing.join(" or ")}`);
  };

  it("are named, with what they need", async () => {
    expect(await skippedOf(policy("{}"))).toEqual([
      "label-typo: pods or namespaces",
      "named-port-unresolved: pods",
      "namespace-not-found: namespaces",
      "namespace-selector-matches-none: namespaces",
      "selects-no-pods: pods",
    ]);
    expect(await skippedOf(join(namespace("shop"), policy("{}")))).toEqual([
      "named-port-unresolved: pods",
      "selects-no-pods: pods",
    ]);
    expect(await skippedOf(join(SHOP, policy("{}")))).toEqual([]);
  });
});
