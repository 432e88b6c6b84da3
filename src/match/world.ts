import type { AddressSet } from "../net/address-set.js";
import { TextSet } from "./text-set.js";
import type { Family } from "../net/address.js";

/**
 * Something that a verdict may hang on and that is not settled. A *fact* is true or false in the cluster and missing
 * from the input; a *choice* is left open by the sources, so that two correct implementations may differ (S-V-0).
 */
export type Unsettled = Fact | Choice;

export type Fact =
  | {
      readonly type: "fact";
      readonly code: "namespace-labels";
      readonly namespace: string;
      readonly label: string;
    }
  | { readonly type: "fact"; readonly code: "pod-labels"; readonly pod: string; readonly label: string }
  | { readonly type: "fact"; readonly code: "node-labels"; readonly node: string; readonly label: string }
  | { readonly type: "fact"; readonly code: "pod-address"; readonly pod: string; readonly family: Family }
  | { readonly type: "fact"; readonly code: "pod-node"; readonly pod: string }
  | { readonly type: "fact"; readonly code: "container-ports"; readonly pod: string; readonly port: string }
  /** Whether an address is a pod's that the input does not hold, and which. */
  | { readonly type: "fact"; readonly code: "address-owner"; readonly address: string }
  /** Whether an address is a node's, where the input holds no Node. */
  | { readonly type: "fact"; readonly code: "node-address"; readonly address: string }
  | {
      readonly type: "fact";
      readonly code: "domain-address";
      /** The key of the end that is the name. */
      readonly domain: string;
      readonly family: Family;
    }
  /** Whether a name that a rule gives resolves to an address. */
  | { readonly type: "fact"; readonly code: "dns-answer"; readonly domain: string; readonly address: string }
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
      /** In the order of the alphabet. */
      readonly namespaces: readonly [string, string];
    }
  /** Whether the annotation of the 2016 design isolates a namespace that is not in the input. */
  | { readonly type: "fact"; readonly code: "namespace-isolation"; readonly namespace: string }
  /** What policies would do that the API server refuses, or that the input has several times and differently. */
  | {
      readonly type: "fact";
      readonly code: "refused-policy" | "undecided-policy" | "repeated-policy";
      readonly policies: readonly string[];
    }
  /** What policies of kinds do that a cluster has and does not show. */
  | { readonly type: "fact"; readonly code: "forbidden-policies"; readonly policies: readonly string[] }
  /** What is in documents that could not be read. */
  | { readonly type: "fact"; readonly code: "not-analysed" }
  /** What a walk would have come to that a limit ended: no fact of the cluster, but unknown like one. */
  | { readonly type: "fact"; readonly code: "limit" };

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
  return { type: "choice", code, of: "" };
}

/** A stable text for what is unsettled: equal texts are one variable, with one value in the whole evaluation. */
export function unsettledKey(unsettled: Unsettled): string {
  return JSON.stringify(Object.values(unsettled));
}

type Possible = TextSet | AddressSet;

/**
 * One way that things may be: what each unsettled point is restricted to. What is not in it may be anything. Worlds are
 * products of independent restrictions, so two of them overlap exactly if each restriction does.
 */
export class World {
  /** Nothing is restricted. */
  static readonly ANY = new World(new Map());

  readonly #restrictions: ReadonlyMap<string, { readonly unsettled: Unsettled; readonly possible: Possible }>;
  #key: string | undefined;

  private constructor(
    restrictions: ReadonlyMap<string, { readonly unsettled: Unsettled; readonly possible: Possible }>,
  ) {
    this.#restrictions = restrictions;
  }

  /**
   * Cuts the world at a question about something unsettled.
   * @param domain what is possible at all
   * @param subset the answers for "yes"
   */
  split<T extends Possible>(unsettled: Unsettled, domain: T, subset: T): Split {
    const key = unsettledKey(unsettled);
    const possible = (this.#restrictions.get(key)?.possible ?? domain) as TextSet & AddressSet;
    const other = subset as TextSet & AddressSet;
    const yes = possible.intersect(other);
    const no = possible.subtract(other);
    if (no.isEmpty) return { yes: [this], no: [] };
    if (yes.isEmpty) return { yes: [], no: [this] };
    return { yes: [this.#with(key, unsettled, yes)], no: [this.#with(key, unsettled, no)] };
  }

  /** Cuts the world at a yes-or-no question. */
  ask(unsettled: Unsettled): Split {
    return this.split(unsettled, YES_OR_NO, YES);
  }

  #with(key: string, unsettled: Unsettled, possible: Possible): World {
    const restrictions = new Map(this.#restrictions);
    restrictions.set(key, { unsettled, possible });
    return new World(restrictions);
  }

  /** What holds in both worlds, or undefined where they exclude each other. */
  intersect(other: World): World | undefined {
    if (this === World.ANY) return other;
    if (other === World.ANY || other === this) return this;
    for (const [key, { possible }] of other.#restrictions) {
      const mine = this.#restrictions.get(key)?.possible;
      if (mine !== undefined && !meet(mine, possible)) return undefined;
    }
    const restrictions = new Map(this.#restrictions);
    for (const [key, restriction] of other.#restrictions) {
      const mine = restrictions.get(key)?.possible as (TextSet & AddressSet) | undefined;
      const possible = mine?.intersect(restriction.possible as TextSet & AddressSet) ?? restriction.possible;
      restrictions.set(key, { unsettled: restriction.unsettled, possible });
    }
    return new World(restrictions);
  }

  /** The unsettled points on which two worlds exclude each other; none where they overlap. */
  conflicts(other: World): readonly Unsettled[] {
    const conflicts: Unsettled[] = [];
    for (const [key, { unsettled, possible }] of this.#restrictions) {
      const theirs = other.#restrictions.get(key)?.possible;
      if (theirs !== undefined && !meet(theirs, possible)) conflicts.push(unsettled);
    }
    return conflicts;
  }

  /** True unless the world rules an answer out. */
  permits(unsettled: Unsettled, answer: string): boolean {
    const restriction = this.#restrictions.get(unsettledKey(unsettled));
    return restriction === undefined || (restriction.possible as TextSet).has(answer);
  }

  /** The same text for worlds that restrict the same points alike. */
  get key(): string {
    this.#key ??= [...this.#restrictions]
      .map(([point, { possible }]) => `${point} ${possible.key}`)
      .toSorted()
      .join("\n");
    return this.#key;
  }

  /** What the world restricts, in the order in which the evaluation met it. */
  get restricted(): readonly Unsettled[] {
    return [...this.#restrictions.values()].map(({ unsettled }) => unsettled);
  }
}

/** Two sets about one point are of one kind. */
function meet(a: Possible, b: Possible): boolean {
  return (a as TextSet & AddressSet).meets(b as TextSet & AddressSet);
}

const YES_OR_NO = TextSet.of(["yes", "no"]);
const YES = TextSet.of(["yes"]);

/** The worlds in which the answer to a question is yes, and those in which it is no; disjoint, and all of what was asked about. */
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
  return { yes: splits.flatMap((split) => split.yes), no: splits.flatMap((split) => split.no) };
}

/** Yes where every question's answer is yes. */
export function allOf(world: World, questions: Iterable<(world: World) => Split>): Split {
  let yes: readonly World[] = [world];
  const no: (readonly World[])[] = [];
  for (const question of questions) {
    const splits = yes.map(question);
    yes = splits.flatMap((split) => split.yes);
    no.push(splits.flatMap((split) => split.no));
    if (yes.length === 0) break;
  }
  return { yes, no: no.flat() };
}

/** Yes where any question's answer is yes. */
export function anyOf(world: World, questions: Iterable<(world: World) => Split>): Split {
  const yes: (readonly World[])[] = [];
  let no: readonly World[] = [world];
  for (const question of questions) {
    const splits = no.map(question);
    yes.push(splits.flatMap((split) => split.yes));
    no = splits.flatMap((split) => split.no);
    if (no.length === 0) break;
  }
  return { yes: yes.flat(), no };
}
