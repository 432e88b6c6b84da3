/** What can end a run before its answer is whole: the steps that it may take, or the time that it may take. */
export type Limit = "work" | "time";

/** How many steps a run may take where nobody says: a minute or so, and on every machine the same answer. */
export const MOST_STEPS = 3_000_000_000;

/** After so many steps the clock is looked at again. */
const STEPS_BETWEEN_LOOKS = 100_000;

/** Thrown where a limit is reached; what has been decided until then stands. */
export class LimitReached extends Error {
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(limit === "work" ? "the work that is allowed is used up" : "the time that is allowed is over");
    this.limit = limit;
  }
}

/**
 * The one budget of a run. Every loop that is not linear in its input counts its work here, in steps: a step is about one
 * word of a bit set, the same on every machine, so that what is left out hangs on the input alone. The clock is asked here
 * too, and nowhere else; only the limit of time hangs on it.
 */
export class Work {
  readonly #most: number;
  readonly #isLate: () => boolean;
  #spent = 0;
  /** Where what is done just now ends. */
  #bound = Infinity;
  #nextLook = 0;
  #refused = 0;
  #limit: Limit | undefined;
  #hasLeftOut = false;
  /** Told now and then of the share of the steps that is taken, from 0 to 1. */
  onLook: ((share: number) => void) | undefined;

  /**
   * @param most the steps that may be taken
   * @param isLate true where time is over
   */
  constructor(most: number = MOST_STEPS, isLate: () => boolean = () => false) {
    this.#most = most;
    this.#isLate = isLate;
  }

  /** @throws {LimitReached} where the steps are used up, or time is over; from then on for all that is asked */
  take(steps: number): void {
    this.#spent += steps;
    if (this.#limit === undefined && this.#spent < this.#nextLook && this.#spent <= this.#most) return;
    this.#look();
  }

  /**
   * Does something that may be left out. Steps that it takes count as any others.
   * @param steps where it takes more, it ends there, and the run goes on
   * @throws {LimitReached} where it takes more
   */
  within<T>(steps: number, something: () => T): T {
    const bound = this.#bound;
    this.#bound = Math.min(bound, this.#spent + steps);
    this.#nextLook = Math.min(this.#nextLook, this.#bound);
    try {
      return something();
    } finally {
      this.#bound = bound;
    }
  }

  #look(): void {
    if (this.isOver) {
      this.#refused++;
      throw new LimitReached(this.#limit ?? "work");
    }
    if (this.#spent > this.#bound) throw new LimitReached("work");
    this.#nextLook = Math.min(this.#bound, this.#spent + STEPS_BETWEEN_LOOKS);
    this.onLook?.(this.#spent / this.#most);
  }

  /** True where nothing more may be done: asked between pieces of work that cannot stop in the middle. */
  get isOver(): boolean {
    if (this.#spent > this.#most) this.#limit ??= "work";
    else if (this.#limit === undefined && this.#isLate()) this.#limit = "time";
    return this.#limit !== undefined;
  }

  /** What has ended the run, or a part of it; undefined where nothing was left out. */
  get limit(): Limit | undefined {
    return this.#limit ?? (this.#hasLeftOut ? "work" : undefined);
  }

  /** Says that something of the answer was left out that took more than its share: the run goes on, and more steps would give more. */
  leaveOut(): void {
    this.#hasLeftOut = true;
  }

  /** How many steps may be taken in all. */
  get most(): number {
    return this.#most;
  }

  /** How many steps were asked for. */
  get spent(): number {
    return this.#spent;
  }

  /** How often something could not be done: whoever had to leave something out is told by a number that has grown. */
  get refused(): number {
    return this.#refused;
  }
}
