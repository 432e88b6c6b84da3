import { intersectTraffic, isNoTraffic, trafficKey } from "../../base/net/traffic.js";
import { originOf, type Decider } from "../../semantics/evaluate/decider.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import { refKey } from "../../cluster/model/object-ref.js";
import type { AuditStep, Bypass, Gap } from "./result.js";
import { ofToday, type Chunk } from "./chunks.js";
import { shownAs } from "./target-names.js";
import type { DirectTraffic } from "./direct.js";
import type { Target, TargetClass } from "./targets.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Leaf } from "../../semantics/evaluate/entry.js";
import type { EndClass } from "../../semantics/reach/classes.js";
import type { Direction, Policy } from "../../cluster/model/policy.js";
import type { ClassWalk } from "../../semantics/reach/class-walk.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { AuditSource } from "./sources.js";

/** Ways round what blocks a class, in what blocks it itself. */
export interface BrokenBlock {
  readonly bypasses: readonly Bypass[];
  /** True where something is allowed that nothing means to block. */
  readonly isUnblocked: boolean;
}

/** Why what blocks a class does not: B-14, B-15 and B-17 of what is sent there at once. */
export class BrokenBlocks {
  readonly #direct: DirectTraffic;
  readonly #cluster: Cluster;
  /** By the walk of which a policy is left out: subjects that are alike share it. */
  readonly #without = new WeakMap<ClassWalk, Map<Policy, readonly Leaf[]>>();
  /** The same of the Admin tier alone, by what it sees of a subject: many walks begin alike. */
  readonly #withoutInAdmin = new WeakMap<Reach, Map<string, Map<Policy, readonly Leaf[]>>>();

  constructor(direct: DirectTraffic, cluster: Cluster) {
    this.#direct = direct;
    this.#cluster = cluster;
  }

  of(source: AuditSource, chunks: readonly Chunk[], to: TargetClass): BrokenBlock {
    const denied = chunks.filter(({ verdict }) => verdict === "denied");
    let isUnblocked = false;
    const found = ofToday(chunks).flatMap((chunk): readonly Bypass[] => {
      if (chunk.verdict === "denied") return [];
      if (chunk.verdict !== "allowed") return tiesIn(chunk);
      const above = this.#above(source, chunk, to);
      const ways = above === undefined ? gapsIn(chunk, denied, to) : [above];
      if (ways.length === 0) isUnblocked = true;
      return ways;
    });
    return { bypasses: distinct(found), isUnblocked };
  }

  /** A policy that allows what others would deny without it: of the Admin tier, or a NetworkPolicy in front of the Baseline tier. */
  #above(source: AuditSource, chunk: Chunk, to: TargetClass): Bypass | undefined {
    const { decider, direction } = chunk.by;
    if (decider.type !== "rule" || decider.action !== "Accept" || decider.tier === "Baseline")
      return undefined;
    const { policy } = decider;
    const [target] = chunk.targets;
    const [family] = chunk.families;
    if (target === undefined || family === undefined) return undefined;
    const tier = decider.tier === "Admin" ? "Admin" : "Baseline";
    // Most clusters have nothing below their NetworkPolicies: then no walk need be made to learn that.
    if (!this.#cluster.policies.some((each) => each !== policy && each.tier === tier)) return undefined;
    const [subject, other] =
      direction === "egress" ? [source.endClass, target.endClass] : [target.endClass, source.endClass];
    const reach = this.#direct.reachOf(chunk, to);
    const leaves = this.#leavesWithout(policy, direction, subject, { family, reach });
    const masked = leaves.find(
      ({ outcome, by, region }) =>
        outcome === "denied" &&
        by.type === "rule" &&
        by.tier === tier &&
        region.others?.has(other.index) === true &&
        !isNoTraffic(intersectTraffic(region.traffic, chunk.traffic)),
    );
    if (masked?.by.type !== "rule") return undefined;
    if (decider.tier === "Admin")
      return { id: "B-14", policy, at: decider.rule.origin, masked: masked.by.policy, isTie: false };
    const at = masked.by.rule.origin;
    return { id: "B-15", at, tier: "Baseline", policies: [masked.by.policy], undoneBy: policy };
  }

  /** What one direction of some ends comes to without a policy. */
  #leavesWithout(
    policy: Policy,
    direction: Direction,
    subject: EndClass,
    { family, reach }: { readonly family: Family; readonly reach: Reach },
  ): readonly Leaf[] {
    const { index } = subject;
    const isInAdmin = policy.tier === "Admin";
    const known = isInAdmin
      ? this.#knownInAdmin(reach, reach.beginningKey(direction, subject, family))
      : this.#knownOf(reach.walk(direction, index, family));
    let leaves = known.get(policy);
    if (leaves === undefined) {
      const others = (each: Policy): Policy | undefined => (each === policy ? undefined : each);
      leaves = isInAdmin
        ? reach.adminLeavesWith(direction, index, family, others)
        : reach.leavesWith(direction, index, family, others);
      known.set(policy, leaves);
    }
    return leaves;
  }

  #knownOf(walk: ClassWalk): Map<Policy, readonly Leaf[]> {
    let known = this.#without.get(walk);
    if (known === undefined) this.#without.set(walk, (known = new Map()));
    return known;
  }

  #knownInAdmin(reach: Reach, key: string): Map<Policy, readonly Leaf[]> {
    let ofReach = this.#withoutInAdmin.get(reach);
    if (ofReach === undefined) this.#withoutInAdmin.set(reach, (ofReach = new Map()));
    let known = ofReach.get(key);
    if (known === undefined) ofReach.set(key, (known = new Map()));
    return known;
  }
}

/** Policies of one priority that do different things: which of them counts is not defined. */
function tiesIn({ reasons, deciders }: Chunk): Bypass[] {
  if (!reasons.some(({ code }) => code === "equal-priority" || code === "mixed-api-generations")) return [];
  const rules = deciders.flatMap(({ decider }) => (decider.type === "rule" ? [decider] : []));
  const allowing = rules.find(({ action }) => action !== "Deny");
  const denying = rules.find(({ action, policy }) => action === "Deny" && policy !== allowing?.policy);
  if (allowing === undefined) return [];
  const { policy, rule } = allowing;
  return [{ id: "B-14", policy, at: rule.origin, masked: denying?.policy, isTie: true }];
}

/** What is left open beside what is denied: other protocols, ports, families or addresses. */
function gapsIn(chunk: Chunk, denied: readonly Chunk[], to: TargetClass): Bypass[] {
  const blocking = denied.find((each) => isBeside(chunk.by, each.by) && isBlockOf(each, chunk, to));
  if (blocking === undefined || chunk.by.decider.type === "own-node") return [];
  return [
    {
      id: "B-17",
      at: originOf(blocking.by.decider, blocking.by.direction),
      by: blocking.by,
      gaps: [{ left: chunk.traffic, to: shownAs(to, chunk.targets), families: chunk.families }],
    },
  ];
}

/**
 * True where what is denied is meant for what is open too: some of its addresses, of single addresses and nodes the others, or of
 * blocks most of a family. Who denies a few addresses of the internet does not block it.
 */
function isBlockOf({ targets: denied }: Chunk, { targets: open }: Chunk, to: TargetClass): boolean {
  const isOpen = new Set(open);
  if (denied.some((each) => isOpen.has(each))) return true;
  const isWide = to.targets.some(({ size }) => FAMILIES.some((family) => size[family] > MOST_SINGLE));
  if (!isWide) return true;
  const sizeOf = (some: readonly Target[], family: Family): number =>
    some.reduce((sum, { size }) => sum + size[family], 0);
  return FAMILIES.some((family) => sizeOf(denied, family) > sizeOf(open, family));
}

/** Blocks of more addresses than this are no list of single ones. */
const MOST_SINGLE = 256;

/** What no policy says: that a plugin carries no SCTP is true of every flow. */
const NO_BLOCKS: ReadonlySet<Decider["type"]> = new Set([
  "exempt",
  "limit",
  "default",
  "default-deny",
  "not-carried",
  "own-node-closed",
]);

/** True where something blocks and another thing allows beside it: no allow-list that says both. */
function isBeside({ decider: allowing }: AuditStep, { decider: blocking }: AuditStep): boolean {
  if (NO_BLOCKS.has(blocking.type)) return false;
  if (allowing.type !== "rule") return true;
  return !("tier" in blocking) || blocking.tier !== allowing.tier;
}

function distinct(all: readonly Bypass[]): readonly Bypass[] {
  const byKey = new Map<string, Bypass>();
  for (const each of all) {
    const key = bypassKey(each);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? each : together(known, each));
  }
  return [...byKey.values()];
}

function together(a: Bypass, b: Bypass): Bypass {
  if (a.id !== "B-17" || b.id !== "B-17") return a;
  const gaps = new Map([...a.gaps, ...b.gaps].map((each) => [gapKey(each), each]));
  return { ...a, gaps: [...gaps.values()] };
}

function gapKey({ left, to, families }: Gap): string {
  return [trafficKey(left), ...families, ...to].join("\n");
}

/** Ways round, each once, in the order in which they are first met. */
export function distinctBypasses(all: readonly Bypass[]): Bypass[] {
  return [...new Map(all.toReversed().map((each) => [bypassKey(each), each])).values()].toReversed();
}

/** Equal texts for ways round that are one. */
export function bypassKey(bypass: Bypass): string {
  switch (bypass.id) {
    case "B-2":
    case "B-3":
    case "B-4":
    case "B-5":
      return [bypass.id, refKey(bypass.service), bypass.to, bypass.verdict].join("\n");
    case "B-7":
      return [bypass.id, refKey(bypass.route), bypass.controller, bypass.to].join("\n");
    case "B-8":
      return [bypass.id, ...bypass.hops].join("\n");
    case "B-14":
      return [bypass.id, ...[bypass.policy, bypass.masked].map(policyKey)].join("\n");
    case "B-15":
      return [bypass.id, bypass.tier, ...bypass.policies.map(policyKey)].join("\n");
    case "B-16":
      return [bypass.id, policyKey(bypass.policy)].join("\n");
    case "B-17": {
      const { decider } = bypass.by;
      const by = decider.type === "rule" ? [policyKey(decider.policy), decider.rule.index] : [decider.type];
      return [bypass.id, ...by].join("\n");
    }
  }
}

function policyKey(policy: Policy | undefined): string {
  return policy === undefined ? "" : refKey(policy.ref);
}
