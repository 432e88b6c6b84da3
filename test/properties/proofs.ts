import { Raised } from "../../src/linter/rules/raised.js";
import * as fc from "fast-check";
import { isItself } from "../../src/semantics/reach/walk-subject.js";
import { check, Mismatch } from "./run.js";
import { contradictions } from "../support/witness.js";
import { describe, scenario } from "./generate/scenario.js";
import { Distinctions } from "../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../src/semantics/reach/ends.js";
import { intersectTraffic, isNoTraffic } from "../../src/base/net/traffic.js";
import { connectionsBetween, isPair, isPairOfClasses } from "../../src/semantics/reach/connections.js";
import { classesOf, isUnlistedPod, type EndClass } from "../../src/semantics/reach/classes.js";
import { load } from "./program.js";
import { Reach, reachOf } from "../../src/semantics/reach/reach.js";
import { enforcedCluster } from "../../src/semantics/plugins/enforced-cluster.js";
import { profileOfCluster } from "../../src/semantics/plugins/profile-of.js";
import { rowsOf } from "../../src/semantics/reach/rows.js";
import { RuleList, type Direction, type Policy, type Rule } from "../../src/cluster/model/policy.js";
import { RULES } from "../../src/linter/rules/index.js";
import { smaller } from "./generate/smaller.js";
import type { ChosenPlugin } from "../../src/cluster/model/chosen-plugin.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Family } from "../../src/base/net/address.js";
import type { Loaded } from "../../src/cluster/load/options.js";
import type { Part } from "../../src/semantics/evaluate/evaluate.js";
import type { Problem } from "../../src/cluster/problems/problem.js";
import type { ProofFacts } from "../../src/cluster/problems/proofs.js";

/** A policy as it would be if what a finding is about were gone; undefined where it is the policy. */
type Change = (policy: Policy, finding: Problem) => Policy | undefined;

/** What the findings of each rule claim: with the change, every flow comes to the same. */
const CLAIMS: Readonly<Record<keyof ProofFacts, Change | undefined>> = {
  "shadowed-rule": withoutPart,
  "partially-shadowed-rule": withoutPart,
  "overridden-by-admin-tier": withoutPart,
  "isolation-bypassed-by-admin-tier": undefined,
  "baseline-never-reached": withoutDirection,
  "pass-to-nothing": withAccept,
  "redundant-rule": withoutPart,
  "redundant-policy": () => undefined,
  "vacuous-policy": () => undefined,
  "allow-all-cancels-deny": withoutDirection,
  "except-reopened": undefined,
  "one-sided-flow": withoutPart,
};

/** Things that make up for each other: some of them stay, and all that are reported can go together. */
const TOGETHER: ReadonlySet<string> = new Set(["redundant-rule", "redundant-policy"]);

/**
 * Holds the flows that findings of other rules name against what they claim, on generated clusters.
 * @returns how many there were of each rule, and how many of all were about one direction, which the verdict does not show
 */
export async function checkWitnesses(
  runs: number,
): Promise<{ readonly counts: ReadonlyMap<string, number>; readonly halves: number }> {
  const counts = new Map<string, number>();
  let halves = 0;
  await check({
    name: "flows that findings name",
    arbitrary: scenario,
    runs,
    part: 400,
    holds: async (made) => {
      const loaded = await load(made);
      for (const { id, check: findingsIn } of RULES) {
        for (const finding of findingsIn?.(loaded.cluster, new Raised([])) ?? []) {
          const { witness } = finding;
          if (witness === undefined) continue;
          counts.set(id, (counts.get(id) ?? 0) + 1);
          if (witness.half !== undefined) halves++;
          const wrong = contradictions(loaded, finding);
          if (wrong.length > 0) throw new Mismatch(wrong.join("\n"));
        }
      }
    },
    smaller,
    show: describe,
  });
  return { counts, halves };
}

/**
 * Holds the findings of proofs against what they claim, on generated clusters; returns how many there were of each rule.
 * @param plugins those that enforce the policies, each by turns; none where there is none
 */
export async function checkProofs(
  part: number,
  runs: number,
  { arbitrary = scenario, plugins = [] }: ProofOptions = {},
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>(Object.keys(CLAIMS).map((id) => [id, 0]));
  await check({
    name: `proofs, part ${part}`,
    arbitrary,
    runs,
    part: part + 200,
    holds: async (made) => {
      const loaded = enforcedBy(plugins[made.spelling % plugins.length], await load(made));
      // What a smaller case leaves out may be what a server needs.
      if (loaded.cluster.refused.length > 0) return;
      requireConflicts(loaded);
      for (const rule of RULES.filter(({ id }) => Object.hasOwn(CLAIMS, id))) {
        const findings = [...(rule.check?.(loaded.cluster, new Raised([])) ?? [])];
        if (findings.length === 0) continue;
        counts.set(rule.id, (counts.get(rule.id) ?? 0) + findings.length);
        requireClaims(loaded.cluster, rule.id, findings);
        const wrong = findings.flatMap((finding) => contradictions(loaded, finding));
        if (wrong.length > 0) throw new Mismatch(wrong.join("\n"));
      }
    },
    smaller,
    show: describe,
  });
  return counts;
}

interface ProofOptions {
  readonly arbitrary?: typeof scenario;
  readonly plugins?: readonly ChosenPlugin[];
}

/** What was loaded, as a plugin enforces it. */
function enforcedBy(plugin: ChosenPlugin | undefined, loaded: Loaded): Loaded {
  if (plugin === undefined) return loaded;
  const { cluster } = loaded;
  return { ...loaded, cluster: enforcedCluster({ ...cluster, facts: { ...cluster.facts, plugin } }) };
}

/** Holds claims about any cluster against clusters of other pods and namespaces; returns how many there were. */
export async function checkAnyCluster(part: number, runs: number): Promise<number> {
  let count = 0;
  await check({
    name: `claims about any cluster, part ${part}`,
    arbitrary: fc.tuple(scenario, scenario),
    runs,
    part: part + 300,
    holds: async ([made, other]) => {
      const [{ cluster }, elsewhere] = [await load(made), await load(other)];
      const { isLegacy, labelsNamespaces } = cluster.facts;
      const facts = { ...elsewhere.cluster.facts, isLegacy, labelsNamespaces };
      const there = { ...elsewhere.cluster, facts, policies: cluster.policies, refused: [] };
      for (const rule of RULES.filter(({ id }) => Object.hasOwn(CLAIMS, id))) {
        const findings = [...(rule.check?.(cluster, new Raised([])) ?? [])].filter(isAboutAnyCluster);
        count += findings.length;
        requireClaims(there, rule.id, findings);
      }
    },
    show: (some) => some.map(describe).join("\n=== with the pods of\n"),
  });
  return count;
}

function isAboutAnyCluster(finding: Problem): boolean {
  const { scope } = (finding as Extract<Problem, { code: "pass-to-nothing" }>).facts;
  return scope.type === "any-cluster";
}

/** Where policies of one priority disagree about some flow, a finding says so; what it names is such a flow. */
function requireConflicts(loaded: Loaded): void {
  const { cluster } = loaded;
  const rule = RULES.find(({ id }) => id === "same-priority-conflict");
  const findings = [...(rule?.check?.(cluster, new Raised([])) ?? [])].filter(
    ({ witness }) => witness !== undefined,
  );
  const wrong = findings.flatMap((finding) => contradictions(loaded, finding));
  if (wrong.length > 0) throw new Mismatch(wrong.join("\n"));
  const reach = reachOf(cluster);
  const rows = rowsOf(cluster, reach.classes).filter(({ endClass }) => !isUnlistedPod(endClass));
  const undecided = rows.some((from) =>
    rows
      .filter((to) => isPair(from, to) && !isItself(from.endClass, to.endClass))
      .some((to) => connectionsBetween(reach, from, to).some(({ flow }) => flow.parts.some(hangsOnPriority))),
  );
  if (undecided && findings.length === 0)
    throw new Mismatch("a flow hangs on equal priorities, and no finding says so");
}

function hangsOnPriority({ verdict, isExact, reasons }: Part): boolean {
  return verdict === "undefined" && isExact && reasons.some(({ code }) => code === "equal-priority");
}

function requireClaims(cluster: Cluster, id: string, findings: readonly Problem[]): void {
  const change = CLAIMS[id as keyof ProofFacts];
  if (change === undefined || findings.length === 0) return;
  for (const some of TOGETHER.has(id) ? [findings] : findings.map((finding) => [finding]))
    requireSameFlows(
      cluster,
      changed(cluster, some, change),
      `${id}: ${JSON.stringify(some.map(({ facts }) => facts))}`,
    );
}

/** The cluster without what some findings are about. */
function changed(cluster: Cluster, findings: readonly Problem[], change: Change): Cluster {
  const revised = (policy: Policy): Policy | undefined =>
    findings
      .filter(({ object }) => object === policy.ref)
      .reduce<Policy | undefined>((each, finding) => each && change(each, finding), policy);
  return { ...cluster, policies: cluster.policies.flatMap((policy) => revised(policy) ?? []) };
}

/** Without the rule that a finding is about, or without the peer or port at which it stands. */
function withoutPart(policy: Policy, finding: Problem): Policy {
  return withRules(policy, finding, (rule) => {
    const { facts, at } = finding as Extract<Problem, { code: "shadowed-rule" }>;
    if ((facts.part ?? "rule") === "rule" && finding.code !== "one-sided-flow") return undefined;
    const { peers, ports } = rule;
    return {
      ...rule,
      peers: peers.all ? peers : { ...peers, items: peers.items.filter(({ origin }) => origin !== at) },
      ports: ports.all ? ports : { ...ports, items: ports.items.filter(({ origin }) => origin !== at) },
    };
  });
}

function withAccept(policy: Policy, finding: Problem): Policy {
  return withRules(policy, finding, (rule) => ({ ...rule, action: "Accept" }));
}

/** A policy with its rule that a finding is about as it would be; indexes stay what they were. */
function withRules(policy: Policy, finding: Problem, change: (rule: Rule) => Rule | undefined): Policy {
  const { direction, position } = (finding as Extract<Problem, { code: "pass-to-nothing" }>).facts.rule;
  const list = policy.rules[direction];
  if (list === undefined) return policy;
  const rules = list.rules.flatMap((rule) => (rule.index === position - 1 ? (change(rule) ?? []) : [rule]));
  return withList(policy, direction, new RuleList(list.origin, () => rules));
}

function withoutDirection(policy: Policy, finding: Problem): Policy {
  const { direction } = (finding as Extract<Problem, { code: "baseline-never-reached" }>).facts;
  return withList(policy, direction, undefined);
}

function withList(policy: Policy, direction: Direction, list: RuleList | undefined): Policy {
  return { ...policy, rules: { ...policy.rules, [direction]: list } };
}

/** @throws {Mismatch} where a flow comes to something else */
function requireSameFlows(before: Cluster, after: Cluster, what: string): void {
  const distinctions = new Distinctions(before);
  const ends = endsOf(before, distinctions);
  const [one, other] = [before, after].map(
    (each) => new Reach(each, profileOfCluster(before), classesOf(each, ends, distinctions)),
  ) as [Reach, Reach];
  for (const [from, to, family] of pairsOf(one)) {
    const [a, b] = [one, other].map((reach) => reach.flow(from.index, to.index, family).parts) as [
      readonly Part[],
      readonly Part[],
    ];
    if (!areSame(a, b))
      throw new Mismatch(
        `${what}\n  ${from.representative.id} -> ${to.representative.id} ${family} comes to something else`,
      );
  }
}

/** Flows of loaded ends: what may be a pod that the input does not hold is beyond what is claimed. */
function pairsOf({ classes }: Reach): (readonly [from: EndClass, to: EndClass, family: Family])[] {
  const known = classes.filter((each) => !isUnlistedPod(each));
  return known.flatMap((from) =>
    known
      .filter((to) => isPairOfClasses(from, to) && !isItself(from, to))
      .flatMap((to) =>
        from.families
          .filter((family) => to.families.includes(family))
          .map((family) => [from, to, family] as const),
      ),
  );
}

function areSame(a: readonly Part[], b: readonly Part[]): boolean {
  return a.every((one) =>
    b.every(
      (other) =>
        isNoTraffic(intersectTraffic(one.traffic, other.traffic)) ||
        !one.isExact ||
        !other.isExact ||
        (one.verdict === other.verdict && one.outcomes.join() === other.outcomes.join()),
    ),
  );
}
