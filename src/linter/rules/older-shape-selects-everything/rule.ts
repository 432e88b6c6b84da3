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
  summary: "a policy of an older release's shape that later ones store as one about every namespace",
  rationale:
    "Before v0.1.3 an AdminNetworkPolicy says which namespaces a peer means in a member of `namespaces` (`namespaceSelector`, `sameLabels`, `notSameLabels`); from v0.1.3 on, `namespaces` is the selector itself. A server of a later release that does not check strictly drops the member and stores `namespaces: {}` without a word: every namespace. Allow and Pass then open what was closed, and Deny closes the cluster.",
  reference: "S-OBJ-3",
  foundBy: ["admission/crd/mixed-up-shape.ts"],
  examples: { bad, good },
  complete: withEffect,
  word({ policy, bundle, shape, fields, flows }, { related = [] }) {
    const effect = flows === undefined ? undefined : effectNote(flows);
    return {
      message: `${code(policy)} has the shape of ${shape}: later releases store it with ${code("namespaces: {}")}, every namespace, where nothing checks strictly`,
      label: "stored as `{}`: every namespace",
      related: related.map(() => "stored as `{}`, too"),
      ...(effect === undefined ? {} : { notes: [effect] }),
      help: [
        ...new Set(fields.map((name) => rewriteOf(name, "namespaces"))),
        "or let `anp convert` write a ClusterNetworkPolicy",
        ...(bundle === "kep"
          ? []
          : [`or pass ${code(`--bundle ${bundle}`)} if that is what your cluster has`]),
      ].join("; "),
    };
  },
});

/** What becomes of the input's flows, and of the one that is shown. */
function effectNote(
  flows: NonNullable<ProblemOf<"older-shape-selects-everything">["facts"]["flows"]>,
): string {
  if (flows === "too-many") return "which flows that changes would take too long to tell";
  const { opened, closed, asStored } = flows;
  if (asStored === undefined) return "no flow of the input shows it: other pods or labels would";
  const opens = opened === 0 ? [] : [`opens ${count(opened, "flow")}`];
  const closes = closed === 0 ? [] : [`closes ${count(closed, "flow")}`];
  return `stored so, it ${[...opens, ...closes].join(" and ")} of the input; the one below is then ${asStored}`;
}
