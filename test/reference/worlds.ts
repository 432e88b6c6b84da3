/**
 * S-V-0: the set of outcomes over every fact that the input lacks and every choice that the sources leave open.
 *
 * A fact has one true value that the input does not say (a label, an address …); a choice is a reading that
 * an implementation may take. One world fixes all facts; in one world one vector of choices gives one boolean.
 * Worlds are refined lazily: a run starts knowing nothing, and only a question whose answer differs between
 * the values that are still possible splits the world in two. Every split is then taken both ways.
 */

export type Outcome = "allowed" | "denied";
export type Verdict = Outcome | "undefined" | "unknown";

/** Something that is true in reality but not in the input: its name, and every class of values it may have. */
export interface Fact<T> {
  readonly name: string;
  readonly values: readonly T[];
}

export interface Exploration {
  readonly verdict: Verdict;
  readonly outcomes: readonly Outcome[];
  /** How many assignments of facts were looked at. */
  readonly worlds: number;
  /** The facts and choices that were asked for at all. */
  readonly facts: readonly string[];
  readonly choices: readonly string[];
}

interface Split {
  readonly name: string;
  readonly branches: readonly (readonly unknown[])[];
  taken: number;
}

/** A path through a tree of splits, and the walk over all paths: the odometer of the brute force. */
class Path {
  readonly #splits: Split[] = [];
  readonly names = new Set<string>();

  /** The values of `name` that this path has not excluded yet. */
  remaining<T>(name: string, values: readonly T[]): readonly T[] {
    const last = this.#splits.findLast((split) => split.name === name);
    return last === undefined ? values : (last.branches[last.taken] as readonly T[]);
  }

  split<T>(name: string, branches: readonly (readonly T[])[]): readonly T[] {
    this.names.add(name);
    this.#splits.push({ name, branches, taken: 0 });
    return branches[0]!;
  }

  /** Moves to the next path; false when all were taken. */
  advance(): boolean {
    for (let last = this.#splits.at(-1); last !== undefined; last = this.#splits.at(-1)) {
      if (last.taken + 1 < last.branches.length) {
        last.taken += 1;
        return true;
      }
      this.#splits.pop();
    }
    return false;
  }
}

/** What one run may ask. The same question gets the same answer in the whole run. */
export class World {
  readonly #facts: Path;
  readonly #choices: Path;

  constructor(facts: Path, choices: Path) {
    this.#facts = facts;
    this.#choices = choices;
  }

  /** Whether the predicate is true of the fact's value in this world. */
  holds<T>(fact: Fact<T>, predicate: (value: T) => boolean): boolean {
    const possible = this.#facts.remaining(fact.name, fact.values);
    const yes = possible.filter((value) => predicate(value));
    if (yes.length === possible.length || yes.length === 0) return yes.length > 0;
    const no = possible.filter((value) => !predicate(value));
    return this.#facts.split(fact.name, [yes, no]) === yes;
  }

  /** The fact's value in this world. */
  value<T>(fact: Fact<T>): T {
    const possible = this.#facts.remaining(fact.name, fact.values);
    return (possible.length === 1 ? possible : this.#facts.split(fact.name, singletons(possible)))[0]!;
  }

  /** The reading that an implementation takes, the same each time in one evaluation. */
  choose<T>(name: string, readings: readonly T[]): T {
    const possible = this.#choices.remaining(name, readings);
    return (possible.length === 1 ? possible : this.#choices.split(name, singletons(possible)))[0]!;
  }
}

function singletons<T>(values: readonly T[]): T[][] {
  return values.map((value) => [value]);
}

/** Runs a plain yes-or-no evaluation in every world with every choice. Throws past `limit` runs. */
export function explore(run: (world: World) => boolean, limit: number): Exploration {
  const facts = new Path();
  const choiceNames = new Set<string>();
  const outcomes = new Set<Outcome>();
  let open = false;
  let worlds = 0;
  let runs = 0;
  do {
    const inThisWorld = new Set<Outcome>();
    const choices = new Path();
    do {
      runs += 1;
      if (runs > limit)
        throw new Error(`too many worlds: more than ${limit} runs, facts ${[...facts.names].join(", ")}`);
      inThisWorld.add(run(new World(facts, choices)) ? "allowed" : "denied");
    } while (choices.advance());
    for (const outcome of inThisWorld) outcomes.add(outcome);
    for (const name of choices.names) choiceNames.add(name);
    open ||= inThisWorld.size > 1;
    worlds += 1;
  } while (facts.advance());
  const sorted = [...outcomes].toSorted();
  return {
    verdict: sorted.length === 1 ? sorted[0]! : open ? "undefined" : "unknown",
    outcomes: sorted,
    worlds,
    facts: [...facts.names],
    choices: [...choiceNames],
  };
}
