import type {
  AcceptanceFault,
  AcceptanceJudgement,
  AcceptedCondition,
} from "../../cluster/problems/condition.js";
import type { Accepted } from "../config/config.js";
import type { Place, Problem } from "../../cluster/problems/problem.js";

/** Somebody's word that a part of the input may stay unread. */
export interface Acceptance {
  /** As it is shown. */
  readonly path: string;
  /** Undefined for whatever its content is now. */
  readonly sha256: string | undefined;
  readonly reason?: string;
  /** The last day, `2027-01-31`. */
  readonly until?: string;
  readonly by: AcceptedCondition["by"];
  readonly isReviewed: boolean;
  readonly at: Place;
}

/** What an entry of a config accepts. @param path as it is shown */
export function configuredAcceptance(
  { sha256, reason, until, at }: Accepted,
  path: string,
  isReviewed: boolean,
): Acceptance {
  return { path, sha256, reason, ...(until === undefined ? {} : { until }), by: "config", isReviewed, at };
}

/** The content of something: its SHA-256, or why it has none. */
type Content = { readonly sha256: string } | { readonly sha256?: never; readonly why: string };

/** Whether content is what somebody accepts. @param today `2026-11-23` */
export function judgedContent(
  acceptance: Acceptance,
  path: string,
  content: Content,
  today: string,
): AcceptanceJudgement {
  const { until, reason, by, isReviewed } = acceptance;
  const isVoid = (fault: AcceptanceFault): AcceptanceJudgement => ({
    type: "void",
    problem: problemOf(fault, acceptance),
  });
  if (content.sha256 === undefined) return isVoid({ fault: "no-content", path, why: content.why });
  const { sha256 } = content;
  if (until !== undefined && until < today) return isVoid({ fault: "expired", path, until });
  if (acceptance.sha256 !== undefined && acceptance.sha256 !== sha256)
    return isVoid({ fault: "changed", path, sha256 });
  return {
    type: "accepted",
    condition: {
      type: "accepted",
      path,
      sha256,
      ...(reason === undefined ? {} : { reason }),
      ...(until === undefined ? {} : { until }),
      by,
      isReviewed,
    },
  };
}

/** What is said of entries of a config that nothing needs: all of it was read. */
export function unusedAcceptances(unused: readonly Acceptance[]): readonly Problem[] {
  return unused.map((each) => problemOf({ fault: "unused", path: each.path }, each));
}

function problemOf(fault: AcceptanceFault, { by, at }: Acceptance): Problem {
  return { code: "acceptance-without-effect", facts: { ...fault, by }, at };
}
