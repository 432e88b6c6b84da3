import { kindAndName } from "../../../cluster/model/object-ref.js";
import { policiesWithReplaced } from "../selector-label-replaced/policies.js";
import { spanOf } from "../../../cluster/problems/span-of.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

type UndeclaredProblem = ProblemOf<"port-not-declared">;

/**
 * Without ports that are wrong for the backend of a route, which another finding says, with the port that is meant; and without those of
 * rules that open nothing, because the other side denies all that they allow: there is one rule to be corrected.
 */
export function withoutCorrected(
  own: readonly UndeclaredProblem[],
  problems: readonly Problem[],
): readonly UndeclaredProblem[] {
  const told = new Set(
    problems.flatMap(({ code, related = [] }) =>
      code === "ingress-backend-blocked"
        ? related.flatMap(({ at, role }) => (role === "other-port" ? [placeKey(at)] : []))
        : [],
    ),
  );
  const inVain = new Set(
    problems.flatMap(({ code, at, related = [] }) =>
      code === "one-sided-flow"
        ? [at, ...related.flatMap((each) => (each.role === "too" ? [each.at] : []))].flatMap(
            (each) => ruleKey(each) ?? [],
          )
        : [],
    ),
  );
  // Where a kustomization has changed a policy's selectors, its ports are those of other pods.
  const replaced = policiesWithReplaced(problems);
  return own.filter(
    ({ at, object, related = [] }) =>
      (related.length > 0 || !told.has(placeKey(at))) &&
      ![at, ...related.map((each) => each.at)].every((each) => inVain.has(ruleKey(each) ?? "")) &&
      (object === undefined || !replaced.has(kindAndName(object))),
  );
}

/** The rule in which something is written; undefined outside of rules. */
function ruleKey(at: Problem["at"]): string | undefined {
  let place: Origin | undefined = "step" in at ? at : undefined;
  while (place !== undefined && place.parent?.step !== "ingress" && place.parent?.step !== "egress")
    place = place.parent;
  return place && placeKey(place);
}

function placeKey(at: Problem["at"]): string {
  return `${spanOf(at).start} ${at.document.file.name}`;
}
