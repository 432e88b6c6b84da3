import { Distinctions } from "../../semantics/reach/distinctions.js";
import { exceptedBy } from "../expect/excepted.js";
import { futureKey } from "../expect/future-pods.js";
import { judgeExpectation, openQuestionOf, sidesOf, type Trying } from "../expect/judge.js";
import { judgeSide } from "../expect/others.js";
import { openSideOf, type OpenQuestion, type OpenSide } from "../expect/open-side.js";
import { UnmetFlows } from "../expect/unmet-flows.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Expectation } from "../expect/test-file.js";
import type { ExpectationOutcome } from "../expect/outcome.js";
import type { IsTouched } from "../../semantics/reach/reach.js";
import type { Policy } from "../../cluster/model/policy.js";

/**
 * Tries expectations about everything on one side on pods that do not exist yet alone, for one mutant after the other: what the
 * policies as they are come to is kept.
 */
export class PodsToCome {
  readonly #cluster: Cluster;
  readonly #trying: Trying;
  readonly #distinctions: Distinctions;
  readonly #kept = new Map<Expectation, KeptSide | undefined>();

  constructor(cluster: Cluster, trying: Trying) {
    this.#cluster = cluster;
    this.#trying = trying;
    this.#distinctions = new Distinctions(cluster);
  }

  /** @param made the policies of a mutant that are others. @throws {LimitReached} */
  judge(
    expectation: Expectation,
    after: Cluster,
    made: readonly Policy[],
    isTouched: IsTouched,
  ): ExpectationOutcome["status"] {
    const kept = this.#keptFor(expectation);
    const isAlike =
      kept !== undefined &&
      made.every((policy) => this.#distinctions.covers(policy)) &&
      futureKey(after, kept.hasExcepted) === futureKey(this.#cluster, kept.hasExcepted);
    if (!isAlike) return judgeExpectation(after, expectation, { ...this.#trying, onlyToCome: true }).status;
    const unmet = new UnmetFlows(true);
    const tried = judgeSide(after, kept.side.revised(after, isTouched), undefined, kept.question, unmet);
    return !tried.ok ? "error" : unmet.count === 0 ? "met" : "unmet";
  }

  #keptFor(expectation: Expectation): KeptSide | undefined {
    const known = this.#kept.get(expectation);
    if (known !== undefined && known.uses++ < MOST_USES) return known;
    const made = this.#make(expectation);
    this.#kept.set(expectation, made);
    return made;
  }

  #make(expectation: Expectation): KeptSide | undefined {
    const cluster = this.#cluster;
    const sides = sidesOf(cluster, expectation, this.#trying);
    const question = sides.ok ? openQuestionOf(expectation, sides.value) : undefined;
    if (question === undefined) return undefined;
    const excepted = exceptedBy(cluster, question.except, expectation.protocol);
    if (!excepted.ok) return undefined;
    const side = openSideOf(cluster, this.#trying.profile, question, excepted.value, true);
    return { question, side, hasExcepted: question.except.length > 0, uses: 1 };
  }
}

interface KeptSide {
  readonly question: OpenQuestion;
  readonly side: OpenSide;
  readonly hasExcepted: boolean;
  uses: number;
}

/** After so many mutants all is made anew: what they came to stays known, and would fill the memory. */
const MOST_USES = 500;
