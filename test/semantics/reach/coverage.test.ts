import { describe, expect, it } from "vitest";
import { classesOf, type EndClass } from "../../../src/semantics/reach/classes.js";
import { Coverage } from "../../../src/semantics/reach/coverage.js";
import {
  isSubject,
  memberBeside,
  membersBeside,
  type WalkSubject,
} from "../../../src/semantics/reach/walk-subject.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { Reach } from "../../../src/semantics/reach/reach.js";
import type { Direction, DirectedRule, Policy } from "../../../src/cluster/model/policy.js";

const pod = (name: string, last: number): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: shop, labels: {app: ${name}}}, spec: {containers: [{}]}, status: {podIP: 10.0.0.${last}}}`;

const deployment = (name: string): string =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}, namespace: shop}, spec: {replicas: 3, template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{}]}}}}`;

const tierPolicy = (name: string, priority: number, rules: string, tier = "Admin"): string =>
  `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: ${name}}, spec: {tier: ${tier}, priority: ${priority}, subject: {namespaces: {}}, ${rules}}}`;

/** A policy that selects one of two pods, so that they are subjects of their own. */
const OF_B = `{apiVersion: policy.networking.k8s.io/v1alpha2, kind: ClusterNetworkPolicy, metadata: {name: of-b}, spec: {tier: Admin, priority: 9, subject: {pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: b}}}}, ingress: [{action: Pass, from: [{namespaces: {}}]}]}}`;

/** A peer that tells two pods apart. */
const FROM_A = "from: [{pods: {podSelector: {matchLabels: {app: a}}}}]";
const EVERYWHERE = "from: [{namespaces: {}}]";

async function coverageOf(...manifests: readonly string[]): Promise<Coverage> {
  const { cluster } = await loadSources([{ name: "shop.yaml", text: manifests.join("\n---\n") }]);
  const distinctions = new Distinctions(cluster);
  const classes = classesOf(cluster, endsOf(cluster, distinctions), distinctions);
  return new Coverage(new Reach(cluster, REFERENCE, classes));
}

function policyOf({ reach }: Coverage, name: string): Policy {
  return reach.cluster.policies.find(({ ref }) => ref.name === name)!;
}

/** The rule of a policy that has one for ingress. */
function ruleOf(coverage: Coverage, name: string): DirectedRule {
  const policy = policyOf(coverage, name);
  return { policy, direction: "ingress", rule: policy.rules.ingress!.rules[0]! };
}

/** The pods and workloads over IPv4 that stand for some subjects. */
function namesOf(subjects: readonly WalkSubject[]): string[] {
  return subjects.flatMap(({ of: { representative: each }, family }) =>
    each.type === "pod" && family === "IPv4" ? [each.name] : [],
  );
}

describe("the subjects of a rule", () => {
  const policy = tierPolicy("in", 1, `ingress: [{action: Deny, ${FROM_A}}]`);
  const last = tierPolicy("in", 1, `ingress: [{action: Deny, ${FROM_A}}]`, "Baseline");

  it.each<[string, string[], string[]]>([
    ["are one of several single pods", [pod("a", 1), pod("b", 2), policy], ["a"]],
    [
      "are single pods each by itself that the tier tells apart",
      [pod("a", 1), pod("b", 2), policy, OF_B],
      ["a", "b"],
    ],
    [
      "are one of several pods that the rule does not tell apart",
      [deployment("a"), deployment("b"), policy],
      ["a"],
    ],
    [
      "are one of several pods that only another tier tells apart",
      [
        deployment("a"),
        deployment("b"),
        policy,
        "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: b, namespace: shop}, spec: {podSelector: {matchLabels: {app: b}}}}",
      ],
      ["a"],
    ],
    ["are one of several pods and single ones", [deployment("a"), pod("c", 3), policy], ["a"]],
    ["are one of several single pods of Baseline too", [pod("a", 1), pod("b", 2), last], ["a"]],
  ])("%s", async (_name, manifests, expected) => {
    const coverage = await coverageOf(...manifests);
    const subjects = coverage.distinctFor(ruleOf(coverage, "in"));
    expect(namesOf(subjects).toSorted()).toEqual(expected);
    // Each pod is in one of them.
    const pods = coverage.reach.classes.filter(isSubject).map(({ index }) => index);
    const ofIPv4 = subjects.filter(({ family }) => family === "IPv4");
    expect(ofIPv4.flatMap(({ indexes }) => indexes.members).toSorted()).toEqual(pods.toSorted());
    expect(subjects.map(({ alike }) => alike.map(({ index }) => index).toSorted())).toEqual(
      subjects.map(({ indexes }) => indexes.members),
    );
    // Asked for again, they are the same ones.
    expect(coverage.distinctFor(ruleOf(coverage, "in"))).toBe(subjects);
  });

  it("are several single pods, of which each end has one that it is not (S-LOOP-1)", async () => {
    const coverage = await coverageOf(pod("a", 1), pod("b", 2), policy);
    const directed = ruleOf(coverage, "in");
    const subject = coverage.distinctFor(directed).find(({ family }) => family === "IPv4")!;
    const [a, b] = subject.alike as [EndClass, EndClass];
    expect(namesOf([subject, { ...subject, of: b }])).toEqual(["a", "b"]);
    const sources = coverage.aloneOf(directed, subject).flatMap(({ others }) => others?.members ?? []);
    expect(sources).toEqual([a.index]);
    expect(coverage.takesSome(directed, subject)).toBe(true);
    expect(memberBeside(subject, a)).toBe(b);
    expect(memberBeside(subject, b)).toBe(a);
    expect(membersBeside(subject, [a])).toEqual([b]);
    expect(membersBeside(subject, [a, b])).toEqual([a, b]);
  });

  it("match nothing of what they send to themselves (S-LOOP-1)", async () => {
    const coverage = await coverageOf(pod("a", 1), pod("b", 2), policy, OF_B);
    const directed = ruleOf(coverage, "in");
    const [a, b] = ["a", "b"].map((name) =>
      coverage.distinctFor(directed).find((each) => namesOf([each])[0] === name)!,
    ) as [WalkSubject, WalkSubject];
    const sourcesFor = (subject: WalkSubject): number[] =>
      coverage.aloneOf(directed, subject).flatMap(({ others }) => [...(others?.members ?? [])]);
    expect(sourcesFor(a)).toEqual([]);
    expect(sourcesFor(b)).toEqual([a.of.index]);
    expect([a, b].map((subject) => coverage.takesSome(directed, subject))).toEqual([false, true]);
    expect(
      [a, b].map((subject) => coverage.everything(directed, subject).others?.has(subject.of.index)),
    ).toEqual([false, false]);
    expect(coverage.everything(directed, a).others?.has(b.of.index)).toBe(true);
  });
});

/** What would be without a policy, or with all as they are. */
describe("other policies change an outcome of a subject", () => {
  const DENY_A = tierPolicy("deny-a", 1, `ingress: [{action: Deny, ${FROM_A}}]`);
  const ALLOW_ALL = tierPolicy("allow-all", 2, `ingress: [{action: Accept, ${EVERYWHERE}}]`);
  const DENY_LATER = tierPolicy("deny-later", 3, `ingress: [{action: Deny, ${EVERYWHERE}}]`);

  it.each<[string, Direction, string | undefined, boolean]>([
    ["where some of what is denied would be allowed", "ingress", "deny-a", true],
    // Without it the policy behind it denies all pods.
    ["where what is allowed would be denied", "ingress", "allow-all", true],
    ["in no other direction", "egress", "deny-a", false],
    ["not where all is decided before", "ingress", "deny-later", false],
    ["not where they are the same", "ingress", undefined, false],
  ])("%s", async (_name, direction, without, expected) => {
    const coverage = await coverageOf(pod("a", 1), pod("b", 2), DENY_A, ALLOW_ALL, DENY_LATER);
    const b = coverage
      .subjectsOf({ policy: policyOf(coverage, "allow-all"), direction })
      .find((each) => namesOf([each]).length > 0)!;
    const changes = coverage.changesWith(direction, b, (policy) =>
      policy.ref.name === without ? undefined : policy,
    );
    expect(changes).toBe(expected);
  });
});

describe("what rules miss of another one", () => {
  const listening = (name: string, port: number): string =>
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}, namespace: shop}, spec: {replicas: 2, template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{ports: [{name: http, containerPort: ${port}}]}]}}}}`;
  const policy = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: in, namespace: shop}, spec: {podSelector: {}, ingress: [{ports: [{port: http}]}, {ports: [{port: 80}]}, {ports: [{port: 81, endPort: 90}]}]}}`;

  it("is told for each subject by what the rules see of it, one after the other", async () => {
    const coverage = await coverageOf(
      listening("at-80", 80),
      listening("at-8080", 8080),
      listening("also-at-80", 80),
      listening("at-85", 85),
      deployment("nowhere"),
      policy,
      // One more policy makes another subject of it, of which these rules see the same.
      `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: of-one, namespace: shop}, spec: {podSelector: {matchLabels: {app: also-at-80}}}}`,
    );
    const [named, ...others] = policyOf(coverage, "in").rules.ingress!.rules.map((rule): DirectedRule => ({
      policy: policyOf(coverage, "in"),
      direction: "ingress",
      rule,
    }));
    const missedOf = coverage.missedOf(named!, others);
    const missed = coverage
      .subjectsOf(named!)
      .flatMap((subject) =>
        namesOf([subject]).map((name) => [name, missedOf(subject).flatMap(({ traffic }) => traffic.TCP)]),
      );
    expect(Object.fromEntries(missed)).toEqual({
      "at-80": [],
      "at-8080": [[8080, 8080]],
      "also-at-80": [],
      "at-85": [],
      nowhere: [],
    });
  });

  it("is nothing that a pod would send to itself", async () => {
    const toAll = `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: in, namespace: shop}, spec: {podSelector: {}, ingress: [{from: [{podSelector: {}}]}, {from: [{podSelector: {matchLabels: {app: b}}}]}]}}`;
    const coverage = await coverageOf(pod("a", 1), pod("b", 2), toAll, OF_B);
    const policy = policyOf(coverage, "in");
    const [all, fromB] = policy.rules.ingress!.rules.map((rule): DirectedRule => ({
      policy,
      direction: "ingress",
      rule,
    }));
    const missedOf = coverage.missedOf(all!, [fromB!]);
    const isMissed = coverage
      .subjectsOf(all!)
      .flatMap((subject) => namesOf([subject]).map((name) => [name, missedOf(subject).length > 0]));
    expect(Object.fromEntries(isMissed)).toEqual({ a: false, b: true });
  });
});

it("names are among the ends that egress rules can match, and no source is one (S-FQ-8)", async () => {
  const rules = `egress: [{action: Accept, to: [{domainNames: [far.example.com]}]}], ingress: [{action: Deny, ${EVERYWHERE}}]`;
  const coverage = await coverageOf(pod("a", 1), tierPolicy("both", 4, rules));
  const policy = policyOf(coverage, "both");
  const { index } = coverage.reach.classes.find(({ toName }) => toName !== undefined)!;
  const hasName = (direction: Direction): boolean | undefined => {
    const [subject] = coverage.subjectsOf({ policy, direction });
    return coverage.everything({ policy, direction }, subject!).others?.has(index);
  };
  expect([hasName("egress"), hasName("ingress")]).toEqual([true, false]);
});

describe("what rules beside one leave of what it matches", () => {
  const listening = (name: string, last: number, port: number): string =>
    `{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: shop, labels: {app: ${name}, kind: listener}}, spec: {containers: [{ports: [{name: http, containerPort: ${port}}]}]}, status: {podIP: 10.0.0.${last}}}`;
  const policy = (name: string, labels: string, port: string): string =>
    `{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: ${name}, namespace: shop}, spec: {podSelector: {matchLabels: {${labels}}}, ingress: [{ports: [{port: ${port}}]}], policyTypes: [Ingress]}}`;

  it("differs by what each of them sees of a pod, and by which of them select it", async () => {
    const coverage = await coverageOf(
      listening("a", 1, 8080),
      listening("b", 2, 9090),
      listening("c", 3, 8080),
      listening("d", 4, 8080),
      listening("e", 5, 8080),
      policy("number", "kind: listener", "8080"),
      policy("name-of-a", "app: a", "http"),
      policy("name-of-b", "app: b", "http"),
      policy("number-of-d", "app: d", "8080"),
      policy("other-of-e", "app: e", "9999"),
      // So that none of them is alike another one whatever selects it.
      ...["a", "b", "c", "d", "e"].map((name) => policy(`own-${name}`, `app: ${name}`, "1")),
    );
    const number = ruleOf(coverage, "number");
    const others = ["name-of-b", "name-of-a", "number-of-d", "other-of-e"].map((name) =>
      ruleOf(coverage, name),
    );
    const missedOf = coverage.missedOf(number, others);
    const missing = coverage.subjectsOf(number).filter((subject) => missedOf(subject).length > 0);
    expect(namesOf(missing)).toStrictEqual(["b", "c", "e"]);
  });

  it("is told anew where all of them see other ports of a pod", async () => {
    const coverage = await coverageOf(
      listening("a", 1, 8080),
      listening("b", 2, 9090),
      policy("number", "kind: listener", "8080"),
      policy("name", "kind: listener", "http"),
      policy("own-b", "app: b", "1"),
    );
    const missedOf = coverage.missedOf(ruleOf(coverage, "number"), [ruleOf(coverage, "name")]);
    const subjects = coverage.subjectsOf(ruleOf(coverage, "number"));
    expect(namesOf(subjects.filter((subject) => missedOf(subject).length > 0))).toStrictEqual(["b"]);
  });
});
