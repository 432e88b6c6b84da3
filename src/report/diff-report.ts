import type { Change } from "../questions/diff/group.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { Diff } from "../questions/diff/diff.js";
import type { DiffNote } from "../questions/diff/notes.js";
import type { FlowUses } from "../questions/replay/flow-uses.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";

/** A diff as it is reported. */
export interface DiffReport {
  readonly diff: Diff;
  readonly before: DiffState;
  readonly after: DiffState;
  readonly notes: readonly DiffNote[];
  /** What makes another command read the state afterwards; undefined where one command cannot. */
  readonly ask?: string | undefined;
  /** What one policy decides against another from now on, and did not before. */
  readonly alerts: readonly Diagnostic[];
  /** How often recorded traffic had flows, where logs were given (`--flows`); changes are ranked by it. */
  readonly uses?: FlowUses | undefined;
  /** True for a change that fails the run. */
  readonly isFailing: (change: Change) => boolean;
}

/** One of the two states that are compared. */
export interface DiffState {
  /** What people call it: a path, a revision. */
  readonly name: string;
  readonly incompleteness: Incompleteness;
}
