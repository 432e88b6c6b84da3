import {
  Diagrams,
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
import { factEndKey, type FactEnd } from "./fact-end.js";
import type { Family } from "../../base/net/address.js";

/**
 * Something that a verdict may hang on and that is not settled. A *fact* is true or false in the cluster and missing
 * from the input; a *choice* is left open by the sources, so that two correct implementations may differ (S-V-0).
 */
export type Unsettled = Fact | Choice;

/** Something that is true or false in the cluster and missing from the input: a verdict that hangs on it is unknown. */
export type Fact =
  | {
      readonly type: "fact";
      readonly code: "namespace-labels";
      /** Its name; or the end that may be a pod, for the namespace that it would be in. */
      readonly namespace: string | FactEnd;
      readonly label: string;
    }
  | { readonly type: "fact"; readonly code: "pod-labels"; readonly pod: FactEnd; readonly label: string }
  /** Of a node by its name, or of the one that an end is or is on. */
  | {
      readonly type: "fact";
      readonly code: "node-labels";
      readonly node: string | FactEnd;
      readonly label: string;
    }
  | { readonly type: "fact"; readonly code: "pod-address"; readonly pod: FactEnd; readonly family: Family }
  | { readonly type: "fact"; readonly code: "pod-node"; readonly pod: FactEnd }
  /** Whether two pods are on one node, of neither of which it is known. */
  | { readonly type: "fact"; readonly code: "pod-node"; readonly pod: FactEnd; readonly sameAs: FactEnd }
  | { readonly type: "fact"; readonly code: "container-ports"; readonly pod: FactEnd; readonly port: string }
  /** Whether an address is a pod's that the input does not hold, and which. */
  | { readonly type: "fact"; readonly code: "address-owner"; readonly address: FactEnd }
  /** Whether an address is a node's, where the input holds no Node. */
  | { readonly type: "fact"; readonly code: "node-address"; readonly address: FactEnd }
  | {
      readonly type: "fact";
      readonly code: "domain-address";
      /** The end that is the name. */
      readonly domain: FactEnd;
      readonly family: Family;
    }
  /** Whether a name that a rule gives resolves to an address. */
  | { readonly type: "fact"; readonly code: "dns-answer"; readonly domain: string; readonly address: FactEnd }
  /** The address of a Service that the server has not assigned yet. */
  | {
      readonly type: "fact";
      readonly code: "service-address";
      readonly service: string;
      readonly family: Family;
    }
  /** The address that a source has behind a load balancer or a node that has put its own in its place. */
  | { readonly type: "fact"; readonly code: "source-address"; readonly family: Family }
  /** Whether a label that two namespaces have has the same value on both. */
  | {
      readonly type: "fact";
      readonly code: "same-label";
      readonly label: string;
      /** By name or as of a pod that an end may be, in the order of the alphabet. */
      readonly namespaces: readonly [string | FactEnd, string | FactEnd];
    }
  /** Whether the annotation of the 2016 design isolates a namespace that is not in the input. */
  | { readonly type: "fact"; readonly code: "namespace-isolation"; readonly namespace: string }
  /** What policies would do that the API server refuses, or that the input has several times and differently. */
  | {
      readonly type: "fact";
      readonly code: "refused-policy" | "undecided-policy" | "repeated-policy";
      readonly policies: readonly string[];
    }
  /** What policies of kinds do that a cluster does not let be listed, or that could not be listed for another reason. */
  | {
      readonly type: "fact";
      readonly code: "forbidden-policies" | "unlisted-policies";
      readonly policies: readonly string[];
    }
  /** What is in documents that could not be read. */
  | { readonly type: "fact"; readonly code: "not-analysed" }
  /** What a walk would have come to that a limit ended: no fact of the cluster, but unknown like one. */
  | { readonly type: "fact"; readonly code: "limit" };

/**
 * A point that the sources leave open: a verdict that hangs on it is undefined, for two correct implementations may
 * differ.
 */
export type Choice = {
  readonly type: "choice";
  readonly code: ChoiceCode;
  /** Tells choices of one code apart: the tied group and its direction; "" where one reading counts everywhere. */
  readonly of: string;
};

/** The points that the sources leave open; each is one of section "under-specified points". */
export type ChoiceCode =
  | "equal-priority"
  | "mixed-api-generations"
  | "host-network"
  | "in-cluster-address"
  | "own-node-egress"
  | "own-node-ingress"
  | "other-protocol"
  | "baseline-fallthrough-direction"
  | "unbuildable-selector"
  | "not-same-labels"
  | "deny-by-name"
  | "fqdn-in-cluster"
  | "empty-ports-list"
  | "empty-protocol"
  | "address-rewriting"
  | "source-rewriting"
  | "load-balancer-path"
  | "hairpin";

/** An open point that an implementation reads alike wherever it meets it. */
export function readingOf(code: ChoiceCode): Choice {
  let reading = READINGS.get(code);
  if (reading === undefined) READINGS.set(code, (reading = { type: "choice", code, of: "" }));
  return reading;
}

/** Walks ask for them again and again: one object for each has one text. */
const READINGS = new Map<ChoiceCode, Choice>();

/** A stable text for what is unsettled: equal texts are one variable, with one value in the whole evaluation. */
export function unsettledKey(unsettled: Unsettled): string {
  const known = KEYS.get(unsettled);
  if (known !== undefined) return known;
  const key = JSON.stringify(Object.values(unsettled).map(keyOfPart));
  KEYS.set(unsettled, key);
  return key;
}

function keyOfPart(part: string | FactEnd | readonly (string | FactEnd)[]): unknown {
  if (typeof part === "string") return part;
  return "type" in part ? factEndKey(part) : part.map(keyOfPart);
}

/** What is unsettled is asked for its text again and again: where worlds are compared, a tenth of the time. */
const KEYS = new WeakMap<Unsettled, string>();

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

/** A question whose answer the input gives. */
export function settled(world: World, answer: boolean): Split {
  return answer ? { yes: [world], no: [] } : { yes: [], no: [world] };
}

/** The answer to the opposite question. */
export function not({ yes, no }: Split): Split {
  return { yes: no, no: yes };
}

/** One question where the answer to a first one is yes, another where it is no. */
export function eitherWay(
  first: Split,
  ifYes: (world: World) => Split,
  ifNo: (world: World) => Split,
): Split {
  const splits = [...first.yes.map(ifYes), ...first.no.map(ifNo)];
  return {
    yes: joinWorlds(splits.flatMap((split) => split.yes)),
    no: joinWorlds(splits.flatMap((split) => split.no)),
  };
}

/** A question that walks ask in many worlds. */
export interface AskedOnce {
  readonly ask: (world: World) => Split;
  /** True where the answer is yes somewhere in a world. */
  readonly isYesIn: (world: World) => boolean;
}

/**
 * Once a question was asked where nothing is restricted, its answer in another world is what that one shares with the answer. To
 * share is less work than to ask: what is shared by two worlds is kept.
 */
export function askedOnce(question: (world: World) => Split): AskedOnce {
  let anywhere: Split | undefined;
  let whole: SplitInTwo | undefined;
  const ask = (world: World): Split => {
    if (world === World.ANY) return (anywhere ??= question(world));
    if (whole?.yes.isComparable(world) === true) return splitBy(world, whole);
    const answer = question(world);
    if (world.isWhole) whole = inTwo(answer);
    return answer;
  };
  const isYesIn = (world: World): boolean =>
    whole?.yes.isComparable(world) === true ? whole.yes.meets(world) : ask(world).yes.length > 0;
  return { ask, isYesIn };
}

/** An answer that hangs on something: the two are all worlds. */
interface SplitInTwo {
  readonly yes: World;
  readonly no: World;
}

/** Undefined where some world is in neither: a question may be about fewer values than its points have. */
function inTwo({ yes: [yes, ...moreYes], no: [no, ...moreNo] }: Split): SplitInTwo | undefined {
  if (yes === undefined || no === undefined || moreYes.length + moreNo.length > 0) return undefined;
  return yes.unite(no).isWhole ? { yes, no } : undefined;
}

function splitBy(world: World, whole: SplitInTwo): Split {
  const yes = world.intersect(whole.yes);
  if (yes === undefined) return { yes: [], no: [world] };
  const no = yes === world ? undefined : world.intersect(whole.no);
  return no === undefined ? { yes: [world], no: [] } : { yes: [yes], no: [no] };
}

/** Yes where the answer to one question is yes, and that to a second one too. */
export function andThen(first: Split, question: (world: World) => Split): Split {
  if (first.yes.length === 0) return first;
  const { yes, no } = askEach(first.yes, question);
  return { yes, no: joinWorlds(concat(first.no, no)) };
}

/** Yes where every question's answer is yes. */
export function allOf(world: World, questions: Iterable<(world: World) => Split>): Split {
  let all: Split = { yes: [world], no: [] };
  for (const question of questions) {
    all = andThen(all, question);
    if (all.yes.length === 0) break;
  }
  return all;
}

/** Yes where any question's answer is yes. */
export function anyOf(world: World, questions: Iterable<(world: World) => Split>): Split {
  let none: Split = { yes: [world], no: [] };
  for (const question of questions) {
    none = andThen(none, (each) => not(question(each)));
    if (none.yes.length === 0) break;
  }
  return not(none);
}

/** The answers in several worlds: those of yes as one world, those of no one by one. Most often there is one world. */
function askEach(worlds: readonly World[], question: (world: World) => Split): Split {
  const [first] = worlds;
  if (first !== undefined && worlds.length === 1) {
    const { yes, no } = question(first);
    return { yes: joinWorlds(yes), no };
  }
  const splits = worlds.map(question);
  return { yes: joinWorlds(splits.flatMap(({ yes }) => yes)), no: splits.flatMap(({ no }) => no) };
}

function concat(a: readonly World[], b: readonly World[]): readonly World[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}
