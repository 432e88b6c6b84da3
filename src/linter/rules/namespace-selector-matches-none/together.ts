import { withPlaces } from "../with-places.js";
import type { JoinedProblems } from "../rule.js";

/** One label that no namespace of the input has, in as many selectors of a file as it is written: it is put right in each in one way. */
export const unmatchedTogether: JoinedProblems<"namespace-selector-matches-none"> = {
  isForReading: true,
  causeOf({ facts: { condition, named, values, labelledPods }, at }) {
    if (condition === undefined) return undefined;
    const { key, operator, values: wanted } = condition;
    return JSON.stringify([at.document.file.name, key, operator, wanted, named, values, labelledPods]);
  },
  merged: withPlaces,
};
