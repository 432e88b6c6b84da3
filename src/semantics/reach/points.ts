import { hasPort, PROTOCOLS, type Protocol } from "../../base/net/traffic.js";
import type { Coverage } from "./coverage.js";
import type { WalkSubject } from "./walk-subject.js";
import type { DirectedRule } from "../../cluster/model/policy.js";
import type { Region } from "../match/region.js";

/**
 * False where some traffic that a rule matches by itself is matched by none of some others: single flows tell, without anything
 * that is cut.
 */
export function mayCover(
  coverage: Coverage,
  rules: readonly DirectedRule[],
  directed: DirectedRule,
  subject: WalkSubject,
): boolean {
  return coverage
    .aloneOf(directed, subject)
    .every((region) => portPointsOf(region).every((point) => isMatched(coverage, rules, subject, point)));
}

/** True where one of some rules matches a point by itself, in some world. @param point none that the subject would send to itself */
export function isMatched(
  coverage: Coverage,
  rules: readonly DirectedRule[],
  subject: WalkSubject,
  point: PortPoint,
): boolean {
  coverage.reach.cluster.work?.take(rules.length);
  return rules.some((rule) =>
    coverage.aloneWithItself(rule, subject).some((region) => hasPoint(region, point)),
  );
}

/** One port of one class of other ends. */
export interface PortPoint {
  readonly other: number;
  readonly protocol: Protocol;
  readonly port: number;
}

/** Some points of a region, as far from each other as it is wide. */
export function portPointsOf({ others, traffic }: Region): readonly PortPoint[] {
  const [nearest, farthest] = [others?.first, others?.last];
  if (nearest === undefined || farthest === undefined) return [];
  const used = PROTOCOLS.filter((protocol) => traffic[protocol].length > 0);
  const [first, last] = [used[0], used.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [low, high] = [traffic[first][0]?.[0], traffic[last].at(-1)?.[1]];
  if (low === undefined || high === undefined) return [];
  const ends = nearest === farthest ? [nearest] : [nearest, farthest];
  return ends.flatMap((other) => [
    { other, protocol: first, port: low },
    { other, protocol: last, port: high },
  ]);
}

/** True where a region has a point, in some world. */
export function hasPoint({ others, traffic }: Region, point: PortPoint): boolean {
  return others?.has(point.other) === true && hasPort(traffic, point);
}
