import { BitSet } from "../../base/collections/bit-set.js";
import { hasPort } from "../../base/net/traffic.js";
import type { PortPoint } from "./points.js";
import type { Region } from "../match/region.js";

/**
 * The points that several of some things match. What one of them matches is matched by another one exactly if it is among
 * them, so one look at all of them for a port answers for each.
 */
export class SharedPoints {
  readonly #regions: readonly (readonly Region[])[];
  readonly #spend: (steps: number) => void;
  readonly #byPort = new Map<string, BitSet>();

  /**
   * @param regions what each of them matches
   * @param spend counts the regions that are looked at
   */
  constructor(regions: readonly (readonly Region[])[], spend: (steps: number) => void) {
    this.#regions = regions;
    this.#spend = spend;
  }

  has({ other, protocol, port }: PortPoint): boolean {
    const key = `${protocol} ${port}`;
    let ends = this.#byPort.get(key);
    if (ends === undefined) this.#byPort.set(key, (ends = this.#endsOf({ protocol, port })));
    return ends.has(other);
  }

  /** The ends that at least two of them match with a port. */
  #endsOf(at: Pick<PortPoint, "protocol" | "port">): BitSet {
    let once = BitSet.NONE;
    let twice = BitSet.NONE;
    for (const regions of this.#regions) {
      this.#spend(regions.length);
      let matched = BitSet.NONE;
      for (const { others, traffic } of regions)
        if (others !== undefined && hasPort(traffic, at)) matched = matched.union(others);
      twice = twice.union(once.intersect(matched));
      once = once.union(matched);
    }
    return twice;
  }
}
