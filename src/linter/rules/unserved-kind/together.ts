import { withPlaces } from "../with-places.js";
import type { JoinedProblems } from "../rule.js";

/** One wrong version or kind, as often as a file has it: whoever copied it corrects all of them in one way. */
export const unservedTogether: JoinedProblems<"unserved-kind"> = {
  isForReading: true,
  causeOf({ facts: { apiVersion, kind, served, isNewer }, at }) {
    return JSON.stringify([at.document.file.name, apiVersion, kind, served, isNewer]);
  },
  merged: withPlaces,
};
