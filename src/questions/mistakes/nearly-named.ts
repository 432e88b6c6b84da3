import { oncePer } from "../../base/collections/once-per.js";
import { reviewOf } from "./review.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/**
 * The workloads (`shop/web`) that some selector of a policy misses by a label or a misspelling: what follows from it, that no policy
 * selects or names them, is told with that.
 */
export const nearlyNamed = oncePer(
  (cluster: Cluster): ReadonlySet<string> =>
    new Set(
      reviewOf(cluster).problems.flatMap((problem) => {
        if (problem.code === "selects-no-pods") return problem.facts.almost ?? [];
        return problem.code === "label-typo" && problem.facts.of === "pods" ? problem.facts.bearer.name : [];
      }),
    ),
);
