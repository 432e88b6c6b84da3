import { describe, expect, it } from "vitest";
import { placeText } from "../../../src/report/place.js";
import { schemaOf } from "../../support/schemas.js";
import { readConfig } from "../../../src/linter/config/read-config.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { Config } from "../../../src/linter/config/config.js";

const problemsOf = schemaOf("config");

function mistakesIn(text: string): string[] {
  const reading = readConfig({ name: "anp.yaml", text });
  return reading.ok ? [] : reading.problem.map(({ at, message }) => `${placeText(at)}: ${message}`);
}

function configOf(text: string): Config {
  const reading = readConfig({ name: "anp.yaml", text });
  if (!reading.ok) throw new Error(mistakesIn(text).join("\n"));
  return reading.value;
}

/** Whether the schema takes a text: what editors say while it is written. */
function fitsSchema(text: string): boolean {
  const [reading] = readDocuments({ name: "anp.yaml", text });
  return problemsOf(JSON.parse(JSON.stringify(reading?.value ?? null))).length === 0;
}

const WHOLE = `sources: [k8s, "apps/*/base"]
exclude: ["examples/", "!examples/real/", "*.draft.yaml"]
rules:
  unnamed-rule: off
  open-to-world: error
overrides:
  - paths: [legacy/]
    rules: { removed-api-version: info }
cluster:
  podCidrs: [10.1.0.0/16, "fd00:1::/64"]
  serviceCidrs: [10.2.0.0/16]
  nodeCidrs: [10.3.0.0/16]
  dnsService: dns/resolver
  domain: cluster.example
bundles: [v0.1.5/standard]
kubernetesVersion: "1.31"
plugin: calico@3.30
complete: true
ignore:
  - { rule: allow-all-rule, path: shop/, reason: public, until: 2027-01-31 }
`;

describe("a config", () => {
  it("says all of it", () => {
    expect(fitsSchema(WHOLE)).toBe(true);
    expect(configOf(WHOLE)).toMatchObject({
      sources: ["k8s", "apps/*/base"],
      exclude: ["examples/", "!examples/real/", "*.draft.yaml"],
      rules: new Map([
        ["unnamed-rule", "off"],
        ["open-to-world", "error"],
      ]),
      overrides: [{ paths: ["legacy/"], rules: new Map([["removed-api-version", "info"]]) }],
      cluster: {
        podCidrs: ["10.1.0.0/16", "fd00:1::/64"],
        serviceCidrs: ["10.2.0.0/16"],
        nodeCidrs: ["10.3.0.0/16"],
        dnsService: "dns/resolver",
        domain: "cluster.example",
      },
      bundles: ["v0.1.5/standard"],
      kubernetesVersion: "1.31",
      plugin: "calico@3.30",
      complete: true,
      ignore: [{ rule: "allow-all-rule", path: "shop/", reason: "public", until: "2027-01-31" }],
    });
  });

  it.each(["", "# nothing yet\n", "---\n", "{}", "sources:\nrules:\n"])("may say nothing: %j", (text) => {
    expect(fitsSchema(text)).toBe(true);
    expect(configOf(text)).toMatchObject({ sources: [], exclude: [], complete: false, ignore: [] });
  });

  it.each<[text: string, place: string, words: string]>([
    ["exlude: [a]", "1:1", "did you mean exclude?"],
    ["rules:\n  unamed-rule: off", "2:3", "did you mean unnamed-rule?"],
    ["rules:\n  unnamed-rule: warn", "2:17", "expected a level: off, error, warning, info"],
    ["rules:\n  not-analysed: off", "2:3", "may contain a policy"],
    ["rules: [unnamed-rule]", "1:8", "expected a mapping"],
    ["kubeconfig: /etc/kube", "1:1", "only the command line says that"],
    ["context: prod", "1:1", "only the command line says that"],
    ["output: json=../x", "1:1", "only the command line says that"],
    ["baseline: all.json", "1:1", "only the command line says that"],
    ["sources: [../other]", "1:11", "leaves the config's folder"],
    ["sources: [a/../../other]", "1:11", "leaves the config's folder"],
    ["sources: [/etc]", "1:11", "no path from the config's folder"],
    ["sources: ['C:\\etc']", "1:11", "no path from the config's folder"],
    ["sources: [3]", "1:11", "expected a path"],
    ["sources: ['-']", "1:11", "standard input"],
    ["sources: k8s", "1:10", "expected a list of paths"],
    ["exclude: [../a]", "1:11", "leaves the config's folder"],
    ["exclude: ['**/a/**/b/**/c/x']", "1:11", "at most 2 `**`"],
    ["exclude: ['*a*b*c*d']", "1:11", "at most 3 `*`"],
    ["exclude: ['']", "1:11", "expected a pattern"],
    ["complete: yes please", "1:11", "expected true or false"],
    ["plugin: calicoo", "1:9", '"calicoo" is no network plugin: anp plugins lists those that are known'],
    ["kubernetesVersion: 1.36", "1:20", 'expected a version in quotes: "1.36"'],
    ["bundles: [v9.9.9]", "1:11", "unknown release"],
    ["cluster:\n  podCidr: [10.0.0.0/8]", "2:3", "did you mean podCidrs?"],
    ["cluster:\n  podCidrs: [10.0.0.0/33]", "2:14", "expected a CIDR"],
    ["cluster:\n  dnsService: coredns", "2:15", "expected NAMESPACE/NAME"],
    ["cluster:\n  domain: a b", "2:11", "expected a domain"],
    ["ignore:\n  - { rule: allow-all-rule, path: a }", "2:5", '"reason" is missing'],
    ["ignore:\n  - { rule: allow-all-rule, path: a, reason: '...' }", "2:46", "a reason in words"],
    [
      "ignore:\n  - { rule: allow-all-rule, path: a, reason: b, until: 2027-02-30 }",
      "2:56",
      "expected a day",
    ],
    ["ignore:\n  - { rule: not-analysed, path: a, reason: b }", "2:13", "can't be ignored"],
    ["ignore:\n  - { rule: unused-suppression, path: a, reason: b }", "2:13", "can't be ignored"],
    ["overrides:\n  - rules: {}", "2:5", '"paths" is missing'],
    ["a: 1\na: 2", "2:1", "is written twice"],
    ["sources: [", "1:", "cannot be read"],
    ["sources: []\n---\nsources: []", "3:1", "one document"],
    ["- a", "1:", "expected a mapping"],
    ["apiVersion: v1\nkind: Pod", "2:1", "unknown key"],
  ])("must not say %j", (text, place, words) => {
    const mistakes = mistakesIn(text);
    expect(mistakes.join("\n")).toContain(words);
    expect(mistakes.some((each) => each.startsWith(`anp.yaml:${place}`))).toBe(true);
  });

  it("is told all of its mistakes at once", () => {
    expect(mistakesIn("exlude: []\nrules: { a: b }\ncomplete: 1\n")).toHaveLength(4);
  });

  it.each([
    "exlude: [a]",
    "rules: { unnamed-rule: warn }",
    "sources: [../a]",
    "sources: [/a]",
    "ignore: [{ rule: a, path: b }]",
    "complete: 1",
  ])("is refused by the schema too: %j", (text) => {
    expect(fitsSchema(text)).toBe(false);
  });
});
