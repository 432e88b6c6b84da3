import { adminPolicy, clusterPolicy } from "../../support/findings.js";
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
): Promise<Fixed & { readonly text: string }> {
  const file = { name: "input.yaml", text };
  const options = { ...READ_OPTIONS, bundles: bundle === undefined ? [] : [bundle], isStored };
  const input = await loadToReload([{ type: "file", file, isNamed: true }], options);
  const result = await fixed(input, rules, () => isEditable);
  return { ...result, text: result.files.get(file)?.text ?? text };
}

/** A policy before and after its fixes, as `listing` writes the lines of its rules. */
async function expectFix(policy: (rules: string) => string, lines: string, bundle?: string): Promise<void> {
  const { before, after } = listing(lines);
  const result = await fixText(policy(before.trimEnd()), bundle === undefined ? {} : { bundle });
  expect(result.text).toBe(policy(after.trimEnd()));
  expect(result.loaded.problems.filter(({ server }) => server !== undefined)).toEqual([]);
}

describe("the bad example of a rule that has a fix", () => {
  const fixable = new Set([
    "invalid-action-for-kind",
    "label-not-string",
    "older-shape-selects-everything",
    "schema",
    "unknown-field",
    "wrong-case-field",
  ]);

  it.each(RULES.map((rule) => [rule.id as string, rule.examples] as const))(
    "%s is mended where there is one way",
    async (id, { bad, reading }) => {
      const { loaded, count } = await fixText(bad, reading);
      expect(count > 0).toBe(fixable.has(id));
      if (count > 0) expect(lint(loaded).diagnostics.map(({ rule }) => rule)).not.toContain(id);
    },
  );
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
