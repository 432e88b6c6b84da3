import type { Problem, ProblemCode } from "./problem.js";

/** The levels of findings, worst first: `--fail-on` takes one and everything before it. */
export const LEVELS = ["error", "warning", "info"] as const;

/** How much a diagnostic matters, worst first. */
export type Level = (typeof LEVELS)[number];

/**
 * What a diagnostic says about the object: the server refuses it (and nothing else has this category) · it could not be
 * read · it cannot do what it says · it does something other than it reads · it opens or breaks what people expect closed
 * or working · it means different things to different plugins or versions · it is correct, but hard to read · it is about what keeps
 * findings from counting, which nothing but a level changes.
 */
export type Category =
  | "rejected"
  | "input"
  | "never-works"
  | "misleading"
  | "risky"
  | "portability"
  | "style"
  | "gate";

/** The words of one diagnostic: lower case, no full stop, identifiers in backticks. */
export interface Wording {
  /** One sentence that stands alone. */
  readonly message: string;
  /** What stands under the primary place; makes sense alone. */
  readonly label?: string;
  /** What stands under each related place, in their order. */
  readonly related?: readonly string[];
  /** Circumstances. */
  readonly notes?: readonly string[];
  /** The only place that says how to fix it. */
  readonly help?: string;
}

/** A problem with its words, its level and its category: what every report of `anp lint` shows. */
export interface Diagnostic {
  readonly rule: ProblemCode;
  readonly level: Level;
  readonly category: Category;
  readonly wording: Wording;
  readonly problem: Problem;
  /** Where a tree holds several sets of manifests, those that have it. */
  readonly foundIn?: FoundIn;
}

/** The sets of manifests, of all that a tree holds, that have a finding. */
export interface FoundIn {
  readonly names: readonly string[];
  /** How many sets there are. */
  readonly of: number;
  /** What makes another command read the first of them: ` -f overlays/prod`. */
  readonly ask?: string;
}
