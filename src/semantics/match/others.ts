import { allOf, anyOf } from "./split.js";
import type { Split, World } from "./world.js";
import { namedPortsOf, type MatchContext, type Party, type SeenEnd, type DialledAddress } from "./party.js";
import { regionOf, settledRegion, splitRegion, type Region, type RegionSplit } from "./region.js";
import { splitByListedPeer } from "./listed-peer.js";
import { splitByOwnNode } from "./own-node.js";
import { splitByDialledAddress, splitByService, splitByStaying } from "./rewriting.js";
import type { FactEnd } from "./fact-end.js";
import type { NamedPorts } from "./ports.js";
import type { Peer, Rule, Tier } from "../../cluster/model/policy.js";
import type { ServicePort } from "../../cluster/model/objects.js";
import type { Traffic } from "../../base/net/traffic.js";

/** The other ends of a walk: one endpoint, or many at once. Each question cuts a region. */
export interface Others {
  /** Asks whether one of some peers of a rule matches. */
  splitByPeers(region: Region, peers: readonly Peer[], rule: Rule, tier: Tier): RegionSplit;
  /** Asks whether the other end is the subject's own node. */
  splitByOwnNode(region: Region): RegionSplit;
  /** A region by what some port names resolve to on the destination. */
  splitByNamedPorts(region: Region, names: readonly string[]): readonly PortsView[];
  /** How many steps it takes to cut a region. */
  readonly weight: number;
  /** The destination, as facts are about it. */
  readonly destination: FactEnd;
  /** Set where traffic may leave the cluster before it comes to its destination: asks whether it stays in the cluster (S-VIP-2). */
  readonly splitByStaying?: (region: Region) => RegionSplit;
  /** Set where a rule may see what the other end was sent to instead of itself (S-VIP-1). */
  readonly dialled?: DialledView;
}

/** Asks whether traffic stays in the cluster on its way: all of it, unless it may leave (S-VIP-2). */
export function splitByItsWay(others: Others, region: Region): RegionSplit {
  return others.splitByStaying?.(region) ?? settledRegion(region, true);
}

/** What was sent to, as a rule may see it in the place of the backend. */
export interface DialledView {
  /** The port with its protocol. */
  readonly traffic: Traffic;
  /** Asks whether one of some peers matches what was sent to, where that is what policy sees. */
  splitByPeers(region: Region, peers: readonly Peer[], rule: Rule, tier: Tier): RegionSplit;
  /** Set where policy sees nothing but the Service: a rule matches by its selector and port. */
  readonly service?: ServiceView;
}

/** A Service as rules see it where they see no backend. */
export interface ServiceView {
  readonly port: ServicePort;
  /** True where a rule matches only a port that is the one of the pods, too. */
  readonly needsSamePort: boolean;
  splitByPeers(region: Region, peers: readonly Peer[]): RegionSplit;
}

/** A region in which port names resolve to the same everywhere. */
export interface PortsView {
  readonly region: Region;
  readonly named: NamedPorts;
}

/** The two ends of a flow, as a rule sees them. */
export interface Ends {
  /** The endpoint that the rule's peers are compared with. */
  readonly peer: Party;
  /** The endpoint whose ports are meant: the subject of ingress, the peer of egress (S-PORT-6). */
  readonly destination: Party;
}

/** A region of one flow takes about as much as so many words of a bit set. */
const WEIGHT_OF_ONE = 64;

/** One endpoint as the other end of a walk. */
export function oneOther(subject: Party, { peer, destination }: Ends, context: MatchContext): Others {
  const { dialled, maskedSource } = peer;
  const mayLeave = dialled?.mayLeave === true || maskedSource?.mayLeave === true;
  const stays = (world: World): Split => splitByStaying(world, peer);
  return {
    splitByPeers: (region, peers, rule, tier) =>
      splitByAnyPeer(region, peers, rule, { party: peer, tier, context }),
    splitByOwnNode: (region) =>
      splitRegion(region, (world) =>
        allOf(world, [...(mayLeave ? [stays] : []), (each) => splitByOwnNode(each, subject, peer)]),
      ),
    splitByNamedPorts: (region) => viewsOf(region, destination, context),
    weight: WEIGHT_OF_ONE,
    destination: destination.end,
    ...(mayLeave ? { splitByStaying: (region) => splitRegion(region, stays) } : {}),
    ...(dialled === undefined ? {} : { dialled: dialledView(dialled, peer, context) }),
  };
}

function splitByAnyPeer(
  region: Region,
  peers: readonly Peer[],
  rule: Rule,
  seen: SeenEnd,
  splitByPeerView?: typeof splitByDialledAddress,
): RegionSplit {
  const questions = peers.map(
    (each) =>
      (world: World): Split =>
        splitByListedPeer(world, each, rule, seen, splitByPeerView),
  );
  return splitRegion(region, (world) => anyOf(world, questions));
}

function dialledView(
  { traffic, clusterPort }: DialledAddress,
  peer: Party,
  context: MatchContext,
): DialledView {
  const isSeen = clusterPort !== undefined && context.profile.readings["service-peer"] === "selector";
  return {
    traffic,
    ...(isSeen ? { service: serviceView(clusterPort, peer, context) } : {}),
    splitByPeers: (region, peers, rule, tier) =>
      splitByAnyPeer(region, peers, rule, { party: peer, tier, context }, splitByDialledAddress),
  };
}

function serviceView(
  { service, port }: NonNullable<DialledAddress["clusterPort"]>,
  party: Party,
  context: MatchContext,
): ServiceView {
  return {
    port,
    needsSamePort: context.profile.readings["service-port"] === "same-as-pods",
    splitByPeers: (region, peers) =>
      splitRegion(region, (world) =>
        anyOf(
          world,
          peers.map(
            (peer) =>
              (each: World): Split =>
                splitByService(each, peer, service, { party, tier: "NetworkPolicy", context }),
          ),
        ),
      ),
  };
}

/** What port names resolve to on one destination. */
export function viewsOf(region: Region, destination: Party, context: MatchContext): PortsView[] {
  return namedPortsOf(region.world, destination, context).map(({ world, named }) => ({
    region: regionOf(region.traffic, world, region.others),
    named,
  }));
}
