import { describe, expect, it } from "vitest";
import { lintText, networkPolicy } from "../../support/findings.js";

const RULE = "all-namespaces-not-internet";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const listening = (namespace: string): string =>
  `apiVersion: v1
kind: Pod
metadata: { name: proxy, namespace: ${namespace}, labels: { app: proxy } }
spec: { containers: [{ name: c, image: i, ports: [{ containerPort: 443 }] }] }
`;

/** A policy for the pods of one app with some egress rules. */
const egress = (rules: string, name = "web", namespace = "shop"): string =>
  networkPolicy(
    `podSelector: { matchLabels: { app: ${name} } }\npolicyTypes: [Egress]\negress: ${rules}`,
    name,
  ).replace("namespace: shop", `namespace: ${namespace}`);

const ALL = "to: [{ namespaceSelector: {} }]";
const https = (to: string): string => `[{ ${to}, ports: [{ port: 443 }] }]`;

const found = async (text: string): Promise<readonly (readonly [string, number])[]> =>
  (await lintText(text)).flatMap(({ problem }) =>
    problem.code === RULE ? [[problem.facts.ports.join("+"), problem.facts.rules.length] as const] : [],
  );

describe(RULE, () => {
  it.each([
    ["every namespace on the port of HTTPS", egress(https(ALL)), [["443", 1]]],
    [
      "every pod of every namespace",
      egress(https("to: [{ namespaceSelector: {}, podSelector: {} }]")),
      [["443", 1]],
    ],
    ["with the port of HTTP", egress(`[{ ${ALL}, ports: [{ port: 443 }, { port: 80 }] }]`), [["80+443", 1]]],
    [
      "beside ports of the cluster",
      egress(`[{ ${ALL}, ports: [{ port: 5432 }, { port: 443 }, { port: 53, protocol: UDP }] }]`),
      [["443", 1]],
    ],
    [
      "two rules of a namespace, told once",
      join(egress(https(ALL)), egress(https(ALL), "cart")),
      [["443", 2]],
    ],
    [
      "two namespaces, each",
      join(egress(https(ALL)), egress(https(ALL), "web", "lab")),
      [
        ["443", 1],
        ["443", 1],
      ],
    ],
    [
      "addresses for other pods alone",
      join(egress(https(ALL)), egress("[{ to: [{ ipBlock: { cidr: 0.0.0.0/0 } }] }]", "cart")),
      [["443", 1]],
    ],
    [
      "addresses on another port",
      egress(
        `[{ ${ALL}, ports: [{ port: 443 }] }, { to: [{ ipBlock: { cidr: 10.0.0.0/8 } }], ports: [{ port: 5432 }] }]`,
      ),
      [["443", 1]],
    ],
    [
      "a pod of the own namespace that listens there",
      join(egress(https(ALL)), listening("shop")),
      [["443", 1]],
    ],
  ])("finds %s", async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each([
    ["some namespaces", egress(https("to: [{ namespaceSelector: { matchLabels: { team: a } } }]"))],
    [
      "some pods of all namespaces",
      egress(https("to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: x } } }]")),
    ],
    ["every port", egress(`[{ ${ALL} }]`)],
    ["ports of the cluster alone", egress(`[{ ${ALL}, ports: [{ port: 5432 }, { port: 9200 }] }]`)],
    ["a range of ports", egress(`[{ ${ALL}, ports: [{ port: 400, endPort: 9200 }] }]`)],
    ["HTTP alone", egress(`[{ ${ALL}, ports: [{ port: 80 }] }]`)],
    [
      "a peer with addresses beside it",
      egress(https("to: [{ namespaceSelector: {} }, { ipBlock: { cidr: 0.0.0.0/0 } }]")),
    ],
    [
      "a rule with addresses beside pods",
      egress(
        `[{ ${ALL}, ports: [{ port: 443 }] }, { to: [{ podSelector: {} }, { ipBlock: { cidr: 203.0.113.0/24 } }], ports: [{ port: 5432 }, { port: 443 }] }]`,
      ),
    ],
    ["a rule without peers", egress(`[{ ${ALL}, ports: [{ port: 443 }] }, { ports: [{ port: 443 }] }]`)],
    [
      "another policy for the same pods that allows addresses",
      join(
        egress(https(ALL)),
        networkPolicy(
          "podSelector: {}\npolicyTypes: [Egress]\negress: [{ to: [{ ipBlock: { cidr: 0.0.0.0/0 } }], ports: [{ port: 443 }] }]",
          "out",
        ),
      ),
    ],
    ["a pod of another namespace that listens there", join(egress(https(ALL)), listening("edge"))],
    [
      "ingress",
      networkPolicy(
        "podSelector: {}\npolicyTypes: [Ingress]\ningress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 443 }] }]",
      ),
    ],
  ])("says nothing about %s", async (_, text) => {
    expect(await found(text)).toEqual([]);
  });

  const DEFAULT = "to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: default } } }]";
  const VAULT = "to: [{ podSelector: { matchLabels: { app: vault } } }]";
  const beside = (to: string, port = 443): string =>
    egress(`[{ ${to}, ports: [{ port: ${port} }] }, { ${ALL}, ports: [{ port: 443 }] }]`);
  const anything = (subject: string): string =>
    networkPolicy(`podSelector: { ${subject} }\npolicyTypes: [Egress]\negress: [{}]`, "out");
  const admin = (subject: string): string =>
    `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: out }
spec: { tier: Admin, priority: 7, subject: { ${subject} }, egress: [{ action: Accept, to: [{ networks: [0.0.0.0/0] }] }] }
`;
  const labelled = (labels: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: both, namespace: shop, labels: { ${labels} } }\n`;

  it.each([
    ["one namespace", join(beside(DEFAULT), anything("matchLabels: { part: sniffer }"))],
    ["pods of the own namespace", join(beside(VAULT), anything("matchLabels: { part: sniffer }"))],
    [
      "one namespace, where pods of both sorts are there",
      join(
        beside(DEFAULT),
        anything("matchLabels: { part: sniffer }"),
        labelled("app: web"),
        labelled("part: sniffer").replace("name: both", "name: sniffer"),
      ),
    ],
  ])(
    "finds a rule beside one for %s, which would say the same, though pods of another label may leave",
    async (_, text) => {
      expect(await found(text)).toEqual([["443", 1]]);
    },
  );

  it.each([
    ["no such rule is beside it", join(egress(https(ALL)), anything("matchLabels: { part: sniffer }"))],
    [
      "the other rule is for another port",
      join(beside(DEFAULT, 5432), anything("matchLabels: { part: sniffer }")),
    ],
    ["all pods may leave", join(beside(DEFAULT), anything(""))],
    [
      "the other rule is for every namespace too",
      join(
        beside(`${VAULT.slice(0, -1)}, { namespaceSelector: {} }]`),
        anything("matchLabels: { part: sniffer }"),
      ),
    ],
    [
      "the policy is for all pods, and some of them may leave",
      join(
        beside(DEFAULT).replace("matchLabels: { app: web }", ""),
        anything("matchLabels: { part: sniffer }"),
      ),
    ],
    ["a policy of the Admin tier lets every pod leave", join(beside(DEFAULT), admin("namespaces: {}"))],
    [
      "a policy of the Admin tier lets pods of another label leave, which may be these",
      join(
        beside(DEFAULT),
        admin("pods: { namespaceSelector: {}, podSelector: { matchLabels: { part: sniffer } } }"),
      ),
    ],
    [
      "pods of the same label may leave",
      join(beside(DEFAULT), anything("matchExpressions: [{ key: app, operator: Exists }]")),
    ],
    [
      "pods of the same label may leave that have another one too",
      join(
        beside(DEFAULT),
        anything("matchExpressions: [{ key: app, operator: Exists }, { key: part, operator: Exists }]"),
      ),
    ],
    [
      "a pod has both labels",
      join(beside(DEFAULT), anything("matchLabels: { part: sniffer }"), labelled("app: web, part: sniffer")),
    ],
  ])("says nothing where %s", async (_, text) => {
    expect(await found(text)).toEqual([]);
  });

  it("says nothing where a policy is missing that may let pods leave", async () => {
    const unread = "{{ if .Values.open }}\n";
    expect(await found(join(egress(https(ALL)), unread))).toEqual([]);
  });

  it.each([
    [4, 3, undefined],
    [5, 3, "1 more rule is written like this"],
    [6, 3, "2 more rules are written like this"],
  ])("of %s shows the first, and %s others", async (count, others, note) => {
    const texts = Array.from({ length: count }, (_, i) => egress(https(ALL), `web-${i}`));
    const finding = (await lintText(join(...texts))).find(({ rule }) => rule === RULE);
    expect(finding?.problem.related).toHaveLength(others);
    expect(finding?.wording.notes?.[0]).toBe(note);
  });

  it("shows the peer, and the others", async () => {
    const finding = (await lintText(join(egress(https(ALL)), egress(https(ALL), "cart")))).find(
      ({ rule }) => rule === RULE,
    );
    expect(finding?.wording).toMatchObject({
      message: "this allows TCP 443 to pods of every namespace, and to no address outside the cluster",
      related: ["here too"],
    });
  });
});
