import type { Level } from "./diagnostic.js";
import type { Suppression } from "./suppression.js";

/** What lets findings pass that counted before. */
export type GateLoosening =
  /** A comment or an annotation. */
  | { readonly type: "suppression"; readonly rules: readonly string[]; readonly by: Suppression["by"] }
  | {
      readonly type: "level";
      readonly rule: string;
      readonly before: Level | "off";
      readonly after: Level | "off";
    }
  | { readonly type: "overrides" }
  /** Other folders are read as one cluster: what is compared across files may not be found. */
  | { readonly type: "roots" }
  /** Patterns that are new; none where others went, or their order changed. */
  | { readonly type: "exclude"; readonly patterns: readonly string[] }
  | { readonly type: "sources"; readonly gone: readonly string[] }
  | { readonly type: "complete" }
  | { readonly type: "ignore"; readonly rule: string; readonly path: string }
  /** A part of the input that may stay unread. */
  | { readonly type: "accept"; readonly path: string }
  /** What is known of the cluster: more or less may pass. */
  | { readonly type: "facts"; readonly key: string }
  /** Findings that a baseline knows now. */
  | { readonly type: "baseline"; readonly added: number };

/** The facts of each problem with what keeps findings from counting, by code. */
export interface GateFacts {
  "gate-loosened": {
    readonly loosening: GateLoosening;
    /** What the state before is called. */
    readonly since: string;
    /** False where it has no effect. */
    readonly counts: boolean;
  };
  "stale-baseline-entry": {
    readonly rule: string;
    /** Empty for what was in no object. */
    readonly object: string;
    /** How many findings more than there are. */
    readonly missing: number;
    /** The sets of manifests that have it no more, where others have it. */
    readonly sets?: readonly string[];
  };
  "unused-suppression": { readonly rule: string; readonly by: Suppression["by"] };
  "suppression-without-reason": { readonly rules: readonly string[]; readonly by: Suppression["by"] };
  "suppression-expired": { readonly rules: readonly string[]; readonly until: string };
  "invalid-suppression":
    | { readonly fault: "syntax"; readonly by: Suppression["by"] }
    | { readonly fault: "unknown-rule"; readonly rule: string; readonly meant?: string }
    /** A rule whose findings always count: what was not read, what is wrong with suppressions themselves. */
    | { readonly fault: "input" | "gate"; readonly rule: string };
}
