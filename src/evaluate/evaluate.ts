import type { Unsettled } from "../match/world.js";
import { bothDirections, judge, type Judgement, type Verdict } from "./verdict.js";
import { intersectTraffic, isNoTraffic, subtractTraffic, type Traffic } from "../net/traffic.js";
import { NO_EFFECT } from "./refused.js";
import { disguiseOn, sentToOn } from "../match/service-sights.js";
import { oneOther, type Ends } from "../match/others.js";
import { walkDirection } from "./walk-direction.js";
import type { Side, Walked } from "./walk.js";
import type { Cluster } from "../model/cluster.js";
import type { Direction } from "../model/policy.js";
import type { Flow } from "./flow.js";
import type { Leaf } from "./entry.js";
import type { MatchContext, Party } from "../match/party.js";
import type { Profile } from "../match/profile.js";

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
 */
export function evaluate(cluster: Cluster, flow: Flow, profile: Profile): Decision {
  const sides = sidesOf(cluster, flow, profile);
  const isLoopback = flow.isLoopback ?? false;
  const walks = {
    egress: walkDirection(sides.egress, { traffic: flow.traffic }, isLoopback),
    ingress: walkDirection(sides.ingress, { traffic: flow.traffic }, isLoopback),
  };
  const parts = partsOf(flow.traffic, walks.egress.leaves, walks.ingress.leaves);
  return { flow, parts, walks, sides };
}

/** Cuts traffic into parts that nothing tells apart, and judges each. */
export function partsOf(traffic: Traffic, egress: readonly Leaf[], ingress: readonly Leaf[]): Part[] {
  return cutTraffic(traffic, egress, ingress).map((cell): Part => {
    const judgement = judge(bothDirections(cell.egress, cell.ingress));
    return {
      traffic: cell.traffic,
      ...judgement,
      withoutMissing: verdictWithoutMissing(cell.egress, cell.ingress) ?? judgement.verdict,
      egress: { leaves: cell.egress, ...judge(cell.egress.map(possibilityOf)) },
      ingress: { leaves: cell.ingress, ...judge(cell.ingress.map(possibilityOf)) },
    };
  });
}

function sidesOf(cluster: Cluster, flow: Flow, profile: Profile): { egress: Side; ingress: Side } {
  const { from, to, family, toName, path, isHairpin = false } = flow;
  const context: MatchContext = { cluster, profile, family, toName };
  const source: Party = { endpoint: from, factKey: from.id };
  // Two replicas of one template are two pods: what is unknown of one is not what is unknown of the other.
  const isApart = from.id === to.id && flow.isLoopback !== true && !isHairpin;
  const destination: Party = { endpoint: to, factKey: isApart ? `${to.id} (destination)` : to.id };
  const sentTo = path === undefined ? undefined : sentToOn(path, source, context);
  const disguise = path === undefined ? undefined : disguiseOn(path, source);
  const backend = sentTo === undefined ? destination : { ...destination, sentTo };
  const client = disguise === undefined ? source : { ...source, disguise };
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

interface Cell {
  readonly traffic: Traffic;
  readonly egress: readonly Leaf[];
  readonly ingress: readonly Leaf[];
}

/** Cuts traffic where some leaf begins or ends; each cell has the leaves of all its traffic. */
function cutTraffic(traffic: Traffic, egress: readonly Leaf[], ingress: readonly Leaf[]): Cell[] {
  let cells: Cell[] = [{ traffic, egress: [], ingress: [] }];
  const cutBy = (leaf: Leaf, add: (cell: Cell) => Partial<Cell>): void => {
    cells = cells.flatMap((cell) => {
      const inside = intersectTraffic(cell.traffic, leaf.region.traffic);
      if (isNoTraffic(inside)) return [cell];
      const outside = subtractTraffic(cell.traffic, leaf.region.traffic);
      const within = { ...cell, ...add(cell), traffic: inside };
      return isNoTraffic(outside) ? [within] : [within, { ...cell, traffic: outside }];
    });
  };
  for (const leaf of egress) cutBy(leaf, (cell) => ({ egress: [...cell.egress, leaf] }));
  for (const leaf of ingress) cutBy(leaf, (cell) => ({ ingress: [...cell.ingress, leaf] }));
  return cells;
}

/** The verdict of what stands if policies that are missing do nothing; undefined where all of it does. */
function verdictWithoutMissing(egress: readonly Leaf[], ingress: readonly Leaf[]): Verdict | undefined {
  const [e, i] = [egress.filter(isWithoutMissing), ingress.filter(isWithoutMissing)];
  const isAll = e.length === egress.length && i.length === ingress.length;
  return isAll ? undefined : judge(bothDirections(e, i)).verdict;
}

/** True for a leaf that stands if policies that are missing from the cluster do nothing. */
function isWithoutMissing({ region }: Leaf): boolean {
  return region.world.restricted.every(
    (each) => !MISSING.has(each.code) || region.world.permits(each, NO_EFFECT),
  );
}

/** What a policy would do that is no part of the cluster. */
const MISSING: ReadonlySet<Unsettled["code"]> = new Set([
  "refused-policy",
  "undecided-policy",
  "repeated-policy",
  "forbidden-policies",
  "not-analysed",
]);

function possibilityOf({ outcome, region }: Leaf): {
  outcome: Leaf["outcome"];
  world: Leaf["region"]["world"];
} {
  return { outcome, world: region.world };
}
