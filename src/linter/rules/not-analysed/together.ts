import type { ProblemOf } from "../../../cluster/problems/problem.js";
import type { JoinedProblems } from "../rule.js";

/**
 * What is not read for one and the same reason is one finding, at the first place: a base that lacks a file keeps each of its overlays
 * from being built.
 */
export const unreadTogether: JoinedProblems<"not-analysed"> = {
  isOfAnySet: true,
  causeOf({ facts: { reason, detail, doubt } }) {
    switch (reason) {
      case "symbolic-link":
        return detail === undefined ? reason : undefined;
      case "kustomize-build":
        return doubt && JSON.stringify([reason, doubt.code, doubt.text, doubt.file]);
      case "server-metadata":
        return reason;
      case "template":
      case "helm-template":
        return doubt && JSON.stringify([reason, doubt.code, doubt.text]);
      default:
        return undefined;
    }
  },
  merged(alike): ProblemOf<"not-analysed"> {
    // What names a policy is what is missed.
    const first =
      alike.find(({ at }) => /\bkind["']?:\s*["']?\w*NetworkPolicy\b/.test(at.document.file.text)) ??
      alike[0];
    const others = alike.filter((each) => each !== first);
    return { ...first, related: others.map(({ at }) => ({ at, role: "again" })) };
  },
};
