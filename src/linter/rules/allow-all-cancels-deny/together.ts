import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { JoinedProblems } from "../rule.js";

/**
 * The policies that one rule cancels, as one finding at that rule: it is what is to be changed. None of them is hidden by what keeps a
 * finding about another from counting.
 */
export const cancelledTogether: JoinedProblems<"allow-all-cancels-deny"> = {
  causeOf({ facts: { direction, by }, related }) {
    const file = related?.[0]?.at.document.file.name;
    return JSON.stringify([direction, by.policy, by.position, file]);
  },
  merged(alike): ProblemOf<"allow-all-cancels-deny"> {
    const [first, ...others] = alike;
    const { by } = first.facts;
    return {
      ...first,
      facts: { ...first.facts, also: others.map(({ facts }) => facts.policy) },
      at: first.related?.[0]?.at ?? first.at,
      ...(first.object === undefined
        ? {}
        : { object: { ...first.object, name: by.policy.slice(by.policy.lastIndexOf("/") + 1) } }),
      related: alike.map(({ at }) => ({ at, role: "cancelled" })),
    };
  },
};
