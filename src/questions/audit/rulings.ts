import { deciderKey, type Decider } from "../../semantics/evaluate/decider.js";
import { DIRECTIONS, type Direction } from "../../cluster/model/policy.js";
import { intersectTraffic, isNoTraffic, trafficKey, type Traffic } from "../../base/net/traffic.js";
import { isAsked, isFinal, outcomeOf, type Meaning, type PartOutcome } from "./judge.js";
import { together, type Ruling } from "./chunks.js";
import type { TargetQuestion } from "./alike.js";
import type { AuditStep } from "./result.js";
import type { ClassFlow } from "../../semantics/reach/reach.js";
import type { Leaf } from "../../semantics/evaluate/entry.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Shape } from "../../semantics/reach/cells.js";

/** A ruling, with the same number for what comes to one thing for one reason. */
export interface NumberedRuling {
  readonly number: number;
  readonly ruling: Ruling;
}

/** A part of the traffic between two shapes, and what it comes to, whoever decides it. */
interface Judged {
  readonly traffic: Traffic;
  readonly trafficKey: string;
  readonly outcome: PartOutcome;
  /** The leaves that decide, those first of whose direction the answer comes. */
  readonly deciding: readonly PlacedLeaf[];
  /** Of a direction in which all is denied, what denies it. */
  readonly denying: readonly (readonly PlacedLeaf[])[];
}

/** A leaf of a shape: each cell has its own at the same place, which may be of another rule in another tier. */
interface PlacedLeaf {
  readonly direction: Direction;
  readonly at: number;
  readonly leaf: Leaf;
}

/** What flows come to, by what decides. */
export class Rulings {
  readonly #judged = new WeakMap<readonly Part[], Map<number, readonly Judged[]>>();
  /** Parts that are judged together have one list of reasons. */
  readonly #outcomes = new WeakMap<Part["reasons"], Map<string, PartOutcome>>();
  /** By the cells of both directions: several classes have targets in one. */
  readonly #decided = new WeakMap<
    ClassFlow["egress"],
    Map<ClassFlow["ingress"], Map<number, readonly NumberedRuling[]>>
  >();
  readonly #numbers = new Map<string, number>();

  /** What a flow comes to, what one thing decides together. */
  of(flow: ClassFlow, asked: TargetQuestion): readonly NumberedRuling[] {
    let byIngress = this.#decided.get(flow.egress);
    if (byIngress === undefined) this.#decided.set(flow.egress, (byIngress = new Map()));
    let byAsked = byIngress.get(flow.ingress);
    if (byAsked === undefined) byIngress.set(flow.ingress, (byAsked = new Map()));
    let decided = byAsked.get(asked.number);
    if (decided === undefined) byAsked.set(asked.number, (decided = this.#decide(flow, asked)));
    return decided;
  }

  #decide(flow: ClassFlow, asked: TargetQuestion): readonly NumberedRuling[] {
    const found = new Map<string, Ruling>();
    for (const { traffic, trafficKey: key, outcome, deciding, denying } of this.#judge(flow, asked)) {
      const deciders = decidersOf(flow, deciding, outcome);
      const [by] = deciders;
      if (by === undefined) continue;
      const isByAdmin = denying.some((places) => places.every((each) => isFinal(leafOf(flow, each).by)));
      const whole = `${outcome.verdict} ${isByAdmin} ${deciderKey(by.decider, by.direction)}`;
      const { verdict, reasons } = outcome;
      const ruling: Ruling = { verdict, reasons, isByAdmin, traffic, trafficKey: key, by, deciders };
      const first = found.get(whole);
      found.set(whole, first === undefined ? ruling : together(first, ruling));
    }
    const decided: NumberedRuling[] = [];
    for (const [key, ruling] of found) {
      const whole = ruling.verdict === "denied" ? key : `${key} ${ruling.trafficKey}`;
      decided.push({ number: this.#numberOf(whole), ruling });
    }
    return decided;
  }

  #numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  #judge({ parts, egress, ingress }: ClassFlow, asked: TargetQuestion): readonly Judged[] {
    let byAsked = this.#judged.get(parts);
    if (byAsked === undefined) this.#judged.set(parts, (byAsked = new Map()));
    let judged = byAsked.get(asked.number);
    if (judged === undefined) {
      const { meaning } = asked;
      const shapes = { egress: egress.shape, ingress: ingress.shape };
      judged = parts.flatMap((part): Judged[] => {
        const traffic = intersectTraffic(part.traffic, asked.traffic);
        if (isNoTraffic(traffic)) return [];
        const outcome = this.#outcomeOf(part, meaning);
        return [
          { traffic, trafficKey: trafficKey(traffic), outcome, ...placesOf(part, outcome, meaning, shapes) },
        ];
      });
      byAsked.set(asked.number, judged);
    }
    return judged;
  }

  /** What a part comes to hangs on the worlds of its leaves alone: those of many parts are the same. */
  #outcomeOf(part: Part, meaning: Meaning): PartOutcome {
    let byMeaning = this.#outcomes.get(part.reasons);
    if (byMeaning === undefined) this.#outcomes.set(part.reasons, (byMeaning = new Map()));
    let outcome = byMeaning.get(meaning.key);
    if (outcome === undefined) byMeaning.set(meaning.key, (outcome = outcomeOf(part, meaning)));
    return outcome;
  }
}

/** What leaves decide a part, and what denies whole directions of it. */
function placesOf(
  part: Part,
  { verdict }: PartOutcome,
  meaning: Meaning,
  shapes: Readonly<Record<Direction, Shape>>,
): Pick<Judged, "deciding" | "denying"> {
  const placed = (direction: Direction, leaves: readonly Leaf[]): PlacedLeaf[] =>
    leaves.map((leaf) => ({ direction, at: shapes[direction].leaves.indexOf(leaf), leaf }));
  const of = (direction: Direction, outcome?: Leaf["outcome"]): PlacedLeaf[] =>
    placed(
      direction,
      part[direction].leaves.filter(
        (leaf) =>
          (outcome === undefined || leaf.outcome === outcome) &&
          isAsked(leaf, meaning, verdict === "allowed"),
      ),
    );
  if (verdict !== "denied") {
    const some = verdict === "allowed" ? "allowed" : undefined;
    return { deciding: [...of("egress", some), ...of("ingress", some)], denying: [] };
  }
  const egress = of("egress", "denied");
  const isWhole = part.egress.leaves.every(({ outcome }) => outcome === "denied");
  const denying = DIRECTIONS.map((direction) =>
    part[direction].leaves.filter((each) => isAsked(each, meaning)),
  ).flatMap((leaves, i) => {
    const isDenied = leaves.length > 0 && leaves.every(({ outcome }) => outcome === "denied");
    return isDenied ? [placed(DIRECTIONS[i] as Direction, leaves)] : [];
  });
  return { deciding: isWhole ? egress : [...of("ingress", "denied"), ...egress], denying };
}

/** The leaf of a flow at the place of one of its shape. */
function leafOf(flow: ClassFlow, { direction, at, leaf }: PlacedLeaf): Leaf {
  return flow[direction].leaves[at] ?? leaf;
}

/** What decided a part, the direction first that the answer comes of. */
function decidersOf(flow: ClassFlow, places: readonly PlacedLeaf[], { verdict }: PartOutcome): AuditStep[] {
  const found = new Map<Decider, AuditStep>();
  for (const place of places) {
    const { by: decider } = leafOf(flow, place);
    // What no policy of the destination is asked about decides nothing.
    if (verdict !== "denied" && place.direction === "ingress" && decider.type === "exempt") continue;
    if (!found.has(decider)) found.set(decider, { decider, direction: place.direction });
  }
  const all = [...found.values()];
  // A rule says most; an isolation allows where only some readings of it do, so that another thing does where there is one.
  const rankOf = ({ decider: { type } }: AuditStep): number =>
    type === "rule" ? 0 : type === "isolation" ? 2 : 1;
  return verdict === "allowed" ? all.toSorted((a, b) => rankOf(a) - rankOf(b)) : all;
}
