import { describe, expect, it } from "vitest";
import { clusterPolicy, lintText, placesOf } from "../../support/findings.js";
import type { LintOptions } from "../../../src/linter/lint/lint.js";
import type { LoadOptions } from "../../../src/cluster/load/options.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const pod = (place: string, spec = "", labels = ""): string => {
  const [namespace, app] = place.split("/");
  return `apiVersion: v1
kind: Pod
metadata: { name: ${app}, namespace: ${namespace}, labels: { app: ${app}${labels} } }
spec: { ${spec} }
`;
};

const ports = (...each: readonly string[]): string =>
  `containers: [{ name: main, ports: [${each.join(", ")}] }]`;
const number = (port: number): string => `{ containerPort: ${port} }`;

const policy = (subject: string, spec: string, name = "policy", namespace = "shop"): string =>
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: ${namespace} }
spec: { podSelector: ${subject}, ${spec} }
`;

const app = (name: string): string => `{ matchLabels: { app: ${name} } }`;
const ingress = (rules: string, subject = app("web")): string =>
  policy(subject, `policyTypes: [Ingress], ingress: [${rules}]`);
const egress = (rules: string, subject = app("web")): string =>
  policy(subject, `policyTypes: [Egress], egress: [${rules}]`);
const named = (namespace: string): string =>
  `namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ${namespace} } }`;
const tcp = (...numbers: readonly (number | string)[]): string =>
  `ports: [${numbers.map((port) => `{ protocol: TCP, port: ${port} }`).join(", ")}]`;
const UDP53 = "ports: [{ protocol: UDP, port: 53 }]";

type Row = readonly [name: string, text: string, places: readonly string[]];

/** Rows of a rule: what it finds, by what it underlines, and what looks alike. */
function table(
  rule: ProblemCode,
  rows: readonly Row[],
  options: Partial<LoadOptions> = {},
  lintOptions: LintOptions = {},
): void {
  describe(rule, () => {
    it.each(rows)("%s", async (_, text, places) => {
      const found = await placesOf(rule, text, options, lintOptions);
      expect(found.map((each) => each.split("\n")[0])).toEqual(places);
    });
  });
}

const PODS = join(
  pod("shop/web"),
  pod("shop/cart"),
  pod("ui/proxy"),
  pod("kube-system/coredns", "", ", k8s-app: kube-dns"),
);

table("peer-or-instead-of-and", [
  [
    "pods that only the namespaces have",
    join(PODS, ingress(`{ from: [{ ${named("ui")} }, { podSelector: ${app("proxy")} }] }`)),
    ["{"],
  ],
  [
    "the other way round",
    join(PODS, ingress(`{ from: [{ podSelector: ${app("proxy")} }, { ${named("ui")} }] }`)),
    ["{"],
  ],
  [
    "every namespace, beside pods that nobody has",
    join(PODS, ingress(`{ from: [{ namespaceSelector: {} }, { podSelector: ${app("proxy")} }] }`)),
    ["{"],
  ],
  [
    "cluster DNS",
    join(
      pod("shop/web"),
      egress(
        `{ to: [{ ${named("kube-system")} }, { podSelector: { matchLabels: { k8s-app: kube-dns } } }], ${UDP53} }`,
      ),
    ),
    ["{"],
  ],
  [
    "pods of an operator of OpenShift",
    join(
      pod("shop/web"),
      egress(
        `{ to: [{ ${named("openshift-dns")} }, { podSelector: { matchLabels: { dns.operator.openshift.io/daemonset-dns: default } } }], ${tcp(5353)} }`,
      ),
    ),
    ["{"],
  ],
  [
    "labels of an operator of OpenShift, in a namespace of one's own",
    join(
      pod("shop/web"),
      egress(
        `{ to: [{ ${named("lab")} }, { podSelector: { matchLabels: { dns.operator.openshift.io/daemonset-dns: default } } }], ${tcp(5353)} }`,
      ),
    ),
    [],
  ],
  ["one peer", join(PODS, ingress(`{ from: [{ ${named("ui")}, podSelector: ${app("proxy")} }] }`)), []],
  [
    "pods that the own namespace has",
    join(PODS, ingress(`{ from: [{ ${named("ui")} }, { podSelector: ${app("cart")} }] }`)),
    [],
  ],
  [
    "every pod of the own namespace",
    join(PODS, ingress(`{ from: [{ ${named("ui")} }, { podSelector: {} }] }`)),
    [],
  ],
  [
    "pods that nobody has",
    join(PODS, ingress(`{ from: [{ ${named("ui")} }, { podSelector: ${app("zipkin")} }] }`)),
    [],
  ],
  [
    "peers of two rules",
    join(PODS, ingress(`{ from: [{ ${named("ui")} }] }, { from: [{ podSelector: ${app("proxy")} }] }`)),
    [],
  ],
  [
    "cluster DNS, and no pods at all",
    egress(
      `{ to: [{ ${named("kube-system")} }, { podSelector: { matchLabels: { k8s-app: kube-dns } } }], ${UDP53} }`,
    ),
    ["{"],
  ],
  [
    "pods that are called as their namespace, and no pods at all",
    ingress(`{ from: [{ ${named("ingress-nginx")} }, { podSelector: ${app("ingress-nginx")} }] }`),
    ["{"],
  ],
  ...(
    [
      ["monitoring", "prometheus"],
      ["kube-system", "traefik"],
      ["istio-system", "istio-ingressgateway"],
    ] as const
  ).map(([where, add]): [string, string, string[]] => [
    `an add-on in a namespace where people install it: ${add} in ${where}`,
    join(PODS, ingress(`{ from: [{ ${named(where)} }, { podSelector: ${app(add)} }] }`)),
    ["{"],
  ]),
  [
    "such an add-on in another namespace",
    join(PODS, ingress(`{ from: [{ ${named("ui")} }, { podSelector: ${app("prometheus")} }] }`)),
    [],
  ],
  [
    "other pods in such a namespace",
    join(PODS, ingress(`{ from: [{ ${named("monitoring")} }, { podSelector: ${app("agent")} }] }`)),
    [],
  ],
  [
    "such an add-on of the own namespace",
    join(
      PODS,
      pod("shop/prometheus"),
      ingress(`{ from: [{ ${named("monitoring")} }, { podSelector: ${app("prometheus")} }] }`),
    ),
    [],
  ],
  [
    "another namespace, and no pods at all",
    ingress(`{ from: [{ ${named("ui")} }, { podSelector: ${app("proxy")} }] }`),
    [],
  ],
  [
    "every namespace, and no pods at all",
    ingress(`{ from: [{ namespaceSelector: {} }, { podSelector: ${app("proxy")} }] }`),
    [],
  ],
  [
    "addresses between them",
    join(
      PODS,
      ingress(
        `{ from: [{ ${named("ui")} }, { ipBlock: { cidr: 10.0.0.0/8 } }, { podSelector: ${app("proxy")} }] }`,
      ),
    ),
    [],
  ],
]);

it("a peer that was cut in two is one finding", async () => {
  const found = await lintText(
    join(PODS, ingress(`{ from: [{ ${named("ui")} }, { podSelector: ${app("proxy")} }] }`)),
  );
  const about = new Set<string>([
    "peer-or-instead-of-and",
    "peer-pods-only-elsewhere",
    "peer-selects-no-pods",
  ]);
  expect(found.map(({ rule }) => rule).filter((rule) => about.has(rule))).toEqual(["peer-or-instead-of-and"]);
});

const SHOP = join(pod("shop/web"), pod("shop/db"));
const toDb = `{ to: [{ podSelector: ${app("db")} }], ${tcp(5432)} }`;

/** A pod with an address in its environment. */
const configured = (address: string, name = "web"): string =>
  pod(
    `shop/${name}`,
    `containers: [{ name: main, image: x, env: [{ name: ENDPOINT, value: "${address}" }] }]`,
  );
const toAddress = egress(`{ to: [{ ipBlock: { cidr: 203.0.113.7/32 } }], ${tcp(443)} }`);

table("dns-port-never-allowed", [
  ["one port of one peer", join(SHOP, egress(toDb)), ["Egress"]],
  [
    "all ports of pods that are none",
    join(SHOP, egress(`{ to: [{ podSelector: ${app("db")} }] }`)),
    ["Egress"],
  ],
  [
    "two policies together",
    join(SHOP, egress(toDb), policy("{}", "policyTypes: [Egress]", "deny")),
    ["Egress"],
  ],
  ["a policy alone", egress(toDb), ["Egress"]],
  ["the API server alone, whose address pods have", egress(`{ ${tcp(6443)} }`), []],
  ["the API server and something else", join(SHOP, egress(`{ ${tcp(6443)} }, ${toDb}`)), ["Egress"]],
  ["its port and another", egress(`{ ports: [{ port: 6443 }, { port: 443 }] }`), ["Egress"]],
  [
    "policies alone, of which one lets other pods ask",
    join(
      egress(toDb),
      policy("{ matchLabels: { app: db } }", `policyTypes: [Egress], egress: [{ ${UDP53} }]`, "dns"),
    ),
    ["Egress"],
  ],
  [
    "policies alone, of which one may let the same pods ask",
    join(
      egress(toDb),
      policy("{ matchLabels: { tier: x } }", `policyTypes: [Egress], egress: [{ ${UDP53} }]`, "dns"),
    ),
    [],
  ],
  ["a policy alone that lets its pods send nothing", policy("{}", "policyTypes: [Egress]"), []],
  [
    "a policy alone that names addresses",
    egress(`{ to: [{ ipBlock: { cidr: 203.0.113.7/32 } }], ${tcp(443)} }`),
    [],
  ],
  ["all ports of another namespace", join(SHOP, egress(`{ to: [{ ${named("lab")} }] }`)), ["Egress"]],
  ["DNS of any place", join(SHOP, egress(`${toDb}, { ${UDP53} }`)), []],
  ["DNS of the platform", join(SHOP, egress(`${toDb}, { to: [{ ${named("kube-system")} }], ${UDP53} }`)), []],
  [
    "DNS on the port of its pods",
    join(SHOP, egress(`${toDb}, { to: [{ ${named("openshift-dns")} }], ${tcp(5353)} }`)),
    [],
  ],
  ["DNS of the own namespace", join(SHOP, egress(`{ to: [{ podSelector: ${app("db")} }], ${UDP53} }`)), []],
  [
    "DNS by an address",
    join(SHOP, egress(`${toDb}, { to: [{ ipBlock: { cidr: 169.254.20.10/32 } }], ${UDP53} }`)),
    [],
  ],
  ["a range that holds it", join(SHOP, egress("{ ports: [{ protocol: UDP, port: 1, endPort: 1024 }] }")), []],
  ["every namespace", join(SHOP, egress("{ to: [{ namespaceSelector: {} }] }")), []],
  ["a name of a port", join(SHOP, egress("{ ports: [{ protocol: UDP, port: dns }] }")), []],
  ["pods that may send nothing", join(SHOP, policy("{}", "policyTypes: [Egress]")), []],
  [
    "addresses alone, for pods that are configured with a name",
    join(configured("http://hsm.shop.svc.cluster.local:9000"), toAddress),
    ["Egress"],
  ],
  ["addresses alone, with a name outside", join(configured("queue.example.com:5671"), toAddress), ["Egress"]],
  [
    "addresses alone, and one policy for all of them",
    join(
      configured("vault.example.com:8200"),
      egress(`{ to: [{ ipBlock: { cidr: 203.0.113.7/32 } }], ${tcp(8200)} }`, "{}"),
    ),
    ["Egress"],
  ],
  ["addresses alone, with an address", join(configured("http://203.0.113.7:443"), toAddress), []],
  ["addresses alone, with the pod itself", join(configured("http://localhost:9000"), toAddress), []],
  [
    "addresses alone, where others are configured with a name",
    join(configured("db.example.com:5432", "db"), pod("shop/web"), toAddress),
    [],
  ],
  ["addresses alone", join(SHOP, egress(`{ to: [{ ipBlock: { cidr: 203.0.113.7/32 } }], ${tcp(443)} }`)), []],
  [
    "another policy allows it",
    join(SHOP, egress(toDb), policy("{}", `policyTypes: [Egress], egress: [{ ${UDP53} }]`, "dns")),
    [],
  ],
  [
    "pods on their node's network",
    join(pod("shop/web", "hostNetwork: true"), pod("shop/db"), egress(toDb)),
    [],
  ],
  [
    "cluster DNS is known: dns-egress-missing says more",
    join(PODS, egress(`{ to: [{ podSelector: ${app("cart")} }] }`)),
    [],
  ],
  ["a policy may be missing", join(SHOP, egress(toDb), "kind: NetworkPolicy\n\tspec: broken\n"), []],
]);

describe("the words of dns-port-never-allowed", () => {
  const words = async (text: string): Promise<readonly unknown[]> =>
    (await lintText(text)).flatMap(({ rule, wording }) =>
      rule === "dns-port-never-allowed" ? [wording.message, wording.help] : [],
    );
  const USUAL = "allow egress on UDP 53 and TCP 53 to the DNS pods, in `kube-system` on most clusters";
  const OPENSHIFT = "allow egress on UDP 5353 and TCP 5353 to the DNS pods of OpenShift, in `openshift-dns`";

  it("name a namespace that is written, and none that is not", async () => {
    const message = "can't resolve names: no rule allows DNS";
    expect(await words(egress(toDb))).toEqual([
      `pods that \`policy\` selects in namespace \`shop\` ${message}`,
      USUAL,
    ]);
    expect(await words(egress(toDb).replace(", namespace: shop", ""))).toEqual([
      `pods that \`policy\` selects ${message}`,
      USUAL,
    ]);
  });

  it.each([
    ["each of two", [policy(app("web"), `policyTypes: [Egress], egress: [${toDb}]`, "a")], 1],
    ["both, beside one of them", [policy("{}", `policyTypes: [Egress], egress: [${toDb}]`, "a")], 0],
    ["one, with another policy", [egress(toDb, app("db"))], 0],
  ])("point to what isolates the others: %s", async (_, others, count) => {
    const own = policy(app("db"), `policyTypes: [Egress], egress: [${toDb}]`, "b");
    const found = await lintText(join(pod("shop/web"), pod("shop/db"), ...others, own));
    const related = found.find(({ rule }) => rule === "dns-port-never-allowed")?.wording.related ?? [];
    expect(related).toEqual(Array.from({ length: count }, () => "isolates others of these"));
  });

  it("give the port of OpenShift's DNS where policies are for OpenShift", async () => {
    const fromRouter = policy(
      app("web"),
      "ingress: [{ from: [{ namespaceSelector: { matchLabels: { network.openshift.io/policy-group: ingress } } }] }]",
      "router",
    );
    expect((await words(join(egress(toDb), fromRouter)))[1]).toBe(OPENSHIFT);
    expect((await words(join(egress(toDb), fromRouter.replace("network.openshift.io/", "x/"))))[1]).toBe(
      USUAL,
    );
  });
});

const toDns = (...each: readonly string[]): string =>
  egress(`{ to: [{ ${named("openshift-dns")} }], ports: [${each.join(", ")}] }`, "{}");

table("openshift-dns-port", [
  ["the Service's port", toDns("{ protocol: UDP, port: 53 }"), ["53"]],
  ["the same of TCP", toDns("{ protocol: TCP, port: 53 }, { protocol: TCP, port: 9154 }"), ["53"]],
  [
    "by an expression",
    egress(
      `{ to: [{ namespaceSelector: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: In, values: [openshift-dns] }] } }], ${UDP53} }`,
    ),
    ["53"],
  ],
  ["the port of the pods", toDns("{ protocol: UDP, port: 5353 }"), []],
  ...(
    [
      ["its name as another label's value", "key: team, operator: In, values: [openshift-dns]"],
      [
        "every namespace but that",
        "key: kubernetes.io/metadata.name, operator: NotIn, values: [openshift-dns]",
      ],
      [
        "one of two namespaces",
        "key: kubernetes.io/metadata.name, operator: In, values: [openshift-dns, infra]",
      ],
    ] as const
  ).map(
    ([what, expression]) =>
      [
        what,
        egress(`{ to: [{ namespaceSelector: { matchExpressions: [{ ${expression} }] } }], ${UDP53} }`),
        [],
      ] as const,
  ),
  ["both", toDns("{ protocol: UDP, port: 53 }", "{ protocol: UDP, port: 5353 }"), []],
  ["the name of the port", toDns("{ protocol: UDP, port: dns }", "{ protocol: UDP, port: 53 }"), []],
  [
    "another platform too",
    egress(`{ to: [{ ${named("openshift-dns")} }, { ${named("kube-system")} }], ${UDP53} }`),
    [],
  ],
  ["every port", egress(`{ to: [{ ${named("openshift-dns")} }] }`), []],
]);

const ROUTER = policy(
  app("web"),
  "policyTypes: [Ingress], ingress: [{ from: [{ namespaceSelector: { matchLabels: { network.openshift.io/policy-group: ingress } } }] }]",
  "router",
);
const onOpenshift = (rules: string, ...more: readonly string[]): string =>
  join(egress(rules, "{}"), ROUTER, ...more);
const DNS_ANYWHERE = `{ to: [{ namespaceSelector: {} }], ${UDP53} }`;

table("openshift-dns-port", [
  ["for the pods of every namespace, on OpenShift", onOpenshift(DNS_ANYWHERE), ["53"]],
  ["for everything", onOpenshift(`{ ${UDP53} }`), ["53"]],
  [
    "for every pod, by an empty selector",
    onOpenshift(`{ to: [{ namespaceSelector: {}, podSelector: {} }], ${UDP53} }`),
    ["53"],
  ],
  [
    "beside a rule for other pods of the namespace",
    onOpenshift(
      DNS_ANYWHERE,
      policy(app("db"), "policyTypes: [Egress], egress: [{ to: [{ podSelector: {} }] }]", "db"),
    ),
    ["53"],
  ],
  ["for every pod on another platform", egress(DNS_ANYWHERE, "{}"), []],
  [
    "for every pod, with what is for another platform by a label of one's own",
    onOpenshift(
      `${DNS_ANYWHERE}, { to: [{ namespaceSelector: { matchLabels: { name: kube-system } } }], ports: [{ port: 443 }] }`,
    ),
    [],
  ],
  [
    "for every pod, with what is for several platforms",
    onOpenshift(
      `${DNS_ANYWHERE}, { to: [{ namespaceSelector: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: In, values: [kube-system, openshift-dns] }] } }], ports: [{ port: 443 }] }`,
    ),
    [],
  ],
  [
    "for every pod, with what is for another platform",
    onOpenshift(`${DNS_ANYWHERE}, { to: [{ ${named("kube-system")} }], ports: [{ port: 443 }] }`),
    [],
  ],
  [
    "for every pod, with the port of the pods in another rule",
    onOpenshift(`${DNS_ANYWHERE}, { ports: [{ protocol: UDP, port: 5353 }] }`),
    [],
  ],
  [
    "for every pod, with the port of the pods in another policy",
    onOpenshift(
      DNS_ANYWHERE,
      policy("{}", `policyTypes: [Egress], egress: [{ to: [{ ${named("openshift-dns")} }] }]`, "dns"),
    ),
    [],
  ],
  [
    "for other resolvers, by address",
    onOpenshift(`{ to: [{ ipBlock: { cidr: 192.0.2.53/32 } }], ${UDP53} }`),
    [],
  ],
  [
    "for some pods by label",
    onOpenshift(
      `{ to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: unbound } } }], ${UDP53} }`,
    ),
    [],
  ],
]);

const HOST = join(
  pod("mon/agent", "hostNetwork: true"),
  pod("mon/prom"),
  pod("mon/mixed", "", ", tier: x"),
  pod("mon/onhost", "hostNetwork: true", ", tier: x"),
);
const inMon = (subject: string, from: string): string =>
  policy(subject, `policyTypes: [Ingress], ingress: [{ from: [{ podSelector: ${from} }] }]`, "policy", "mon");

table("host-network-subject", [
  ["one workload", join(HOST, inMon(app("agent"), app("prom"))), ["podSelector"]],
  [
    "two of them",
    join(
      HOST,
      inMon("{ matchExpressions: [{ key: app, operator: In, values: [agent, onhost] }] }", app("prom")),
    ),
    ["podSelector"],
  ],
  [
    "by an expression",
    join(HOST, inMon("{ matchExpressions: [{ key: app, operator: In, values: [agent] }] }", "{}")),
    ["podSelector"],
  ],
  ["pods of both sorts", join(HOST, inMon("{ matchLabels: { tier: x } }", app("prom"))), []],
  ["every pod", join(pod("mon/agent", "hostNetwork: true"), inMon("{}", app("prom"))), []],
  ["nothing", join(HOST, inMon(app("gone"), app("prom"))), []],
]);

table("host-network-peer", [
  ["one workload", join(HOST, inMon(app("prom"), app("agent"))), ["podSelector"]],
  [
    "in another namespace",
    join(HOST, pod("shop/web"), ingress(`{ from: [{ ${named("mon")}, podSelector: ${app("agent")} }] }`)),
    ["podSelector"],
  ],
  [
    "of egress",
    join(
      HOST,
      policy(
        app("prom"),
        `policyTypes: [Egress], egress: [{ to: [{ podSelector: ${app("agent")} }] }]`,
        "out",
        "mon",
      ),
    ),
    ["podSelector"],
  ],
  ["pods of both sorts", join(HOST, inMon(app("prom"), "{ matchLabels: { tier: x } }")), []],
  ["every pod", join(HOST, inMon(app("prom"), "{}")), []],
  ["the pods' own subject", join(HOST, inMon(app("agent"), app("prom"))), []],
]);

const WEB = pod("shop/web", ports(number(8080), number(9090)));
const other = (text: string): string => text.replace("metadata: { name: ", "metadata: { name: other-");
const service = (port: number, target: number): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop }\nspec: { selector: { app: web }, ports: [{ port: ${port}, targetPort: ${target} }] }\n`;

table("port-not-declared", [
  ["a port that the pods lack", join(WEB, ingress(`{ ${tcp(7070)} }`)), ["7070"]],
  ["two of them", join(WEB, ingress(`{ ${tcp(7070, 7071)} }`)), ["7070"]],
  [
    "of egress",
    join(
      WEB,
      pod("shop/cart"),
      egress(`{ to: [{ podSelector: ${app("web")} }], ${tcp(7070)} }`, app("cart")),
    ),
    ["7070"],
  ],
  [
    "of both sides of a connection, told once",
    join(
      WEB,
      pod("shop/cart"),
      egress(`{ to: [{ podSelector: ${app("web")} }], ${tcp(7070)} }`, app("cart")),
      other(ingress(`{ ${tcp(7070)} }`)),
    ),
    ["7070"],
  ],
  [
    "two ports of the same pods are two",
    join(WEB, ingress(`{ ${tcp(7070)} }`), other(ingress(`{ ${tcp(7071)} }`))),
    ["7070", "7071"],
  ],
  ["one of them is there", join(WEB, ingress(`{ ${tcp(7070, 8080)} }`)), []],
  [
    "a list of values, one of which no pod here has",
    join(
      WEB,
      ingress(`{ ${tcp(7070)} }`, "{ matchExpressions: [{ key: app, operator: In, values: [web, cart] }] }"),
    ),
    [],
  ],
  [
    "a list of values whose pods are all here",
    join(
      WEB,
      pod("shop/cart", ports(number(9090))),
      ingress(`{ ${tcp(7070)} }`, "{ matchExpressions: [{ key: app, operator: In, values: [web, cart] }] }"),
    ),
    ["7070"],
  ],
  ["pods that declare none", join(pod("shop/web"), ingress(`{ ${tcp(7070)} }`)), []],
  [
    "another protocol, of which they declare none",
    join(WEB, ingress("{ ports: [{ protocol: UDP, port: 7070 }] }")),
    [],
  ],
  ["where a Service leads", join(WEB, service(80, 7070), ingress(`{ ${tcp(7070)} }`)), []],
  [
    "a Service's own port, which is another mistake",
    join(WEB, service(80, 8080), ingress(`{ ${tcp(80)} }`)),
    [],
  ],
  ["what a mesh adds", join(WEB, ingress(`{ ${tcp(15_090)} }`)), []],
  ["a range", join(WEB, ingress("{ ports: [{ protocol: TCP, port: 7000, endPort: 7100 }] }")), []],
  ["a policy for every pod", join(WEB, ingress(`{ ${tcp(7070)} }`, "{}")), []],
]);

const db = (more = ""): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: db, namespace: shop }\nspec: { clusterIP: 10.96.14.7, selector: { app: db }, ports: [{ port: 5432 }] }\n${more}`;
const block = (cidr: string): string => `{ ipBlock: { cidr: ${cidr} } }`;

table("service-address-as-peer", [
  ["an address of a Service", join(db(), egress(`{ to: [${block("10.96.14.7/32")}] }`)), ["10.96.14.7/32"]],
  [
    "beside other peers",
    join(db(), egress(`{ to: [${block("192.0.2.1/32")}, ${block("10.96.14.7/32")}] }`)),
    ["10.96.14.7/32"],
  ],
  [
    "of a policy for the whole cluster",
    join(db(), clusterPolicy("egress: [{ name: a, action: Accept, to: [{ networks: [10.96.14.7/32] }] }]")),
    ["10.96.14.7/32"],
  ],
  ["another address", join(db(), egress(`{ to: [${block("10.96.14.8/32")}] }`)), []],
  ["a block with others", join(db(), egress(`{ to: [${block("10.96.0.0/12")}] }`)), []],
  ["sources", join(db(), ingress(`{ from: [${block("10.96.14.7/32")}] }`)), []],
  [
    "an external address",
    join(
      db().replace("clusterIP: 10.96.14.7", "externalIPs: [10.96.14.7]"),
      egress(`{ to: [${block("10.96.14.7/32")}] }`),
    ),
    [],
  ],
]);

const notIn = (key: string, ...values: readonly string[]): string =>
  `{ from: [{ namespaceSelector: { matchExpressions: [{ key: ${key}, operator: NotIn, values: [${values.join(", ")}] }] } }] }`;
const LAB = "apiVersion: v1\nkind: Namespace\nmetadata: { name: lab, labels: { team: red } }\n";

table("selector-matches-all-by-negation", [
  ["a namespace of every cluster", ingress(notIn("name", "kube-system")), ["kube-system"]],
  ["a namespace of the input", join(LAB, ingress(notIn("name", "lab"))), ["lab"]],
  ["by another key", join(LAB, ingress(notIn("namespace", "kube-system", "lab"))), ["kube-system"]],
  ["the label that the server sets", ingress(notIn("kubernetes.io/metadata.name", "kube-system")), []],
  ["a label that some namespace has", join(LAB, ingress(notIn("team", "lab"))), []],
  ["a name that is nowhere", join(LAB, ingress(notIn("name", "elsewhere"))), []],
  ["a label that is no name", join(LAB, ingress(notIn("env", "lab"))), []],
]);

it("an exclusion by any label that nothing has is found where the input is a whole cluster", async () => {
  const text = join(LAB, pod("shop/web"), ingress(notIn("env", "prod")));
  const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n";
  const places = await placesOf(
    "selector-matches-all-by-negation",
    join(namespace, text),
    {},
    { isComplete: true },
  );
  expect(places).toEqual(["prod"]);
});

const api = (name: string, port: number, protocol = "TCP"): string =>
  pod(`shop/${name}`, ports(`{ name: api, containerPort: ${port}, protocol: ${protocol} }`), ", tier: back");
const toBack = egress(`{ to: [{ podSelector: { matchLabels: { tier: back } } }], ${tcp("api")} }`);

table("named-port-ambiguous", [
  ["two numbers", join(api("a", 80), api("b", 81), toBack), ["api"]],
  ["three numbers", join(api("a", 80), api("b", 81), api("c", 82), toBack), ["api"]],
  [
    "under any protocol",
    join(
      api("a", 80),
      api("b", 81, "UDP"),
      clusterPolicy(
        "egress: [{ name: a, action: Accept, to: [{ pods: { namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: shop } }, podSelector: {} } }], protocols: [{ destinationNamedPort: api }] }]",
      ),
    ),
    ["api"],
  ],
  ["one number", join(api("a", 80), api("b", 80), toBack), []],
  ["another protocol", join(api("a", 80), api("b", 81, "UDP"), toBack), []],
  [
    "of ingress, where each pod has its own",
    join(api("a", 80), api("b", 81), ingress(`{ ${tcp("api")} }`, "{}")),
    [],
  ],
  [
    "one of them is not meant",
    join(api("a", 80), api("b", 81), egress(`{ to: [{ podSelector: ${app("a")} }], ${tcp("api")} }`)),
    [],
  ],
]);

const names = (...each: readonly string[]): string =>
  clusterPolicy(
    `egress: [{ name: a, action: Accept, to: [{ domainNames: [${each.map((name) => `"${name}"`).join(", ")}] }] }]`,
  );
const headless =
  "apiVersion: v1\nkind: Service\nmetadata: { name: db, namespace: shop }\nspec: { clusterIP: None, selector: { app: db } }\n";

table("domain-name-in-cluster", [
  ["a Service", names("api.shop.svc.cluster.local"), ['"api.shop.svc.cluster.local"']],
  ["a short name of one", names("api.shop.svc"), ['"api.shop.svc"']],
  ["a wildcard", names("*.shop.svc.cluster.local"), ['"*.shop.svc.cluster.local"']],
  ["a headless Service", join(headless, names("db.shop.svc.cluster.local")), []],
  ["a name outside", names("api.example.com"), []],
  ["a name that looks like one", names("svc.example.com", "cluster.local.example.com"), []],
]);

table("domain-name-too-broad", [
  ["another country's", names("*.com.au"), ['"*.com.au"']],
  ["a country's second level", names("*.co.uk"), ['"*.co.uk"']],
  ["what many share", names("*.amazonaws.com", "api.example.com"), ['"*.amazonaws.com"']],
  ["a domain of one's own", names("*.example.com"), []],
  ["one name of a provider", names("bucket.s3.amazonaws.com"), []],
  ["a wildcard below one name", names("*.bucket.s3.amazonaws.com"), []],
  ["a domain with a short name", names("*.co.example"), []],
]);

const wide = (subject: string, action: string, tier = "tier: Admin, priority: 50"): string =>
  clusterPolicy(
    `egress: [{ name: a, action: ${action}, to: [{ networks: [203.0.113.0/24] }] }]`,
    "policy",
    tier,
  ).replace("subject: { namespaces: {} }", `subject: ${subject}`);
const byPods = "{ pods: { namespaceSelector: {}, podSelector: { matchLabels: { zone: closed } } } }";

table("subject-label-editable-by-tenant", [
  ["a deny", wide(byPods, "Deny"), ["podSelector"]],
  ["of the Baseline tier", wide(byPods, "Deny", "tier: Baseline, priority: 50"), ["podSelector"]],
  [
    "by an expression",
    wide(
      "{ pods: { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: zone, operator: Exists }] } } }",
      "Deny",
    ),
    ["podSelector"],
  ],
  ["an accept", wide(byPods, "Accept"), []],
  ["namespaces", wide("{ namespaces: { matchLabels: { zone: closed } } }", "Deny"), []],
  ["every pod", wide("{ pods: { namespaceSelector: {}, podSelector: {} } }", "Deny"), []],
  [
    "a NetworkPolicy, which tenants own",
    policy("{ matchLabels: { zone: closed } }", "policyTypes: [Egress]"),
    [],
  ],
]);

describe("what a peer that may have been cut in two comes to", () => {
  const deny = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: deny, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
`;
  const rulesOf = async (to: string): Promise<readonly string[]> =>
    (await lintText(join(deny, egress(`{ to: [${to}], ${tcp(443)} }`)))).map(({ rule }) => rule);

  it.each([
    ["after the namespaces that it may be in", `{ ${named("default")} }, { podSelector: ${app("api")} }`, []],
    ["by itself", `{ podSelector: ${app("api")} }`, ["one-sided-flow"]],
    ["before other namespaces", `{ podSelector: ${app("api")} }, { ${named("ops")} }`, ["one-sided-flow"]],
    [
      "after addresses",
      `{ ipBlock: { cidr: 192.0.2.0/24 } }, { podSelector: ${app("api")} }`,
      ["one-sided-flow"],
    ],
  ])("is not told of one: %s", async (_, to, expected) => {
    expect((await rulesOf(to)).filter((rule) => rule === "one-sided-flow")).toEqual(expected);
  });
});
