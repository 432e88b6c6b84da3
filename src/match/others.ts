import { anyOf, type Split, type World } from "./world.js";
import { namedPortsOf, type MatchContext, type Party } from "./party.js";
import { splitByListedPeer } from "./listed-peer.js";
import { splitByOwnNode } from "./own-node.js";
import { splitRegion, type Region, type RegionSplit } from "./region.js";
import type { NamedPorts } from "./ports.js";
import type { Peer, Rule, Tier } from "../model/policy.js";

/** The other ends of a walk: one endpoint, or many at once. Each question cuts a region. */
export interface Others {
  /** Asks whether one of some peers of a rule matches. */
  splitByPeers(region: Region, peers: readonly Peer[], rule: Rule, tier: Tier): RegionSplit;
  /** Asks whether the other end is the subject's own node. */
  splitByOwnNode(region: Region): RegionSplit;
  /** A region by what some port names resolve to on the destination. */
  splitByNamedPorts(region: Region, names: readonly string[]): readonly PortsView[];
  /** The key of the destination's facts. */
  readonly destinationKey: string;
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

/** One endpoint as the other end of a walk. */
export function oneOther(subject: Party, { peer, destination }: Ends, context: MatchContext): Others {
  return {
    splitByPeers: (region, peers, rule, tier) => {
      const questions = peers.map(
        (each) =>
          (world: World): Split =>
            splitByListedPeer(world, each, rule, peer, tier, context),
      );
      return splitRegion(region, (world) => anyOf(world, questions));
    },
    splitByOwnNode: (region) => splitRegion(region, (world) => splitByOwnNode(world, subject, peer)),
    splitByNamedPorts: (region) => viewsOf(region, destination, context),
    destinationKey: destination.factKey,
  };
}

/** What port names resolve to on one destination. */
export function viewsOf(region: Region, destination: Party, context: MatchContext): PortsView[] {
  return namedPortsOf(region.world, destination, context).map(({ world, named }) => ({
    region: { ...region, world },
    named,
  }));
}
