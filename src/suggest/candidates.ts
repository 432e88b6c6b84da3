import { addAllowingPolicies, addDenyingPolicy, addPeers, addPorts, addRules } from "./add.js";
import { addLabels } from "./relabel.js";
import { DIRECTIONS, type Direction, type Policy } from "../model/policy.js";
import { priorityAt } from "../kinds/writing/places.js";
import { relevantPolicies } from "../evaluate/candidates.js";
import { selectionOf } from "./ends.js";
import { subjectOf, type Scene } from "./scene.js";
import { takeOut } from "./narrow.js";
import type { Amendment, RuleFacts } from "./amendment.js";
import { pathOf, type Origin } from "../manifest/origin.js";
import type { Result } from "../explain/result.js";
import type { Step } from "../evaluate/step.js";

/** Edits that belong together. */
export type Candidate = readonly Amendment[];

type RuleStep = Extract<Step, { type: "rule" }>;

/** How many policies that isolate an end are looked at. */
const MAX_POLICIES = 6;

/** Edits after which one direction may let a flow through that it denies. */
export function allowingCandidates(
  scene: Scene,
  direction: Direction,
  results: readonly Result[],
): Candidate[] {
  const candidates = results.flatMap((result) => allowingIn(scene, direction, result));
  return distinct(candidates);
}

function allowingIn(scene: Scene, direction: Direction, result: Result): Candidate[] {
  const { steps } = result[direction];
  const decider = steps.find(({ decides }) => decides);
  const missed = steps.filter(isRule).filter(({ outcome }) => outcome === "missed");
  const rules = missed
    .filter(({ tier, action }) => tier === "NetworkPolicy" || action !== "Deny")
    .map(({ policy, rule }): RuleFacts => ({ policy, rule, direction }));
  const inRules = [
    ...rules.flatMap((facts) => [...addPorts(scene, facts), ...addPeers(scene, facts)]).map(alone),
    ...rules.flatMap((facts) => addLabels(scene, facts)),
  ];
  switch (decider?.type) {
    case "isolated": {
      const { policies } = decider;
      const home = policies[0]?.origin;
      return [
        ...inRules,
        ...policies
          .slice(0, MAX_POLICIES)
          .flatMap((policy) => addRules(scene, policy, direction, "Accept"))
          .map(alone),
        ...addAllowingPolicies(scene, direction, home).map(alone),
      ];
    }
    case "namespace-isolated":
      return [...inRules, ...addAllowingPolicies(scene, direction, homeOf(scene, direction)).map(alone)];
    case "rule": {
      const { policy, rule, tier, because } = decider;
      const isDenial = decider.action === "Deny" && because.code === "matched";
      if (!isDenial || decider.outcome !== "matched") return inRules;
      const passing = tier === "Admin" ? addRules(scene, policy, direction, "Pass", rule) : [];
      const above =
        tier === "Baseline" ? addAllowingPolicies(scene, direction, homeOf(scene, direction)) : [];
      return [
        ...inRules,
        ...addRules(scene, policy, direction, "Accept", rule).map(alone),
        ...passing.map(alone),
        ...takeOut(scene, { policy, rule, direction }, because).map(alone),
        ...above.map(alone),
      ];
    }
    default:
      return inRules;
  }
}

/** Edits after which one direction may deny a flow that it lets through. */
export function denyingCandidates(
  scene: Scene,
  direction: Direction,
  results: readonly Result[],
): Candidate[] {
  const candidates = results.flatMap((result) => denyingIn(scene, direction, result));
  return distinct(candidates);
}

function denyingIn(scene: Scene, direction: Direction, result: Result): Candidate[] {
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
export function priorityCandidates(scene: Scene): Candidate[] {
  const candidates = scene.explanation.results.flatMap((result) => {
    const tied = DIRECTIONS.flatMap((direction) => result[direction].steps.filter(isRule)).filter(
      (step) => step.tied,
    );
    return [...new Set(tied.map(({ policy }) => policy))].flatMap((policy) =>
      result.freePriorities.map((priority): Candidate => {
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
function distinct(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((each) => [each.map(keyOf).join("\n"), each])).values()];
}

function keyOf({ document, edits }: Amendment): string {
  const each = edits.map((edit) =>
    edit.type === "add-document" ? [edit.type, edit.value] : [pathOf(edit.at), { ...edit, at: undefined }],
  );
  return JSON.stringify([document.file.name, document.index, each]);
}

function isRule(step: Step): step is RuleStep {
  return step.type === "rule";
}

function alone(amendment: Amendment): Candidate {
  return [amendment];
}
