import { kindAndName } from "../../../cluster/model/object-ref.js";
import { policiesWithReplaced } from "../selector-label-replaced/policies.js";
import { spanOf } from "../../../cluster/problems/span-of.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

type UndeclaredProblem = ProblemOf<"port-not-declared">;

/** Without ports that are wrong for the backend of a route: another finding says that, and which port is meant. */
export function withoutBackends(
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
  // Where a kustomization has changed a policy's selectors, its ports are those of other pods.
  const replaced = policiesWithReplaced(problems);
  return own.filter(
    ({ at, object, related = [] }) =>
      (related.length > 0 || !told.has(placeKey(at))) &&
      (object === undefined || !replaced.has(kindAndName(object))),
  );
}

function placeKey(at: Problem["at"]): string {
  return `${spanOf(at).start} ${at.document.file.name}`;
}
