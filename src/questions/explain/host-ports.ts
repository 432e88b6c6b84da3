import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import { readingOf } from "../../semantics/match/unsettled.js";
import type { Outcome } from "../../semantics/evaluate/entry.js";
import type { ResultSide } from "./result.js";
import type { UnnamedResult } from "./merge.js";

/**
 * What is sent to a node's port that leads to a pod on it is seen as sent to the node, or to the pod: plugins differ, and nothing
 * says which (U-5). Definite where both come to the same.
 */
export function eitherEnd(
  toNode: readonly UnnamedResult[],
  toPod: readonly UnnamedResult[],
): readonly UnnamedResult[] {
  return toNode.map((answer) => {
    const others = toPod.filter(
      ({ family, sources }) =>
        family === answer.family && sources.some((one) => answer.sources.some((other) => meets(one, other))),
    );
    return others.every(({ verdict }) => verdict === answer.verdict) ? answer : undecided(answer, others);
  });
}

/** True for ends that are the same, or have an address in common: each question cuts blocks anew. */
function meets(one: Endpoint, other: Endpoint): boolean {
  return one.type === "addresses" && other.type === "addresses"
    ? one.addresses.meets(other.addresses)
    : one.id === other.id;
}

function undecided(answer: UnnamedResult, others: readonly UnnamedResult[]): UnnamedResult {
  const all = [answer, ...others];
  return {
    ...answer,
    ...open(all),
    isExact: true,
    withoutMissing: undefined,
    leanings: [],
    ...Object.fromEntries(DIRECTIONS.map((direction) => [direction, sideOf(answer, all, direction)])),
  };
}

function sideOf(answer: UnnamedResult, all: readonly UnnamedResult[], direction: Direction): ResultSide {
  const sides = all.map((each) => each[direction]);
  const isAlike = sides.every(({ verdict }) => verdict === answer[direction].verdict);
  return isAlike ? answer[direction] : { ...open(sides), steps: [] };
}

function open(all: readonly Pick<UnnamedResult, "outcomes">[]): Omit<ResultSide, "steps"> {
  const outcomes = new Set<Outcome>(all.flatMap((each) => each.outcomes));
  return {
    verdict: "undefined",
    outcomes: [...outcomes].toSorted(),
    reasons: [readingOf("host-port")],
  };
}
