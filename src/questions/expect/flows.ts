import { isAllowing } from "./deciders.js";
import { explainEnds } from "../ask/flow.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import { isDecidedBy } from "./policy-name.js";
import { succeeded } from "../../base/attempt/attempt.js";
import { typedEnd } from "./ends.js";
import type { Asked } from "../ask/problem.js";
import type { FlowCommand, DirectedDecider } from "./outcome.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Expectation } from "./test-file.js";
import type { NamedEnd } from "./ends.js";
import type { OnDecided, Trying } from "./judge.js";
import type { Result } from "../explain/result.js";
import type { RuleStep, Step } from "../../semantics/evaluate/step.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { UnmetFlows } from "./unmet-flows.js";

/** Two ends and what is sent between them. */
export interface AskedPair {
  readonly from: NamedEnd;
  readonly to: NamedEnd;
  readonly traffic: TrafficQuestion;
  /** As they are typed. */
  readonly port: string | undefined;
  readonly protocol: string | undefined;
}

/** Collects the traffic between two ends that does not come to what is expected: every class of pods, port and family counts. */
export function judgeBetween(
  cluster: Cluster,
  { profile, onDecided }: Pick<Trying, "profile" | "onDecided">,
  pair: AskedPair,
  { verdict, by }: Pick<Expectation, "verdict" | "by">,
  unmet: UnmetFlows,
): Asked<undefined> {
  const ends = { type: "ends" as const, from: pair.from.resolved, to: pair.to.resolved };
  const asked = explainEnds(cluster, ends, { traffic: pair.traffic, profile });
  if (!asked.ok) return asked;
  for (const result of asked.value.results) {
    if (onDecided !== undefined) tellResult(result, onDecided);
    const isVerdict = result.verdict === verdict;
    if (isVerdict && by === undefined) continue;
    const deciders = decidersOf(result);
    if (isVerdict && by !== undefined && isDecidedBy(deciders, by.text)) continue;
    unmet.add(() => ({
      from: result.from.shownAs,
      to: result.to.shownAs,
      traffic: result.traffic,
      verdict: result.verdict,
      deciders,
      isOtherPolicy: isVerdict,
      question: questionOf(pair),
    }));
  }
  return succeeded(undefined);
}

function questionOf({ from, to, port, protocol }: AskedPair): FlowCommand {
  return { from: typedEnd(from), to: typedEnd(to), port, protocol };
}

/** What made the verdict. */
function decidersOf(result: Result): DirectedDecider[] {
  return decisiveDirections(result).flatMap((direction) =>
    result[direction].steps
      .filter(isDeciding)
      .map((step): DirectedDecider => ({ direction, decider: step, at: step.at })),
  );
}

/** The directions that deny where a flow is denied, else both. */
function decisiveDirections(result: Result): Direction[] {
  return DIRECTIONS.filter(
    (direction) => result.verdict !== "denied" || result[direction].verdict === "denied",
  );
}

/** What made the verdict, with the rules that passed the flow on before. */
function tellResult(result: Result, onDecided: OnDecided): void {
  for (const direction of decisiveDirections(result)) {
    for (const step of result[direction].steps) {
      const isMatching = step.type === "rule" && step.outcome !== "missed";
      if (isMatching && (step.action === "Pass" || allows(step, result))) onDecided(step, direction);
      else if (isDeciding(step)) onDecided(step, direction);
    }
  }
}

/** True for a rule that allows, beside others, what is not denied. */
function allows(step: RuleStep, { verdict }: Result): boolean {
  return verdict !== "denied" && isAllowing(step);
}

function isDeciding(step: Step): step is Step & Decider & { readonly at: DirectedDecider["at"] } {
  return step.decides;
}
