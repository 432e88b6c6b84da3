import {
  ALL_TRAFFIC,
  intersectTraffic,
  isNoTraffic,
  NO_TRAFFIC,
  trafficKey,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import type { ClassFlow, Reach } from "../../semantics/reach/reach.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** What the asked traffic between two ends comes to, by verdict. Equal slices of one map are one object. */
export interface Slices extends Readonly<Record<Verdict, Traffic>> {
  /** Its number among those that were met. */
  readonly id: number;
  /** True where nothing but denied is left. */
  readonly isDenied: boolean;
}

/** Sorts parts by their verdicts, and remembers what was met: few pairs of ends come to something new. */
export class Slicer {
  /** By the numbers of the shapes, of the egress, then of the ingress. */
  readonly #byShapes = new Map<Traffic, Slices[][]>();
  readonly #meeting = new WeakMap<readonly Part[], Map<Traffic, readonly Part[]>>();
  readonly #byKey = new Map<string, Slices>();
  readonly #byNumber: Slices[] = [];
  readonly #reasons = new Set<Unsettled>();
  #last: { readonly asked: Traffic; readonly table: Slices[][] } | undefined;

  /** @param asked the traffic that the question is about, the same object for the same traffic */
  of(reach: Reach, { egress, ingress }: Pick<ClassFlow, "egress" | "ingress">, asked: Traffic): Slices {
    const known = this.known(egress.shape.id, ingress.shape.id, asked);
    if (known !== undefined) return known;
    const slices = this.#sort(reach.partsOf(egress.shape, ingress.shape), asked);
    (this.#tableOf(asked)[egress.shape.id] ??= [])[ingress.shape.id] = slices;
    return slices;
  }

  /** The slices of two shapes, by their numbers, where they were met before. */
  known(egress: number, ingress: number, asked: Traffic): Slices | undefined {
    return this.#tableOf(asked)[egress]?.[ingress];
  }

  /** The pairs of shapes that were met, by their numbers, with the slices of all traffic that they come to. */
  *met(): Generator<readonly [egress: number, ingress: number, slices: Slices]> {
    for (const [egress, of] of (this.#byShapes.get(ALL_TRAFFIC) ?? []).entries())
      for (const [ingress, slices] of (of ?? []).entries())
        if (slices !== undefined) yield [egress, ingress, slices];
  }

  /** The slices of a number. */
  at(id: number): Slices {
    return this.#byNumber[id] as Slices;
  }

  /** Most often the question is about the same traffic as the one before. */
  #tableOf(asked: Traffic): Slices[][] {
    if (this.#last?.asked === asked) return this.#last.table;
    const table = this.#byShapes.get(asked) ?? [];
    this.#byShapes.set(asked, table);
    this.#last = { asked, table };
    return table;
  }

  /** The parts that some of the asked traffic belongs to. */
  partsOf(parts: readonly Part[], asked: Traffic): readonly Part[] {
    if (asked === ALL_TRAFFIC) return parts;
    let byTraffic = this.#meeting.get(parts);
    if (byTraffic === undefined) this.#meeting.set(parts, (byTraffic = new Map()));
    let meeting = byTraffic.get(asked);
    if (meeting === undefined) {
      meeting = parts.filter(({ traffic }) => !isNoTraffic(intersectTraffic(traffic, asked)));
      byTraffic.set(asked, meeting);
    }
    return meeting;
  }

  /** What the verdicts hang on that were not definite. */
  get reasons(): ReadonlySet<Unsettled> {
    return this.#reasons;
  }

  #sort(parts: readonly Part[], asked: Traffic): Slices {
    const sorted = { allowed: NO_TRAFFIC, denied: NO_TRAFFIC, undefined: NO_TRAFFIC, unknown: NO_TRAFFIC };
    for (const { traffic, verdict, reasons } of this.partsOf(parts, asked)) {
      sorted[verdict] = unionTraffic(sorted[verdict], intersectTraffic(traffic, asked));
      for (const reason of reasons) this.#reasons.add(reason);
    }
    const key = Object.values(sorted).map(trafficKey).join("|");
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const isDenied = [sorted.allowed, sorted.undefined, sorted.unknown].every(isNoTraffic);
    const slices = { ...sorted, id: this.#byKey.size + 1, isDenied };
    this.#byKey.set(key, slices);
    this.#byNumber[slices.id] = slices;
    return slices;
  }
}
