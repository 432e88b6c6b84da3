import { explainEnds } from "../ask/flow.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import { isDecidedBy } from "./policy-name.js";
import { succeeded } from "../../base/attempt/attempt.js";
import { typedEnd } from "./ends.js";
import type { Asked } from "../ask/problem.js";
import type { FlowCommand, DirectedDecider, Unmet } from "./outcome.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Expectation } from "./test-file.js";
import type { NamedEnd } from "./ends.js";
import type { Profile } from "../../semantics/match/profile.js";
import type { Result } from "../explain/result.js";
import type { Step } from "../../semantics/evaluate/step.js";
import type { TrafficQuestion } from "../query/traffic.js";

/** Two ends and what is sent between them. */
export interface AskedPair {
  readonly from: NamedEnd;
  readonly to: NamedEnd;
  readonly traffic: TrafficQuestion;
  /** As they are typed. */
  readonly port: string | undefined;
  readonly protocol: string | undefined;
}

/** The traffic between two ends that does not come to what is expected: every class of pods, port and family counts. */
export function unmetBetween(
  cluster: Cluster,
  profile: Profile,
  pair: AskedPair,
  { verdict, by }: Pick<Expectation, "verdict" | "by">,
): Asked<readonly Unmet[]> {
  const ends = { type: "ends" as const, from: pair.from.resolved, to: pair.to.resolved };
  const asked = explainEnds(cluster, ends, { traffic: pair.traffic, profile });
  if (!asked.ok) return asked;
  const unmet = asked.value.results.flatMap((result): Unmet[] => {
    const isVerdict = result.verdict === verdict;
    const deciders = decidersOf(result);
    const isDecided = by === undefined || isDecidedBy(deciders, by.text);
    if (isVerdict && isDecided) return [];
    return [
      {
        from: result.from.shownAs,
        to: result.to.shownAs,
        traffic: result.traffic,
        verdict: result.verdict,
        deciders,
        isOtherPolicy: isVerdict,
        question: questionOf(pair),
      },
    ];
  });
  return succeeded(unmet);
}

function questionOf({ from, to, port, protocol }: AskedPair): FlowCommand {
  return { from: typedEnd(from), to: typedEnd(to), port, protocol };
}

/** What made the verdict: in the directions that deny where it is denied, else in both. */
function decidersOf(result: Result): DirectedDecider[] {
  const isDenied = result.verdict === "denied";
  return DIRECTIONS.filter((direction) => !isDenied || result[direction].verdict === "denied").flatMap(
    (direction) =>
      result[direction].steps
        .filter(isDeciding)
        .map((step): DirectedDecider => ({ direction, decider: step, at: step.at })),
  );
}

function isDeciding(step: Step): step is Step & Decider & { readonly at: DirectedDecider["at"] } {
  return step.decides;
}
