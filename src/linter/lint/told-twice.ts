import { kindAndName } from "../../cluster/model/object-ref.js";
import { locate } from "../../source/manifest/locate.js";
import type { FlowWitness } from "../../cluster/problems/witness.js";
import type { Problem, ProblemOf } from "../../cluster/problems/problem.js";

/**
 * Findings without the rules of which another finding says more: that pods are configured with the address that the rule opens in
 * vain. Then it is certain which of the two sides is to be changed, and one edit mends both. So with a port that is wrong for the
 * backend of a route.
 */
export function withoutToldTwice(problems: readonly Problem[]): readonly Problem[] {
  const told = new Set(
    problems.flatMap(({ code, object, witness }) =>
      code === "configured-address-blocked" && object !== undefined && witness !== undefined
        ? [flowKey(kindAndName(object), witness)]
        : [],
    ),
  );
  const ports = new Set(
    problems.flatMap(({ code, related = [] }) =>
      code === "ingress-backend-blocked"
        ? related.flatMap(({ at, role }) => (role === "other-port" ? [placeKey(at)] : []))
        : [],
    ),
  );
  if (told.size === 0 && ports.size === 0) return problems;
  return problems.filter((problem) => !isTold(problem, told) && !isToldPort(problem, ports));
}

/** A port that no pod declares, where another finding says that it lets nobody in to a backend, and which is meant. */
function isToldPort({ code, at, related = [] }: Problem, ports: ReadonlySet<string>): boolean {
  return code === "port-not-declared" && related.length === 0 && ports.has(placeKey(at));
}

function placeKey(at: Problem["at"]): string {
  const { start } = "span" in at ? at.span : locate(at);
  return `${start} ${at.document.file.name}`;
}

/** A finding about several peers or rules is about more than one flow. */
function isTold(problem: Problem, told: ReadonlySet<string>): boolean {
  if (problem.code !== "one-sided-flow" || problem.witness === undefined) return false;
  const { peers, morePeers, others, deniedBy }: ProblemOf<"one-sided-flow">["facts"] = problem.facts;
  return peers.length + morePeers + others === 1 && told.has(flowKey(deniedBy, problem.witness));
}

/** What denies, and the flow on which that shows. */
function flowKey(deniedBy: string, { from, to, protocol, port }: FlowWitness): string {
  return JSON.stringify([deniedBy, from, to, protocol, port]);
}
