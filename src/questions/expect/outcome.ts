import type { AddedBy } from "../../cluster/model/service-path.js";
import type { Decider } from "../../semantics/evaluate/decider.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Expectation, PolicyTest } from "./test-file.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Traffic } from "../../base/net/traffic.js";
import type { QuestionProblem } from "../ask/problem.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** Traffic that does not come to what is expected. */
export interface Unmet {
  /** Its ends as they are shown. */
  readonly from: string;
  readonly to: string;
  readonly traffic: Traffic;
  readonly verdict: Verdict;
  /** What decided, in which direction. */
  readonly deciders: readonly DirectedDecider[];
  /** The slice that leads there, beside what the Service selects. */
  readonly addedBy?: AddedBy | undefined;
  /** True where the verdict is the one that is expected, and another policy decides. */
  readonly isOtherPolicy: boolean;
  /** True where a load balancer keeps the source out, and other ways lead to its Service all the same. */
  readonly isPastBalancer: boolean;
  /** The question that shows it; undefined for pods that do not exist yet. */
  readonly question: FlowCommand | undefined;
}

/** What decided one direction of a flow. */
export interface DirectedDecider {
  readonly direction: Direction;
  readonly decider: Decider;
  readonly at: Origin | undefined;
}

/** A question as `anp explain` takes it. */
export interface FlowCommand {
  readonly from: string;
  readonly to: string;
  /** As `--protocol` takes it. */
  readonly protocol: string | undefined;
  readonly port: string | undefined;
}

/** What one expectation comes to. */
export type ExpectationOutcome =
  | { readonly status: "met"; readonly expectation: Expectation }
  | {
      readonly status: "unmet";
      readonly expectation: Expectation;
      /** The first ones. */
      readonly unmet: readonly Unmet[];
      /** How many there are. */
      readonly count: number;
    }
  /** It names nothing that can be asked about: a mistake in the test, and never a pass. */
  | {
      readonly status: "error";
      readonly expectation: Expectation;
      readonly problem: ExpectationProblem;
      readonly at: Origin;
    };

/** Why an expectation cannot be tried. */
export type ExpectationProblem =
  | QuestionProblem
  /** More pairs of ends than are tried. */
  | { readonly code: "too-many-pairs"; readonly count: number; readonly most: number }
  /** No policy of the cluster is called so. */
  | { readonly code: "no-such-policy"; readonly policy: string }
  /** Ports of a node that lead to pods: a question about everything else on one side is about those. */
  | { readonly code: "port-leads-on"; readonly node: string; readonly ports: readonly number[] }
  /** A limit of the run has ended before it was decided. */
  | { readonly code: "limit" }
  /** Nothing is between the ends that policies have a say in: an expectation that holds for nothing. */
  | { readonly code: "nothing-between" };

/** What a test comes to. */
export type TestStatus = "passed" | "failed" | "todo" | "error";

/** A test with what came of it. */
export interface JudgedTest {
  readonly test: PolicyTest;
  readonly status: TestStatus;
  readonly expectations: readonly ExpectationOutcome[];
  /** Why a test with a todo fails, though nothing else does. */
  readonly todo: "passes" | "expired" | undefined;
}
