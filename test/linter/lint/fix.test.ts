import { adminPolicy, clusterPolicy, lintExample } from "../../support/findings.js";
import { describe, expect, it } from "vitest";
import { fixed, type Fixed } from "../../../src/linter/lint/fix.js";
import { lint } from "../../../src/linter/lint/lint.js";
import { listing } from "../../source/edit/listing.js";
import { loadToReload } from "../../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { RULES } from "../../../src/linter/rules/index.js";
import type { LintOptions } from "../../../src/linter/lint/lint.js";

interface Reading {
  readonly bundle?: string;
  readonly isStored?: boolean;
}

async function fixText(
  text: string,
  { bundle, isStored = false }: Reading = {},
  rules: LintOptions = {},
  isEditable = true,
  isUnsafe = false,
): Promise<Fixed & { readonly text: string }> {
  const file = { name: "input.yaml", text };
  const options = { ...READ_OPTIONS, bundles: bundle === undefined ? [] : [bundle], isStored };
  const input = await loadToReload([{ type: "file", file, isNamed: true }], options);
  const result = await fixed(input, rules, () => isEditable, isUnsafe);
  return { ...result, text: result.files.get(file)?.text ?? text };
}

/** A policy before and after its fixes, as `listing` writes the lines of its rules. */
async function expectFix(policy: (rules: string) => string, lines: string, bundle?: string): Promise<void> {
  const { before, after } = listing(lines);
  const result = await fixText(policy(before.trimEnd()), bundle === undefined ? {} : { bundle });
  expect(result.text).toBe(policy(after.trimEnd()));
  expect(result.loaded.problems.filter(({ server }) => server !== undefined)).toEqual([]);
}

/** Help that says one thing to write, to swap or to remove. */
const SAYING = /^(?:write `|rename |swap |put it |remove it\b|did you mean `)/;

/** Help that leaves a choice. */
const ALTERNATIVES = /, or |; or | or (?:add|narrow|move|write) /;

describe("the bad example of a rule", () => {
  it.each(RULES.map((rule) => [rule.id as string, rule] as const))(
    "%s is fixed where there is one way",
    async (id, { examples: { bad, reading }, fix }) => {
      const { loaded, count } = await fixText(bad, reading);
      expect(count > 0).toBe(fix?.kind === "safe");
      if (count > 0) expect(lint(loaded).diagnostics.map(({ rule }) => rule)).not.toContain(id);
    },
  );

  it.each(
    RULES.filter(({ fix }) => fix?.kind === "unsafe").map((rule) => [rule.id as string, rule] as const),
  )("%s is fixed by unsafe fixes, once and for all", async (id, { examples: { bad, reading } }) => {
    const once = await fixText(bad, reading, {}, true, true);
    expect(once.count).toBeGreaterThan(0);
    expect(lint(once.loaded).diagnostics.map(({ rule }) => rule)).not.toContain(id);
    const twice = await fixText(once.text, reading, {}, true, true);
    expect(twice.text).toBe(once.text);
  });

  it("has a page that says why nothing fixes it, or how it is fixed, and never both", () => {
    expect(RULES.filter(({ fix, noFix }) => fix !== undefined && noFix !== undefined)).toEqual([]);
    // Where a fix is made of one thing, the help says what to write.
    const telling = RULES.filter(({ fix }) => fix !== undefined).map(({ id }) => id);
    expect(telling.length).toBeGreaterThan(20);
  });

  it.each(RULES.map((rule) => [rule.id as string, rule] as const))(
    "%s is fixed where its help says what to write, or its page says why not",
    async (id, { examples: { bad, reading }, fix, noFix }) => {
      const { result } = await lintExample({ name: "a.yaml", text: bad }, reading);
      const helps = result.diagnostics
        .filter(({ rule }) => rule === id)
        .map(({ wording }) => wording.help ?? "");
      const saying = helps.filter((help) => SAYING.test(help) && !ALTERNATIVES.test(help));
      if (saying.length > 0) expect([saying, fix ?? noFix]).toEqual([saying, expect.anything()]);
    },
  );
});

describe("unsafe fixes", () => {
  const pod = (place: string, labels: string): string => {
    const [namespace, name] = place.split("/");
    return `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: ${namespace}, labels: { ${labels} } }\n`;
  };
  const SEVERAL = [
    pod("shop/web", "app: frontend"),
    pod("shop/cart", "app: cart"),
    `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: fronted # the shop
  policyTypes: [Ingress]
  ingress:
    - from:
        - namespaceSelector:
            matchLabels:
              name: kube-system
        - podSelector:
            matchLabels: { name: cart }
`,
  ].join("---\n");

  it("are not made by themselves", async () => {
    expect((await fixText(SEVERAL)).count).toBe(0);
  });

  it("of several rules in one policy come together, with the comments around them", async () => {
    const { text, count } = await fixText(SEVERAL, {}, {}, true, true);
    expect(count).toBe(3);
    expect(text).toContain("      app: frontend # the shop\n");
    expect(text).toContain("              kubernetes.io/metadata.name: kube-system\n");
    expect(text).toContain("            matchLabels: { app: cart }\n");
    expect((await fixText(text, {}, {}, true, true)).text).toBe(text);
  });

  it("leave alone what is switched off", async () => {
    const levels = new Map([["label-typo", "off" as const]]);
    expect((await fixText(SEVERAL, {}, { levels }, true, true)).text).toContain("app: fronted # the shop");
  });

  it("fix JSON too", async () => {
    const policy = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "web", namespace: "shop" },
      spec: {
        podSelector: {},
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ namespaceSelector: { matchLabels: { name: "kube-system" } } }] }],
      },
    };
    const { text } = await fixText(`${JSON.stringify(policy, undefined, 2)}\n`, {}, {}, true, true);
    expect(text).toBe(
      `${JSON.stringify(policy, undefined, 2)}\n`.replace(
        '"name": "kube-system"',
        '"kubernetes.io/metadata.name": "kube-system"',
      ),
    );
  });

  it("join two peers that were meant as one", async () => {
    const split = RULES.find(({ id }) => id === "peer-or-instead-of-and")?.examples;
    const { text } = await fixText(split?.bad ?? "", {}, {}, true, true);
    const { loaded } = await fixText(text);
    const good = await fixText(split?.good ?? "");
    const peersOf = (each: typeof loaded) => each.cluster.policies[0]?.rules.ingress?.rules[0]?.peers;
    const shape = (peers: ReturnType<typeof peersOf>) =>
      peers?.all === false
        ? peers.items.map((peer) =>
            peer.type === "pods" ? [peer.namespaces.own ?? peer.namespaces.selector.key, peer.pods?.key] : [],
          )
        : [];
    expect(shape(peersOf(loaded))).toEqual(shape(peersOf(good.loaded)));
  });
});

describe("a fix", () => {
  it.each([
    [
      "a field in another case, with the comments around it",
      adminPolicy,
      `| ingress:
       |   - name: a # who
       |     action: Deny
       |     from:
       |       - namespaces:
       -           matchlabels: # all of these
       +           matchLabels: # all of these
       |             team: lab`,
      undefined,
    ],
    [
      "the shape of v0.1.1",
      adminPolicy,
      `| ingress:
       |   - name: a
       |     action: Deny
       |     from:
       |       - namespaces:
       -           namespaceSelector: # who
       -             matchLabels:
       -               team: lab # a tenant
       +           # who
       +           matchLabels:
       +             team: lab # a tenant
       |       - pods:
       -           namespaces:
       -             namespaceSelector:
       -               matchLabels: { team: web }
       +           namespaceSelector:
       +             matchLabels: { team: web }
       |           podSelector: {}`,
      undefined,
    ],
    [
      "the shape of v0.1.3 for v0.1.1",
      adminPolicy,
      `| ingress:
       |   - name: a
       |     action: Deny
       |     from:
       |       - namespaces:
       -           matchLabels:
       -             team: lab
       +           namespaceSelector:
       +             matchLabels:
       +               team: lab
       -       - namespaces: {}
       +       - namespaces:
       +           namespaceSelector: {}
       |       - pods:
       -           namespaceSelector: {}
       +           namespaces:
       +             namespaceSelector: {}
       |           podSelector: {}`,
      "v0.1.1",
    ],
    [
      "namespaces that are compared by name",
      adminPolicy,
      `| ingress:
       |   - name: a
       |     action: Deny
       |     from:
       |       - namespaces:
       -           related: NotSelf
       +           notSameLabels:
       +             - kubernetes.io/metadata.name`,
      "v0.1.1",
    ],
    [
      "a value in another case",
      adminPolicy,
      `| ingress:
       |   - name: a
       -     action: deny
       +     action: Deny
       |     from:
       |       - namespaces:
       -           related: self
       +           related: Self`,
      "kep",
    ],
    [
      "the ports of the KEP's samples",
      adminPolicy,
      `| ingress:
       |   - name: a
       |     action: Deny
       |     from: [{ namespaces: {} }]
       |     ports:
       -       port:
       -         - protocol: UDP
       -           number: 53
       -         - number: 80
       +       - portNumber:
       +           protocol: UDP
       +           port: 53
       +       - portNumber:
       +           port: 80`,
      undefined,
    ],
    [
      "an expression that is no list, the word of another kind, and a field on the wrong level",
      clusterPolicy,
      `| egress:
       |   - name: a
       -     action: Allow
       +     action: Accept
       |     to:
       |       - namespaces:
       -           matchExpressions: { key: team, operator: Exists }
       +           matchExpressions: [ { key: team, operator: Exists } ]
       |     protocols:
       -       - tcp:
       -         destinationPort:
       -           number: 443
       +       - tcp:
       +           destinationPort:
       +             number: 443`,
      undefined,
    ],
    [
      "a label that is no text",
      clusterPolicy,
      `| egress:
       |   - name: a
       |     action: Deny
       |     to:
       |       - namespaces:
       |           matchLabels:
       -             version: 1.10 # a release
       -             canary: yes
       +             version: "1.10" # a release
       +             canary: "yes"`,
      undefined,
    ],
  ] as const)("mends %s", async (_what, policy, lines, bundle) => {
    await expectFix(policy, lines, bundle);
  });

  it.each([
    ["a field that is like no other", adminPolicy("colour: red")],
    [
      "a peer beside another one",
      clusterPolicy("ingress: [{ action: Deny, from: [{ namespaces: {}, namespaceSelector: {} }] }]"),
    ],
    [
      "a tenant in the newest shape",
      adminPolicy("ingress: [{ action: Deny, from: [{ namespaces: { sameLabels: [a] } }] }]"),
    ],
  ])("is none: %s", async (_what, text) => {
    const { count, files } = await fixText(text);
    expect([count, files.size]).toEqual([0, 0]);
  });

  const CASE = adminPolicy("ingress: [{ action: Deny, from: [{ namespaces: { matchlabels: { a: b } } }] }]");

  it("is not made where its rule is off, or the file cannot be written", async () => {
    expect((await fixText(CASE)).count).toBe(1);
    const off = { levels: new Map([["wrong-case-field", "off" as const]]) };
    expect((await fixText(CASE, {}, off)).count).toBe(0);
    expect((await fixText(CASE, {}, { only: new Set(["schema"]) })).count).toBe(0);
    expect((await fixText(CASE, {}, {}, false)).count).toBe(0);
  });

  it("is not made in what helm has rendered", async () => {
    expect((await fixText(`# Source: chart/templates/policy.yaml\n${CASE}`)).count).toBe(0);
  });

  it("is made again where mending one shows the next", async () => {
    const text = adminPolicy(
      "ingress: [{ action: Deny, from: [{ namespaces: { matchlabels: { a: 1 } } }] }]",
    );
    const result = await fixText(text);
    expect(result.count).toBe(2);
    expect(result.text).toContain('{ matchLabels: { a: "1" } }');
  });
});
