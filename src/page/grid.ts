import {
  ALL_TRAFFIC,
  intersectTraffic,
  isNoTraffic,
  subtractTraffic,
  type Traffic,
} from "../base/net/traffic.js";
import { joinShares, shareOf, type PairShare } from "../questions/matrix/pair-share.js";
import { nodeRelations, type EndNodes, type NodeRelation } from "../semantics/reach/node-relations.js";
import type { AnswerData, PageData, RowData } from "./model.js";
import type { PageGroup, PageWalk, PageWalks } from "./walks.js";

/** What all traffic of a pair comes to, over some family and node relation. */
export interface FlowVariant {
  /** Set where it is not the same over both families that both ends have. */
  readonly family: string | undefined;
  /** Set where it matters whether a pod is on the node that is the other end. */
  readonly node: NodeRelation | undefined;
  readonly answer: number;
  readonly egress: PageSide;
  readonly ingress: PageSide;
}

/** One direction of a pair. */
export interface PageSide {
  readonly walk: PageWalk;
  readonly group: PageGroup;
}

/** Traffic that nothing tells apart, with what each direction meets. */
export interface PagePart {
  readonly traffic: Traffic;
  readonly verdict: "allowed" | "denied" | "undefined" | "unknown";
}

/** The map of a page: what every pair of rows comes to. */
export class FlowGrid {
  readonly data: PageData;
  readonly #walks: PageWalks;
  readonly #nodes: readonly EndNodes<number>[];
  readonly #isFuture: Uint8Array;
  readonly #shares = new Map<Traffic, (PairShare | undefined)[]>();

  constructor(data: PageData, walks: PageWalks) {
    this.data = data;
    this.#walks = walks;
    this.#nodes = data.rows.map((row) => ({
      nodes: row.nodes === "unknown" ? row.nodes : new Set(row.nodes),
      hasOwn: data.classes[row.class]?.own !== undefined,
    }));
    this.#isFuture = new Uint8Array(data.rows.length);
    for (const { kind, first, count } of data.places)
      if (kind === "future") this.#isFuture.fill(1, first, first + count);
  }

  row(number: number): RowData {
    return this.data.rows[number] as RowData;
  }

  traffic(number: number): Traffic {
    return this.data.traffics[number] as Traffic;
  }

  answer(number: number): AnswerData {
    return this.data.answers[number] as AnswerData;
  }

  /** One direction of the flows of some classes, by its number. */
  walk(direction: "egress" | "ingress", number: number): PageWalk | undefined {
    return this.#walks[direction][number];
  }

  /** True where policies have a say in what one row sends to another. */
  hasPair(from: number, to: number): boolean {
    const { single } = this.row(from);
    if (single !== undefined && single === this.row(to).single) return false;
    if (this.#isFuture[from] === 1 && this.#isFuture[to] === 1) return false;
    const { classes } = this.data;
    const [a, b] = [classes[this.row(from).class], classes[this.row(to).class]];
    return a?.sends === true && (a.isInside || b?.isInside === true);
  }

  /** What a pair comes to: one answer, or one for each family and node relation that differs. */
  variants(from: number, to: number): readonly FlowVariant[] {
    if (!this.hasPair(from, to)) return [];
    const all = this.#all(from, to);
    const isOne = new Set(all.map(({ answer }) => answer)).size === 1;
    const [first] = all;
    if (isOne && first !== undefined) return [{ ...first, family: undefined, node: undefined }];
    const families = new Set(all.map(({ family }) => family)).size;
    const relations = new Set(all.map(({ node }) => node)).size;
    return all.map((each) => ({
      ...each,
      family: families > 1 ? each.family : undefined,
      node: relations > 1 ? each.node : undefined,
    }));
  }

  #all(from: number, to: number): FlowVariant[] {
    const { classes, families } = this.data;
    const [a, b] = [this.row(from).class, this.row(to).class];
    const relations = nodeRelations(
      this.#nodes[from] as EndNodes<number>,
      this.#nodes[to] as EndNodes<number>,
    );
    return relations.flatMap((node) => {
      const [source, target] = node === "own" ? [classes[a]?.own ?? a, classes[b]?.own ?? b] : [a, b];
      return families.flatMap((family, f): FlowVariant[] => {
        const [egress] = classes[source]?.walks[f] ?? [];
        const [, ingress] = classes[target]?.walks[f] ?? [];
        if (egress === undefined || ingress === undefined) return [];
        const sides = [
          sideOf(this.#walks.egress[egress], target),
          sideOf(this.#walks.ingress[ingress], source),
        ] as const;
        if (sides[0] === undefined || sides[1] === undefined) return [];
        const answer = this.#walks.answerOf(sides[0].group.shape, sides[1].group.shape);
        if (answer === undefined) return [];
        return [{ family, node, answer, egress: sides[0], ingress: sides[1] }];
      });
    });
  }

  /** The share of a pair; undefined where policies have no say. @param asked the traffic that is looked at */
  share(from: number, to: number, asked: Traffic): PairShare | undefined {
    if (!this.hasPair(from, to)) return undefined;
    let share: PairShare | undefined;
    for (const { answer } of this.#all(from, to)) {
      const own = this.#shareOf(answer, asked);
      share = share === undefined ? own : joinShares(share, own);
    }
    return share;
  }

  #shareOf(number: number, asked: Traffic): PairShare {
    let known = this.#shares.get(asked);
    if (known === undefined) this.#shares.set(asked, (known = []));
    return (known[number] ??= this.#makeShare(this.answer(number), asked));
  }

  #makeShare(answer: AnswerData, asked: Traffic): PairShare {
    const of = (verdict: PagePart["verdict"]): Traffic =>
      intersectTraffic(this.traffic(answer[verdict]), asked);
    const slices = {
      allowed: of("allowed"),
      denied: of("denied"),
      undefined: of("undefined"),
      unknown: of("unknown"),
    };
    return shareOf(slices, asked === ALL_TRAFFIC);
  }

  /** The traffic of a pair in parts that come to the same for the same reasons, the largest last. */
  parts({ answer, egress, ingress }: FlowVariant): readonly PagePart[] {
    const whole = this.answer(answer);
    const hits = [...egress.group.hits, ...ingress.group.hits].map(({ traffic }) => this.traffic(traffic));
    const parts = VERDICTS.flatMap((verdict) => {
      let cut = [this.traffic(whole[verdict])].filter((each) => !isNoTraffic(each));
      for (const hit of hits)
        cut = cut.flatMap((each) =>
          [intersectTraffic(each, hit), subtractTraffic(each, hit)].filter((some) => !isNoTraffic(some)),
        );
      return cut.map((traffic): PagePart => ({ traffic, verdict }));
    });
    return parts.toSorted((a, b) => portsOf(a.traffic) - portsOf(b.traffic));
  }
}

const VERDICTS = ["allowed", "denied", "undefined", "unknown"] as const;

function sideOf(walk: PageWalk | undefined, other: number): PageSide | undefined {
  const group = walk?.groups[(walk.groupOf[other] ?? 0) - 1];
  return walk === undefined || group === undefined ? undefined : { walk, group };
}

function portsOf({ TCP, UDP, SCTP, other }: Traffic): number {
  return [TCP, UDP, SCTP].flat().reduce((sum, [first, last]) => sum + last - first + 1, other ? 100_000 : 0);
}
