import { LAST_PRIORITY } from "../../cluster/model/policy.js";
import type { UnnamedResult } from "./merge.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/** How far from the tied priority a free one is looked for. */
const NEAR = 10;

/** The nearest free priority on each side of the one that tied policies share; none where nothing is tied. */
export function freePriorities(
  { policies }: Cluster,
  { egress, ingress }: Pick<UnnamedResult, "egress" | "ingress">,
): number[] {
  const tied = [...egress.steps, ...ingress.steps].find((step) => step.type === "rule" && step.tied);
  if (tied?.type !== "rule" || tied.policy.priority === undefined) return [];
  const { tier, priority } = tied.policy;
  const taken = new Set(policies.filter((each) => each.tier === tier).map((each) => each.priority));
  const distances = Array.from({ length: NEAR }, (_, i) => i + 1);
  return [-1, 1].flatMap((side) => {
    const near = distances.map((distance) => priority + side * distance);
    return near.find((each) => each >= 0 && each <= LAST_PRIORITY && !taken.has(each)) ?? [];
  });
}
