import { Diagrams } from "./diagrams.js";
import {
  EVERY_WORLD,
  fewestBetween,
  NOTHING,
  openPointsOf,
  diagramKey,
  type Diagram,
  type OpenPoint,
} from "./diagram.js";
import type { Possible } from "./possible.js";
import { TextSet } from "./text-set.js";
import { unsettledKey, type Unsettled } from "./unsettled.js";

/**
 * Ways that things may be: a set of assignments of what is unsettled. What it does not hang on may be anything.
 * @see Diagrams for how they are kept
 */
export class World {
  /** Nothing is restricted. */
  static readonly ANY = new World(undefined, EVERY_WORLD);

  /** Undefined where nothing is restricted: then the worlds that come of it can be those of any others. */
  readonly #diagrams: Diagrams | undefined;
  readonly #diagram: Diagram;
  #key: string | undefined;

  private constructor(diagrams: Diagrams | undefined, diagram: Diagram) {
    this.#diagrams = diagrams;
    this.#diagram = diagram;
  }

  /**
   * A world in which nothing is restricted, for all that is to be compared later: that costs less among its own.
   * @param take counts the steps of everything that comes of it; may throw to end it
   */
  static fresh(take: (steps: number) => void = () => undefined): World {
    return new World(new Diagrams(take), EVERY_WORLD);
  }

  /**
   * Cuts the world at a question about something unsettled.
   * @param domain what is possible at all
   * @param subset the answers for "yes"
   */
  split<T extends Possible>(unsettled: Unsettled, domain: T, subset: T): Split {
    const diagrams = this.#diagrams ?? new Diagrams();
    const point = diagrams.point(unsettledKey(unsettled), unsettled, wholeOf(unsettled, domain));
    const cut = diagrams.cut(point, domain, subset);
    const yes = diagrams.and(this.#diagram, cut.yes);
    if (yes === this.#diagram) return { yes: [this], no: [] };
    const no = diagrams.and(this.#diagram, cut.no);
    if (yes === NOTHING) return { yes: [], no: [this] };
    return { yes: [new World(diagrams, yes)], no: no === NOTHING ? [] : [new World(diagrams, no)] };
  }

  /** Cuts the world at a yes-or-no question. */
  ask(unsettled: Unsettled): Split {
    return this.split(unsettled, YES_OR_NO, YES);
  }

  /** What holds in both worlds, or undefined where they exclude each other. */
  intersect(other: World): World | undefined {
    if (this === other || other.#diagram === EVERY_WORLD) return this;
    if (this.#diagram === EVERY_WORLD) return other;
    const diagrams = this.#own();
    return this.#as(diagrams.and(this.#diagram, diagramIn(diagrams, other)));
  }

  /** True where something holds in both worlds. */
  meets(other: World): boolean {
    if (this.#diagram === EVERY_WORLD || other.#diagram === EVERY_WORLD) return true;
    const diagrams = this.#own();
    return diagrams.overlap(this.#diagram, diagramIn(diagrams, other));
  }

  /** What holds in one of two worlds. */
  unite(other: World): World {
    if (this === other || this.#diagram === EVERY_WORLD) return this;
    if (other.#diagram === EVERY_WORLD) return other;
    const diagrams = this.#own();
    return new World(diagrams, diagrams.or(this.#diagram, diagramIn(diagrams, other)));
  }

  /** What holds in one of several worlds. */
  static uniteAll([first, ...others]: readonly [World, ...World[]]): World {
    const diagrams = first.#own();
    const all = [first, ...others].map((each) => diagramIn(diagrams, each));
    return new World(diagrams, diagrams.orAll(all));
  }

  /** What holds in this world and not in another one; undefined where nothing does. */
  subtract(other: World): World | undefined {
    if (this === other || other.#diagram === EVERY_WORLD) return undefined;
    const diagrams = this.#diagrams ?? other.#own();
    return new World(diagrams, this.#diagram).#as(
      diagrams.without(this.#diagram, diagramIn(diagrams, other)),
    );
  }

  /** The world with some answers alone to a question; undefined where it rules them out. */
  where(unsettled: Unsettled, answers: TextSet): World | undefined {
    const key = unsettledKey(unsettled);
    const points = openPointsOf(this.#diagram).filter((point) => point.key === key);
    if (points.length === 0) return this;
    const diagrams = this.#own();
    return this.#as(
      points.reduce((all, point) => diagrams.and(all, diagrams.where(point, answers)), this.#diagram),
    );
  }

  /** The world with every choice left open again that it restricts. */
  withoutChoices(): World {
    return this.#anyway(({ unsettled }) => unsettled.type === "choice");
  }

  /** The world with one question left open again. */
  without(unsettled: Unsettled): World {
    const key = unsettledKey(unsettled);
    return this.#anyway((point) => point.key === key);
  }

  #anyway(isMeant: (point: OpenPoint) => boolean): World {
    if (this.#diagram.point === undefined) return this;
    const diagrams = this.#own();
    return new World(diagrams, diagrams.anyway(this.#diagram, isMeant));
  }

  /**
   * The unsettled points that tell two worlds apart: each by which alone they may differ, or else as few as suffice
   * together; none where they overlap.
   */
  conflicts(other: World): readonly Unsettled[] {
    const diagrams = this.#diagrams ?? other.#own();
    const mine = this.#diagram;
    const theirs = diagramIn(diagrams, other);
    if (diagrams.overlap(mine, theirs)) return [];
    const decisive = diagrams.tellingApart(mine, theirs);
    const points = decisive.length > 0 ? decisive : fewestBetween(mine, theirs);
    return points.map(({ unsettled }) => unsettled);
  }

  /** True unless the world rules an answer out. */
  permits(unsettled: Unsettled, answer: string): boolean {
    return this.where(unsettled, TextSet.of([answer])) !== undefined;
  }

  /** True where two worlds are the same. */
  equals(other: World): boolean {
    if (this.#diagrams === other.#diagrams || this.#diagram.point === undefined)
      return this.#diagram === other.#diagram;
    return this.key === other.key;
  }

  /** True where nothing is restricted. */
  get isWhole(): boolean {
    return this.#diagram === EVERY_WORLD;
  }

  /** The same object for worlds that are the same, among those that are comparable. */
  get identity(): object {
    return this.#diagram;
  }

  /** The same object for all worlds that come of one. */
  get origin(): object {
    return this.#diagrams ?? World.ANY;
  }

  /** The world of which this one and others come, in which nothing is restricted. */
  get whole(): World {
    return new World(this.#diagrams, EVERY_WORLD);
  }

  /** True where two worlds come of one that was made for all that is to be compared: or of one that restricts nothing. */
  isComparable(other: World): boolean {
    return this.#diagrams === other.#diagrams || this.#diagram.point === undefined;
  }

  /** The same text for worlds that restrict the same points alike. */
  get key(): string {
    return (this.#key ??= diagramKey(this.#diagram));
  }

  /** What the world restricts, in the order in which the evaluation met it. */
  get restricted(): readonly Unsettled[] {
    return openPointsOf(this.#diagram).map(({ unsettled }) => unsettled);
  }

  #own(): Diagrams {
    return this.#diagrams ?? new Diagrams();
  }

  #as(diagram: Diagram): World | undefined {
    if (diagram === NOTHING) return undefined;
    return diagram === this.#diagram ? this : new World(this.#diagrams, diagram);
  }

  /** @internal */
  static diagramOf(world: World): { readonly diagrams: Diagrams | undefined; readonly diagram: Diagram } {
    return { diagrams: world.#diagrams, diagram: world.#diagram };
  }
}

/** The diagram of a world among others. */
function diagramIn(diagrams: Diagrams, world: World): Diagram {
  const own = World.diagramOf(world);
  return own.diagrams === diagrams ? own.diagram : diagrams.adopt(own.diagram);
}

/** Some worlds as one; none where there are none. */
export function joinWorlds(worlds: readonly World[]): readonly World[] {
  const [first, second] = worlds;
  if (first === undefined || second === undefined) return worlds;
  return [worlds.length === 2 ? first.unite(second) : World.uniteAll(worlds as readonly [World, ...World[]])];
}

/** All that something unsettled can be: of an address that is a pod's, its namespace is asked, and before that whether it is one. */
function wholeOf(unsettled: Unsettled, domain: Possible): Possible {
  return unsettled.code === "address-owner" ? TextSet.ANY : domain;
}

const YES_OR_NO = TextSet.of(["yes", "no"]);
const YES = TextSet.of(["yes"]);

/**
 * The worlds in which the answer to a question is yes, and those in which it is no: disjoint, and all of what was asked
 * about. Most often one of each or none.
 */
export interface Split {
  readonly yes: readonly World[];
  readonly no: readonly World[];
}
