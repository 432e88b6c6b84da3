import type { Category, Level, Wording } from "../../cluster/problems/diagnostic.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Problem, ProblemCode, ProblemOf } from "../../cluster/problems/problem.js";
import type { Raised } from "./raised.js";
import type { ProblemFacts } from "../../cluster/problems/facts.js";

/** Something of the input without which a rule has nothing to look at. */
export type Need = "pods" | "namespaces" | "dns" | "api-server" | "prometheus";

/** One rule: a value, without state. Its folder is called as its id. */
export type LintRule<C extends ProblemCode = ProblemCode> = LintRuleText<C> & Finder;

/**
 * Who finds it: the rule itself, which looks at what was read, beyond one object or at its meaning, and knows what reading has
 * said already; or the modules that raise
 * its problems while they read, by their paths below `src` (a folder stands for some of its files).
 */
export type Finder =
  | { check(cluster: Cluster, raised: Raised): Iterable<Problem>; readonly foundBy?: readonly string[] }
  | { readonly check?: undefined; readonly foundBy: readonly [string, ...string[]] };

interface LintRuleText<C extends ProblemCode> {
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
  readonly examples: {
    readonly bad: string;
    readonly good: string;
    /** How both are read where the defaults do not do: by another release of the CRDs, as a server has stored them, as a baseline, as a config, as a kustomization with its resources, or as what an empty state is changed into. */
    readonly reading?: {
      readonly bundle?: string;
      readonly isStored?: true;
      readonly asBaseline?: true;
      readonly asChange?: true;
      /** The network plugin, as `--plugin` takes it. */
      readonly plugin?: string;
      readonly asConfig?: true;
      /** The first document is a kustomization, the others are its resources. */
      readonly asKustomization?: true;
    };
  };
  /** How it is fixed, where its help says in one way what to write; its page says so. */
  readonly fix?: RuleFix<C>;
  /** Why nothing fixes it, where its help says what to write all the same: a sentence of its page. */
  readonly noFix?: string;
  /** The words of one problem. */
  word(facts: ProblemFacts[C], problem: Problem): Wording;
  /**
   * The category of one problem, where it is not always the rule's: what one channel of a CRD refuses, another may
   * accept.
   */
  categoryOf?(facts: ProblemFacts[C]): Category;
  /**
   * The level of one problem, where it is not always the rule's; "off" for what is reported only to who asks for the rule, by
   * its level or its name.
   */
  levelOf?(facts: ProblemFacts[C], problem: Problem): Level | "off";
  /** What the input must hold some of for the rule to say anything: without any pod, "no pod matches" tells nothing. */
  readonly needs?: readonly Need[];
  /** False where the input has nothing that the rule is about: its silence is then worth no word, whatever is missing. */
  concerns?(cluster: Cluster): boolean;
  /** Set where it says of something that it can go: what stands in a base has to be needless wherever that is used. */
  readonly isAboutNeedless?: true;
  /** Set where it is found as one object is read, and is about others too: of a part of a set it says nothing. */
  readonly isAboutOthers?: true;
  /** Set where its check is about flows: it looks at the policies as the network plugin enforces them, where that is known. */
  readonly isAboutFlows?: true;
  /** Leaves out those of its problems of which others of the run say more. */
  withoutTold?(own: readonly ProblemOf<C>[], problems: readonly Problem[]): readonly ProblemOf<C>[];
  /** How problems of one cause become one; without it each is by itself. */
  readonly together?: JoinedProblems<C>;
  /** Adds to a problem of its code that reading raised what only the whole input tells. */
  complete?(problem: ProblemOf<C>, cluster: Cluster): ProblemOf<C>;
}

/** How problems become one, where one thing is behind them. */
export interface JoinedProblems<C extends ProblemCode> {
  /** What comes to the same text has one cause; undefined for a problem by itself. */
  causeOf(problem: ProblemOf<C>): string | undefined;
  /** Set where sets of manifests may differ in which of them they have. */
  readonly isOfAnySet?: true;
  /** Set where each is suppressed, and known to a baseline, by itself: they are put together for whoever reads them. */
  readonly isForReading?: true;
  /** One problem for two or more of one cause, which are in the order of their places. */
  merged(alike: readonly [ProblemOf<C>, ...ProblemOf<C>[]]): ProblemOf<C>;
}

/** How the problems of a rule are fixed. */
export interface RuleFix<C extends ProblemCode> {
  /**
   * Safe fixes leave every verdict as it is, or the text says what was meant: `--fix` makes them. Others open or close
   * something, and take `--unsafe-fixes`.
   */
  readonly kind: "safe" | "unsafe";
  /** The edits that fix a problem, if there is one way; where it is missing, problems come with theirs. */
  edits?(problem: ProblemOf<C>): Problem["fix"];
}
