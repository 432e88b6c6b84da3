import {
  explainFlow,
  type Loaded,
  type Problem,
  type Result,
  type ResultSide,
  type Step,
} from "../../src/index.js";
import { kindAndName } from "../../src/model/object-ref.js";
import type { Direction } from "../../src/model/policy.js";
import type { RuleName } from "../../src/diagnostics/proofs.js";

type RuleStep = Extract<Step, { type: "rule" }>;

/** Asks about the flow that a finding names; returns what the answer says otherwise than the finding. */
export function contradictions(loaded: Pick<Loaded, "cluster">, problem: Problem): string[] {
  const { witness } = problem;
  if (witness === undefined) return [`${problem.code} names no flow`];
  const { from, to, protocol, port, verdict } = witness;
  const { results } = explainFlow(loaded, {
    from,
    to,
    protocol: protocol.toLowerCase(),
    ...(port === undefined ? {} : { port: String(port) }),
  });
  const same = results.filter((result) => result.verdict === verdict);
  const found = results.map((result) => result.verdict).join();
  if (same.length === 0) return [`${from} -> ${to} ${protocol} ${port ?? ""} is ${found}, not ${verdict}`];
  const wrong = same.map((result) => claimsOf(problem).filter((claim) => !claim.holds(result)));
  const least = wrong.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return least.map(({ what }) => `${problem.code}: ${from} -> ${to} ${protocol} ${port ?? ""}: ${what}`);
}

interface Claim {
  readonly what: string;
  readonly holds: (result: Result) => boolean;
}

/** What the chains of a finding's flow have to show. */
function claimsOf(problem: Problem): Claim[] {
  switch (problem.code) {
    case "shadowed-rule":
    case "partially-shadowed-rule":
    case "overridden-by-admin-tier":
    case "except-reopened":
      return problem.facts.by.first.slice(0, 1).map((rule) => matches(rule));
    case "vacuous-policy":
      return problem.facts.by.first.slice(0, 1).map((rule) => matches(rule));
    case "isolation-bypassed-by-admin-tier":
      return [decides(problem.facts.rule)];
    case "allow-all-cancels-deny":
      return [decides(problem.facts.by)];
    case "pass-to-nothing":
      return [
        matches(problem.facts.rule),
        {
          what: "the default does not decide",
          holds: (result) =>
            sideOf(result, problem.facts.rule.direction).steps.some(
              (step) => step.type === "default" && step.decides,
            ),
        },
      ];
    case "baseline-never-reached":
      return [
        {
          what: "no NetworkPolicy decides",
          holds: (result) =>
            sideOf(result, problem.facts.direction).steps.some(
              (step) => step.decides && "tier" in step && step.tier === "NetworkPolicy",
            ),
        },
      ];
    case "one-sided-flow": {
      const { rule, deniedBy } = problem.facts;
      const otherSide = rule.direction === "egress" ? "ingress" : "egress";
      return [
        {
          what: `${deniedBy} does not deny on the other side`,
          holds: (result) =>
            sideOf(result, otherSide).verdict === "denied" &&
            sideOf(result, otherSide).steps.some((step) => step.decides && namesOf(step).includes(deniedBy)),
        },
        {
          what: "its own side does not allow",
          holds: (result) => sideOf(result, rule.direction).outcomes.includes("allowed"),
        },
      ];
    }
    case "same-priority-conflict":
      return [
        {
          what: "its policies are not tied",
          holds: ({ egress, ingress }) =>
            [...egress.steps, ...ingress.steps].some(
              (step) => step.type === "rule" && step.tied && namesOf(step).includes(problem.facts.policy),
            ),
        },
      ];
    default:
      return [];
  }
}

function sideOf(result: Result, direction: Direction): ResultSide {
  return result[direction];
}

function namesOf(step: Step): string[] {
  const policies = "policies" in step ? step.policies : "policy" in step ? [step.policy] : [];
  return policies.map(({ ref }) => kindAndName(ref));
}

function matches(rule: RuleName): Claim {
  return {
    what: `rule ${rule.position} of ${rule.policy} does not match`,
    holds: (result) => stepsOf(result, rule).some(({ outcome }) => outcome !== "missed"),
  };
}

function decides(rule: RuleName): Claim {
  return {
    what: `rule ${rule.position} of ${rule.policy} does not decide`,
    holds: (result) => stepsOf(result, rule).some((step) => step.decides),
  };
}

function stepsOf(result: Result, { policy, direction, position }: RuleName): RuleStep[] {
  return sideOf(result, direction).steps.filter(
    (step): step is RuleStep =>
      step.type === "rule" && kindAndName(step.policy.ref) === policy && step.rule.index === position - 1,
  );
}
