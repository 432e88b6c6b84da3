import { describe, expect, it } from "vitest";
import { documents, policy, service } from "../../support/exposure.js";
import { lintExample } from "../../support/findings.js";
import { Raised } from "../../../src/linter/rules/raised.js";
import { RULES } from "../../../src/linter/rules/index.js";
import { ruleOf } from "../../support/worded.js";
import { underlined } from "../../support/api-object.js";
import { Work } from "../../../src/base/limits/work.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";
import type { LintRule } from "../../../src/linter/rules/rule.js";
import type { ProblemCode } from "../../../src/cluster/problems/problem.js";

async function clusterOf(rule: LintRule, text: string): Promise<Cluster> {
  const { loaded } = await lintExample({ name: "example.yaml", text }, rule.examples.reading);
  return loaded.cluster;
}

/** The documents of a stream but those of some kinds. */
function without(text: string, kinds: readonly string[]): string {
  const all = text.split(/^---\n/m);
  const left = all.filter((each) => !kinds.includes(/^kind: (\w+)/m.exec(each)?.[1] ?? ""));
  expect(left.length).toBeLessThan(all.length);
  return documents(...left);
}

const POLICIES = ["NetworkPolicy", "ClusterNetworkPolicy"];

/** For each rule that some input is no matter of, the kinds of objects without any of which it has nothing to look at. */
const MATTERS: readonly (readonly [id: ProblemCode, kinds: readonly string[]])[] = [
  ["api-port-never-allowed", ["RoleBinding"]],
  ["api-server-unreachable", POLICIES],
  ["api-server-unreachable", ["Pod"]],
  ["closed-service", ["Service"]],
  ["configured-address-blocked", ["Service"]],
  ["deny-hits-cluster-services", ["ClusterNetworkPolicy"]],
  ["dns-egress-missing", POLICIES],
  ["domain-name-unlisted", POLICIES],
  ["domain-names-without-dns", ["ClusterNetworkPolicy"]],
  ["ingress-backend-blocked", ["Ingress"]],
  ["load-balancer-source-lost", ["Service"]],
  ["metrics-scrape-blocked", ["ServiceMonitor"]],
  ["published-service-blocked", ["Service"]],
  ["service-port-not-target-port", ["Service"]],
  ["webhook-port-blocked", ["ValidatingWebhookConfiguration"]],
];

/** What concerns none of these rules: ingress of other pods, and a Service that nothing outside reaches. */
const OTHERS = documents(
  policy(
    "aside",
    "ingress",
    "{ podSelector: {}, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: {} }] }] }",
  ),
  service("aside", "inside", "{ selector: { app: inside }, ports: [{ port: 8081 }] }"),
);

describe("what a rule is about", () => {
  it("is tested for each rule that says so", () => {
    const saying = RULES.filter(({ concerns }) => concerns !== undefined).map(({ id }) => id);
    expect([...new Set(MATTERS.map(([id]) => id))]).toEqual(saying);
  });

  it.each(MATTERS)("%s has nothing to look at without %s", async (id, kinds) => {
    const rule = ruleOf(id) as unknown as LintRule;
    const { bad } = rule.examples;
    const isConcerned = async (text: string): Promise<boolean | undefined> =>
      rule.concerns?.(await clusterOf(rule, text));
    expect(await isConcerned(bad)).toBe(true);
    expect(await isConcerned(documents(OTHERS, bad))).toBe(true);
    const rest = without(bad, kinds);
    expect(await isConcerned(rest)).toBe(false);
    // A Service more is what some rules are about.
    const isOfServices = [
      "closed-service",
      "configured-address-blocked",
      "service-port-not-target-port",
    ].includes(id);
    if (!isOfServices) expect(await isConcerned(documents(rest, OTHERS))).toBe(false);
  });

  it("is a domain name beside addresses, too, where it asks for DNS", async () => {
    const rule = ruleOf("domain-names-without-dns") as unknown as LintRule;
    const text = rule.examples.bad.replace(
      "- domainNames:",
      "- networks: [192.0.2.0/24]\n        - domainNames:",
    );
    expect(text).not.toBe(rule.examples.bad);
    expect(rule.concerns?.(await clusterOf(rule, text))).toBe(true);
  });
});

const CHECKING = RULES.filter(({ check }) => check !== undefined);

describe("a rule finds the same where nobody counts its work", () => {
  it.each(CHECKING.map((rule) => [rule.id, rule] as const))("%s", async (id, rule) => {
    const found = async (budget: Pick<Cluster, "work">): Promise<readonly string[]> => {
      const cluster = { ...(await clusterOf(rule, rule.examples.bad)), ...budget };
      const all = [...(rule.check?.(cluster, new Raised([])) ?? [])];
      return all.map(({ code, at }) => `${code} at ${underlined(at)}`);
    };
    const counted = await found({ work: new Work() });
    expect(counted.some((each) => each.startsWith(`${id} at `))).toBe(true);
    expect(await found({})).toEqual(counted);
  });
});
