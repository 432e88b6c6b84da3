import { code } from "./code.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";

/**
 * How this release writes what a field of another one's shape says, and that it is one of those (S-OBJ-3, S-ANP-1).
 * @param parent the path of the field that it stands in
 */
export function helpForShape(
  { field, releases, holds, instead }: NonNullable<ProblemOf<"unknown-field">["facts"]["ofShape"]>,
  parent: string,
): string | undefined {
  if (instead !== undefined)
    return `write ${code(`${instead.field}: [${instead.keys.join(", ")}]`)}; ${ofShape(releases)}`;
  const isCompared = field === "namespaces" && holds !== undefined && holds !== "namespaceSelector";
  const rewrite = isCompared
    ? rewriteOf(holds, "namespaces")
    : rewriteOf(field, parent.split(".").at(-1) ?? "");
  return rewrite && `${rewrite}; ${ofShape(releases)}`;
}

function ofShape(releases: string): string {
  return `this is the format of ${releases}`;
}

/** @param under the field that it stands in */
export function rewriteOf(field: string, under: string): string | undefined {
  switch (`${under} ${field}`) {
    case "subject namespaceSelector":
      return `write ${code("namespaces")}`;
    case "namespaces namespaceSelector":
      return `move the content of ${code("namespaceSelector")} directly below ${code("namespaces")}`;
    case "namespaces sameLabels":
    case "namespaces notSameLabels":
      return "later releases can't compare namespaces; write one policy for each value of the label";
    case "namespaces related":
      return "later releases can't compare namespaces; write one policy for each namespace";
    case "namespaces matchLabels":
    case "namespaces matchExpressions":
      return `write it below ${code("namespaceSelector")}`;
    case "pods namespaces":
      return `move its ${code("namespaceSelector")} up, directly below ${code("pods")}`;
    case "pods namespaceSelector":
      return `move it into a field ${code("namespaces")}`;
    default:
      return undefined;
  }
}
