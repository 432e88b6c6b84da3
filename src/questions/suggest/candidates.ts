import { deadIn, replaceInRule, replaceInSubject } from "./replace.js";
import { isDefaultDeny } from "./default-deny.js";
import { addAllowingPolicies, addDenyingPolicy, addPeers, addPorts, addRules } from "./add.js";
import { addLabels } from "./relabel.js";
import { DIRECTIONS, type Direction, type Policy } from "../../cluster/model/policy.js";
import { priorityAt } from "../../cluster/kinds/writing/places.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import { selectionOf } from "./ends.js";
import { subjectOf, type Scene } from "./scene.js";
import { takeOut } from "./narrow.js";
import { amendmentKey, type Amendment, type RuleFacts } from "./amendment.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Result } from "../explain/result.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { RuleStep, Step } from "../../semantics/evaluate/step.js";

/** Edits that belong together. */
export type CandidateEdits = readonly Amendment[];

/** How many policies that isolate an end are looked at. */
const MAX_POLICIES = 6;

/** What may be proposed: at first only what should be, then, where that is not enough, everything. */
export type Resort = "first" | "last";

/**
 * Edits after which one direction may let a flow through that it denies.
 * @param loaded the cluster without any edits
 */
export function allowingCandidates(
  scene: Scene,
  direction: Direction,
  results: readonly Result[],
  resort: Resort,
  loaded: Cluster,
): CandidateEdits[] {
  const candidates = [
    ...results.flatMap((result) => allowingIn(scene, direction, result, loaded)),
    ...replacedSubjects(scene, direction, loaded),
  ];
  const isWanted = (candidate: CandidateEdits): boolean =>
    resort === "last" || candidate.every(({ lastResort }) => lastResort === undefined);
  return distinct(candidates.filter(isWanted));
}

function allowingIn(scene: Scene, direction: Direction, result: Result, loaded: Cluster): CandidateEdits[] {
  const { steps } = result[direction];
  const decider = steps.find(({ decides }) => decides);
  // Where not all can be tried, the rules that have most right are, and what does not grow with their number first.
  const missed = steps
    .filter(isRule)
    .filter(({ outcome }) => outcome === "missed")
    .toSorted((a, b) => nearnessOf(b) - nearnessOf(a));
  const inRules = missed
    .filter(({ tier, action }) => tier === "NetworkPolicy" || action !== "Deny")
    .map(({ policy, rule }): RuleFacts => ({ policy, rule, direction }))
    .flatMap((facts) => allowingByRule(scene, facts, loaded));
  switch (decider?.type) {
    case "isolation": {
      const { policies } = decider;
      const home = policies[0]?.origin;
      return [
        ...policies.slice(0, MAX_POLICIES).flatMap((policy) => widened(scene, policy, direction)),
        ...addAllowingPolicies(scene, direction, home).map(alone),
        ...inRules,
      ];
    }
    case "default-deny":
    case "namespace-isolation":
      return [...addAllowingPolicies(scene, direction, homeOf(scene, direction)).map(alone), ...inRules];
    case "rule": {
      const { policy, rule, tier, because } = decider;
      const isDenial = decider.action === "Deny" && because.code === "matched";
      if (!isDenial || decider.outcome !== "matched") return inRules;
      const above =
        tier === "Baseline" ? addAllowingPolicies(scene, direction, homeOf(scene, direction)) : [];
      const passing = tier === "Admin" ? addRules(scene, policy, direction, "Pass", rule) : [];
      const before = [...addRules(scene, policy, direction, "Accept", rule), ...passing];
      const out = takeOut(scene, { policy, rule, direction }, because);
      return [
        ...asLastResort([...before, ...out], isDefaultDeny(policy, direction, rule)).map(alone),
        ...above.map(alone),
        ...inRules,
      ];
    }
    default:
      return inRules;
  }
}

function nearnessOf({ because }: RuleStep): number {
  return because.code === "matched" ? 0 : because.nearness;
}

/** Edits of a rule that misses: what is wrong in it is put right, and not kept beside what is right. */
function allowingByRule(scene: Scene, facts: RuleFacts, loaded: Cluster): CandidateEdits[] {
  const dead = deadIn(facts, loaded);
  const replaced = replaceInRule(facts, dead);
  const added = [
    ...(dead.ports.length > 0 ? [] : addPorts(scene, facts)),
    ...(dead.peers.length > 0 ? [] : addPeers(scene, facts)),
  ];
  return [
    ...replaced,
    ...added.map(alone),
    // Of a rule with a mistake among its peers, the port may be missing besides, and the other way round.
    ...replaced.flatMap((right) => added.map((each) => [...right, each])),
    ...addLabels(scene, facts).map((labels) =>
      labels.map((each): Amendment => ({ ...each, lastResort: "label" })),
    ),
  ];
}

function widened(scene: Scene, policy: Policy, direction: Direction): CandidateEdits[] {
  const rules = addRules(scene, policy, direction, "Accept");
  return asLastResort(rules, isDefaultDeny(policy, direction, undefined)).map(alone);
}

function asLastResort(amendments: readonly Amendment[], isDenial: boolean): readonly Amendment[] {
  return isDenial ? amendments.map((each) => ({ ...each, lastResort: "default-deny" })) : amendments;
}

/** Policies of the subject's namespace that were meant for it, and select other pods or none. */
function replacedSubjects(scene: Scene, direction: Direction, loaded: Cluster): CandidateEdits[] {
  const namespace = selectionOf(subjectOf(scene, direction), scene.cluster)?.namespace;
  if (namespace === undefined) return [];
  return loaded.policies
    .filter(({ ref, rules }) => ref.namespace === namespace && rules[direction] !== undefined)
    .slice(0, MAX_READ)
    .flatMap((policy) => replaceInSubject(policy, loaded))
    .map(alone);
}

/** How many policies of a namespace are looked through for what they do not select. */
const MAX_READ = 60;

/** Edits after which one direction may deny a flow that it lets through. */
export function denyingCandidates(
  scene: Scene,
  direction: Direction,
  results: readonly Result[],
): CandidateEdits[] {
  const candidates = results.flatMap((result) => denyingIn(scene, direction, result));
  return distinct(candidates);
}

function denyingIn(scene: Scene, direction: Direction, result: Result): CandidateEdits[] {
  const { steps } = result[direction];
  const decider = steps.find(({ decides }) => decides);
  if (decider === undefined || decider.type === "exempt") return [];
  const denials = deniers(scene, direction)
    .flatMap((policy) => {
      const matched = steps
        .filter(isRule)
        .find((step) => step.policy === policy && step.outcome === "matched");
      return addRules(scene, policy, direction, "Deny", matched?.rule);
    })
    .map(alone);
  switch (decider.type) {
    case "rule": {
      const { policy, rule, because } = decider;
      if (because.code !== "matched") return denials;
      return [...takeOut(scene, { policy, rule, direction }, because).map(alone), ...denials];
    }
    case "default":
      return [...denials, ...addDenyingPolicy(scene, direction, homeOf(scene, direction)).map(alone)];
    default:
      return denials;
  }
}

/** Policies of the ordered tiers that may select the subject. */
function deniers(scene: Scene, direction: Direction): Policy[] {
  const policies = relevantPolicies(scene.cluster, subjectOf(scene, direction).endpoints);
  return [...policies].filter(({ tier }) => tier !== "NetworkPolicy").slice(0, MAX_POLICIES);
}

/** Other priorities for policies of one priority that disagree. */
export function priorityCandidates(scene: Scene): CandidateEdits[] {
  const candidates = scene.explanation.results.flatMap((result) => {
    const tied = DIRECTIONS.flatMap((direction) => result[direction].steps.filter(isRule)).filter(
      (step) => step.tied,
    );
    return [...new Set(tied.map(({ policy }) => policy))].flatMap((policy) =>
      result.freePriorities.map((priority): CandidateEdits => {
        const at = priorityAt(policy);
        const edits = [{ type: "set", at, value: priority }] as const;
        return [{ kind: "set-priority", policy, priority, document: at.document, edits }];
      }),
    );
  });
  return distinct(candidates);
}

/** Where a new NetworkPolicy for the subject belongs: behind another one of its namespace, else behind itself. */
function homeOf(scene: Scene, direction: Direction): Origin | undefined {
  const subject = subjectOf(scene, direction);
  const namespace = selectionOf(subject, scene.cluster)?.namespace;
  const beside = scene.cluster.policies.filter((policy) => policy.ref.namespace === namespace);
  const own =
    subject.workload?.origin ??
    subject.endpoints.flatMap((each) => ("origin" in each ? (each.origin ?? []) : []))[0];
  const places = [...beside.map(({ origin }) => origin), ...(own === undefined ? [] : [own])];
  return places.find(({ document }) => scene.isEditable(document)) ?? places[0];
}

/** Several results may lead to the same edit. */
function distinct(candidates: readonly CandidateEdits[]): CandidateEdits[] {
  return [...new Map(candidates.map((each) => [candidateKey(each), each])).values()];
}

/** The same text for the same edits. */
export function candidateKey(candidate: CandidateEdits): string {
  return candidate.map(amendmentKey).join("\n");
}

function isRule(step: Step): step is RuleStep {
  return step.type === "rule";
}

function alone(amendment: Amendment): CandidateEdits {
  return [amendment];
}
