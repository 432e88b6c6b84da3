import { isAllowing } from "./deciders.js";
import { isKeptOut, pastBalancer, shareEnds } from "./past-balancer.js";
import { explainEnds, type TwoEnds } from "../ask/flow.js";
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
  const { results } = asked.value;
  const past =
    verdict === "denied" ? pastBalancers(cluster, ends, pair, profile, results) : succeeded(undefined);
  if (!past.ok) return past;
  for (const result of past.value?.all ?? results) {
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
      addedBy: result.path?.addedBy,
      isOtherPolicy: isVerdict,
      isPastBalancer: past.value?.past.has(result) ?? false,
      question: questionOf(pair),
    }));
  }
  return succeeded(undefined);
}

/** The same with what the ways come to that a load balancer does not filter, for what it keeps out. */
function pastBalancers(
  cluster: Cluster,
  ends: TwoEnds & { readonly type: "ends" },
  { traffic }: AskedPair,
  profile: Trying["profile"],
  results: readonly Result[],
): Asked<{ readonly all: readonly Result[]; readonly past: ReadonlySet<Result> } | undefined> {
  const keptOut = results.filter(isKeptOut);
  const to = pastBalancer(ends.to, keptOut);
  if (to === undefined) return succeeded(undefined);
  const asked = explainEnds(cluster, { ...ends, to }, { traffic, profile });
  if (!asked.ok) return asked;
  const past = new Set(asked.value.results.filter((each) => keptOut.some((one) => shareEnds(one, each))));
  return succeeded({ all: [...results.filter((each) => !isKeptOut(each)), ...past], past });
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
