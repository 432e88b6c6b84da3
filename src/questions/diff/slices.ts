import { decidersIn } from "../../semantics/reach/connections.js";
import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import {
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  PROTOCOLS,
  trafficKey,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { deciderKey, type Decider } from "../../semantics/evaluate/decider.js";
import type { Outcomes } from "../../semantics/reach/cells.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** What some traffic came to in one cluster, and who decided in each direction. */
export interface ClusterAnswer {
  readonly verdict: Verdict;
  /** What each direction comes to by itself. */
  readonly verdicts: Readonly<Record<Direction, Verdict>>;
  readonly by: Readonly<Record<Direction, readonly Decider[]>>;
}

/** How a flow's verdict has changed: what it is now. */
export type ChangeKind = "opened" | "closed" | "undefined" | "unknown";

/** Traffic of one flow whose verdict differs in the same way, for the same reasons. */
export interface Slice {
  readonly change: ChangeKind;
  readonly traffic: Traffic;
  readonly before: ClusterAnswer;
  readonly after: ClusterAnswer;
  /** The directions that made the difference. */
  readonly turned: readonly Direction[];
  /** What becomes of other protocols, where the same rules have turned them too: it is part of the same change. */
  readonly other: OtherProtocols | undefined;
  /** The same text for slices of two flows that differ in their other direction at most. */
  readonly key: string;
}

/** Protocols without ports beside those with ports: under an isolating NetworkPolicy they are undefined (U-7). */
export type OtherProtocols = Pick<Slice, "change" | "before" | "after">;

/** A slice before it is known whether it goes with another one. */
interface FoundSlice extends Omit<Slice, "other"> {
  /** The same text for what the same rules have turned. */
  readonly deciders: string;
}

/** The cells of one flow, before or after. */
export type FlowCells = Readonly<Record<Direction, Outcomes>>;

/** Finds what differs between flows before and after. What comes to the same again and again is worked out once. */
export class SliceFinder {
  readonly #before: Pick<Reach, "partsOf">;
  readonly #after: Pick<Reach, "partsOf">;
  readonly #differ = new WeakMap<readonly Part[], WeakMap<readonly Part[], boolean>>();
  readonly #kinds = new WeakMap<Outcomes, number>();
  readonly #slices = new Map<string, readonly Slice[]>();
  readonly #numbers = new Map<string, number>();

  /** @param before judges the flows of one cluster, `after` those of the other one */
  constructor(before: Pick<Reach, "partsOf">, after: Pick<Reach, "partsOf">) {
    this.#before = before;
    this.#after = after;
  }

  /** True where some traffic comes to another verdict. */
  differ(before: FlowCells, after: FlowCells): boolean {
    const [first, second] = [partsIn(this.#before, before), partsIn(this.#after, after)];
    return once(this.#differ, first, second, () =>
      first.some((one) => second.some((other) => !isNoTraffic(differingTraffic(one, other)))),
    );
  }

  /** Compares all traffic of one flow: one list for all flows that come to the same by the same rules. */
  between(before: FlowCells, after: FlowCells): readonly Slice[] {
    const key = [before, after]
      .flatMap((cells) => DIRECTIONS.map((direction) => this.#kindOf(cells[direction], direction)))
      .join(" ");
    let slices = this.#slices.get(key);
    if (slices === undefined) this.#slices.set(key, (slices = this.#compare(before, after)));
    return slices;
  }

  /** The same number for cells that come to the same by the same rules. */
  #kindOf(cell: Outcomes, direction: Direction): number {
    const known = this.#kinds.get(cell);
    if (known !== undefined) return known;
    const deciders = cell.leaves.map(({ by }) => deciderKey(by, direction));
    const number = this.#numberOf([cell.shape.id, ...deciders].join("\n"));
    this.#kinds.set(cell, number);
    return number;
  }

  #numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  #compare(before: FlowCells, after: FlowCells): readonly Slice[] {
    const slices = new Map<string, FoundSlice>();
    for (const first of partsIn(this.#before, before)) {
      for (const second of partsIn(this.#after, after)) {
        const traffic = differingTraffic(first, second);
        if (isNoTraffic(traffic)) continue;
        const found = this.#sliceOf(traffic, answerOf(before, first), first, answerOf(after, second), second);
        const known = slices.get(found.key);
        const joined = known === undefined ? traffic : unionTraffic(known.traffic, traffic);
        slices.set(found.key, { ...found, traffic: joined });
      }
    }
    return withOthers([...slices.values()]);
  }

  #sliceOf(
    traffic: Traffic,
    before: ClusterAnswer,
    first: Part,
    after: ClusterAnswer,
    second: Part,
  ): FoundSlice {
    const numbers = ({ by }: ClusterAnswer, direction: Direction): number =>
      this.#numberOf(by[direction].map((each) => deciderKey(each, direction)).join());
    const turned = turnedDirections(
      (each) => first[each].verdict !== second[each].verdict,
      (each) => numbers(before, each) !== numbers(after, each),
    );
    const deciders = turned
      .map((each) => `${each} ${numbers(before, each)}>${numbers(after, each)}`)
      .join(" ");
    return {
      change: changeTo(second.verdict),
      traffic,
      before,
      after,
      turned,
      deciders,
      key: `${first.verdict} ${second.verdict} ${deciders}`,
    };
  }
}

function partsIn(reach: Pick<Reach, "partsOf">, { egress, ingress }: FlowCells): readonly Part[] {
  return reach.partsOf(egress.shape, ingress.shape);
}

/** The traffic that two parts share, unless they come to the same. */
function differingTraffic(first: Part, second: Part): Traffic {
  return first.verdict === second.verdict ? NO_TRAFFIC : intersectTraffic(first.traffic, second.traffic);
}

/** Works something out once for each two things. */
function once<A extends object, B extends object, V>(
  known: WeakMap<A, WeakMap<B, V>>,
  a: A,
  b: B,
  make: () => V,
): V {
  let ofFirst = known.get(a);
  if (ofFirst === undefined) known.set(a, (ofFirst = new WeakMap()));
  let value = ofFirst.get(b);
  if (value === undefined) ofFirst.set(b, (value = make()));
  return value;
}

function answerOf({ egress, ingress }: FlowCells, part: Part): ClusterAnswer {
  return {
    verdict: part.verdict,
    verdicts: { egress: part.egress.verdict, ingress: part.ingress.verdict },
    by: {
      egress: decidersIn(egress, part.egress.leaves),
      ingress: decidersIn(ingress, part.ingress.leaves),
    },
  };
}

function changeTo(verdict: Verdict): ChangeKind {
  if (verdict === "allowed") return "opened";
  return verdict === "denied" ? "closed" : verdict;
}

/** Directions with another verdict; where neither has one, those that others decide; else both. */
function turnedDirections(
  hasOtherVerdict: (direction: Direction) => boolean,
  hasOtherDeciders: (direction: Direction) => boolean,
): readonly Direction[] {
  const byVerdict = DIRECTIONS.filter(hasOtherVerdict);
  if (byVerdict.length > 0) return byVerdict;
  const byDecider = DIRECTIONS.filter(hasOtherDeciders);
  return byDecider.length > 0 ? byDecider : DIRECTIONS;
}

/** Puts other protocols to the ports that the same rules have turned. */
function withOthers(slices: readonly FoundSlice[]): Slice[] {
  const others = slices.filter(({ traffic }) => isOtherOnly(traffic));
  const taken = new Set<FoundSlice>();
  const whole = slices.map(({ deciders, ...slice }): Slice => {
    const other = slice.traffic.other
      ? undefined
      : others.find((each) => each.deciders === deciders && !taken.has(each));
    const key = `${slice.key} ${trafficKey(slice.traffic)}`;
    if (other === undefined) return { ...slice, other, key };
    taken.add(other);
    return { ...slice, other, key: `${key} ${other.key}` };
  });
  return whole.filter((_slice, i) => !taken.has(slices[i] as FoundSlice));
}

/** True for nothing but protocols without ports. */
export function isOtherOnly(traffic: Traffic): boolean {
  return traffic.other && PROTOCOLS.every((protocol) => traffic[protocol].length === 0);
}
