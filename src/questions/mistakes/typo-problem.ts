import type { LabelTypo } from "../../cluster/problems/selection.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Requirement } from "../../cluster/model/selector.js";
import type { SelectionProblem } from "./absences.js";
import type { Typo } from "./typos.js";
import type { Vocabulary } from "./vocabulary.js";

/** True where nothing at all has what a condition with a misspelling in it asks for. */
export function isCause({ key, operator, values }: Requirement, vocabulary: Vocabulary): boolean {
  if (operator === "NotIn" || operator === "DoesNotExist") return false;
  const real = vocabulary.values(key);
  return operator === "Exists" ? real.size === 0 : !values.some((value) => real.has(value));
}

/** True for a condition that asks for a label. */
export function isPositive({ operator }: Requirement): boolean {
  return operator === "In" || operator === "Exists";
}

/** A misspelling in a selector, with what it does. */
export function typoProblem(
  { requirement, part, written, meant, bearer, at, namedAs }: Typo,
  { ref }: Policy,
  of: LabelTypo["of"],
  isNone: boolean,
  namespaces: readonly string[],
): SelectionProblem {
  const { operator } = requirement;
  const isNegative = operator === "NotIn" || operator === "DoesNotExist";
  const effect = isNegative ? "excludes-nothing" : isNone ? "selects-nothing" : "selects-less";
  return {
    code: "label-typo",
    facts: {
      part,
      written,
      meant,
      bearer,
      of,
      namespaces,
      effect,
      ...(namedAs === undefined ? {} : { namedAs }),
    },
    at,
    object: ref,
  };
}
