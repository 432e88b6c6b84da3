import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import { decidersIn, type Connection } from "../../semantics/reach/connections.js";
import { intersectTraffic, isNoTraffic, type Traffic } from "../../base/net/traffic.js";
import { originOf, type RuleDecider } from "../../semantics/evaluate/decider.js";
import { isDefinite } from "../../cluster/model/verdict.js";
import type { DirectedDecider, Unmet } from "./outcome.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { OnDecided } from "./judge.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Reach } from "../../semantics/reach/reach.js";

/** What leads to a verdict: of a definite one, what comes to it. */
export function directedDeciders(
  flow: Connection["flow"],
  part: Part,
  verdict: Unmet["verdict"],
): DirectedDecider[] {
  return DIRECTIONS.flatMap((direction) => {
    const { leaves } = part[direction];
    const some = isDefinite(verdict) ? leaves.filter(({ outcome }) => outcome === verdict) : leaves;
    return decidersIn(flow[direction], some).map((decider) => ({
      direction,
      decider,
      at: originOf(decider, direction),
    }));
  });
}

/** What decides the asked part of a connection, with the rules that pass it on before, of all flows that it stands for. */
export function tellDeciders(
  reach: Reach,
  { from, to, flows }: Connection,
  asked: Traffic,
  onDecided: OnDecided,
): void {
  const tellBoth = (traffic: Traffic, isTold: typeof isPassing): void => {
    tellRules(reach, "egress", [from.endClass, to.endClass], traffic, isTold, onDecided);
    tellRules(reach, "ingress", [to.endClass, from.endClass], traffic, isTold, onDecided);
  };
  for (const flow of flows) {
    for (const part of flow.parts) {
      if (isNoTraffic(intersectTraffic(part.traffic, asked))) continue;
      reach.spend(1);
      for (const { decider, direction } of directedDeciders(flow, part, part.verdict))
        onDecided(decider, direction);
      if (part.verdict !== "denied") tellBoth(intersectTraffic(part.traffic, asked), isAllowing);
    }
  }
  tellBoth(asked, isPassing);
}

/** Rules with Pass decide nothing, but they are why something else does. */
function isPassing({ action }: RuleDecider): boolean {
  return action === "Pass";
}

/** What a NetworkPolicy's rule matches it allows, whichever others do (S-OVL-1). */
export function isAllowing({ tier }: RuleDecider): boolean {
  return tier === "NetworkPolicy";
}

/** Tells of the rules of some kind that match some of the asked traffic. */
function tellRules(
  reach: Reach,
  direction: Direction,
  [subject, other]: readonly [EndClass, EndClass],
  asked: Traffic,
  isTold: (rule: RuleDecider) => boolean,
  onDecided: OnDecided,
): void {
  for (const family of subject.families) {
    if (!other.families.includes(family)) continue;
    for (const entry of reach.walk(direction, subject.index, family).entries) {
      if (entry.type !== "rule" || !isTold(entry)) continue;
      reach.spend(entry.matched.length);
      const isMet = entry.matched.some(
        ({ traffic, others }) =>
          others?.has(other.index) === true && !isNoTraffic(intersectTraffic(traffic, asked)),
      );
      if (isMet) onDecided(entry, direction);
    }
  }
}
