import { allowingCandidates, denyingCandidates, priorityCandidates, type Candidate } from "./candidates.js";
import { DIRECTIONS, TIERS, type Direction } from "../model/policy.js";
import { takesAway } from "./amendment.js";
import { tried, type FlowQuestion, type Trial } from "./trial.js";
import { unifiedDiff } from "../edit/unified-diff.js";
import type { Document } from "../manifest/document.js";
import type { Outcome } from "../evaluate/entry.js";
import type { Reloadable } from "../load/load.js";
import type { Result } from "../explain/result.js";
import type { Step } from "../evaluate/step.js";

/** What the edits are for: one verdict, or where the order of policies is not defined, any that is definite. */
export type Aim = Outcome | "definite";

/** How many edits one behind the other: one for each side, and one for what a Pass leaves to others. */
const MAX_DEPTH = 3;

/** How many of the edits that are not enough by themselves are followed, the smallest first. */
const MAX_FOLLOWED = 6;

/** How often the input is loaded again. */
const MAX_TRIALS = 150;

/** What the search needs of its surroundings. */
export interface Surroundings {
  readonly question: FlowQuestion;
  readonly reload: Reloadable["reload"];
  /** True for documents whose files can be edited; of others, the search remembers that they would have been. */
  readonly isEditable: (document: Document) => boolean;
  /** True where time has run out. */
  readonly isLate: () => boolean;
}

/** Finds edits after which the flow is as it is wanted: each is made, loaded and asked again. */
export class Search {
  readonly found: Trial[] = [];
  /** Documents that edits would have changed, were it possible. */
  readonly blocked = new Set<Document>();
  /** True where not everything was tried. */
  isCut = false;
  readonly #aim: Aim;
  readonly #surroundings: Surroundings;
  #trials = 0;

  constructor(aim: Aim, surroundings: Surroundings) {
    this.#aim = aim;
    this.#surroundings = surroundings;
  }

  /** Looks for edits of what a trial has left. */
  async follow(trial: Trial): Promise<void> {
    const depth = trial.amendments.length;
    for (const [candidates, isProgress] of this.#candidates(trial)) {
      const unfinished: Trial[] = [];
      for (const candidate of candidates) {
        if (!this.#isEditable(candidate)) continue;
        const next = await this.#try(trial, candidate);
        if (next === undefined) continue;
        if (this.#isReached(next)) this.found.push(next);
        else if (depth + 1 < MAX_DEPTH && isProgress(next)) unfinished.push(next);
      }
      const smallest = unfinished.toSorted((a, b) => changedLines(a) - changedLines(b));
      for (const next of smallest.slice(0, MAX_FOLLOWED)) await this.follow(next);
    }
  }

  /** What can be tried, with what tells an edit that leads on from one that does not. */
  #candidates(trial: Trial): (readonly [readonly Candidate[], (next: Trial) => boolean])[] {
    const scene = { ...trial.scene, isEditable: this.#surroundings.isEditable };
    const { results } = scene.explanation;
    switch (this.#aim) {
      case "definite":
        return [[priorityCandidates(scene), () => false]];
      case "allowed": {
        const open = results.filter(({ verdict }) => verdict !== "allowed");
        const direction = DIRECTIONS.find((each) => open.some((result) => result[each].verdict === "denied"));
        if (direction === undefined) return [];
        const before = denialStage(open, direction);
        return [
          [
            allowingCandidates(scene, direction, open),
            (next) => denialStage(next.scene.explanation.results, direction) > before,
          ],
        ];
      }
      case "denied": {
        const open = results.filter(({ verdict }) => verdict !== "denied");
        const last = trial.amendments.at(-1);
        const directions = last === undefined || !("direction" in last) ? DIRECTIONS : [last.direction];
        return directions.map((direction) => {
          const candidates = denyingCandidates(scene, direction, open);
          // Once something is taken away, only more of that leads on.
          const alike = last === undefined ? candidates : candidates.filter((each) => each.every(takesAway));
          const decided = decidersOf(open, direction);
          return [
            alike,
            (next) =>
              next.amendments.every(takesAway) &&
              decidersOf(next.scene.explanation.results, direction) !== decided,
          ];
        });
      }
    }
  }

  #isEditable(candidate: Candidate): boolean {
    const { isEditable } = this.#surroundings;
    const fixed = candidate.map(({ document }) => document).filter((document) => !isEditable(document));
    for (const document of fixed) this.blocked.add(document);
    return fixed.length === 0;
  }

  async #try(trial: Trial, candidate: Candidate): Promise<Trial | undefined> {
    const { question, reload, isLate } = this.#surroundings;
    if (this.#trials >= MAX_TRIALS || isLate()) {
      this.isCut = true;
      return undefined;
    }
    this.#trials++;
    return tried(trial, candidate, question, reload);
  }

  #isReached({ scene }: Trial): boolean {
    const { results } = scene.explanation;
    const [first] = results;
    const wanted = this.#aim === "definite" ? first?.verdict : this.#aim;
    const isDefinite = wanted === "allowed" || wanted === "denied";
    return isDefinite && results.every(({ verdict, isExact }) => verdict === wanted && isExact);
  }
}

function changedLines({ files }: Trial): number {
  return [...files].reduce(
    (sum, [original, edited]) => sum + unifiedDiff("", original.text, edited.text).changedLines,
    0,
  );
}

/** How far a direction is evaluated before it is denied; beyond the last tier where it is not. */
function denialStage(results: readonly Result[], direction: Direction): number {
  const stages = results.map((result) => {
    const { verdict, steps } = result[direction];
    if (verdict !== "denied") return TIERS.length;
    const decider = steps.find(({ decides }) => decides);
    return decider !== undefined && "tier" in decider ? TIERS.indexOf(decider.tier) : 0;
  });
  return Math.min(TIERS.length, ...stages);
}

/** The same text where the same rules decide. */
function decidersOf(results: readonly Result[], direction: Direction): string {
  return JSON.stringify(
    results.map((result) => result[direction].steps.filter(({ decides }) => decides).map(nameOf)),
  );
}

function nameOf(step: Step): unknown {
  if (step.type !== "rule") return step.type;
  const { peers, ports } = step.rule;
  return [
    step.policy.ref.kind,
    step.policy.ref.namespace ?? "",
    step.policy.ref.name,
    step.rule.index,
    countOf(peers),
    countOf(ports),
  ];
}

function countOf(
  list: { readonly all: true } | { readonly all: false; readonly items: readonly unknown[] },
): number {
  return list.all ? -1 : list.items.length;
}
