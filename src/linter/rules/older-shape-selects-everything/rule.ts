import { count } from "../../../base/text/count.js";
import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";

import { defineRule } from "../define.js";
import { rewriteOf } from "../words/shapes.js";
import { withEffect } from "../shapes/mixed-up.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";

/** Raised where a peer has the members of releases before v0.1.3, by what later servers store of it (S-OBJ-3). */
export const olderShapeSelectsEverything = defineRule({
  id: "older-shape-selects-everything",
  level: "error",
  category: "rejected",
  summary: "a policy in an older release's format that later releases apply to every namespace",
  rationale:
    "Before v0.1.3, a field inside `namespaces` (`namespaceSelector`, `sameLabels`, `notSameLabels`) selects a peer's namespaces; since v0.1.3, `namespaces` is the selector itself. Without strict checking, a later release silently drops the field and stores `namespaces: {}`: every namespace. Allow and Pass then open too much, and Deny blocks the cluster.",
  reference: "S-OBJ-3",
  foundBy: ["admission/crd/mixed-up-shape.ts"],
  examples: { bad, good },
  complete: withEffect,
  fix: { kind: "safe" },
  word({ policy, bundle, shape, fields, flows }, { related = [] }) {
    const effect = flows === undefined ? undefined : effectNote(flows);
    return {
      message: `${code(policy)} has the format of ${shape}: without strict checking, later releases store it with ${code("namespaces: {}")}, every namespace`,
      label: "stored as `{}`: every namespace",
      related: related.map(() => "stored as `{}`, too"),
      ...(effect === undefined ? {} : { notes: [effect] }),
      help: [
        ...new Set(fields.map((name) => rewriteOf(name, "namespaces"))),
        "or let `anp convert` write a ClusterNetworkPolicy",
        ...(bundle === "kep" ? [] : [`or pass ${code(`--bundle ${bundle}`)} if your cluster has it`]),
      ].join("; "),
    };
  },
});

/** What becomes of the input's flows, and of the one that is shown. */
function effectNote(
  flows: NonNullable<ProblemOf<"older-shape-selects-everything">["facts"]["flows"]>,
): string {
  if (flows === "too-many") return "finding the flows that change would take too long";
  const { opened, closed, asStored } = flows;
  if (asStored === undefined) return "no flow in the input shows it; other pods or labels would";
  const opens = opened === 0 ? [] : [`opens ${count(opened, "flow")}`];
  const closes = closed === 0 ? [] : [`closes ${count(closed, "flow")}`];
  return `stored like that, it ${[...opens, ...closes].join(" and ")} in the input; the one below is then ${asStored}`;
}
