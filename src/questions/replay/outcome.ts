/** Why a record is compared with nothing; each is counted. */
export const NOT_JUDGED = [
  "reply",
  "direction",
  "no-verdict",
  "other-drop",
  "unknown-drop",
  "one-of-two",
  "aggregated",
  "unknown-end",
  "unknown-pod",
  "unknown-node",
  "ambiguous-address",
  "from-service",
  "no-backends",
  "node-port",
  "other-family",
  "unknown-protocol",
  "unknown-port",
  "too-many",
] as const;

/** One of {@link NOT_JUDGED}. */
export type NotJudged = (typeof NOT_JUDGED)[number];

/**
 * What a comparison comes to. `dropped`: a policy dropped it, and the policies that were read allow it. `passed`: it passed, and they
 * deny it. `open`: they settle it neither way.
 */
export const REPLAY_OUTCOMES = ["dropped", "passed", "open", "agrees"] as const;

/** One of {@link REPLAY_OUTCOMES}. */
export type ReplayOutcome = (typeof REPLAY_OUTCOMES)[number];

/** True for an outcome that says that policies and traffic differ. */
export function isDrift(outcome: ReplayOutcome): outcome is "dropped" | "passed" {
  return outcome === "dropped" || outcome === "passed";
}

/** What may explain a difference, the likeliest first. */
export type LikelyCause =
  /** Another state that was read agrees with the record: the policies changed in between. */
  | { readonly code: "changed-between"; readonly state: string }
  /** The pod had other labels, or is in no state that was read. */
  | { readonly code: "stale-snapshot"; readonly end: "source" | "destination"; readonly why: StaleEnd }
  /** The record is so much older or newer than the state. @param hours more than 24 */
  | { readonly code: "far-in-time"; readonly hours: number; readonly isBefore: boolean }
  /** A point that the sources leave open decides: plugins differ. */
  | { readonly code: "open-point"; readonly points: readonly string[] }
  /**
   * Nothing else explains it: the policies that decide are newer than the record, or were not enforced where it was seen.
   * @param isOlder true where the state is older than the record: they may have changed since
   */
  | { readonly code: "other-revision"; readonly policies: readonly string[]; readonly isOlder: boolean }
  /** The log names something else as deciding. */
  | { readonly code: "other-decider"; readonly named: string };

/** How an end of a record differs from what was read. */
export type StaleEnd = "other-labels" | "not-there";
