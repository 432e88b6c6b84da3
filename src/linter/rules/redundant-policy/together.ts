import { withPlaces } from "../with-places.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { JoinedProblems } from "../rule.js";

/** The policies that one other policy makes redundant are one finding: what is to be narrowed, or meant, is that one. */
export const madeUpTogether: JoinedProblems<"redundant-policy"> = {
  isForReading: true,
  causeOf({ facts: { by, more, scope }, related }) {
    const [only, ...others] = by;
    const at = related?.[0]?.at;
    if (only === undefined || others.length + more > 0 || at === undefined) return undefined;
    return JSON.stringify([at.document.file.name, only, scope]);
  },
  merged(alike): ProblemOf<"redundant-policy"> {
    const [first, ...others] = alike;
    const also = others.map(({ facts }) => facts.policy);
    return { ...withPlaces(alike), facts: { ...first.facts, also } };
  },
};
