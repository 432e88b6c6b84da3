import { adminPolicy, clusterPolicy, lintText, networkPolicy, placesOf } from "../../support/findings.js";
import { describe, expect, it } from "vitest";

const forPods = (selector: string): string =>
  networkPolicy(`podSelector:\n  ${selector.replaceAll("\n", "\n  ")}\npolicyTypes: [Ingress]`);

const expressions = (...items: readonly string[]): string => `matchExpressions: [${items.join(", ")}]`;

describe("selector-contradiction", () => {
  const exists = "{ key: app, operator: Exists }";
  const missing = "{ key: app, operator: DoesNotExist }";
  const isA = "{ key: app, operator: In, values: [a] }";
  const isAOrB = "{ key: app, operator: In, values: [a, b] }";
  const isC = "{ key: app, operator: In, values: [c] }";
  const notAOrB = "{ key: app, operator: NotIn, values: [b, a] }";

  it.each([
    ["In and In without a common value", expressions(isAOrB, isC), ["c"]],
    ["In whose values NotIn takes away", expressions(isAOrB, notAOrB), ["b"]],
    ["Exists and DoesNotExist", expressions(exists, missing), ["app"]],
    ["In and DoesNotExist", expressions(missing, isA), ["a"]],
    ["a label and an expression", `matchLabels: { app: c }\n${expressions(isAOrB)}`, ["a"]],
    ["a label and its absence", `matchLabels: { app: "" }\n${expressions(missing)}`, ["app"]],
    [
      "three that exclude each other only together",
      expressions(
        isAOrB,
        "{ key: app, operator: NotIn, values: [a] }",
        "{ key: app, operator: NotIn, values: [b] }",
      ),
      ["b"],
    ],
    ["In and In with a common value", expressions(isAOrB, isA), []],
    ["NotIn of other values", expressions(isC, notAOrB), []],
    ["NotIn holds for a missing label", expressions(notAOrB, missing), []],
    ["NotIn and Exists", expressions(notAOrB, exists), []],
    ["different keys", expressions(isA, "{ key: tier, operator: DoesNotExist }"), []],
    ["everything", "matchLabels: {}", []],
  ])("%s", async (_, selector, places) => {
    expect(await placesOf("selector-contradiction", forPods(selector))).toEqual(places);
  });

  const from = (peer: string): string =>
    clusterPolicy(`ingress:\n  - { name: all, action: Deny, from: [${peer}] }`);

  it.each([
    [
      "the name that every namespace has",
      "NotIn, values: [a]",
      "DoesNotExist",
      ["kubernetes.io/metadata.name"],
    ],
    ["one name and another", "In, values: [a]", "In, values: [b]", ["b"]],
    ["one name out of two", "In, values: [a, b]", "NotIn, values: [b]", []],
  ])("of namespaces: %s", async (_, one, other, places) => {
    const key = "key: kubernetes.io/metadata.name";
    const selector = `{ ${expressions(`{ ${key}, operator: ${one} }`, `{ ${key}, operator: ${other} }`)} }`;
    expect(await placesOf("selector-contradiction", from(`{ namespaces: ${selector} }`))).toEqual(places);
  });

  it("knows servers that did not label namespaces with their names", async () => {
    const selector = `{ ${expressions("{ key: kubernetes.io/metadata.name, operator: DoesNotExist }")} }`;
    const text = from(`{ namespaces: ${selector} }`);
    const older = { kubernetesVersion: [1, 20] } as const;
    expect(await placesOf("selector-contradiction", text)).toEqual(["kubernetes.io/metadata.name"]);
    expect(await placesOf("selector-contradiction", text, older)).toEqual([]);
  });

  it("names the one condition that excludes another, not all before it", async () => {
    const found = (await lintText(forPods(expressions(exists, isAOrB, isC)))).find(
      ({ rule }) => rule === "selector-contradiction",
    );
    expect(found?.problem.related).toHaveLength(1);
    expect(found?.wording.message).toBe(
      "the selector can't match any pod: it requires `app` to be `c`, but it also requires `app` to be `a` or `b`",
    );
  });
});

it("tells what is written once and used several times once", async () => {
  const text = networkPolicy(`podSelector: &contradiction
  matchExpressions:
    - { key: app, operator: In, values: [web] }
    - { key: app, operator: DoesNotExist }
policyTypes: [Ingress]
ingress: [{ from: [{ podSelector: *contradiction }] }]`);
  expect(await placesOf("selector-contradiction", text)).toEqual(["app"]);
});

describe("selector-emptied-by-null", () => {
  const peer = (text: string): string =>
    networkPolicy(`podSelector: {}\npolicyTypes: [Ingress]\ningress:\n  - from:\n      - ${text}`);
  const subject = (selector: string): string =>
    clusterPolicy("ingress:\n  - { name: all, action: Deny, from: [{ namespaces: {} }] }").replace(
      "subject: { namespaces: {} }",
      `subject: { pods: { ${selector} } }`,
    );

  it.each([
    ["labels", forPods("matchLabels:"), "matchLabels"],
    ["expressions", forPods("matchExpressions: ~"), "matchExpressions"],
    ["a label's value", forPods("matchLabels: { app: , tier: web }"), "app"],
    ["pods beside namespaces", peer("podSelector:\n        namespaceSelector: {}"), "podSelector"],
    ["namespaces beside pods", peer("namespaceSelector:\n        podSelector: {}"), "namespaceSelector"],
    [
      "a label of nodes",
      clusterPolicy(
        "egress:\n  - { name: to-net, action: Deny, to: [{ nodes: { matchLabels: { role: } } }] }",
      ),
      "role",
    ],
    ["namespaces of a subject", subject("namespaceSelector: , podSelector: {}"), "namespaceSelector"],
    ["labels of a subject", subject("podSelector: { matchLabels: { app: } }"), "app"],
  ])("found: %s", async (_, text, place) => {
    expect(await placesOf("selector-emptied-by-null", text)).toEqual([place]);
  });

  it.each([
    ["everything, written as such", networkPolicy("podSelector: {}\npolicyTypes: [Ingress]")],
    ["the subject of a policy that denies everything", networkPolicy("podSelector:\npolicyTypes: [Egress]")],
    [
      "the same with a list without rules",
      networkPolicy("podSelector:\npolicyTypes: [Ingress]\ningress: []"),
    ],
    [
      "the subject of a policy with rules",
      networkPolicy("podSelector:\npolicyTypes: [Ingress]\ningress: [{ ports: [{ port: 80 }] }]"),
    ],
    ["the empty value, written as such", forPods('matchLabels: { app: "" }')],
    ["no selector at all", networkPolicy("policyTypes: [Ingress]")],
    [
      "labels without a value beside expressions",
      forPods(`matchLabels:\n${expressions("{ key: a, operator: Exists }")}`),
    ],
    ["no namespaces beside pods", peer("podSelector: {}")],
    [
      "a list of peers without a value is another finding",
      networkPolicy("policyTypes: [Ingress]\ningress:\n  - from:"),
    ],
    ["no namespaces in a subject", subject("podSelector: {}")],
  ])("not found: %s", async (_, text) => {
    expect(await placesOf("selector-emptied-by-null", text)).toEqual([]);
  });

  it("is reported of the policy's own selector to who asks for it, and a warning for labels", async () => {
    const levels = async (text: string, only?: ReadonlySet<string>) =>
      (await lintText(text, {}, only === undefined ? {} : { only })).flatMap(({ rule, level }) =>
        rule === "selector-emptied-by-null" ? [level] : [],
      );
    const open = networkPolicy("podSelector:\ningress: [{ ports: [{ port: 80 }] }]");
    expect(await levels(open)).toEqual([]);
    expect(await levels(open, new Set(["selector-emptied-by-null"]))).toEqual(["warning"]);
    expect(await levels(forPods("matchLabels: { app: , tier: web }"))).toEqual(["warning"]);
  });

  it("says what becomes of the label: dropped from a custom resource, empty in a NetworkPolicy", async () => {
    const messages = await Promise.all(
      [
        forPods("matchLabels: { app: , tier: web }"),
        subject("podSelector: { matchLabels: { app: , tier: web } }"),
        subject("podSelector: { matchLabels: { app: } }"),
      ].map(async (text) =>
        (await lintText(text))
          .filter(({ rule }) => rule === "selector-emptied-by-null")
          .map(({ wording }) => wording.message),
      ),
    );
    expect(messages).toEqual([
      ["`app` has no value: the selector requires `app` with an empty value"],
      ["`app` has no value: the server drops the label, so the selector selects more"],
      ["`app` has no value: the server drops the label, so the selector selects everything"],
    ]);
  });
});

describe("a field that is dropped leaves a rule that", () => {
  const PEER = "podSelector: { matchLabels: { app: web } }";
  const notesOf = async (rule: string) =>
    (
      await lintText(networkPolicy(`podSelector: {}\npolicyTypes: [Ingress]\ningress: [{ ${rule} }]`))
    ).flatMap(({ rule: id, wording }) => (id === "unknown-field" ? (wording.notes ?? []) : []));

  it.each([
    ["allows everything, without from", PEER, "the rule that is left allows everything"],
    [
      "allows everything, without a misspelt from",
      `form: [{ ${PEER} }]`,
      "the rule that is left allows everything",
    ],
    ["matches every peer, with ports", `${PEER}, ports: [{ port: 80 }]`, "the rule matches every peer"],
    ["still has its peers", `from: [{ ${PEER} }], namespaceSelector: {}`, "the field is silently dropped"],
    ["matches every port", `from: [{ ${PEER} }], port: [{ port: 80 }]`, "the rule matches every port"],
  ])("%s", async (_, rule, note) => {
    expect((await notesOf(rule)).join()).toContain(note);
  });
});

describe("volatile-label-in-selector", () => {
  it.each([
    ["a hash of a template", "matchLabels: { app: cart, pod-template-hash: 6d4cf5 }", ["6d4cf5"]],
    ["a chart", "matchLabels: { helm.sh/chart: cart-1.2.0 }", ["cart-1.2.0"]],
    ["versions", expressions("{ key: version, operator: In, values: [v1, v2] }"), ["v1"]],
    [
      "a revision that is left out",
      expressions("{ key: controller-revision-hash, operator: NotIn, values: [x1] }"),
      ["x1"],
    ],
    ["labels that stay", "matchLabels: { app: cart, app.kubernetes.io/name: shop }", []],
    ["whether there is a hash", expressions("{ key: pod-template-hash, operator: Exists }"), []],
    ["a key that only looks alike", "matchLabels: { example.com/version: v1 }", []],
  ])("%s", async (_, selector, places) => {
    expect(await placesOf("volatile-label-in-selector", forPods(selector))).toEqual(places);
  });

  const BACKUP = `apiVersion: batch/v1
kind: CronJob
metadata: { name: backup, namespace: shop }
spec: { jobTemplate: { spec: { template: { metadata: { labels: { app: backup } }, spec: {} } } } }
`;
  const JOB =
    "apiVersion: batch/v1\nkind: Job\nmetadata: { name: backup, namespace: shop }\nspec: { template: {} }\n";
  const network = (spec: string): string =>
    `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: p, namespace: shop }\nspec: ${spec}\n`;
  const SUBJECT = network("{ podSelector: { matchLabels: { job-name: backup } } }");
  const peer = (namespaces = ""): string =>
    network(
      `{ podSelector: {}, ingress: [{ from: [{ ${namespaces}podSelector: { matchLabels: { batch.kubernetes.io/job-name: backup } } }] }] }`,
    );
  it.each<[what: string, texts: readonly string[], places: readonly string[]]>([
    ["the subject", [BACKUP, SUBJECT], ["backup"]],
    ["a peer, by the newer label", [BACKUP, peer()], ["backup"]],
    [
      "one of several",
      [
        BACKUP,
        network(
          "{ podSelector: { matchExpressions: [{ key: job-name, operator: In, values: [init, backup] }] } }",
        ),
      ],
      ["backup"],
    ],
    ["a Job of that name", [BACKUP, JOB, SUBJECT], []],
    ["no CronJob of that name", [BACKUP.replace("name: backup,", "name: other,"), SUBJECT], []],
    ["a CronJob of another namespace", [BACKUP.replace("namespace: shop", "namespace: db"), SUBJECT], []],
    ["pods of other namespaces", [BACKUP, peer("namespaceSelector: {}, ")], []],
    ["one Job of it", [BACKUP, SUBJECT.replace("job-name: backup", "job-name: backup-29000000")], []],
    ["a label of the pods", [BACKUP, SUBJECT.replace("job-name:", "app:")], []],
  ])("asks for the name of a CronJob as that of its Jobs: %s", async (_, texts, places) => {
    expect(await placesOf("volatile-label-in-selector", texts.join("---\n"))).toEqual(places);
  });

  it("is about pods: a namespace's version is its owner's matter", async () => {
    const rule = (peer: string): string =>
      adminPolicy(`ingress:\n  - { name: v, action: Deny, from: [${peer}] }`);
    const selector = "{ matchLabels: { version: v7 } }";
    const pods = `{ pods: { namespaceSelector: {}, podSelector: ${selector} } }`;
    expect(await placesOf("volatile-label-in-selector", rule(`{ namespaces: ${selector} }`))).toEqual([]);
    expect(await placesOf("volatile-label-in-selector", rule(pods))).toEqual(["v7"]);
  });
});
