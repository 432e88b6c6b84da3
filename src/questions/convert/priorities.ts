import { LAST_PRIORITY } from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";

type OrderedTier = "Admin" | "Baseline";

/** Where policies without a priority begin, and how far apart they are: there is room on all sides. */
const FIRST = 100;
const GAP = 10;

/** The priorities that policies of a tier have. */
export class Priorities {
  readonly #of = new Map<OrderedTier, Map<number, ObjectRef[]>>();

  constructor({ policies, refused }: Pick<Cluster, "policies" | "refused">) {
    for (const { ref, tier, priority } of policies)
      if (tier !== "NetworkPolicy") this.#add(ref, tier, priority);
    for (const { ref, tiers, priority } of refused)
      for (const tier of tiers) if (tier !== "NetworkPolicy") this.#add(ref, tier, priority);
  }

  #add(ref: ObjectRef, tier: OrderedTier, priority: number | undefined): void {
    if (priority === undefined) return;
    const taken = this.#taken(tier);
    taken.set(priority, [...(taken.get(priority) ?? []), ref]);
  }

  #taken(tier: OrderedTier): Map<number, ObjectRef[]> {
    let taken = this.#of.get(tier);
    if (taken === undefined) this.#of.set(tier, (taken = new Map()));
    return taken;
  }

  /** Another policy with a priority, if there is one. */
  sharing(tier: OrderedTier, priority: number, own: ObjectRef): ObjectRef | undefined {
    return this.#taken(tier)
      .get(priority)
      ?.find((ref) => ref.kind !== own.kind || ref.name !== own.name);
  }

  /**
   * Takes the priorities behind one of a policy.
   * @returns undefined where one of them is taken, or the API has none that high
   */
  takeBehind(
    tier: OrderedTier,
    priority: number,
    count: number,
    own: ObjectRef,
  ): readonly number[] | undefined {
    return this.#take(
      tier,
      Array.from({ length: count }, (_, i) => priority + 1 + i),
      own,
    );
  }

  /** Takes priorities behind all others that the tier has, with room between them. */
  takeLast(tier: OrderedTier, count: number, own: ObjectRef): readonly number[] | undefined {
    const highest = Math.max(FIRST - GAP, ...this.#taken(tier).keys());
    const first = (Math.floor(highest / GAP) + 1) * GAP;
    return this.#take(
      tier,
      Array.from({ length: count }, (_, i) => first + i * GAP),
      own,
    );
  }

  #take(tier: OrderedTier, wanted: readonly number[], own: ObjectRef): readonly number[] | undefined {
    const taken = this.#taken(tier);
    if (wanted.some((each) => each > LAST_PRIORITY || taken.has(each))) return undefined;
    for (const each of wanted) this.#add(own, tier, each);
    return wanted;
  }
}
