import { entries, fieldAt, type Node } from "../../../source/manifest/node.js";
import type { UntoldLabel } from "../../model/untold-label.js";
import type { Keep } from "../../../source/manifest/composed.js";

/** What a Rollout gives the pods of one side of a release while it lasts, by strategy. */
const PASSING: readonly (readonly [strategy: string, sides: readonly string[]])[] = [
  ["canary", ["canaryMetadata", "stableMetadata"]],
  ["blueGreen", ["previewMetadata", "activeMetadata"]],
];

/** What is read of the strategy of a Rollout. */
export const PASSING_LABELS: Keep = Object.fromEntries(
  PASSING.map(([strategy, sides]) => [
    strategy,
    Object.fromEntries(sides.map((side) => [side, { labels: true }])),
  ]),
);

/** Labels that its pods may have, now one value and now another. */
export function passingLabels(spec: Node | undefined): UntoldLabel[] {
  const keys = PASSING.flatMap(([strategy, sides]) =>
    sides.flatMap((side) => entries(fieldAt(spec, "strategy", strategy, side, "labels")).map(([key]) => key)),
  );
  return [...new Set(keys)].map((key) => ({ key, always: false }));
}
