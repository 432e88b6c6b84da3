import {
  allowingCandidates,
  denyingCandidates,
  priorityCandidates,
  candidateKey,
  type CandidateEdits,
  type Resort,
} from "./candidates.js";
import { Breadths } from "./breadth.js";
import { deniedNames, type Leg, type Legs, type Scene } from "./scene.js";
import { DIRECTIONS, TIERS, type Direction, type Rule } from "../../cluster/model/policy.js";
import { compareRanked, type Ranked } from "./rank.js";
import { takesAway } from "./amendment.js";
import { tried, type Trial } from "./trial.js";
import { isDefinite } from "../../cluster/model/verdict.js";
import type { EndsQuestion } from "../ask/flow.js";
import type { Document } from "../../source/manifest/document.js";
import type { Outcome } from "../../semantics/evaluate/entry.js";
import type { Result } from "../explain/result.js";
import type { Reviser } from "../../cluster/load/revise.js";
import type { Step } from "../../semantics/evaluate/step.js";

/** What the edits are for: one verdict, or where the order of policies is not defined, any that is definite. */
export type Aim = Outcome | "definite";

/** How many edits one behind the other: one for each side, and one for what a Pass leaves to others. */
const MAX_DEPTH = 3;

/** How many of the edits that are not enough by themselves are followed, the smallest first. */
const MAX_FOLLOWED = 4;

/** How many of the edits of one side are tried with other ones of the other side. */
const MAX_REPEATED = 3;

/** For how many edits that open the connection the name is looked after, the smallest first. */
const MAX_WITH_NAMES = 4;

/** How often the flow is asked again. */
const MAX_TRIALS = 150;

/** How many of the edits of one side, so that there is something left for the other one. */
const MAX_AT_ONCE = 40;

/** How many rules, peers and ports are decoded again for that, those of a policy for each edit of it: some stay in memory. */
const MAX_DECODED = 120_000;

/** Edits with which the flow is as it is wanted. */
export interface WorkingEdits extends Ranked {
  readonly trial: Trial;
}

/** What the search needs of its surroundings. */
export interface SearchContext {
  readonly question: EndsQuestion;
  readonly reviser: Reviser;
  /** True for documents whose files can be edited; of others, the search remembers that they would have been. */
  readonly isEditable: (document: Document) => boolean;
  /** True where time has run out. */
  readonly isLate: () => boolean;
  /** Told how many edits have been tried. */
  readonly onTrial: (count: number) => void;
}

/** One of the flows that all have to be as they are wanted. */
type LegName = Exclude<keyof Legs, "ends">;

/** Finds edits after which the flow is as it is wanted: each is made and asked again. */
export class Search {
  /** Documents that edits would have changed, were it possible. */
  readonly blocked = new Set<Document>();
  /** True where not everything was tried. */
  isCut = false;
  readonly #first: Trial;
  readonly #aim: Aim;
  readonly #surroundings: SearchContext;
  readonly #breadths: Breadths;
  #resort: Resort = "first";
  #trials = 0;
  #decoded = 0;

  constructor(first: Trial, aim: Aim, surroundings: SearchContext) {
    this.#first = first;
    this.#aim = aim;
    this.#surroundings = surroundings;
    this.#breadths = new Breadths(first.cluster);
  }

  /** The edits that do it; what should not be edited is, where nothing else does it. */
  async run(): Promise<readonly WorkingEdits[]> {
    const found = await this.#runOnce();
    if (found.some(({ leavesNameDenied }) => !leavesNameDenied) || this.#aim !== "allowed") return found;
    this.#resort = "last";
    const others = await this.#runOnce();
    return others.length > 0 ? others : found;
  }

  async #runOnce(): Promise<readonly WorkingEdits[]> {
    const opened: Trial[] = [];
    if (this.#isReached(this.#first, "connection")) opened.push(this.#first);
    else await this.#follow(this.#first, "connection", opened);
    const alone = opened.map((trial) => this.#asFound(trial)).toSorted(compareRanked);
    const whole = alone.filter(({ leavesNameDenied }) => !leavesNameDenied).map(({ trial }) => trial);
    // What is denied by an edit alone is left; what was denied before is looked after.
    const isDenied = this.#aim === "allowed" && deniedNames(this.#first.legs).length > 0;
    if (isDenied || whole.length === 0)
      for (const { trial, leavesNameDenied } of alone.slice(0, MAX_WITH_NAMES))
        if (leavesNameDenied) await this.#follow(trial, "name", whole);
    const found = whole.length > 0 ? whole.map((trial) => this.#asFound(trial)) : alone;
    return found.filter(({ amendments }) => amendments.length > 0);
  }

  #asFound(trial: Trial, isReached = true): WorkingEdits {
    const { amendments, legs } = trial;
    const isAllowed = legs.connection.explanation.results[0]?.verdict === "allowed";
    return {
      trial,
      amendments,
      verdict: this.#aim === "definite" ? (isAllowed ? "allowed" : "denied") : this.#aim,
      breadth: this.#breadths.of(amendments, this.#first.legs),
      leavesNameDenied: isReached && this.#aim === "allowed" && deniedNames(legs).length > 0,
    };
  }

  /**
   * Looks for edits of what a trial has left.
   * @param known the edits that are tried, where not all of them are
   * @returns the edits that have done it, the best first
   */
  async #follow(
    trial: Trial,
    leg: LegName,
    found: Trial[],
    depth = 1,
    known?: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const done: { readonly key: string; readonly next: Trial }[] = [];
    for (const [candidates, isProgress] of this.#candidates(trial, leg)) {
      const unfinished: Trial[] = [];
      const isOpen = (candidate: CandidateEdits): boolean =>
        known?.has(candidateKey(candidate)) !== false && this.#isEditable(candidate, trial);
      const open = candidates.filter(isOpen);
      if (open.length > MAX_AT_ONCE) this.isCut = true;
      for (const candidate of open.slice(0, MAX_AT_ONCE)) {
        const key = candidateKey(candidate);
        const next = await this.#try(trial, candidate);
        if (next === undefined || (leg === "name" && !this.#isReached(next, "connection"))) continue;
        if (this.#isReached(next, leg)) done.push({ key, next });
        else if (depth < MAX_DEPTH && isProgress(next)) unfinished.push(next);
      }
      await this.#followAll(unfinished, leg, found, depth + 1);
    }
    found.push(...done.map(({ next }) => next));
    return done
      .map(({ key, next }) => ({ key, ...this.#asFound(next, false) }))
      .toSorted(compareRanked)
      .map(({ key }) => key);
  }

  /** What does it behind one edit does it behind others of the same side too: of all that there is, the best are tried. */
  async #followAll(unfinished: readonly Trial[], leg: LegName, found: Trial[], depth: number): Promise<void> {
    const smallest = unfinished.map((next) => this.#asFound(next, false)).toSorted(compareRanked);
    let known: ReadonlySet<string> | undefined;
    for (const { trial } of smallest.slice(0, MAX_FOLLOWED)) {
      const done = await this.#follow(trial, leg, found, depth, known);
      if (known === undefined && done.length > 0) known = new Set(done.slice(0, MAX_REPEATED));
    }
  }

  /** What can be tried, with what tells an edit that leads on from one that does not. */
  #candidates(
    trial: Trial,
    name: LegName,
  ): (readonly [readonly CandidateEdits[], (next: Trial) => boolean])[] {
    const leg = trial.legs[name];
    if (leg === undefined) return [];
    const scene: Scene = { ...leg, isEditable: this.#surroundings.isEditable };
    const { results } = leg.explanation;
    switch (this.#aim) {
      case "definite":
        return [[priorityCandidates(scene), () => false]];
      case "allowed": {
        const open =
          name === "name" ? deniedNames(trial.legs) : results.filter(({ verdict }) => verdict !== "allowed");
        const direction = DIRECTIONS.find((each) => open.some((result) => result[each].verdict === "denied"));
        if (direction === undefined) return [];
        const before = denialStage(open, direction);
        const candidates = allowingCandidates(scene, direction, open, this.#resort, this.#first.cluster);
        return [[candidates, (next) => denialStage(resultsOf(next, name), direction) > before]];
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
              next.amendments.every(takesAway) && decidersOf(resultsOf(next, name), direction) !== decided,
          ];
        });
      }
    }
  }

  /** What an edit has just added is not edited again. */
  #isEditable(candidate: CandidateEdits, { revision }: Trial): boolean {
    const { isEditable } = this.#surroundings;
    const added = new Set(revision.added.map(({ document }) => document));
    if (candidate.some(({ document }) => added.has(document))) return false;
    const fixed = candidate.map(({ document }) => document).filter((document) => !isEditable(document));
    for (const document of fixed) this.blocked.add(document);
    return fixed.length === 0;
  }

  async #try(trial: Trial, candidate: CandidateEdits): Promise<Trial | undefined> {
    const { question, reviser, isLate, onTrial } = this.#surroundings;
    this.#decoded += decodedFor(candidate);
    if (this.#trials >= MAX_TRIALS || this.#decoded > MAX_DECODED || isLate()) {
      this.isCut = true;
      return undefined;
    }
    this.#trials++;
    onTrial(this.#trials);
    return tried(trial, candidate, question, reviser);
  }

  #isReached({ legs }: Trial, name: LegName): boolean {
    return isReached(legs, name, this.#aim);
  }
}

/** About how many parts there are in the policies that a candidate edits. */
function decodedFor(candidate: CandidateEdits): number {
  const policies = new Set(candidate.flatMap((each) => ("policy" in each ? [each.policy] : [])));
  return [...policies]
    .flatMap(({ rules }) => DIRECTIONS.flatMap((direction) => rules[direction]?.rules ?? []))
    .reduce((sum, { peers, ports }) => sum + 1 + partsOf(peers) + partsOf(ports), 0);
}

function partsOf(list: Rule["peers"] | Rule["ports"]): number {
  return list.all ? 0 : list.items.length;
}

/** True where one of the flows is as it is wanted. */
export function isReached(legs: Legs, name: LegName, aim: Aim): boolean {
  if (name === "name") return deniedNames(legs).length === 0;
  const { results } = legs.connection.explanation;
  const [first] = results;
  const wanted = aim === "definite" ? first?.verdict : aim;
  return isDefinite(wanted) && results.every(({ verdict, isExact }) => verdict === wanted && isExact);
}

function resultsOf({ legs }: Trial, name: LegName): readonly Result[] {
  const leg: Leg | undefined = legs[name];
  return leg?.explanation.results ?? [];
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
