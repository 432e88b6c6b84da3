import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { placeText } from "../../../src/report/place.js";
import { readFileSync } from "node:fs";
import { readTestFile } from "../../../src/questions/expect/read-test-file.js";
import { withPort } from "../../../src/questions/query/pasted.js";
import { schemaOf } from "../../support/schemas.js";

const HEAD = "apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\n";
const isValid = schemaOf("anp-test");

/** `a.yaml:3:1 message`, of all that is wrong. */
function mistakesIn(text: string): string[] {
  const read = readTestFile({ name: "a.yaml", text });
  return read.ok ? [] : read.problem.map(({ at, message }) => `${placeText(at)} ${message}`);
}

describe("a test file", () => {
  it("is read whole", () => {
    const text = `${HEAD}sources: [../k8s, extra.yaml]
overlay: [attacker.yaml]
endpoints:
  db: payments/sts/db
  rogue: { namespace: { name: evil, labels: { team: x } }, labels: { app: shell, tier: low } }
tests:
- { name: one, from: [shop/web, rogue], to: "db:5432/tcp", protocol: tcp, expect: denied, by: ClusterNetworkPolicy/tenants, todo: { until: 2027-01-31, why: later } }
`;
    const read = readTestFile({ name: "a.yaml", text });
    expect(isValid(parse(text))).toEqual([]);
    expect(read).toMatchObject({
      ok: true,
      value: {
        environments: [
          {
            name: undefined,
            sources: [{ text: "../k8s" }, { text: "extra.yaml" }],
            overlay: [{ text: "attacker.yaml" }],
            facts: undefined,
          },
        ],
        newNamespaces: [{ name: "evil", labels: { team: "x" } }],
        tests: [
          {
            name: "one",
            todo: { until: "2027-01-31", why: "later" },
            expectations: [
              {
                from: [
                  { text: "shop/web", port: undefined },
                  { text: "evil/app=shell,tier=low", port: undefined },
                ],
                to: [{ text: "payments/sts/db", port: "5432/tcp" }],
                protocol: "tcp",
                verdict: "denied",
                by: { text: "ClusterNetworkPolicy/tenants" },
              },
            ],
          },
        ],
      },
    });
  });

  it("has environments, which say what differs", () => {
    const text = `${HEAD}sources: [base]
overlay: [extra.yaml]
cluster: { podCidrs: [10.1.0.0/16] }
environments:
  dev: {}
  prod: { sources: [prod], overlay: [more.yaml], cluster: { podCidrs: [10.2.0.0/16], domain: prod.local } }
tests:
- { name: one, from: shop/web, allowed: [shop/db] }
- { name: two, environments: [prod], from: shop/web, denied: [shop/db] }
`;
    const read = readTestFile({ name: "a.yaml", text });
    expect(isValid(parse(text))).toEqual([]);
    expect(read).toMatchObject({
      ok: true,
      value: {
        environments: [
          {
            name: "dev",
            sources: [{ text: "base" }],
            overlay: [{ text: "extra.yaml" }],
            facts: { podCidrs: ["10.1.0.0/16"], domain: undefined },
          },
          {
            name: "prod",
            sources: [{ text: "prod" }],
            overlay: [{ text: "extra.yaml" }, { text: "more.yaml" }],
            facts: { podCidrs: ["10.2.0.0/16"], domain: "prod.local" },
          },
        ],
        tests: [{ environments: undefined }, { environments: ["prod"] }],
      },
    });
  });

  it.each([
    [
      "an environment that is misspelt",
      "environments: { prod: {} }",
      "prd",
      'no environment "prd" in this file: it has prod',
    ],
    ["environments of a file that has none", "", "prod", 'no environment "prod" in this file'],
    [
      "no environment of a list",
      "environments: { prod: {} }",
      "",
      "a test without environments tests nothing: leave the list out for all",
    ],
  ])("refuses %s", (_, environments, name, message) => {
    const text = `${HEAD}${environments}\ntests: [{ name: one, environments: [${name}], from: shop/web, allowed: [shop/db] }]\n`;
    expect(mistakesIn(text).map((each) => each.replace(/^\S+ /, ""))).toEqual([message]);
  });

  it("refuses environments without a name, or by a name that is none", () => {
    const tests = "tests: [{ name: one, from: shop/web, allowed: [shop/db] }]\n";
    expect(mistakesIn(`${HEAD}environments: {}\n${tests}`)).toEqual([
      "a.yaml:3:15 environments are missing: write a name and its sources",
    ]);
    expect(mistakesIn(`${HEAD}environments: { Prod: {} }\n${tests}`)).toEqual([
      'a.yaml:3:23 the name of an environment has lower-case letters, digits and dashes, not "Prod"',
    ]);
  });

  it.each(["", "# nothing\n", "---\n"])("refuses a file without tests: %j", (text) => {
    expect(mistakesIn(text)).toEqual(["a.yaml:1:1 a test file has tests"]);
  });

  it("the demo's is valid", () => {
    const text = readFileSync("fixtures/demo.anp-test.yaml", "utf8");
    expect(mistakesIn(text)).toEqual([]);
    expect(isValid(parse(text))).toEqual([]);
  });

  it("of one list makes an expectation for each entry, and for all others one more", () => {
    const read = readTestFile({
      name: "a.yaml",
      text: `${HEAD}tests: [{ name: it, to: shop/db, port: 80, only: [shop/a, shop/b] }]\n`,
    });
    if (!read.ok) throw new Error("not read");
    const shown = read.value.tests[0]!.expectations.map(({ from, to, verdict, port, except }) =>
      [from, to, except]
        .map((ends) => ends.map(({ text }) => text).join())
        .concat(verdict, port ?? "")
        .join(" "),
    );
    expect(shown).toEqual([
      "shop/a shop/db  allowed 80",
      "shop/b shop/db  allowed 80",
      "* shop/db shop/a,shop/b denied 80",
    ]);
  });
});

/** What the published schema finds wrong too, but for what no schema can say. */
describe("what a test file must not say", () => {
  it.each([
    [
      "another kind",
      "apiVersion: v1\nkind: Pod\ntests: [{ name: it, from: a, to: b, expect: denied }]\n",
      ["a.yaml:1:1 expected apiVersion: anp.dev/v1alpha1 and kind: PolicyTest"],
    ],
    ["no tests", HEAD, ["a.yaml:1:1 a test file has tests"]],
    [
      "a misspelt key",
      `${HEAD}test: []\ntests: [{ name: it, from: a, to: b, expect: denied }]\n`,
      ['a.yaml:3:1 unknown key "test": did you mean tests?'],
    ],
    [
      "a misspelt key of a test",
      `${HEAD}tests: [{ name: it, from: a, to: b, expects: denied }]\n`,
      [
        'a.yaml:3:37 unknown key "expects": did you mean expect?',
        "a.yaml:3:9 a test has allowed, denied, only or expect",
      ],
    ],
    ["no name", `${HEAD}tests: [{ from: a, to: b, expect: denied }]\n`, ['a.yaml:3:9 "name" is missing']],
    [
      "no such verdict",
      `${HEAD}tests: [{ name: it, from: a, to: b, expect: deny }]\n`,
      ['a.yaml:3:45 expected allowed, denied, undefined, unknown, not "deny"'],
    ],
    [
      "a day that is none",
      `${HEAD}tests: [{ name: it, from: a, to: b, expect: denied, todo: { until: 2027-02-30 } }]\n`,
      ['a.yaml:3:68 expected a day such as 2027-01-31, not "2027-02-30"'],
    ],
  ])("%s", (_, text, mistakes) => {
    expect(mistakesIn(text)).toEqual(mistakes);
  });

  it.each([
    [
      "a name twice",
      "- { name: it, from: a, to: b, expect: denied }\n- { name: it, from: a, to: b, expect: denied }",
      'two tests are called "it"',
    ],
    [
      "a list of what is denied that is empty",
      "- { name: it, from: a, denied: [] }",
      '"denied" names no endpoint: a list of none tests nothing',
    ],
    [
      "a list of what is allowed without a value",
      "- { name: it, from: a, allowed: }",
      '"allowed" names no endpoint: a list of none tests nothing',
    ],
    [
      "lists with both sides",
      "- { name: it, from: a, to: b, allowed: [c] }",
      "allowed, denied and only go with one of from and to",
    ],
    ["a verdict with one side", "- { name: it, from: a, expect: denied }", "expect goes with from and to"],
    [
      "an exception without a verdict",
      "- { name: it, from: a, only: [b], except: [c] }",
      "except goes with expect",
    ],
    [
      "an exception of nothing",
      "- { name: it, from: a, to: b, except: [c], expect: denied }",
      'except goes with from or to that is "*"',
    ],
    [
      "a port of everything",
      '- { name: it, from: a, to: "*:443", expect: denied }',
      '"*" has no port of its own: write port: "443"',
    ],
    [
      "everything on both sides",
      '- { name: it, from: "*", to: "*", expect: denied }',
      'only one of from and to can be "*"',
    ],
    [
      "a policy without a verdict",
      "- { name: it, from: a, allowed: [b], by: netpol/a/b }",
      "by goes with expect",
    ],
    [
      "a todo that says nothing",
      "- { name: it, from: a, to: b, expect: denied, todo: {} }",
      "a todo has a reason (why) or a last day (until)",
    ],
    [
      "half a policy",
      "- { name: it, from: a, to: b, expect: denied, by: tenants }",
      'expected KIND/NAME or KIND/NAMESPACE/NAME, not "tenants"',
    ],
  ])("%s", (_, tests, message) => {
    expect(mistakesIn(`${HEAD}tests:\n${tests}\n`).map((each) => each.replace(/^\S+ /, ""))).toContain(
      message,
    );
  });
});

describe("a port behind a name", () => {
  it.each([
    ["shop/db", "shop/db", undefined],
    ["shop/db:5432", "shop/db", "5432"],
    ["kube-system/svc/kube-dns:53/udp", "kube-system/svc/kube-dns", "53/udp"],
    ["2001:db8::1", "2001:db8::1", undefined],
    ["svc/kube-dns:53/udp", "svc/kube-dns", "53/udp"],
    ["db:8000-8100,9000", "db", "8000-8100,9000"],
    ["[2001:db8::1]:443", "2001:db8::1", "443"],
    ["[2001:db8::1]", "2001:db8::1", undefined],
  ])("%s", (text, name, port) => {
    expect(withPort(text)).toEqual({ name, port });
  });
});
