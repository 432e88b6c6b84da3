import { bothDirections, judge, judgeLeaves, type Judgement } from "./verdict.js";
import { withoutMissing } from "./missing.js";
import {
  ALL_TRAFFIC,
  intersectTraffic,
  isNoTraffic,
  subtractTraffic,
  trafficMeets,
  type Traffic,
} from "../../base/net/traffic.js";
import type { Work } from "../../base/limits/work.js";
import type { Leaf } from "./entry.js";
import type { Verdict } from "../../cluster/model/verdict.js";
import type { World } from "../match/world.js";

/** More lists of leaves than this are not told apart by one number for a pair. */
const MOST_LISTS = 2 ** 26;

interface TrafficCell {
  readonly traffic: Traffic;
  readonly leaves: readonly Leaf[];
}

/** Traffic of a direction, all of which has the same leaves. */
export interface CutTraffic extends TrafficCell {
  /** The same number for lists of leaves with the same outcomes and worlds. */
  readonly list: number;
}

/** What the leaves of both directions come to, together and by themselves. */
export interface JudgedLeaves {
  readonly both: Judgement;
  /** What both come to if the policies that are refused or could not be read have no effect. */
  readonly withoutMissing: Verdict;
  readonly egress: Judgement;
  readonly ingress: Judgement;
}

/**
 * Judges leaves. What they come to hangs on their outcomes and worlds alone, of which a map has few: each list of those is judged
 * once, whatever its traffic and whoever decided.
 */
export class Judgements {
  readonly #numbers = new WeakMap<object, number>();
  #worlds = 0;
  /** Numbers of lists of outcomes and worlds. */
  readonly #lists = new Map<string, number>();
  /** By the numbers of the lists of both directions. */
  readonly #judged = new Map<number, JudgedLeaves>();
  readonly #cuts = new WeakMap<readonly Leaf[], readonly CutTraffic[]>();

  /**
   * Cuts traffic where some leaf of a direction begins or ends: once for the leaves of a shape, which meet those of many others.
   * @throws {LimitReached}
   */
  cut(traffic: Traffic, leaves: readonly Leaf[], work: Work | undefined): readonly CutTraffic[] {
    if (traffic !== ALL_TRAFFIC) return this.#cut(traffic, leaves, work);
    const known = this.#cuts.get(leaves);
    if (known !== undefined) return known;
    const cut = this.#cut(traffic, leaves, work);
    this.#cuts.set(leaves, cut);
    return cut;
  }

  #cut(traffic: Traffic, leaves: readonly Leaf[], work: Work | undefined): readonly CutTraffic[] {
    return cutTraffic(traffic, leaves, work).map((cell) => ({ ...cell, list: this.#listOf(cell.leaves) }));
  }

  of(egress: CutTraffic, ingress: CutTraffic): JudgedLeaves {
    const key = egress.list * MOST_LISTS + ingress.list;
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const judged = judgedLeaves(egress.leaves, ingress.leaves);
    this.#judged.set(key, judged);
    return judged;
  }

  #listOf(leaves: readonly Leaf[]): number {
    let key = "";
    for (const { outcome, region } of leaves)
      key += `${outcome === "allowed" ? "+" : "-"}${this.#numberOf(region.world)}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const number = this.#lists.size;
    if (number >= MOST_LISTS)
      throw new Error("invariant: there are more lists of leaves than can be told apart");
    this.#lists.set(key, number);
    return number;
  }

  #numberOf({ identity }: World): number {
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    const number = this.#worlds++;
    this.#numbers.set(identity, number);
    return number;
  }
}

/** Cuts traffic where some leaf begins or ends; each cell has the leaves of all its traffic. */
function cutTraffic(traffic: Traffic, leaves: readonly Leaf[], work: Work | undefined): TrafficCell[] {
  let cells: TrafficCell[] = [{ traffic, leaves: [] }];
  for (const leaf of leaves) {
    work?.take(cells.length);
    const { traffic: cutAt } = leaf.region;
    const next: TrafficCell[] = [];
    for (const cell of cells) {
      // Most leaves are about few of the cells.
      if (!trafficMeets(cell.traffic, cutAt)) {
        next.push(cell);
        continue;
      }
      const outside = subtractTraffic(cell.traffic, cutAt);
      const isWhole = isNoTraffic(outside);
      const inside = isWhole ? cell.traffic : intersectTraffic(cell.traffic, cutAt);
      next.push({ traffic: inside, leaves: [...cell.leaves, leaf] });
      if (!isWhole) next.push({ ...cell, traffic: outside });
    }
    cells = next;
  }
  return cells;
}

function judgedLeaves(egress: readonly Leaf[], ingress: readonly Leaf[]): JudgedLeaves {
  const sent = judgeLeaves(egress);
  // What the destination takes in whatever is unsettled comes to what the source may send.
  const both = isAllAllowed(ingress) ? sent : judge(bothDirections(egress, ingress));
  return {
    both,
    withoutMissing: verdictWithoutMissing(egress, ingress) ?? both.verdict,
    egress: sent,
    ingress: judgeLeaves(ingress),
  };
}

/** What is allowed whatever is unsettled leaves no world to another leaf. */
function isAllAllowed([first]: readonly Leaf[]): boolean {
  return first?.outcome === "allowed" && first.region.world.isWhole;
}

/** The verdict of what stands if policies that are missing do nothing; undefined where all of it does. */
function verdictWithoutMissing(egress: readonly Leaf[], ingress: readonly Leaf[]): Verdict | undefined {
  const [e, i] = [egress.flatMap(withoutMissing), ingress.flatMap(withoutMissing)];
  const isSame = (left: readonly Leaf[], all: readonly Leaf[]): boolean =>
    left.length === all.length && left.every((each, at) => each === all[at]);
  return isSame(e, egress) && isSame(i, ingress) ? undefined : judge(bothDirections(e, i)).verdict;
}
