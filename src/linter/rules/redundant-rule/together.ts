import { kindAndName } from "../../../cluster/model/object-ref.js";
import { withPlaces } from "../with-places.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { JoinedProblems } from "../rule.js";

/** The rules that one rule of their policy makes redundant are one finding: what is to be narrowed, or meant, is that one. */
export const needlessTogether: JoinedProblems<"redundant-rule"> = {
  isForReading: true,
  causeOf({ facts: { rule, by, scope }, at, object }) {
    const [only, ...others] = by.first;
    if (only === undefined || others.length + by.more > 0 || object === undefined) return undefined;
    const { name } = at.document.file;
    return JSON.stringify([name, kindAndName(object), rule.direction, only.direction, only.position, scope]);
  },
  merged(alike): ProblemOf<"redundant-rule"> {
    const [first, ...others] = alike;
    const also = others.map(({ facts }) => facts.rule);
    return { ...withPlaces(alike), facts: { ...first.facts, also } };
  },
};
