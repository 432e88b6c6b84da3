import type { Problem, ProblemCode } from "../diagnostics/problem.js";
import type { ProblemFacts } from "../diagnostics/facts.js";
import type { Cluster } from "../model/cluster.js";

export const LEVELS = ["error", "warning", "info"] as const;

/** How much a finding matters, worst first. */
export type Level = (typeof LEVELS)[number];

/**
 * What a finding says about the object: the server refuses it (and nothing else has this category) · it could not be
 * read · it cannot do what it says · it does something other than it reads · it opens or breaks what people expect closed
 * or working · it means different things to different plugins or versions · it is correct, but hard to read.
 */
export type Category = "rejected" | "input" | "never-works" | "misleading" | "risky" | "portability" | "style";

/** A finding's words: lower case, no full stop, identifiers in backticks. */
export interface Wording {
  /** One sentence that stands alone. */
  readonly message: string;
  /** What stands under the primary span; makes sense alone. */
  readonly label?: string;
  /** What stands under each related place, in their order. */
  readonly related?: readonly string[];
  /** Circumstances. */
  readonly notes?: readonly string[];
  /** The only place that says how to mend it. */
  readonly help?: string;
}

/** One rule: a value, without state. Its file is called as its id. */
export interface Rule<C extends ProblemCode = ProblemCode> {
  readonly id: C;
  readonly level: Level;
  readonly category: Category;
  /** The bad thing in a few words: `a rule that …`. */
  readonly summary: string;
  /** Two or three sentences: what happens, and why that hurts. */
  readonly rationale: string;
  /** The rule of `docs/semantics.md` that it rests on: `S-IN-4`. */
  readonly reference: string;
  /** YAML streams that the tests run: the bad one has this finding, the good one has none at all. */
  readonly examples: { readonly bad: string; readonly good: string };
  /** The words of one finding. */
  word(facts: ProblemFacts[C], problem: Problem): Wording;
  /** Looks beyond one object. Rules about one object have none: reading raises their problems. */
  check?(cluster: Cluster): Iterable<Problem>;
}
