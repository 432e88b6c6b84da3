import { adminPolicy, clusterPolicy, lintText, networkPolicy, placesOf } from "../../support/findings.js";
import { describe, expect, it } from "vitest";
import { lint, type LintOptions } from "../../../src/linter/lint/lint.js";
import { load } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";

const namespace = (name: string, metadata = ""): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}${metadata} }\n`;

const pod = (name: string, metadata: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, ${metadata} }\n`;

const join = (...documents: readonly string[]): string => documents.join("---\n");

const policy = (metadata: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: deny${metadata} }\nspec: { policyTypes: [Ingress] }\n`;

describe("namespace-unset", () => {
  const of = (labels: string, metadata = ""): string =>
    policy(metadata).replace("spec: {", `spec: { podSelector: { matchLabels: { ${labels} } },`);
  const web = pod("web", "namespace: shop, labels: { app: web }");

  it.each([
    ["none", join(web, of("app: web")), ["metadata"]],
    ["one without a value", join(web, of("app: web", ", namespace: ")), [""]],
    ["an empty one", join(of("app: web", ', namespace: ""'), web), ['""']],
    ["two policies", join(web, of("app: web"), of("app: web")), ["metadata"]],
    ["default, written", join(web, of("app: web", ", namespace: default")), []],
    ["default, in quotes", join(web, of("app: web", ', namespace: "default"')), []],
    ["another namespace", join(web, of("app: web", ", namespace: lab")), []],
    ["other pods", join(web, of("app: cart")), []],
    ["every pod of wherever it lands", join(web, policy("")), []],
    ["pods that land with it", join(web, pod("web", "labels: { app: web }"), of("app: web")), []],
    [
      "pods of two namespaces",
      join(web, pod("web", "namespace: lab, labels: { app: web }"), of("app: web")),
      [],
    ],
    ["a policy for the whole cluster has none", join(web, clusterPolicy("")), []],
  ])("%s", async (_, text, places) => {
    expect(await placesOf("namespace-unset", text)).toEqual(places);
  });

  it("is silent where the user names another namespace", async () => {
    expect(await placesOf("namespace-unset", join(web, of("app: web")), { namespace: "lab" })).toEqual([]);
  });

  it("is silent about pods of another file: kustomize or kubectl may set the namespace", async () => {
    const file = (name: string, text: string) =>
      ({ type: "file", file: { name, text }, isNamed: true }) as const;
    const loaded = await load([file("a.yaml", web), file("b.yaml", of("app: web"))], READ_OPTIONS);
    expect(lint(loaded).diagnostics.filter(({ rule }) => rule === "namespace-unset")).toEqual([]);
  });
});

describe("legacy-isolation-annotation", () => {
  const key = "net.beta.kubernetes.io/network-policy";
  const annotated = (value: string): string => namespace("shop", `, annotations: { ${key}: ${value} }`);
  const isolating = annotated(`'{"ingress":{"isolation":"DefaultDeny"}}'`);

  it.each([
    ["it asks for isolation", isolating, false, [key]],
    ["it asks for nothing", annotated('"{}"'), false, [key]],
    ["it is no JSON", annotated("DefaultDeny"), false, [key]],
    ["--legacy", isolating, true, []],
    ["another annotation", namespace("shop", `, annotations: { example.com/network-policy: a }`), false, []],
    ["a label", namespace("shop", `, labels: { ${key}: a }`), false, []],
  ])("%s", async (_, text, isLegacy, places) => {
    expect(await placesOf("legacy-isolation-annotation", text, { isLegacy })).toEqual(places);
  });

  it("says which pods stay open", async () => {
    const found = await lintText(isolating);
    expect(found.map(({ wording }) => wording.message)).toEqual([
      "pods of namespace `shop` are not isolated by this annotation",
    ]);
  });
});

const BOTH_RULES = new Set(["no-default-deny", "egress-unrestricted"]);

/** What the two rules find; where they are asked for, also what they are silent about by default. */
const directionsOf = async (text: string, rules: LintOptions = { only: BOTH_RULES }): Promise<string[]> =>
  (await lintText(text, {}, rules)).flatMap(({ problem }) =>
    problem.code === "no-default-deny" || problem.code === "egress-unrestricted"
      ? [
          problem.code === "no-default-deny"
            ? `${problem.facts.namespaces.first.join("+")}: ${problem.facts.directions.join(", ")}`
            : `${problem.facts.namespaces.first.join("+")}: egress-unrestricted`,
        ]
      : [],
  );

describe("no-default-deny and egress-unrestricted", () => {
  const web = pod("web", "namespace: shop, labels: { app: web }");
  const forAll = (types: string, rules = ""): string =>
    networkPolicy(`podSelector: {}\npolicyTypes: [${types}]\n${rules}`, "all");
  const forCart = (types: string): string =>
    networkPolicy(`podSelector: { matchLabels: { app: cart } }\npolicyTypes: [${types}]`, "cart");
  /** Another policy's peer is no pod that nobody names. */
  const cartFromWeb = networkPolicy(
    "podSelector: { matchLabels: { app: cart } }\npolicyTypes: [Ingress, Egress]\ningress: [{ from: [{ podSelector: { matchLabels: { app: web } } }] }]",
    "cart",
  );
  const base = "tier: Baseline, priority: 1";
  const baseDeny = (rules: string): string => clusterPolicy(rules, "base", base);
  const denyIn = "ingress: [{ name: in, action: Deny, from: [{ namespaces: {} }] }]";
  const ssh = "protocols: [{ tcp: { destinationPort: { number: 22 } } }]";
  const denySsh = `ingress: [{ name: in, action: Deny, from: [{ namespaces: {} }], ${ssh} }]`;
  const acceptWeb = "{ name: web, action: Accept, to: [{ networks: [203.0.113.7/32] }] }";
  const denySome = "egress: [{ name: some, action: Deny, to: [{ networks: [10.0.0.0/8] }] }]";
  const guests = "{ namespaces: { matchLabels: { team: guests } } }";
  const denyOut = 'egress: [{ name: out, action: Deny, to: [{ networks: [0.0.0.0/0, "::/0"] }] }]';

  it("counts no namespace whose policies allow all egress among those that restrict it", async () => {
    const allowsAll = networkPolicy("podSelector: {}\npolicyTypes: [Egress]\negress: [{}]", "out");
    const text = join(
      forAll("Ingress"),
      allowsAll,
      forAll("Ingress, Egress").replace("namespace: shop", "namespace: lab"),
    );
    const found = await lintText(text, {}, { only: new Set(["egress-unrestricted"]) });
    expect(found.map(({ problem: { facts } }) => facts)).toMatchObject([
      { namespaces: { first: ["shop"] }, others: { first: ["lab"] } },
    ]);
  });

  it.each([
    ["pods without any policy", web, []],
    [
      "two namespaces, told together",
      join(
        forCart("Ingress, Egress"),
        forCart("Ingress, Egress").replace("namespace: shop", "namespace: lab"),
      ),
      ["lab+shop: egress, ingress"],
    ],
    [
      "two namespaces that differ",
      join(forCart("Ingress, Egress"), forAll("Ingress").replace("namespace: shop", "namespace: lab")),
      ["lab: egress-unrestricted", "shop: egress, ingress"],
    ],
    ["policies for some pods", forCart("Ingress, Egress"), ["shop: egress, ingress"]],
    ["ingress alone, for some pods", forCart("Ingress"), ["shop: ingress", "shop: egress-unrestricted"]],
    ["ingress alone, for all", forAll("Ingress"), ["shop: egress-unrestricted"]],
    [
      "a rule that allows everything denies nothing",
      forAll("Ingress, Egress", "ingress: [{}]"),
      ["shop: ingress"],
    ],
    ["egress for some, ingress for all", join(forAll("Ingress"), forCart("Egress")), ["shop: egress"]],
    [
      "a policy that allows some all egress restricts none",
      join(
        forAll("Ingress"),
        networkPolicy(
          "podSelector: { matchLabels: { app: cart } }\npolicyTypes: [Egress]\negress: [{}]",
          "cart",
        ),
      ),
      ["shop: egress-unrestricted"],
    ],
    ["both directions, for all", forAll("Ingress, Egress"), []],
    ["one policy each", join(forAll("Ingress"), networkPolicy("policyTypes: [Egress]", "out")), []],
    ["with rules that allow some", forAll("Ingress, Egress", "ingress: [{ ports: [{ port: 80 }] }]"), []],
    ["a Baseline deny of both", join(web, baseDeny(`${denyIn}\n${denyOut}`)), []],
    ["a Baseline deny of ingress", join(web, baseDeny(denyIn)), ["shop: egress"]],
    ["a deny of some ports is none", join(web, baseDeny(`${denySsh}\n${denyOut}`)), ["shop: ingress"]],
    ["an Admin deny of egress", join(forAll("Ingress"), clusterPolicy(denyOut)), []],
    ["an Admin deny of some egress", join(forAll("Ingress"), clusterPolicy(denySome)), ["shop: egress"]],
    [
      "an Admin deny of some egress beside what it accepts",
      join(forAll("Ingress"), clusterPolicy(`egress: [${acceptWeb}, ${denySome.slice("egress: [".length)}`)),
      ["shop: egress"],
    ],
    [
      "an Admin policy that accepts egress",
      join(forAll("Ingress"), clusterPolicy(`egress: [${acceptWeb}]`)),
      ["shop: egress-unrestricted"],
    ],
    [
      "an Admin deny of egress of other namespaces",
      join(
        namespace("shop", ", labels: { team: buyers }"),
        forAll("Ingress"),
        clusterPolicy(denyOut).replace("namespaces: {}", "namespaces: { matchLabels: { team: keepers } }"),
      ),
      ["shop: egress-unrestricted"],
    ],
    [
      "a Baseline that denies what it does not accept",
      join(web, baseDeny(`egress: [${acceptWeb}, ${denyOut.slice("egress: [".length)}`)),
      ["shop: ingress"],
    ],
    [
      "a Baseline that accepts everything",
      join(forCart("Ingress, Egress"), baseDeny(`${denyIn.replace("Deny", "Accept")}\n${denyOut}`)),
      ["shop: ingress"],
    ],
    [
      "a Baseline deny of everybody beside some",
      join(
        forCart("Ingress, Egress"),
        baseDeny(`${denyIn.replace("[{ namespaces: {} }]", `[${guests}, { namespaces: {} }]`)}\n${denyOut}`),
      ),
      [],
    ],
    [
      "a Baseline deny of some addresses",
      join(forCart("Ingress, Egress"), baseDeny(`${denyIn}\n${denySome}`)),
      ["shop: egress"],
    ],
    [
      "a Baseline deny of some namespaces",
      join(
        forCart("Ingress, Egress"),
        baseDeny(`${denyIn.replace("{ namespaces: {} }", guests)}\n${denyOut}`),
      ),
      ["shop: ingress"],
    ],
    [
      "a Baseline deny of some pods of every namespace",
      join(
        forCart("Ingress, Egress"),
        baseDeny(
          `${denyIn.replace("{ namespaces: {} }", "{ pods: { namespaceSelector: {}, podSelector: { matchLabels: { a: b } } } }")}\n${denyOut}`,
        ),
      ),
      ["shop: ingress"],
    ],
    ["the control plane's namespace", pod("dns", "namespace: kube-system, labels: { a: b }"), []],
    ["a namespace that nothing is in", namespace("empty"), []],
    [
      "a namespace of ingress controllers, which everybody may call",
      forAll("Egress").replace("namespace: shop", "namespace: ingress-nginx"),
      [],
    ],
    [
      "egress of a namespace of ingress controllers",
      join(forAll("Ingress"), forCart("Egress")).replaceAll("namespace: shop", "namespace: traefik"),
      ["traefik: egress"],
    ],
  ])("%s", async (_, text, expected) => {
    expect((await directionsOf(text)).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ["the namespace's own name", join(namespace("shop"), web, cartFromWeb), "shop"],
    ["where the first policy is in it", join(web, cartFromWeb), "shop"],
  ])("underlines %s", async (_, text, place) => {
    expect(await placesOf("no-default-deny", text)).toEqual([place]);
  });

  it.each([
    ["shop", "lab"],
    ["lab", "shop"],
  ])("underlines the first by name of %s and %s", async (...names) => {
    const both = names.map((name) =>
      join(namespace(name), cartFromWeb.replace("namespace: shop", `namespace: ${name}`)),
    );
    const places = await placesOf(
      "no-default-deny",
      join(...both),
      {},
      { only: new Set(["no-default-deny"]) },
    );
    expect(places).toEqual(["lab"]);
    const ingress = names.map((name) =>
      join(namespace(name), forAll("Ingress").replace("namespace: shop", `namespace: ${name}`)),
    );
    const open = (await lintText(join(...ingress), {}, { only: new Set(["egress-unrestricted"]) })).map(
      ({ problem }) => problem.object?.namespace,
    );
    expect(open).toEqual(["lab"]);
  });

  it.each([
    [
      "every pod is selected, one by one",
      join(pod("web", "namespace: shop, labels: { app: cart }"), forCart("Ingress, Egress")),
      [],
    ],
    ["no pods are there", forCart("Ingress, Egress"), []],
    [
      "one pod is restricted and another one is not",
      join(web, pod("cart", "namespace: shop, labels: { app: cart }"), forCart("Ingress, Egress")),
      [],
    ],
    [
      "ingress is closed by default, and egress of one pod alone",
      join(web, pod("cart", "namespace: shop, labels: { app: cart }"), forAll("Ingress"), forCart("Egress")),
      ["shop: egress"],
    ],
    [
      "a policy selects nothing that may be meant for the pod that is open",
      join(web, cartFromWeb),
      ["shop: egress, ingress"],
    ],
    [
      "a policy selects nothing that may be meant for the pod that is open, which no policy names: that is asked at its labels",
      join(web, forCart("Ingress, Egress")),
      [],
    ],
    [
      "fewer namespaces restrict egress than do not",
      join(
        forAll("Ingress"),
        forAll("Ingress").replace("namespace: shop", "namespace: den"),
        forCart("Egress").replace("namespace: shop", "namespace: lab"),
      ),
      [],
    ],
    [
      "a policy is meant for the pod that is open, and misses it",
      join(web, networkPolicy("podSelector: { matchLabels: { app: web, tier: front } }", "near")),
      [],
    ],
    [
      "a pod is open in one direction, of two that policies restrict",
      join(web, forCart("Egress"), forCart("Ingress").replaceAll("cart", "web")),
      ["shop: egress"],
    ],
    [
      "policies restrict egress alone, of every pod",
      join(web, forCart("Egress").replaceAll("cart", "web")),
      [],
    ],
    [
      "two other namespaces have a default-deny of both",
      join(
        forCart("Ingress, Egress"),
        ...["lab", "den"].map((name) =>
          forAll("Ingress, Egress").replace("namespace: shop", `namespace: ${name}`),
        ),
      ),
      ["shop: egress, ingress"],
    ],
    [
      "one other namespace has a default-deny of both, and nothing is known to be open",
      join(
        forCart("Ingress, Egress"),
        forAll("Ingress, Egress").replace("namespace: shop", "namespace: lab"),
      ),
      [],
    ],
    [
      "one other namespace has a default-deny of both, and a pod is open",
      join(
        web,
        forCart("Ingress, Egress"),
        forAll("Ingress, Egress").replace("namespace: shop", "namespace: lab"),
      ),
      ["shop: egress, ingress"],
    ],
    [
      "another namespace has a default-deny of one",
      join(forCart("Ingress, Egress"), forAll("Egress").replace("namespace: shop", "namespace: lab")),
      [],
    ],
    ["nobody restricts egress", forAll("Ingress"), []],
    [
      "two other namespaces restrict egress",
      join(
        forAll("Ingress"),
        ...["lab", "den"].map((name) => forCart("Egress").replace("namespace: shop", `namespace: ${name}`)),
      ),
      ["shop: egress-unrestricted"],
    ],
    [
      "one other namespace restricts egress",
      join(forAll("Ingress"), forCart("Egress").replace("namespace: shop", "namespace: lab")),
      [],
    ],
  ])("by default, where %s", async (_, text, expected) => {
    expect((await directionsOf(text, {})).toSorted()).toEqual(expected.toSorted());
  });

  it("names who has what is missing, and what is open now", async () => {
    const found = await lintText(
      join(
        web,
        forCart("Ingress, Egress"),
        forAll("Ingress, Egress").replace("namespace: shop", "namespace: lab"),
        forCart("Ingress").replace("namespace: shop", "namespace: den"),
      ),
    );
    expect(
      found.filter(({ rule }) => BOTH_RULES.has(rule)).map(({ rule, wording }) => [rule, wording.notes]),
    ).toEqual([
      [
        "no-default-deny",
        [
          "open now: `shop/web`",
          "`NetworkPolicy shop/cart` selects no pod: is it meant for this one?",
          "namespace `lab` has one",
        ],
      ],
      ["egress-unrestricted", ["policies of namespaces `lab` and `shop` restrict egress"]],
    ]);
  });

  it("asks whether a policy that selects nothing is meant for what is open", async () => {
    const notes = async (text: string): Promise<readonly string[]> =>
      (await lintText(text, {}, { only: new Set(["no-default-deny"]) })).flatMap(
        ({ wording }) => wording.notes ?? [],
      );
    const cart = pod("cart", "namespace: shop, labels: { app: cart }");
    const forOld = forCart("Ingress, Egress").replaceAll("cart", "old-web");
    expect(await notes(join(web, cart, forCart("Ingress, Egress"), forOld))).toEqual([
      "open now: `shop/web`",
      "`NetworkPolicy shop/old-web` selects no pod: is it meant for this one?",
    ]);
    expect(await notes(join(web, cart, forCart("Ingress, Egress")))).toEqual(["open now: `shop/web`"]);
    // Of several, those alone that are called like it.
    const forMail = forCart("Ingress, Egress").replaceAll("cart", "mail");
    expect(await notes(join(web, cart, forCart("Ingress, Egress"), forOld, forMail))).toEqual([
      "open now: `shop/web`",
      "`NetworkPolicy shop/old-web` selects no pod: is it meant for this one?",
    ]);
  });

  it("names no namespace that nothing names", async () => {
    const message = async (text: string): Promise<readonly string[]> =>
      (await lintText(text, {}, { only: new Set(["no-default-deny"]) })).map(
        ({ wording }) => wording.message,
      );
    expect(await message(join(web, forCart("Ingress")))).toEqual([
      "namespace `shop` has policies, but no default-deny for ingress",
    ]);
    const unset = join(web, forCart("Ingress")).replaceAll(/, namespace: shop|namespace: shop, /g, "");
    expect(unset).not.toContain("shop");
    expect(await message(unset)).toEqual([
      "the policies here, which name no namespace, have no default-deny for ingress",
    ]);
  });

  it("does not judge what may be missing from the input", async () => {
    expect(
      await directionsOf(join(forCart("Egress, Ingress"), "kind: NetworkPolicy\n\tspec: broken\n")),
    ).toEqual([]);
    const refused = networkPolicy("podSelector: {}\npolicyTypes: [Ingress, Egress]\ningres: []", "all");
    expect(await directionsOf(join(web, refused))).toEqual([]);
  });

  it("knows a subject by its labels", async () => {
    const lab = namespace("shop", ", labels: { team: lab }");
    const of = (team: string): string =>
      adminPolicy(denyOut, "lab").replace(
        "namespaces: {} }",
        `namespaces: { matchLabels: { team: ${team} } } }`,
      );
    expect(await directionsOf(join(lab, forAll("Ingress"), of("lab")))).toEqual([]);
    expect(await directionsOf(join(lab, forAll("Ingress"), of("shop")))).toEqual([
      "shop: egress-unrestricted",
    ]);
  });
});

describe("workload-unprotected", () => {
  const of = (name: string, kind = "Pod", more = ""): string =>
    kind === "Pod"
      ? `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: shop, labels: { app: ${name} } }\nspec: { ${more} }\n`
      : `apiVersion: batch/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: shop }\nspec: { template: { metadata: { labels: { app: ${name} } } } }\n`;
  const forOne = (name: string, types = "Ingress"): string =>
    networkPolicy(`podSelector: { matchLabels: { app: ${name} } }\npolicyTypes: [${types}]`, name);
  const shop = join(of("web"), of("cart"), of("db"));
  const service = (app: string, type = "ClusterIP"): string =>
    `apiVersion: v1\nkind: Service\nmetadata: { name: ${app}, namespace: shop }\nspec: { type: ${type}, selector: { app: ${app} }, ports: [{ port: 80 }] }\n`;
  const ingressDeny = (app: string, peer: string): string =>
    `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: { name: wall }\nspec: { tier: Baseline, priority: 1, subject: { pods: { podSelector: { matchLabels: { app: ${app} } } } }, ingress: [{ action: Deny, from: [{ ${peer} }] }] }\n`;
  const ingress = (name: string): string =>
    `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: public, namespace: shop }\nspec: { defaultBackend: { service: { name: ${name}, port: { number: 80 } } } }\n`;

  it.each([
    ["one that another Service is for", join(shop, forOne("web"), forOne("cart"), service("db")), ["db"]],
    [
      "one, though an Ingress leads to another",
      join(shop, forOne("web"), forOne("cart"), service("web"), ingress("web")),
      ["db"],
    ],
    [
      "one that a Service is for, and a policy for its egress",
      join(shop, forOne("web"), forOne("cart"), forOne("db", "Egress"), service("db")),
      ["db"],
    ],
    ["one of three", join(shop, forOne("web"), forOne("cart")), ["db"]],
    [
      "one that another tier keeps from some others",
      join(shop, forOne("web"), forOne("cart"), ingressDeny("db", "namespaces: { matchLabels: { a: b } }")),
      ["db"],
    ],
    [
      "one of which another tier denies the other direction",
      join(
        shop,
        forOne("web"),
        forOne("cart"),
        ingressDeny("db", "namespaces: {}").replace("ingress:", "egress:").replace("from:", "to:"),
      ),
      ["db"],
    ],
    [
      "one, though a load balancer of `default` is for such labels",
      join(
        shop,
        forOne("web"),
        forOne("cart"),
        service("db", "LoadBalancer").replace("namespace: shop", "namespace: default"),
      ),
      ["db"],
    ],
    ["one of three, for egress", join(shop, forOne("web", "Egress"), forOne("cart", "Egress")), ["db"]],
    [
      "two of six",
      join(shop, of("a"), of("b"), of("c"), ...["web", "cart", "a", "b"].map((name) => forOne(name))),
      ["c"],
    ],
    [
      "one of three, in both directions",
      join(shop, ...["web", "cart"].map((name) => forOne(name, "Ingress, Egress"))),
      ["db"],
    ],
    [
      "others for each direction",
      join(
        shop,
        of("a"),
        of("b"),
        ...["web", "cart", "a", "b"].map((name) => forOne(name)),
        ...["web", "cart", "a", "db"].map((name) =>
          forOne(name, "Egress").replace(`name: ${name}`, `name: out-${name}`),
        ),
        service("db"),
      ),
      ["db", "b"],
    ],
  ])("names those that seem forgotten: %s", async (_, text, places) => {
    expect(await placesOf("workload-unprotected", text)).toEqual(places);
  });

  it.each([
    ["most are open", join(shop, forOne("web"))],
    ["half are open", join(of("web"), of("cart"), forOne("web"))],
    [
      "a default-deny closes them",
      join(shop, forOne("web"), forOne("cart"), networkPolicy("podSelector: {}")),
    ],
    ["none has a policy", shop],
    [
      "another tier closes it",
      join(shop, forOne("web"), forOne("cart"), ingressDeny("db", "namespaces: {}")),
    ],
    [
      "it is on its node's network",
      join(of("web"), of("cart"), of("agent", "Pod", "hostNetwork: true"), forOne("web"), forOne("cart")),
    ],
    ["nobody calls it", join(of("web"), of("cart"), of("migrate", "Job"), forOne("web"), forOne("cart"))],
    [
      "a policy for it is misspelt, which is told",
      join(of("web"), of("cart"), of("payments"), forOne("web"), forOne("cart"), forOne("paymnets")),
    ],
    ["an Ingress leads to it", join(shop, forOne("web"), forOne("cart"), service("db"), ingress("db"))],
    [
      "an Ingress leads to it, and the Service names no namespace",
      join(
        shop,
        forOne("web"),
        forOne("cart"),
        service("db").replace(", namespace: shop", ""),
        ingress("db"),
      ),
    ],
    [
      "a load balancer that names no namespace leads to it",
      join(
        shop,
        forOne("web"),
        forOne("cart"),
        service("db", "LoadBalancer").replace(", namespace: shop", ""),
      ),
    ],
    ["a load balancer leads to it", join(shop, forOne("web"), forOne("cart"), service("db", "LoadBalancer"))],
    [
      "nothing calls it, and a policy is for its egress",
      join(shop, forOne("web"), forOne("cart"), forOne("db", "Egress")).replace(
        "name: db, namespace: shop, labels: { app: db } }\nspec: {  }",
        "name: db, namespace: shop, labels: { app: db } }\nspec: { containers: [{ name: main }] }",
      ),
    ],
  ])("is silent where %s", async (_, text) => {
    expect(await placesOf("workload-unprotected", text)).toEqual([]);
  });
});

describe("a NetworkPolicy that the server refuses", () => {
  const pod =
    "{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: shop, labels: { app: web } }, spec: { containers: [{ name: main }] } }\n";
  const some = networkPolicy("podSelector: { matchLabels: { app: cart } }\npolicyTypes: [Ingress]\n", "some");
  /** No server takes this port (V-NP-4); what is wrong with it is a finding of its own. */
  const refused = networkPolicy(
    "podSelector: {}\npolicyTypes: [Ingress]\ningress: [{ ports: [{ port: 70000 }] }]\n",
    "refused",
  );
  const told = async (...more: readonly string[]): Promise<string[]> =>
    (await lintText([pod, some, ...more].join("---\n"), {}, { only: new Set(["no-default-deny"]) }))
      .filter(({ rule }) => rule === "no-default-deny")
      .map(({ wording }) => wording.message);

  it("may be the default-deny of its namespace", async () => {
    expect(await told()).toEqual([expect.stringContaining("no default-deny for ingress")]);
    expect(await told(refused)).toEqual([]);
  });

  it("is none of another namespace, or of another direction", async () => {
    const elsewhere = refused.replace("namespace: shop", "namespace: lab");
    const outbound = refused.replace("[Ingress]", "[Egress]").replace("ingress:", "egress:");
    for (const other of [elsewhere, outbound])
      expect(await told(other)).toEqual([expect.stringContaining("no default-deny for ingress")]);
  });
});
