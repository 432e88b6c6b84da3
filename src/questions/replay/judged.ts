import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** What decided one half of the walk of a flow. */
export interface AskedStep {
  readonly decider: Decider;
  readonly direction: Direction;
}

/** What the policies make of the half of a flow that a hook saw. */
export interface HalfAnswer {
  readonly verdict: Verdict;
  /** What decided, the first one first; several where it is open. */
  readonly steps: readonly AskedStep[];
  /** Codes of what an open answer hangs on. */
  readonly reasons: readonly string[];
}
