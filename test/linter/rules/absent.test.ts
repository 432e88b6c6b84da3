import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";
import { load } from "../../../src/cluster/load/load.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { READ_OPTIONS, underlined } from "../../support/api-object.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const namespace = (name: string, labels = ""): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: { ${labels} } }\n`;

const pod = (place: string, labels: string): string => {
  const [inNamespace, name] = place.includes("/") ? place.split("/") : [undefined, place];
  const where = inNamespace === undefined ? "" : `namespace: ${inNamespace}, `;
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, ${where}labels: { ${labels} } }\n`;
};

/** A policy of `shop` with a subject, and with one peer that it is reached from. */
const policy = (subject: string, peer: string, name = "web", inNamespace = "shop"): string =>
  `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: ${inNamespace} }
spec: { podSelector: ${subject}, policyTypes: [Ingress], ingress: [{ from: [${peer}] }] }
`;

/** An object that an operator makes pods of. */
const custom = (apiVersion: string, kind: string, name: string, spec = "{}", where = "shop"): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: ${name}, namespace: ${where} }\nspec: ${spec}\n`;

const SHOP = join(
  namespace("shop", "team: buyers"),
  pod("shop/web", "app: web"),
  pod("shop/cart", "app: cart"),
);
const WEB = "{ matchLabels: { app: web } }";
const ANY = "{ podSelector: {} }";

const labelled = (labels: string): string => `{ matchLabels: { ${labels} } }`;
const podsOf = (labels: string): string => `{ podSelector: ${labelled(labels)} }`;
const inNamespaces = (labels: string): string => `{ namespaceSelector: ${labelled(labels)} }`;

const CODES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "absent-from-input",
  "label-typo",
  "namespace-label-not-automatic",
  "namespace-not-found",
  "namespace-selector-matches-none",
  "peer-pods-only-elsewhere",
  "peer-selects-no-pods",
  "selects-no-pods",
]);

/** `absent-from-input: cart-cache` for each finding of these rules, where the input need not be a whole cluster. */
async function found(...documents: readonly string[]): Promise<string[]> {
  const all = await lintText(join(SHOP, ...documents));
  return all
    .filter(({ rule }) => CODES.has(rule))
    .map(({ rule, problem }) => `${rule}: ${underlined(problem.at)}`);
}

async function messages(...documents: readonly string[]): Promise<string[]> {
  const all = await lintText(join(SHOP, ...documents));
  return all.filter(({ rule }) => rule === "absent-from-input").map(({ wording }) => wording.message);
}

describe("what the input lacks", () => {
  it.each([
    ["pods of a peer", policy(WEB, podsOf("app: cart-cache")), ["absent-from-input: cart-cache"]],
    ["pods of a subject", policy(labelled("app: cart-cache"), ANY), ["absent-from-input: cart-cache"]],
    ["a subject called as an add-on", policy(labelled("app: grafana"), ANY), ["absent-from-input: grafana"]],
    [
      "a peer that may be an add-on, and may be none",
      policy(
        WEB,
        "{ podSelector: { matchExpressions: [{ key: app, operator: In, values: [grafana, cart-mailer] }] } }",
      ),
      ["absent-from-input: grafana"],
    ],
    ["a peer called as an add-on", policy(WEB, podsOf("app: grafana")), []],
    [
      "one by the recommended label",
      policy(WEB, podsOf("app.kubernetes.io/name: ingress-nginx, app.kubernetes.io/component: controller")),
      [],
    ],
    [
      "one of several namespaces",
      policy(WEB, `{ namespaceSelector: {}, ${podsOf("app: prometheus").slice(2)}`),
      [],
    ],
    [
      "with them, a namespace",
      policy(WEB, `${inNamespaces("kubernetes.io/metadata.name: payments")}, ${podsOf("app: cart-cache")}`),
      // The namespace is told to who asks.
      ["absent-from-input: cart-cache"],
    ],
  ])("is a note: %s", async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each([
    ["namespaces of the platform", inNamespaces("kubernetes.io/metadata.name: openshift-dns")],
    ["namespaces that every cluster has", inNamespaces("kubernetes.io/metadata.name: kube-system")],
    ["namespaces of add-ons", inNamespaces("kubernetes.io/metadata.name: ingress-nginx")],
    ["namespaces of others by their name", inNamespaces("kubernetes.io/metadata.name: payments")],
    ["namespaces of others by a label", inNamespaces("app.kubernetes.io/name: ingress-nginx")],
    [
      "pods of others in a namespace that is there",
      "{ namespaceSelector: { matchLabels: { team: buyers } }, podSelector: { matchLabels: { app: cart-cache } } }",
    ],
    ["pods of namespaces that are not there", `{ ${inNamespaces("team: buyers").slice(1, -1)} }`],
  ])("is worth no note: %s", async (_, peer) => {
    expect(await found(policy(WEB, peer))).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ["and none of the input is there", "", []],
    // Manifests that put a pod there are not the installer's.
    ["beside one of the input", pod("kube-system/traefik", "app: traefik, tier: system"), []],
    [
      "where the input has cluster DNS",
      join(
        pod("kube-system/traefik", "app: traefik, tier: system"),
        pod("kube-system/dns", "k8s-app: kube-dns, zone: a"),
      ),
      ["peer-selects-no-pods: component"],
    ],
  ])("pods of `kube-system` are those of an installer: %s", async (_, pods, expected) => {
    const peer = (labels: string): string =>
      `{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }, podSelector: { matchLabels: { ${labels} } } }`;
    const metrics = policy(WEB, peer("tier: system, component: metrics"));
    const found = (await lintText(join(SHOP, metrics, ...(pods === "" ? [] : [pods])))).filter(
      ({ rule }) => rule === "peer-selects-no-pods" || rule === "absent-from-input",
    );
    expect(
      found.map(({ problem }) =>
        problem.code === "peer-selects-no-pods"
          ? `${problem.code}: ${problem.facts.condition?.key}`
          : problem.code,
      ),
    ).toEqual(expected);
  });

  it("is worth no note where pods have the labels in a namespace that something fills in", async () => {
    const text = policy(labelled("app: job"), ANY);
    expect(await found(text, pod("${TEAM}/job", "app: job").replace("${TEAM}", '"${TEAM}"'))).toEqual([]);
    expect(await found(text, pod("ops/job", "app: job"))).toEqual(["selects-no-pods: job"]);
  });

  it("is worth no note where policies name each workload that is there: what is absent is somebody else's", async () => {
    const others = policy(labelled("app: cart"), ANY, "cart");
    expect(await found(others, policy(WEB, podsOf("app: cart-cache")))).toEqual([]);
    const asPeer = policy(WEB, `${podsOf("app: cart")}, ${podsOf("app: cart-cache")}`);
    expect(await found(asPeer)).toEqual([]);
    const forAll = policy("{}", ANY, "all");
    expect(await found(forAll, policy(WEB, podsOf("app: cart-cache")))).toEqual([
      "absent-from-input: cart-cache",
    ]);
  });

  it.each([
    ["on its node's network", "hostNetwork: true", []],
    ["on the network of pods", "hostNetwork: false", ["absent-from-input: cart-cache"]],
  ])(
    "is worth a note only where policies could be meant for what is there: %s",
    async (_, spec, expected) => {
      const agent = `${pod("ops/agent", "app: agent")}spec: { ${spec} }\n`;
      const policies = policy(
        podsOf("app: cart-cache").slice("{ podSelector: ".length, -2),
        ANY,
        "web",
        "ops",
      );
      expect(await found(agent, policies)).toEqual(expected);
    },
  );

  it.each([
    ["nothing in common with what is there", "app: mailer", []],
    ["the namespace's name in common", "app: shop-mailer", []],
    ["a word in common that says nothing", "app: mailer-service", []],
    ["a word in common", "app.kubernetes.io/name: cart_worker", ["absent-from-input: cart_worker"]],
  ])("of a peer: %s", async (_, labels, expected) => {
    const others = join(pod("shop/pay", "app: pay-service"), policy(WEB, podsOf("app: pay-service"), "pay"));
    expect(await found(others, policy(WEB, podsOf(labels), "other"))).toEqual(expected);
  });

  it.each([
    ["runs to its end, of a policy that lets somebody in", "CronJob", "Ingress", "", []],
    ["runs to its end, of a policy for egress", "CronJob", "Egress", "", ["absent-from-input: vault"]],
    [
      "runs to its end and declares a port",
      "CronJob",
      "Ingress",
      "ports: [{ containerPort: 80 }]",
      ["absent-from-input: vault"],
    ],
    ["runs on", "Deployment", "Ingress", "", ["absent-from-input: vault"]],
  ])("of a subject, where what is there %s", async (_, kind, types, ports, expected) => {
    const template = `template: { metadata: { labels: { app: nightly } }, spec: { containers: [{ name: main, ${ports} }] } }`;
    const workload =
      kind === "CronJob"
        ? `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: nightly, namespace: ops }\nspec: { jobTemplate: { spec: { ${template} } } }\n`
        : `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: nightly, namespace: ops }\nspec: { ${template} }\n`;
    const inbound = policy(labelled("app: vault"), ANY, "vault", "ops");
    const outbound = inbound.replace("[Ingress]", "[Egress]").replace("ingress: [{ from", "egress: [{ to");
    expect(await found(workload, types === "Ingress" ? inbound : outbound)).toEqual(expected);
    // What one policy says of these pods is true for another one that selects them.
    const both = await found(workload, inbound, outbound.replace("name: vault", "name: vault-out"));
    expect(both).toEqual(types === "Egress" ? [] : expected);
  });

  it("of a peer with a word that several workloads have is worth no note", async () => {
    const carts = join(pod("shop/lists", "app: cart-lists"), pod("shop/notes", "app: notes-cart"));
    expect(await found(carts, policy(WEB, podsOf("app: cart-jobs")))).toEqual([]);
    expect(await found(carts, policy(WEB, podsOf("app: lists-jobs")))).toEqual([
      "absent-from-input: lists-jobs",
    ]);
  });

  it("names the workloads that may be meant", async () => {
    const all = await lintText(join(SHOP, policy(WEB, podsOf("app: cart-cache"))));
    expect(all.find(({ rule }) => rule === "absent-from-input")?.wording.notes).toEqual([
      "no policy names `shop/cart` by its labels: is it meant?",
    ]);
  });

  it("is worth no note in a namespace of which the input has no pods", async () => {
    const elsewhere = join(namespace("ops"), policy(labelled("app: grafana"), ANY, "grafana", "ops"));
    expect(await found(elsewhere)).toEqual([]);
  });

  it("is worth no note where an object of the input is in the namespace", async () => {
    const service = `apiVersion: v1\nkind: Service\nmetadata: { name: grafana, namespace: payments }\nspec: { ports: [{ port: 80 }] }\n`;
    expect(await found(service, policy(WEB, inNamespaces("kubernetes.io/metadata.name: payments")))).toEqual(
      [],
    );
  });

  it("is one note for each file, and each name is in one of them", async () => {
    const file = (name: string, ...documents: readonly string[]) =>
      ({ type: "file", file: { name, text: join(...documents) }, isNamed: true }) as const;
    const loaded = await load(
      [
        file(
          "b.yaml",
          policy(WEB, podsOf("app: cart-cache"), "third"),
          policy(WEB, podsOf("app: cart-jobs"), "more"),
        ),
        file("c.yaml", policy(WEB, podsOf("app: cart-cache"), "again")),
        file(
          "a.yaml",
          SHOP,
          policy(WEB, podsOf("app: cart-cache"), "first"),
          policy(WEB, `${podsOf("app: cart-cache")}, ${inNamespaces("env: prod")}`, "second"),
        ),
      ],
      READ_OPTIONS,
    );
    const notes = lint(loaded).diagnostics.filter(({ rule }) => rule === "absent-from-input");
    expect(notes.map(({ problem, wording }) => [problem.at.document.file.name, wording.message])).toEqual([
      ["a.yaml", "2 selectors name pods (`app=cart-cache`) not in these manifests"],
      ["b.yaml", "1 selector names pods (`app=cart-jobs`) not in these manifests"],
    ]);
  });

  it("names the first five", async () => {
    const peers = ["a1", "b2", "c3", "d4", "e5", "f6", "g7"].map((name) => podsOf(`app: cart-${name}`));
    expect(await messages(policy(WEB, peers.join(", ")))).toEqual([
      "7 selectors name pods (`app=cart-a1`, `app=cart-b2`, `app=cart-c3`, `app=cart-d4`, `app=cart-e5` and 2 more) not in these manifests",
    ]);
  });

  it("is a warning where the input is the whole cluster", async () => {
    const text = join(SHOP, policy(WEB, podsOf("app: cart-cache")));
    const rules = async (isComplete: boolean) =>
      (await lintText(text, {}, { isComplete })).map(({ rule }) => rule).filter((rule) => CODES.has(rule));
    expect(await rules(true)).toEqual(["peer-selects-no-pods"]);
    expect(await rules(false)).toEqual(["absent-from-input"]);
  });
});

describe("what is nearly there", () => {
  it.each([
    ["a misspelt value", policy(labelled("app: catr"), ANY), ["label-typo: catr"]],
    ["its value under another key", policy(labelled("name: cart"), ANY), ["selects-no-pods: cart"]],
    ["a peer's value under another key", policy(WEB, podsOf("name: cart")), ["peer-selects-no-pods: cart"]],
    [
      "pods in one other namespace",
      join(pod("ops/grafana", "app: grafana"), policy(labelled("app: grafana"), ANY)),
      ["selects-no-pods: grafana"],
    ],
    [
      "a peer's pods in another namespace",
      join(pod("ops/grafana", "app: grafana"), policy(WEB, podsOf("app: grafana"))),
      ["peer-pods-only-elsewhere: grafana"],
    ],
    [
      "a peer's pods in two other namespaces",
      join(
        pod("ops/grafana", "app: grafana"),
        pod("lab/grafana", "app: grafana"),
        policy(WEB, podsOf("app: grafana")),
      ),
      ["peer-pods-only-elsewhere: grafana"],
    ],
    [
      "a Namespace by another label",
      join(namespace("ops"), policy(WEB, inNamespaces("name: ops"))),
      ["namespace-selector-matches-none: ops"],
    ],
    [
      "a value with the kind of the object at its end",
      policy(labelled("app: cart-deployment"), ANY),
      ["selects-no-pods: cart-deployment"],
    ],
    [
      "a peer's value with such an end",
      policy(WEB, podsOf("app: cart-pod")),
      ["peer-selects-no-pods: cart-pod"],
    ],
    [
      "a value without the end that the pods have",
      join(pod("shop/stock", "app: api-service"), policy(WEB, podsOf("app: api"))),
      ["peer-selects-no-pods: api"],
    ],
    [
      "labels of pods, asked of namespaces",
      policy(WEB, inNamespaces("app: cart")),
      ["namespace-selector-matches-none: cart"],
    ],
    [
      "labels of pods of another namespace, asked of namespaces",
      join(namespace("ops"), pod("ops/grafana", "app: grafana"), policy(WEB, inNamespaces("app: grafana"))),
      ["namespace-selector-matches-none: grafana"],
    ],
    [
      "all labels of a pod, and one that no pod has",
      policy(labelled("app: cart, tier: backend"), ANY),
      ["selects-no-pods: backend"],
    ],
    [
      "a peer with all labels of a pod, and one that no pod has",
      policy(
        WEB,
        "{ podSelector: { matchLabels: { app: cart }, matchExpressions: [{ key: tier, operator: Exists }] } }",
      ),
      ["peer-selects-no-pods: tier"],
    ],
    ["a misspelt namespace", policy(WEB, ANY, "web", "shopp"), ["namespace-not-found: shopp"]],
    [
      "a namespace whose policies select the pods of another one",
      join(policy(WEB, ANY, "web", "prod"), policy(labelled("app: cart"), ANY, "cart", "prod")),
      ["namespace-not-found: prod"],
    ],
  ])("is a warning: %s", async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each([
    [
      "labels of pods, some of which namespaces have too",
      join(namespace("ops", "app: grafana"), policy(WEB, inNamespaces("app: cart"))),
    ],
    [
      "labels of pods whose namespace is not in the input",
      join(pod("ops/grafana", "app: grafana"), policy(WEB, inNamespaces("app: grafana"))),
    ],
    [
      "a value with such an end, where a policy asks for the one without it too",
      policy(WEB, `${podsOf("app: cart")}, ${podsOf("app: cart-pod")}`),
    ],
    [
      "a value with such an end, and two that are alike without it",
      join(pod("shop/a", "app: api-service"), pod("shop/b", "app: api-pod"), policy(WEB, podsOf("app: api"))),
    ],
    [
      "a label that pods have, of any value",
      policy(WEB, "{ namespaceSelector: { matchExpressions: [{ key: app, operator: Exists }] } }"),
    ],
  ])("is nothing that is told: %s", async (_, text) => {
    expect(await found(text)).toEqual([]);
  });

  it.each([
    ["a value with an end that says what runs there", policy(WEB, podsOf("app: cart-gateway"))],
    [
      "pods that do not say in which namespace they are",
      join(pod("cart-sync", "app: cart-sync"), policy(WEB, podsOf("app: cart-sync"))),
    ],
    [
      "a value that many labels have",
      join(pod("shop/a", "debug: 'true'"), policy(WEB, podsOf("trace: 'true'"))),
    ],
    [
      "a subject's pods in two other namespaces",
      join(
        pod("ops/grafana", "app: grafana"),
        pod("lab/grafana", "app: grafana"),
        policy(labelled("app: grafana"), ANY),
      ),
    ],
    [
      "all labels of a pod, and another value of one that pods have: another sort of pods",
      join(pod("shop/db", "app: db, tier: data"), policy(labelled("app: cart, tier: backend"), ANY)),
    ],
    [
      "a label that no pod has, and nothing else",
      policy("{ matchExpressions: [{ key: tier, operator: Exists }] }", ANY),
    ],
    [
      "a label that no pod has, and one that none may have",
      policy(
        "{ matchExpressions: [{ key: tier, operator: Exists }, { key: old, operator: DoesNotExist }] }",
        ANY,
      ),
    ],
    ["two labels that no pod has", policy(labelled("app: cart, tier: backend, side: left"), ANY)],
  ])("is no warning, but a note: %s", async (_, text) => {
    expect((await found(text)).map((each) => each.split(":")[0])).toEqual(["absent-from-input"]);
  });
});

describe("a namespace by a label that nothing sets", () => {
  const notes = async (...documents: readonly string[]): Promise<string[]> =>
    (await found(...documents)).filter((each) => each.startsWith("namespace-label-not-automatic"));

  it.each([
    ["of a namespace that every cluster has", "name: kube-system", "kube-system"],
    ["of one that is nowhere in the input", "name: ingress-nginx", "ingress-nginx"],
    ["by another key", "namespace: monitoring", "monitoring"],
    ["of an installer's namespace", "name: kube-public", "kube-public"],
    [
      "of a platform's namespace, by a key that its operators don't set",
      "namespace: openshift-ingress",
      "openshift-ingress",
    ],
    ["of one that every cluster has, beside a label", "name: kube-system, env: prod", "kube-system"],
    [
      "by the automatic label with a dot for its slash",
      "kubernetes.io.metadata.name: kube-system",
      "kube-system",
    ],
    ["by the automatic label with a hyphen for a dot", "kubernetes.io/metadata-name: tracing", "tracing"],
    ["by the automatic label with a slip in it", "kuberentes.io/metadata.name: billing", "billing"],
  ])("is a warning: %s", async (_, labels, at) => {
    expect(await notes(policy(WEB, inNamespaces(labels)))).toEqual([`namespace-label-not-automatic: ${at}`]);
  });

  it.each([
    ["the label that the server sets", policy(WEB, inNamespaces("kubernetes.io/metadata.name: kube-system"))],
    [
      "of a platform's namespace, whose operators set it",
      policy(WEB, inNamespaces("name: openshift-ingress")),
    ],
    ["of another one of them", policy(WEB, inNamespaces("name: openshift-monitoring"))],
    [
      "of one of them, beside labels of one's own",
      join(namespace("ops", "name: ops"), policy(WEB, inNamespaces("name: openshift-ingress"))),
    ],
    ["a label that is no name", policy(WEB, inNamespaces("team: sellers"))],
    [
      "a label of one's own that ends as the automatic one",
      policy(WEB, inNamespaces("example.com/metadata.name: kube-public")),
    ],
    ["a value beside a label of one's own", policy(WEB, inNamespaces("name: d57ee7, environment: dev"))],
    [
      "a label that some Namespace has",
      join(namespace("ops", "name: ops"), policy(WEB, inNamespaces("name: tools"))),
    ],
    [
      "a label that the Namespace itself has, though an installer makes it",
      join(namespace("kube-system", "name: kube-system"), policy(WEB, inNamespaces("name: kube-system"))),
    ],
    ["a Namespace of the input", join(namespace("ops"), policy(WEB, inNamespaces("name: ops")))],
  ])("is none: %s", async (_, text) => {
    expect(await notes(text)).toEqual([]);
  });

  describe("beside a peer of the same rule with the label that the server sets", () => {
    const DNS = "podSelector: { matchLabels: { k8s-app: kube-dns } }";
    const peer = (label: string, more = ""): string =>
      `{ namespaceSelector: { matchLabels: { ${label} } }${more === "" ? "" : `, ${more}`} }`;
    const NAMED = "kubernetes.io/metadata.name: kube-system";

    it.each([
      ["for the same pods", `${peer("name: kube-system", DNS)}, ${peer(NAMED, DNS)}`, 0],
      ["in any order", `${peer(NAMED)}, ${peer("name: kube-system")}`, 0],
      ["for other pods", `${peer("name: kube-system")}, ${peer(NAMED, DNS)}`, 1],
      ["of another namespace", `${peer("name: kube-system")}, ${peer(`${NAMED}s`)}`, 1],
      ["and a label of its own", `${peer("name: kube-system")}, ${peer(`${NAMED}, env: prod`)}`, 1],
    ])("%s", async (_, peers, expected) => {
      expect(await notes(policy(WEB, peers))).toHaveLength(expected);
    });
  });

  it("is a warning for an installer's namespace, though others have such a label", async () => {
    const text = join(namespace("ops", "name: ops"), policy(WEB, inNamespaces("name: kube-system")));
    expect(await notes(text)).toEqual(["namespace-label-not-automatic: kube-system"]);
  });

  it("is found once, with the other selectors that have it", async () => {
    const policies = ["a", "b", "c", "d", "e", "f"].map((name) =>
      policy(WEB, inNamespaces("name: kube-system"), name),
    );
    const all = await lintText(join(SHOP, ...policies));
    const [only, ...more] = all.filter(({ rule }) => rule === "namespace-label-not-automatic");
    expect(more).toEqual([]);
    expect(only?.problem.related).toHaveLength(3);
    expect(only?.wording.notes).toEqual(["2 more selectors have it"]);
  });

  it("is told at the first of its selectors, and with the others, as they are read", async () => {
    const both = policy(WEB, inNamespaces("name: tools"), "web").replace(
      "policyTypes: [Ingress], ",
      `policyTypes: [Ingress, Egress], egress: [{ to: [${inNamespaces("name: ops")}] }], `,
    );
    const all = await lintText(join(SHOP, both, policy(WEB, inNamespaces("name: logs"), "logs")));
    const only = all.find(({ rule }) => rule === "namespace-label-not-automatic");
    const places =
      only === undefined ? [] : [only.problem.at, ...(only.problem.related ?? []).map(({ at }) => at)];
    expect(places.map(underlined)).toEqual(["ops", "tools", "logs"]);
    expect(only?.wording.notes).toBeUndefined();
  });

  it("counts one selector more", async () => {
    const policies = ["a", "b", "c", "d", "e"].map((name) =>
      policy(WEB, inNamespaces("name: kube-system"), name),
    );
    const all = await lintText(join(SHOP, ...policies));
    const only = all.find(({ rule }) => rule === "namespace-label-not-automatic");
    expect(only?.wording.notes).toEqual(["1 more selector has it"]);
  });

  it("is one finding for all namespaces that are named by the same label, and another one for another label", async () => {
    const policies = ["name: ingress-nginx", "name: monitoring", "name: kube-system", "namespace: tools"].map(
      (labels, i) => policy(WEB, inNamespaces(labels), `policy-${i}`),
    );
    const all = await lintText(join(SHOP, ...policies));
    const some = all.filter(({ rule }) => rule === "namespace-label-not-automatic");
    expect(some.map(({ wording }) => [wording.message, wording.help])).toEqual([
      [
        "namespaces `ingress-nginx`, `kube-system` and `monitoring` have no label `name` unless somebody sets it",
        "write `kubernetes.io/metadata.name` instead of `name`: the API server sets it to the namespace's name",
      ],
      [
        "namespace `tools` has no label `namespace=tools` unless somebody sets it",
        "write `kubernetes.io/metadata.name: tools`, which the API server sets",
      ],
    ]);
  });
});

describe("what operators make of objects of the input", () => {
  it.each([
    ["CloudNativePG", custom("postgresql.cnpg.io/v1", "Cluster", "orders"), "cnpg.io/cluster: orders"],
    [
      "Prometheus",
      custom("monitoring.coreos.com/v1", "Prometheus", "k8s"),
      "app.kubernetes.io/name: prometheus, app.kubernetes.io/instance: k8s, app.kubernetes.io/part-of: kube-prometheus",
    ],
    ["Strimzi", custom("kafka.strimzi.io/v1beta2", "Kafka", "events"), "strimzi.io/cluster: events"],
    [
      "a template of the object itself",
      custom(
        "argoproj.io/v1alpha1",
        "Rollout",
        "r",
        "{ template: { metadata: { labels: { app: rolled } } } }",
      ),
      "app: rolled",
    ],
    [
      "a chart",
      custom("helm.toolkit.fluxcd.io/v2", "HelmRelease", "redis", "{ targetNamespace: shop }", "flux-system"),
      "app: anything",
    ],
    [
      "an application of elsewhere",
      custom("argoproj.io/v1alpha1", "Application", "a", "{ destination: { namespace: shop } }", "argocd"),
      "app: anything",
    ],
    [
      "a Gateway",
      custom("gateway.networking.k8s.io/v1", "Gateway", "edge"),
      "gateway.networking.k8s.io/gateway-name: edge",
    ],
  ])("counts as there: %s", async (_, object, labels) => {
    expect(await found(object, policy(labelled(labels), ANY))).toEqual([]);
    expect(await found(object, policy(labelled(labels), ANY))).toEqual([]);
  });

  it.each([
    ["another name", custom("postgresql.cnpg.io/v1", "Cluster", "orders"), "cnpg.io/cluster: billing"],
    ["labels that it does not make", custom("postgresql.cnpg.io/v1", "Cluster", "orders"), "app: mysql"],
    [
      "a kind of that name of another group",
      custom("example.com/v1", "Cluster", "orders"),
      "cnpg.io/cluster: orders",
    ],
  ])("does not: %s", async (_, object, labels) => {
    expect((await found(object, policy(labelled(labels), ANY))).map((each) => each.split(":")[0])).toEqual([
      "absent-from-input",
    ]);
  });

  const inOps = (apiVersion: string, kind: string, name = "orders"): string =>
    custom(apiVersion, kind, name, "{}", "ops");
  const ORDERS = inOps("postgresql.cnpg.io/v1", "Cluster");
  const OPS = "{ matchLabels: { kubernetes.io/metadata.name: ops } }";
  const BY_NAME = podsOf("cnpg.io/cluster: orders");

  it.each([
    ["a database", ORDERS, BY_NAME],
    ["its instances alone", ORDERS, podsOf("cnpg.io/cluster: orders, cnpg.io/podRole: instance")],
    ["a broker", inOps("kafka.strimzi.io/v1beta2", "Kafka"), podsOf("strimzi.io/cluster: orders")],
    [
      "a monitor by its own name and the name of the program",
      inOps("monitoring.coreos.com/v1", "Prometheus"),
      podsOf("app.kubernetes.io/name: prometheus, prometheus: orders"),
    ],
  ])("is only in another namespace than a peer looks in: %s", async (_, object, peer) => {
    const all = await lintText(join(SHOP, object, policy(WEB, peer)));
    const [finding, ...more] = all.filter(({ rule }) => rule === "peer-pods-only-elsewhere");
    expect(finding?.wording.help).toContain("`kubernetes.io/metadata.name: ops`");
    expect(more).toEqual([]);
  });

  it.each([
    ["the peer looks there", ORDERS, BY_NAME.replace("{ ", `{ namespaceSelector: ${OPS}, `)],
    ["the peer looks everywhere", ORDERS, BY_NAME.replace("{ ", "{ namespaceSelector: {}, ")],
    ["one of this name is here as well", join(ORDERS, ORDERS.replace("ops", "shop")), BY_NAME],
    ["it does not say where it goes", ORDERS.replace(", namespace: ops", ""), BY_NAME],
    ["something fills in where it goes", ORDERS.replace("ops", '"${TEAM}"'), BY_NAME],
    [
      "the peer asks for labels that others may have",
      inOps("monitoring.coreos.com/v1", "Prometheus"),
      podsOf("app.kubernetes.io/name: prometheus"),
    ],
    ["the peer asks for a label more", ORDERS, podsOf("cnpg.io/cluster: orders, tier: main")],
  ])("is not said to be elsewhere where %s", async (_, object, peer) => {
    const all = await lintText(join(SHOP, object, policy(WEB, peer)));
    expect(all.map(({ rule }) => rule)).not.toContain("peer-pods-only-elsewhere");
  });

  it("is no misspelling of something else", async () => {
    const text = join(
      pod("shop/pg", "cnpg.io/cluster: orders-main"),
      custom("postgresql.cnpg.io/v1", "Cluster", "orders-mail"),
      policy(WEB, podsOf("cnpg.io/cluster: orders-mail")),
    );
    expect(await found(text)).toEqual([]);
  });

  it("is no duplicate where the object is there twice", async () => {
    const kafka = custom("kafka.strimzi.io/v1beta2", "Kafka", "events");
    const all = await lintText(join(SHOP, kafka, kafka.replace("{}", "{ a: 1 }")));
    expect(all.filter(({ rule }) => rule === "duplicate-object")).toEqual([]);
  });
});
