import {
  clusterDnsObjects,
  clusterWide,
  documents,
  findingsOf,
  pod,
  policy,
} from "../../support/exposure.js";
import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";
import { underlined } from "../../support/api-object.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const SHOP = documents(pod("shop", "web"), pod("shop", "cart"));
const UDP53 = "{ port: 53, protocol: UDP }";
const of = (app: string): string => `{ matchLabels: { app: ${app} } }`;
const own = (app: string): string => `{ podSelector: ${of(app)} }`;
const namespace = (name: string): string =>
  `{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ${name} } } }`;
const block = (cidr: string): string => `{ ipBlock: { cidr: ${cidr} } }`;

/** A rule for egress; without ports, for all of them. */
const to = (peers: readonly string[], ...ports: readonly string[]): string =>
  `{ ${[
    ...(peers.length === 0 ? [] : [`to: [${peers.join(", ")}]`]),
    ...(ports.length === 0 ? [] : [`ports: [${ports.join(", ")}]`]),
  ].join(", ")} }`;

function egress(name: string, pods: string, rules: readonly string[], where = "shop"): string {
  return policy(
    where,
    name,
    `{ podSelector: ${pods}, policyTypes: [Egress], egress: [${rules.join(", ")}] }`,
  );
}

/** The objects at which a rule finds something, with what is underlined. */
async function placed(rule: ProblemCode, ...texts: readonly string[]): Promise<string[]> {
  const found = (await lintText(documents(...texts))).filter((each) => each.rule === rule);
  return found.map(({ problem: { object, at } }) => `${object?.name} ${underlined(at)}`);
}

describe("pods that can't ask cluster DNS are told at", () => {
  const DNS = clusterDnsObjects();
  const CLOSED = egress("closed", "{}", []);
  const WEB = egress("web", of("web"), [to([own("cart")])]);
  const CART = egress("cart", of("cart"), [to([own("web")])]);
  const udpOf = (app: string): string => egress(app, of(app), [to([], UDP53)]);

  it.each<[what: string, texts: readonly string[], expected: readonly string[]]>([
    ["the policy that isolates all of them, though others do too", [CLOSED, WEB, CART], ["closed Egress"]],
    ["the same policy, in whatever order they are", [WEB, CART, CLOSED], ["closed Egress"]],
    ["of one pod, the policy with rules", [CLOSED, WEB], ["web Egress"]],
    ["the policy with rules, in whatever order they are", [WEB, CLOSED], ["web Egress"]],
    ["each policy, where each isolates other pods", [WEB, CART], ["web Egress", "cart Egress"]],
    ["each rule that allows one protocol", [udpOf("web"), udpOf("cart")], ["web 53", "cart 53"]],
  ])("%s", async (_, texts, expected) => {
    expect(await placed("dns-egress-missing", SHOP, DNS, ...texts)).toEqual(expected);
  });

  it("the policy of a pod of two families, whose rule is for addresses of one", async () => {
    const dual = `${pod("shop", "web")}status: { podIPs: [{ ip: 10.0.0.7 }, { ip: "2001:db8::7" }] }\n`;
    const outside = egress("web", of("web"), [to([block("192.0.2.0/24")])]);
    expect(await placed("dns-egress-missing", dual, DNS, outside)).toEqual(["web Egress"]);
  });
});

describe("pods that no rule lets reach a port of DNS", () => {
  const WEB = egress("web", of("web"), [to([own("cart")], "{ port: 7070 }")]);
  const admin = (...rules: readonly string[]): string =>
    clusterWide(
      "tenants",
      "tier: Admin, priority: 3, subject: { namespaces: {} }",
      `egress: [${rules.join(", ")}]`,
    );
  const walk = (action: string, port: number, peers = "{ namespaces: {} }"): string =>
    `{ name: r, action: ${action}, to: [${peers}], protocols: [{ udp: { destinationPort: { number: ${port} } } }] }`;

  it.each<[what: string, texts: readonly string[], expected: readonly string[]]>([
    ["at the policy with rules", [egress("all", "{}", []), WEB], ["web Egress"]],
    [
      "beside a policy of the Admin tier that accepts another port",
      [WEB, admin(walk("Accept", 443))],
      ["web Egress"],
    ],
    ["beside one that denies the port", [WEB, admin(walk("Deny", 53))], ["web Egress"]],
    ["beside one that passes the port on", [WEB, admin(walk("Pass", 53))], ["web Egress"]],
    [
      "beside one that accepts the port to names",
      [WEB, admin(walk("Accept", 53, '{ domainNames: ["*.example.com"] }'))],
      ["web Egress"],
    ],
    [
      "beside one about ingress",
      [
        WEB,
        clusterWide(
          "a",
          "tier: Admin, priority: 3, subject: { namespaces: {} }",
          "ingress: [{ name: a, action: Accept, from: [{ namespaces: {} }] }]",
        ),
      ],
      ["web Egress"],
    ],
    ["not beside one that accepts the port", [WEB, admin(walk("Accept", 53))], []],
    ["not beside one that accepts the port too", [WEB, admin(walk("Accept", 443), walk("Accept", 5353))], []],
    [
      "not where one peer of several may be a resolver",
      [egress("web", of("web"), [to([own("cart"), namespace("kube-system")])])],
      [],
    ],
    [
      "not where all pods of the platform's DNS are reached",
      [egress("web", of("web"), [to([namespace("openshift-dns")])])],
      [],
    ],
    [
      "beside addresses and pods",
      [egress("web", of("web"), [to([block("203.0.113.7/32"), own("cart")], "{ port: 443 }")])],
      ["web Egress"],
    ],
    [
      "with every address, on the ports of the web alone: nobody knows them all",
      [egress("web", of("web"), [to([block("0.0.0.0/0")], "{ port: 443 }", "{ port: 80 }")])],
      ["web Egress"],
    ],
    [
      "not with every address on the port of something else",
      [egress("web", of("web"), [to([block("0.0.0.0/0")], "{ port: 443 }", "{ port: 5432 }")])],
      [],
    ],
    [
      "not with some addresses on the ports of the web",
      [egress("web", of("web"), [to([block("203.0.113.0/24")], "{ port: 443 }")])],
      [],
    ],
    [
      "with a range that begins at the API server's port",
      [egress("web", of("web"), [to([], "{ port: 6443, endPort: 6500 }")])],
      ["web Egress"],
    ],
    [
      "with a range that ends there",
      [egress("web", of("web"), [to([], "{ port: 6400, endPort: 6443 }")])],
      ["web Egress"],
    ],
    [
      "where the port is allowed to pods of their own namespace, of which none is a resolver",
      [egress("web", "{}", [to(["{ podSelector: {} }"], UDP53)])],
      ["web Egress"],
    ],
    [
      "where cluster DNS is looked for beside them",
      [egress("web", "{}", [to(["{ podSelector: { matchLabels: { k8s-app: kube-dns } } }"], UDP53)])],
      ["web Egress"],
    ],
    [
      "where it is allowed to a namespace by its name",
      [egress("web", "{}", [to([namespace("shop")], UDP53)])],
      ["web Egress"],
    ],
    ["not where that namespace isn't there", [egress("web", "{}", [to([namespace("infra")], UDP53)])], []],
    [
      "not where one of them listens on the port",
      [pod("shop", "names", "[{ containerPort: 5353 }]"), egress("web", "{}", [to([own("names")], UDP53)])],
      [],
    ],
    [
      "not where one of them is called so",
      [pod("shop", "coredns"), egress("web", "{}", [to(["{ podSelector: {} }"], UDP53)])],
      [],
    ],
    [
      "not where the rule names pods that don't say where they listen",
      [pod("shop", "names"), egress("web", "{}", [to([own("names")], UDP53)])],
      [],
    ],
    [
      "not where a chart is installed beside them",
      [
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: names, namespace: shop }\nspec: {}\n",
        egress("web", "{}", [to(["{ podSelector: {} }"], UDP53)]),
      ],
      [],
    ],
  ])("are told %s", async (_, texts, expected) => {
    expect(await placed("dns-port-never-allowed", SHOP, ...texts)).toEqual(expected);
  });

  it("are not told in the namespace of DNS, where every port of all pods is reached", async () => {
    const system = [
      pod("kube-system", "web"),
      egress("web", of("web"), [to(["{ podSelector: {} }"])], "kube-system"),
    ];
    expect(await placed("dns-port-never-allowed", ...system)).toEqual([]);
    const elsewhere = system.map((each) => each.replace("kube-system", "ops"));
    expect(await placed("dns-port-never-allowed", ...elsewhere)).toEqual(["web Egress"]);
  });

  it.each([5, 6])("are told once, and %s policies of their namespace are counted", async (count) => {
    const alone = Array.from({ length: count }, (_, i) =>
      egress(`p${i}`, of(`a${i}`), [to([own("x")], "{ port: 7070 }")]),
    );
    const [found] = (await lintText(documents(...alone))).flatMap(({ problem }) =>
      problem.code === "dns-port-never-allowed" ? [problem.facts] : [],
    );
    expect(found).toMatchObject({ policies: { first: ["p0", "p1", "p2", "p3", "p4"], more: count - 5 } });
  });

  const TAKEN = "{ port: 7070 }";
  const inNamespaces = (...values: readonly string[]): string =>
    `{ namespaceSelector: { matchExpressions: [{ key: team, operator: In, values: [${values.join(", ")}] }] } }`;

  it.each<[what: string, text: string, isOnOpenshift: boolean]>([
    [
      "a policy of one of its namespaces",
      egress("web", of("web"), [to([own("x")], TAKEN)], "openshift-console"),
      true,
    ],
    [
      "one of a namespace that only holds the word",
      egress("web", of("web"), [to([own("x")], TAKEN)], "my-openshift-apps"),
      false,
    ],
    [
      "a peer of one of its namespaces, among others",
      egress("web", of("web"), [to([own("x"), namespace("openshift-ingress")], TAKEN)]),
      true,
    ],
    [
      "a value among others",
      egress("web", of("web"), [to([inNamespaces("ops", "openshift-dns")], TAKEN)]),
      true,
    ],
    [
      "values that only hold the word",
      egress("web", of("web"), [to([inNamespaces("ops", "for-openshift-x")], TAKEN)]),
      false,
    ],
    [
      "a label that it sets, among others",
      egress("web", of("web"), [
        to(
          [
            "{ namespaceSelector: { matchLabels: { team: ops, policy-group.network.openshift.io/ingress: '' } } }",
          ],
          TAKEN,
        ),
      ]),
      true,
    ],
    [
      "a Route, whatever the policies say",
      documents(
        egress("web", of("web"), [to([own("x")], TAKEN)]),
        "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: { name: web, namespace: shop }\n",
      ),
      true,
    ],
    [
      "a Route of something else",
      documents(
        egress("web", of("web"), [to([own("x")], TAKEN)]),
        "apiVersion: serving.knative.dev/v1\nkind: Route\nmetadata: { name: web, namespace: shop }\n",
      ),
      false,
    ],
    [
      "pods with such a label",
      egress("web", of("web"), [to(["{ podSelector: { matchLabels: { openshift.io/x: z } } }"], TAKEN)]),
      false,
    ],
  ])("are on OpenShift: %s", async (_, text, isOnOpenshift) => {
    const [found] = (await lintText(text)).flatMap(({ problem }) =>
      problem.code === "dns-port-never-allowed" ? [problem.facts] : [],
    );
    expect(found?.isOnOpenshift).toBe(isOnOpenshift);
  });
});

describe("a name that an allow-list lacks", () => {
  const configured = (app: string, variable: string, part = app): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${app}, namespace: shop }
spec:
  selector: { matchLabels: { app: ${part} } }
  template:
    metadata: { labels: { app: ${part} } }
    spec: { containers: [{ name: main, image: main, env: [${variable}] }] }
`;
  const PAY = `{ name: PAY, value: "https://pay.example.org" }`;
  const REST = '["0.0.0.0/0", "::/0"]';
  const listing = (
    name: string,
    priority: number,
    apps: readonly string[],
    names: string,
    rest = REST,
  ): string =>
    clusterWide(
      name,
      `tier: Admin, priority: ${priority}, subject: { pods: { namespaceSelector: {}, podSelector: { matchExpressions: [{ key: app, operator: In, values: [${apps.join(", ")}] }] } } }`,
      `egress: [{ name: names, action: Accept, to: [{ domainNames: [${names}] }], protocols: [{ tcp: { destinationPort: { number: 443 } } }] }, { name: rest, action: Deny, to: [{ networks: ${rest} }] }]`,
    );
  const unlisted = async (...texts: readonly string[]): Promise<string[]> =>
    (await findingsOf("domain-name-unlisted", documents(...texts))).map(
      ({ facts: { workload, host, port, listed } }) => `${workload} ${host}:${port} of ${listed.join(" ")}`,
    );
  const found = (app: string): string => `shop/${app} pay.example.org:443 of a.example.com b.example.com`;
  const A_B = "a.example.com, b.example.com";

  it("is told of each workload for which the list acts", async () => {
    const both = [configured("web", PAY), configured("api", PAY)];
    expect(await unlisted(...both, listing("names", 4, ["web", "api"], A_B))).toEqual([
      found("api"),
      found("web"),
    ]);
    expect(await unlisted(...both, listing("names", 4, ["web"], A_B))).toEqual([found("web")]);
  });

  it("is told of each of two workloads that nothing tells apart", async () => {
    const alike = [configured("web", PAY, "same"), configured("api", PAY, "same")];
    expect(await unlisted(...alike, listing("names", 4, ["same"], A_B))).toEqual([
      found("api"),
      found("web"),
    ]);
  });

  it("is told though the list of other pods has it", async () => {
    const others = listing("others", 5, ["api"], "pay.example.org");
    expect(
      await unlisted(
        configured("web", PAY),
        configured("api", PAY),
        listing("names", 4, ["web"], A_B),
        others,
      ),
    ).toEqual([found("web")]);
  });

  it.each<[what: string, variable: string, names: string, rest: string]>([
    ["is on the list beside others", PAY, `${A_B}, pay.example.org`, REST],
    [
      "is on the list beside others, for another port",
      `{ name: B, value: "http://b.example.com" }`,
      A_B,
      REST,
    ],
    ["has no port", "{ name: PAY_HOST, value: pay.example.org }", A_B, REST],
    ["may have an address of a family that is left open", PAY, A_B, '["0.0.0.0/0"]'],
  ])("is none where it %s", async (_, variable, names, rest) => {
    expect(await unlisted(configured("web", variable), listing("names", 4, ["web"], names, rest))).toEqual(
      [],
    );
  });
});
