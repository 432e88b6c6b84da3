import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { Judgements } from "./judgements.js";
import { judge, judgeLeaves, possibilityOf, type Judgement } from "./verdict.js";
import type { Verdict } from "../../cluster/model/verdict.js";
import { intersectTraffic, trafficMeets, type Traffic } from "../../base/net/traffic.js";
import { maskedSourceOn, dialledAddressOn } from "../match/peer-views.js";
import { oneOther, type Ends } from "../match/others.js";
import { unfinished, type AtLimit } from "./limit.js";
import { NO_CANDIDATES } from "./candidates.js";
import { World } from "../match/world.js";
import { walkDirection } from "./walk-direction.js";
import type { Side, Walked } from "./walk.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Direction } from "../../cluster/model/policy.js";
import type { Flow } from "./flow.js";
import type { Leaf } from "./entry.js";
import { partyOf, type MatchContext, type Party } from "../match/party.js";
import type { Profile } from "../match/profile.js";
import type { Region } from "../match/region.js";
import type { Work } from "../../base/limits/work.js";

/** A part of a flow's traffic that nothing tells apart: the same rules decide all of it. */
export interface Part extends Judgement {
  readonly traffic: Traffic;
  /** What it comes to if the policies that are refused or could not be read have no effect on it. */
  readonly withoutMissing: Verdict;
  readonly egress: PartDirection;
  readonly ingress: PartDirection;
}

/** What one direction comes to for a part. */
export interface PartDirection extends Judgement {
  readonly leaves: readonly Leaf[];
}

/** The answer to a flow: parts that together are all of its traffic, and the record of the walks that made them. */
export interface Decision {
  readonly flow: Flow;
  readonly parts: readonly Part[];
  readonly walks: { readonly egress: Walked; readonly ingress: Walked };
  readonly sides: { readonly egress: Side; readonly ingress: Side };
}

/**
 * Evaluates a set of traffic between two endpoints: egress of the source and ingress of the destination, each through
 * the tiers (S-EV-3), then both together.
 * @param atLimit what becomes of what the cluster's work does not suffice for: by default it is thrown
 * @throws {LimitReached}
 */
export function evaluate(
  cluster: Cluster,
  flow: Flow,
  profile: Profile,
  atLimit: AtLimit = "throw",
): Decision {
  const { sides, whole, isLoopback } = startOf(cluster, flow, profile);
  const { traffic } = flow;
  const walks = {
    egress: walkOf(sides.egress, whole, isLoopback, atLimit),
    ingress: walkOf(sides.ingress, whole, isLoopback, atLimit),
  };
  const parts = (): Part[] => partsOf(traffic, walks.egress.leaves, walks.ingress.leaves, cluster.work);
  const decided = (): Decision => ({ flow, parts: parts(), walks, sides });
  if (atLimit === "throw") return decided();
  return orAtLimit(decided, () => {
    const unknown = unknownWalk(traffic);
    const ofBoth = partsOf(traffic, unknown.leaves, unknown.leaves);
    return { flow, parts: ofBoth, walks: { egress: unknown, ingress: unknown }, sides };
  });
}

/** One direction of a flow by itself. */
export interface DirectionDecision extends PartDirection {
  readonly walk: Walked;
}

/**
 * Evaluates one direction of a flow by itself: what {@link evaluate} says of it, for half of the work.
 * @param flow of one port or of other protocols: traffic that nothing cuts into parts
 */
export function evaluateDirection(
  cluster: Cluster,
  flow: Flow,
  profile: Profile,
  direction: Direction,
  atLimit: AtLimit = "throw",
): DirectionDecision {
  const { sides, whole, isLoopback } = startOf(cluster, flow, profile);
  const walk = walkOf(sides[direction], whole, isLoopback, atLimit);
  return { ...judge(walk.leaves.map(possibilityOf)), leaves: walk.leaves, walk };
}

/** What denies all of a flow's traffic, whatever is unsettled. */
export interface Denial {
  /** The side that denies: the destination's, if it denies all by itself. */
  readonly side: Direction;
  /** What that side comes to, where the other does not deny. */
  readonly leaves: readonly Leaf[];
}

/**
 * What denies a flow that {@link evaluate} calls denied; undefined of every other. Egress is asked about what ingress leaves open
 * alone: of a source of which little is known, that is a small part of what it may be.
 * @param flow of one port or of other protocols: traffic that nothing cuts into parts
 * @throws {LimitReached}
 */
export function denialOf(cluster: Cluster, flow: Flow, profile: Profile): Denial | undefined {
  const { sides, whole, isLoopback } = startOf(cluster, flow, profile);
  const ingress = walkDirection(sides.ingress, whole, isLoopback).leaves;
  if (judgeLeaves(ingress).verdict === "denied") return { side: "ingress", leaves: ingress };
  const egress = ingress
    .filter(({ outcome }) => outcome === "allowed")
    .flatMap(({ region }) => walkDirection(sides.egress, region, isLoopback).leaves);
  const denied = ingress.filter(({ outcome }) => outcome === "denied");
  const { verdict } = judgeLeaves([...denied, ...egress]);
  return verdict === "denied" ? { side: "egress", leaves: egress } : undefined;
}

interface Start {
  readonly sides: { readonly egress: Side; readonly ingress: Side };
  /** All of the flow's traffic, in a world that restricts nothing: that of both sides. */
  readonly whole: Region;
  readonly isLoopback: boolean;
}

/** What the walks of a flow begin with. */
function startOf(cluster: Cluster, flow: Flow, profile: Profile): Start {
  const world = World.fresh((steps) => cluster.work?.take(steps));
  return {
    sides: sidesOf(cluster, flow, profile),
    whole: { traffic: flow.traffic, world },
    isLoopback: flow.way.type === "loopback",
  };
}

function unknownWalk(traffic: Traffic): Walked {
  return { ...unfinished({ traffic, world: World.ANY }), candidates: NO_CANDIDATES };
}

function walkOf(side: Side, whole: Region, isLoopback: boolean, atLimit: AtLimit): Walked {
  const make = (): Walked => walkDirection(side, whole, isLoopback);
  if (atLimit === "throw") return make();
  return orAtLimit(make, () => unknownWalk(whole.traffic));
}

/** Parts as {@link partsOf} makes them; one that is unknown where a limit keeps them from being made. */
export function partsToLimit(
  traffic: Traffic,
  egress: readonly Leaf[],
  ingress: readonly Leaf[],
  work: Work | undefined,
  judgements: Judgements,
): Part[] {
  return orAtLimit(
    () => partsOf(traffic, egress, ingress, work, judgements),
    () => {
      const { leaves } = unfinished({ traffic, world: World.ANY });
      return partsOf(traffic, leaves, leaves);
    },
  );
}

/** Pairs of leaves of both directions that are judged whatever is left of the work. */
const FEW_PAIRS = 64;

/**
 * Cuts traffic into parts that nothing tells apart, and judges each.
 * @param judgements those of other flows of the same walks
 * @throws {LimitReached} where that takes more than the work that is given
 */
export function partsOf(
  traffic: Traffic,
  egress: readonly Leaf[],
  ingress: readonly Leaf[],
  work?: Work,
  judgements = new Judgements(),
): Part[] {
  // So little is done all the same, so that what is decided stands where a limit has ended the other direction.
  const counted = egress.length * ingress.length <= FEW_PAIRS ? undefined : work;
  const before = judgements.cut(traffic, egress, counted);
  const behind = judgements.cut(traffic, ingress, counted);
  const parts: Part[] = [];
  for (const sent of before) {
    counted?.take(behind.length);
    for (const received of behind) {
      if (!trafficMeets(sent.traffic, received.traffic)) continue;
      counted?.take(sent.leaves.length * received.leaves.length);
      const judged = judgements.of(sent, received);
      parts.push({
        traffic: intersectTraffic(sent.traffic, received.traffic),
        ...judged.both,
        withoutMissing: judged.withoutMissing,
        egress: { leaves: sent.leaves, ...judged.egress },
        ingress: { leaves: received.leaves, ...judged.ingress },
      });
    }
  }
  return parts;
}

function sidesOf(cluster: Cluster, flow: Flow, profile: Profile): { egress: Side; ingress: Side } {
  const { from, to, family, way } = flow;
  const toName = way.type === "loopback" ? undefined : way.toName;
  const path = way.type === "service" ? way.path : undefined;
  const isHairpin = way.type === "service" && way.isHairpin;
  const context: MatchContext = { cluster, profile, family, toName };
  const source = partyOf(from);
  // Two replicas of one template are two pods: what is unknown of one is not what is unknown of the other.
  const isApart = from.id === to.id && way.type !== "loopback" && !isHairpin;
  const target = partyOf(to);
  const destination: Party = isApart ? { ...target, end: { ...target.end, isOtherReplica: true } } : target;
  const dialled = path === undefined ? undefined : dialledAddressOn(path, source, destination, context);
  const maskedSource = path === undefined ? undefined : maskedSourceOn(path, source);
  const backend = dialled === undefined ? destination : { ...destination, dialled };
  const client = maskedSource === undefined ? source : { ...source, maskedSource };
  const egress = sideOf("egress", source, { peer: backend, destination }, context);
  // A name is what the source asked for: it says nothing about the source itself.
  const ofIngress = { ...context, toName: undefined };
  const ingress = sideOf("ingress", destination, { peer: client, destination }, ofIngress);
  const gate = path === undefined ? {} : { gate: { path, source: client } };
  return { egress: { ...egress, isHairpin }, ingress: { ...ingress, isHairpin, ...gate } };
}

function sideOf(direction: Direction, subject: Party, ends: Ends, asked: MatchContext): Side {
  const context = { ...asked, subject };
  return { direction, subject, ...ends, context, others: oneOther(subject, ends, context) };
}
