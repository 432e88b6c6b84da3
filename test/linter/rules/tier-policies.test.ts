import { adminPolicy, clusterPolicy, lintText, networkPolicy, placesOf } from "../../support/findings.js";
import { describe, expect, it } from "vitest";

const DENY = "action: Deny, from: [{ namespaces: {} }]";

const named = (name: string): string => `ingress: [{ name: ${name}, ${DENY} }]`;

const baseline = (name: string, rules: string): string =>
  adminPolicy(rules, name)
    .replace("kind: AdminNetworkPolicy", "kind: BaselineAdminNetworkPolicy")
    .replace("  priority: 40\n", "");

describe("unnamed-rule", () => {
  it.each([
    ["of ClusterNetworkPolicy", clusterPolicy(`ingress: [{ ${DENY} }]`), 1],
    ["of AdminNetworkPolicy", adminPolicy(`ingress: [{ ${DENY} }]`), 1],
    ["of BaselineAdminNetworkPolicy", baseline("default", `ingress: [{ ${DENY} }]`), 1],
    ["an empty name is none", clusterPolicy(`ingress: [{ name: "", ${DENY} }]`), 1],
    ["each of them", clusterPolicy(`ingress: [{ ${DENY} }, { name: a, ${DENY} }, { ${DENY} }]`), 2],
    ["a rule with a name", clusterPolicy(named("all")), 0],
    ["rules of a NetworkPolicy cannot have one", networkPolicy("ingress: [{ ports: [{ port: 80 }] }]"), 0],
  ])("%s", async (_, text, count) => {
    const rules = { only: new Set(["unnamed-rule"]) };
    expect(await placesOf("unnamed-rule", text, {}, rules)).toHaveLength(count);
  });

  it.each([
    ["no rule of the policy has a name", clusterPolicy(`ingress: [{ ${DENY} }]`), 0],
    ["another rule has one", clusterPolicy(`ingress: [{ ${DENY} }, { name: a, ${DENY} }]`), 1],
    [
      "one of the other direction has",
      clusterPolicy(
        `ingress: [{ ${DENY} }]\negress: [{ name: out, action: Deny, to: [{ namespaces: {} }] }]`,
      ),
      1,
    ],
  ])("by default, where %s", async (_, text, count) => {
    expect(await placesOf("unnamed-rule", text)).toHaveLength(count);
  });
});

describe("empty-policy", () => {
  it.each([
    ["ClusterNetworkPolicy", clusterPolicy(""), ["spec"]],
    ["AdminNetworkPolicy", adminPolicy(""), ["spec"]],
    ["lists without a rule", clusterPolicy("ingress: []\negress:"), ["spec"]],
    ["one rule", clusterPolicy(named("all")), []],
    ["a NetworkPolicy without rules denies", networkPolicy("policyTypes: [Ingress, Egress]"), []],
    ["a NetworkPolicy without a spec denies", networkPolicy(""), []],
  ])("%s", async (_, text, places) => {
    expect(await placesOf("empty-policy", text)).toEqual(places);
  });
});

describe("several-baselines", () => {
  const stored = { isStored: true };

  it.each([
    ["two names", [baseline("default", named("one")), baseline("strict", named("two"))], ["strict"]],
    [
      "three names",
      [baseline("default", named("one")), baseline("b", named("two")), baseline("c", named("three"))],
      ["b", "c"],
    ],
    ["one", [baseline("default", named("one"))], []],
    [
      "one name twice is a duplicate",
      [baseline("default", named("one")), baseline("default", named("one"))],
      [],
    ],
    [
      "AdminNetworkPolicies may be many",
      [adminPolicy(named("one"), "a"), adminPolicy(named("two"), "b")],
      [],
    ],
    [
      "so may ClusterNetworkPolicies of the Baseline tier",
      [
        clusterPolicy(named("one"), "a", "tier: Baseline, priority: 1"),
        clusterPolicy(named("two"), "b", "tier: Baseline, priority: 2"),
      ],
      [],
    ],
  ])("%s", async (_, policies, places) => {
    expect(await placesOf("several-baselines", policies.join("---\n"), stored)).toEqual(places);
  });

  it("is silent where a server refuses the other name", async () => {
    const text = [baseline("default", named("one")), baseline("strict", named("two"))].join("---\n");
    const rules = (await lintText(text)).filter(({ level }) => level === "error").map(({ rule }) => rule);
    expect(rules).toEqual(["baseline-not-default"]);
  });
});

describe("mixed-api-generations", () => {
  const older = adminPolicy(named("older"), "older");
  const newer = clusterPolicy(named("newer"), "newer");
  const newerEgress = clusterPolicy("egress: [{ name: e, action: Deny, to: [{ namespaces: {} }] }]", "out");
  const newerBaseline = clusterPolicy(named("base"), "base", "tier: Baseline, priority: 9");
  const olderBaseline = baseline("default", named("base"));

  it.each([
    ["in the Admin tier", [older, newer], ["AdminNetworkPolicy"]],
    ["whatever their order", [newer, older], ["AdminNetworkPolicy"]],
    ["in the Baseline tier", [newerBaseline, olderBaseline], ["BaselineAdminNetworkPolicy"]],
    [
      "in both tiers",
      [older, newer, olderBaseline, newerBaseline],
      ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy"],
    ],
    ["once for many", [older, adminPolicy(named("x"), "x"), newer, newerEgress], ["AdminNetworkPolicy"]],
    ["one API alone", [older, olderBaseline], []],
    ["in different tiers", [older, newerBaseline], []],
    ["in different directions they never meet", [older, newerEgress], []],
    ["without rules they never meet", [older, clusterPolicy("", "empty")], []],
  ])("%s", async (_, policies, places) => {
    expect(await placesOf("mixed-api-generations", policies.join("---\n"))).toEqual(places);
  });
});

describe("deny-by-name-impossible", () => {
  const rule = (name: string, action: string, peer: string): string =>
    clusterPolicy(`egress: [{ name: "${name}", action: ${action}, to: [${peer}] }]`);
  const address = "{ networks: [192.0.2.7/32] }";

  it.each([
    ["a domain among the words", rule("block ads.example.com", "Deny", address), ["Deny"]],
    ["a wildcard", rule("no *.example.com", "Deny", address), ["Deny"]],
    ["a domain within a word", rule("deny-tracker.example", "Deny", address), ["Deny"]],
    ["no domain", rule("no internet", "Deny", address), []],
    ["an address is no domain", rule("deny 169.254.169.254", "Deny", address), []],
    ["a version is no domain", rule("rules of v1.2", "Deny", address), []],
    ["a path is no domain", rule("see rules/open.txt", "Deny", address), []],
    ["an accept", rule("vendor.example.com", "Accept", address), []],
    ["a deny of pods", rule("no ads.example.com", "Deny", "{ namespaces: {} }"), []],
  ])("%s", async (_, text, places) => {
    expect(await placesOf("deny-by-name-impossible", text)).toEqual(places);
  });

  it("leaves a deny of domain names to the rule that refuses it", async () => {
    const text = rule("no ads.example.com", "Deny", "{ domainNames: [ads.example.com] }");
    const rules = (await lintText(text)).map((each) => each.rule);
    expect(rules).toContain("domain-names-without-accept");
    expect(rules).not.toContain("deny-by-name-impossible");
  });
});

describe("domain-name-apex", () => {
  const accept = (...rules: readonly string[]): string => {
    const lines = rules.map(
      (names, i) => `{ name: r${i}, action: Accept, to: [{ domainNames: [${names}] }] }`,
    );
    return clusterPolicy(`egress: [${lines.join(", ")}]`);
  };

  it.each([
    ["a wildcard alone", accept('"*.example.com"'), ['"*.example.com"']],
    ["beside a name below it", accept('"*.example.com", www.example.com'), ['"*.example.com"']],
    ["twice in a policy, once told", accept('"*.example.com"', '"*.example.com"'), ['"*.example.com"']],
    ["with the domain", accept('"*.example.com", example.com'), []],
    ["with the domain in another rule, in other case", accept('"*.example.com"', "Example.COM."), []],
    ["below another wildcard", accept('"*.a.example.com", "*.example.com", example.com'), []],
    ["names of the cluster", accept('"*.shop.svc.cluster.local"'), []],
    ["no wildcard", accept("www.example.com"), []],
  ])("%s", async (_, text, places) => {
    expect(await placesOf("domain-name-apex", text)).toEqual(places);
  });
});
