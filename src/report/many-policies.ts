import type { Policy } from "../cluster/model/policy.js";
import type { RuleStep, Step } from "../semantics/evaluate/step.js";

/** Policies of one tier that decide nothing by themselves, counted, for one by one they would hide what does. */
export interface ManyPolicies {
  readonly type: "many-policies";
  readonly policies: readonly Policy[];
  readonly outcome: "no-rule-matches" | "not-reached" | "isolates";
  /** The rule of them that comes nearest. */
  readonly nearest: RuleStep | undefined;
}

/** Of more than this, runs are counted. */
const FEW = 5;

type Idle = Extract<Step, { type: "policy" | "policy-not-reached" }>;

/** The steps of one tier, with each run of policies that decide nothing as one step where there are many of them. */
export function withManyAsOne(steps: readonly Step[]): readonly (Step | ManyPolicies)[] {
  const hits = new Set(
    steps.flatMap((step) => (step.type === "rule" && step.outcome !== "missed" ? [step.policy] : [])),
  );
  const isIdle = (step: Step): step is Idle =>
    step.type === "policy-not-reached" || (step.type === "policy" && !hits.has(step.policy));
  if (steps.filter(isIdle).length <= FEW) return steps;
  const shown: (Step | ManyPolicies)[] = [];
  let run: Idle[] = [];
  const endRun = (): void => {
    const [first] = run;
    if (first !== undefined) shown.push(run.length === 1 ? first : manyOf(first, run, steps));
    run = [];
  };
  for (const step of steps) {
    // Rules that miss stand below their policy: they end no run.
    if (step.type === "rule" && step.outcome === "missed" && !hits.has(step.policy)) continue;
    if (!isIdle(step) || (run[0] !== undefined && outcomeOf(run[0]) !== outcomeOf(step))) endRun();
    if (isIdle(step)) run.push(step);
    else shown.push(step);
  }
  endRun();
  return shown;
}

function manyOf(first: Idle, run: readonly Idle[], steps: readonly Step[]): ManyPolicies {
  const policies = run.map(({ policy }) => policy);
  return { type: "many-policies", policies, outcome: outcomeOf(first), nearest: nearestOf(steps, policies) };
}

function outcomeOf(step: Idle): ManyPolicies["outcome"] {
  return step.type === "policy-not-reached" ? "not-reached" : step.outcome;
}

/** The one that the chain calls the nearest, else the one that has the most right. */
function nearestOf(steps: readonly Step[], policies: readonly Policy[]): RuleStep | undefined {
  const of = new Set(policies);
  let best: RuleStep | undefined;
  for (const step of steps) {
    if (step.type !== "rule" || step.because.code === "matched" || !of.has(step.policy)) continue;
    if (step.nearest) return step;
    if (best === undefined || nearness(step) > nearness(best)) best = step;
  }
  return best;
}

function nearness({ because }: RuleStep): number {
  return because.code === "matched" ? 0 : because.nearness;
}
