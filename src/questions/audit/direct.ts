import { FAMILIES } from "../../base/net/address.js";
import { isAllowedSomewhere, type Chunk } from "./chunks.js";
import { isLaterAmong, isUnplaced, type Target, type TargetClass } from "./targets.js";
import { LimitReached } from "../../base/limits/work.js";
import { MergedChunks, ownNodesKey, seenOf } from "./merged.js";
import { oncePer } from "../../base/collections/once-per.js";
import { Share } from "../../base/limits/share.js";
import { weightOf } from "../../semantics/reach/many-others.js";
import type { AuditSource } from "./sources.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { Reach } from "../../semantics/reach/reach.js";

/** What asks about the ends of all classes, which are apart where that is much less work. */
export interface AuditReaches {
  readonly reach: Reach;
  /** What asks about ends that may have any address: each CIDR tells their addresses apart, which would cut what is asked about all others in as many worlds. */
  readonly unplaced: Reach;
  /** The same about nodes that do not exist yet, where there are others: that is seldom needed, and dear. */
  readonly later: Reach;
}

/** The targets of a class by what asks about them. */
type TargetsByReach = Readonly<Record<keyof AuditReaches, readonly Target[]>>;

type NewSource = Extract<AuditSource, { type: "new" }>;

/** So much of a run's work may be taken for telling apart all labels that pods may have which do not exist yet. */
const SHARE_OF_NEW = 1 / 6;

/** B-1: what pods send to a class at once, over the interface that policy is about. */
export class DirectTraffic {
  readonly #cluster: Cluster;
  readonly #reaches: AuditReaches;
  readonly #chunksTo = new MergedChunks();
  readonly #chunks = new Map<TargetClass, Map<string, readonly Chunk[]>>();
  /** Numbers of walks: sources of one walk are alike to what is no pod. */
  readonly #walks = new Map<object, number>();
  /** By the number of a class: those of its own walks. */
  readonly #walkTexts: string[] = [];
  readonly #share: Share;
  readonly #partial = new WeakSet<readonly Chunk[]>();

  constructor(cluster: Cluster, reaches: AuditReaches) {
    this.#share = new Share(cluster.work, SHARE_OF_NEW * (cluster.work?.most ?? 0));
    this.#cluster = cluster;
    this.#reaches = reaches;
  }

  /** What asks about the ends of some chunk. */
  reachOf({ certainty, targets }: Pick<Chunk, "certainty" | "targets">, to: TargetClass): Reach {
    const isLater = targets.some((each) => isLaterAmong(each, to.targets));
    return this.#reaches[isLater ? "later" : isUnplaced(certainty) ? "unplaced" : "reach"];
  }

  /** All traffic from a source to a class, in parts that come to one thing. */
  of(source: AuditSource, to: TargetClass): readonly Chunk[] {
    const key = this.#keyOf(source, to);
    const known = this.#chunks.get(to) ?? new Map<string, readonly Chunk[]>();
    this.#chunks.set(to, known);
    const found = known.get(key);
    if (found !== undefined) return found;
    const chunks = this.#find(source, to);
    known.set(key, chunks);
    return chunks;
  }

  /** Pods that the same walks are about come to the same, but for the nodes that they may be on. */
  #keyOf(source: AuditSource, to: TargetClass): string {
    const seen = seenOf(to.targets);
    const own = ownNodesKey(source, seen);
    if (source.type === "new" || seen.seesSource)
      return `${source.type === "new" ? source.id : ""} ${source.endClass.index} ${own} ${this.#isSingle(source)}`;
    return `${this.#walksOf(source.endClass)} ${own}`;
  }

  #walksOf({ index }: EndClass): string {
    return (this.#walkTexts[index] ??= FAMILIES.map((family) =>
      this.#numberOf(this.#reaches.reach.walk("egress", index, family)),
    ).join(" "));
  }

  #isSingle(source: AuditSource): string {
    return source.type === "row" && !source.row.isSeveral ? source.id : "";
  }

  #numberOf(walk: object): number {
    const known = this.#walks.get(walk) ?? this.#walks.size;
    this.#walks.set(walk, known);
    return known;
  }

  readonly #byReach = oncePer(({ targets }: TargetClass): TargetsByReach => {
    const today = targets.filter((each) => !isLaterAmong(each, targets));
    return {
      reach: today.filter(({ first }) => !isUnplaced(first.certainty)),
      unplaced: today.filter(({ first }) => isUnplaced(first.certainty)),
      later: targets.filter((each) => isLaterAmong(each, targets)),
    };
  });

  #find(source: AuditSource, to: TargetClass): readonly Chunk[] {
    this.#cluster.work?.take(weightOf(to.targets.length));
    const targets = this.#byReach(to);
    return source.type === "new" ? this.#ofNew(source, to, targets) : this.#whole(source, targets);
  }

  #whole(source: AuditSource, targets: TargetsByReach): readonly Chunk[] {
    const chunks = [...this.#merged(source, targets, "reach"), ...this.#merged(source, targets, "unplaced")];
    // Where nodes of today are open it does not matter whether what blocks them follows those of tomorrow.
    const isOpen = chunks.some(({ verdict, certainty }) => verdict === "allowed" && certainty === "settled");
    if (isOpen || targets.later.length === 0) return chunks;
    return [...chunks, ...this.#merged(source, targets, "later")];
  }

  /**
   * What pods that do not exist yet send. Where one without any policy about it may send all of it, what others of them may send
   * adds nothing; and where all of their labels are too many to be told apart, what that one may send shows that there is a way.
   */
  #ofNew(source: NewSource, to: TargetClass, targets: TargetsByReach): readonly Chunk[] {
    const bare = this.#ofBare(source, to, targets);
    if (bare !== undefined && isOpenWithoutPolicy(bare, targets)) return bare;
    const whole = this.#share.orElse(
      () => this.#whole(source, targets),
      () => undefined,
    );
    if (whole !== undefined && !whole.some(isCut)) return whole;
    if (bare === undefined || !isAllowedSomewhere(bare)) {
      this.#cluster.work?.leaveOut();
      if (whole === undefined) throw new LimitReached("work");
      return whole;
    }
    this.#partial.add(bare);
    return bare;
  }

  /** What the bare one of pods that do not exist yet sends: undefined where it may be one that is not asked about. */
  #ofBare(source: NewSource, to: TargetClass, targets: TargetsByReach): readonly Chunk[] | undefined {
    if (source.pods.excepted.length > 0 || seenOf(to.targets).seesSource) return undefined;
    return this.#whole({ ...source, endClass: source.bareClass }, targets);
  }

  /** True for chunks beside which there may be others. */
  isPartial(chunks: readonly Chunk[]): boolean {
    return this.#partial.has(chunks);
  }

  #merged(source: AuditSource, targets: TargetsByReach, by: keyof AuditReaches): readonly Chunk[] {
    return this.#chunksTo.of(source, targets[by], this.#reaches[by]);
  }
}

/** True where all is open, and no rule had to allow it. */
function isOpenWithoutPolicy(chunks: readonly Chunk[], { later }: TargetsByReach): boolean {
  const isToday = later.length === 0 || chunks.some(({ certainty }) => certainty === "settled");
  const isOpen = chunks.every(({ verdict, by }) => verdict === "allowed" && by.decider.type !== "rule");
  return chunks.length > 0 && isToday && isOpen;
}

/** True for what a limit has ended. */
function isCut({ reasons, by }: Chunk): boolean {
  return by.decider.type === "limit" || reasons.some(({ code }) => code === "limit");
}
