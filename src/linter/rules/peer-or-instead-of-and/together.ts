import { withPlaces } from "../with-places.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { JoinedProblems } from "../rule.js";

/** The same two peers, in as many rules of a file as they were copied to: each is corrected in one way. */
export const splitTogether: JoinedProblems<"peer-or-instead-of-and"> = {
  isForReading: true,
  causeOf({ facts: { direction, namespaces, pods, own }, at }) {
    return JSON.stringify([at.document.file.name, direction, namespaces, pods, own]);
  },
  merged(alike): ProblemOf<"peer-or-instead-of-and"> {
    return {
      ...withPlaces(alike),
      ...(alike.some(({ unsafeFix }) => unsafeFix === undefined)
        ? {}
        : { unsafeFix: alike.flatMap(({ unsafeFix = [] }) => unsafeFix) }),
    };
  },
};
