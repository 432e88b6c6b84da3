import { BitSet } from "../../base/collections/bit-set.js";
import { isOnHostNetwork, nodeOf } from "../../cluster/model/endpoint.js";
import { groupBy } from "../../base/collections/group-by.js";
import { ANY_DESTINATION } from "../match/fact-end.js";
import { mayBePod, type MatchContext, type Party } from "../match/party.js";
import { portNamesKey } from "./distinctions.js";
import {
  regionOf,
  splitAll,
  splitOthers,
  splitRegion,
  type Region,
  type RegionSplit,
} from "../match/region.js";
import { splitByOwnNode } from "../match/own-node.js";
import { viewsOf, type Others, type PortsView } from "../match/others.js";
import type { EndClass } from "./classes.js";
import type { OpenGroup, PeerGroups } from "./peer-groups.js";
import type { Peer, Rule, Tier } from "../../cluster/model/policy.js";

/** Every class that can be the other end of a walk over one family, asked at once. */
export class OtherClasses {
  readonly all: BitSet;
  readonly size: number;
  readonly groups: PeerGroups;
  readonly partyOf: (each: EndClass) => Party;
  readonly contextOf: (each: EndClass) => MatchContext;
  readonly #classes: readonly EndClass[];
  readonly #ownNode: BitSet;
  readonly #onNode: readonly OpenGroup[];
  /** Those of them whose node is not known. */
  readonly #onUnknownNode: readonly OpenGroup[];
  readonly #byPorts = new Map<string, PortGroups>();

  /** @param classes those of one family, among `size` */
  constructor(
    classes: readonly EndClass[],
    size: number,
    groups: PeerGroups,
    partyOf: (each: EndClass) => Party,
    contextOf: (each: EndClass) => MatchContext,
  ) {
    this.#classes = classes;
    this.size = size;
    this.groups = groups;
    this.partyOf = partyOf;
    this.contextOf = contextOf;
    this.all = this.#setOf(classes);
    this.#ownNode = this.#setOf(classes.filter(({ isOwnNode }) => isOwnNode));
    const onNode = classes.filter((each) => !each.isOwnNode && isOnNode(each));
    this.#onNode = [...groupBy(onNode, ({ view }) => view).values()].map((alike) => this.#groupOf(alike));
    this.#onUnknownNode = this.#onNode.filter(
      ({ representative: of }) => mayBePod(of.representative) || nodeOf(of.representative) === undefined,
    );
  }

  #setOf(classes: readonly EndClass[]): BitSet {
    return BitSet.of(
      this.size,
      classes.map(({ index }) => index),
    );
  }

  #groupOf(classes: readonly EndClass[]): OpenGroup {
    return { classes: this.#setOf(classes), representative: classes[0] as EndClass };
  }

  /** The classes as the other ends of a walk. */
  seenFrom(subject: Party, direction: "egress" | "ingress", context: MatchContext): Others {
    const { endpoint } = subject;
    const isPlaced = endpoint.type === "pod" && endpoint.node !== undefined;
    // Of two ends whose nodes are known nothing is asked: the classes tell.
    const maybeOnNode = isPlaced ? this.#onUnknownNode : this.#onNode;
    return {
      splitByPeers: (region, peers, rule, tier) =>
        this.#splitByPeers(withOthers(region), peers, rule, tier, subject),
      splitByOwnNode: (region) => this.#splitByOwnNode(withOthers(region), subject, maybeOnNode),
      splitByNamedPorts: (region, names) =>
        direction === "ingress"
          ? viewsOf(region, subject, context)
          : this.#splitByNamedPorts(withOthers(region), names),
      weight: weightOf(this.size),
      destination: ANY_DESTINATION,
    };
  }

  #splitByPeers(
    region: ManyRegion,
    peers: readonly Peer[],
    rule: Rule,
    tier: Tier,
    subject: Party,
  ): RegionSplit {
    const { yes, open } = this.groups.ofList(peers, rule, tier, subject);
    const sure = splitOthers(region, yes);
    const asked = splitEach(sure.missed, open, (each, group) =>
      splitRegion(each, (world) => this.groups.splitGroup(world, peers, rule, tier, subject, group)),
    );
    return { matched: [...sure.matched, ...asked.matched], missed: asked.missed };
  }

  /**
   * A node is seen twice, as the subject's own and as another one: the classes tell. Only where the node of one end is
   * unknown, it is a question.
   */
  #splitByOwnNode(region: ManyRegion, subject: Party, maybeOnNode: readonly OpenGroup[]): RegionSplit {
    const own = splitOthers(region, this.#ownNode);
    const asked = splitEach(own.missed, maybeOnNode, (each, { representative }) =>
      splitRegion(each, (world) => splitByOwnNode(world, subject, this.partyOf(representative))),
    );
    return { matched: [...own.matched, ...asked.matched], missed: asked.missed };
  }

  #splitByNamedPorts(region: ManyRegion, names: readonly string[]): PortsView[] {
    const { groupOf, representatives } = this.#groupsByPorts(names);
    // There may be as many groups as ends, and a region may be about few of them.
    return region.others.groupedBy(groupOf).flatMap(([group, others]) => {
      const of = representatives[group] as EndClass;
      const inGroup = others === region.others ? region : regionOf(region.traffic, region.world, others);
      return viewsOf(inGroup, this.partyOf(of), this.contextOf(of));
    });
  }

  #groupsByPorts(names: readonly string[]): PortGroups {
    const key = names.join();
    const known = this.#byPorts.get(key);
    if (known !== undefined) return known;
    const groups = [...groupBy(this.#classes, (each) => portsKey(each, names)).values()];
    const groupOf = Array.from({ length: this.size }, () => -1);
    for (const [group, alike] of groups.entries()) for (const { index } of alike) groupOf[index] = group;
    const found = { groupOf, representatives: groups.map(([of]) => of) };
    this.#byPorts.set(key, found);
    return found;
  }
}

/** Classes on which some names resolve to the same ports. */
interface PortGroups {
  /** The number of each class's group, by the class's own. */
  readonly groupOf: readonly number[];
  /** A class of each group. */
  readonly representatives: readonly EndClass[];
}

/** How many steps it takes to cut a region that is about some of so many classes: several sets are made for it. */
export function weightOf(classes: number): number {
  return (classes >>> 3) + 256;
}

type ManyRegion = Region & { readonly others: BitSet };

function withOthers(region: Region): ManyRegion {
  if (!isAboutMany(region)) throw new Error("invariant: a walk of many has others in every region");
  return region;
}

function isAboutMany(region: Region): region is ManyRegion {
  return region.others !== undefined;
}

/** Asks about groups one by one; what is in none of them misses. */
function splitEach(
  regions: readonly Region[],
  groups: readonly OpenGroup[],
  ask: (region: Region, of: OpenGroup) => RegionSplit,
): RegionSplit {
  let rest = regions;
  const matched: Region[] = [];
  const missed: Region[] = [];
  for (const group of groups) {
    const inside = splitAll(rest, (each) => splitOthers(withOthers(each), group.classes));
    rest = inside.missed;
    const asked = splitAll(inside.matched, (each) => ask(each, group));
    matched.push(...asked.matched);
    missed.push(...asked.missed);
    if (rest.length === 0) break;
  }
  return { matched, missed: [...missed, ...rest] };
}

/** True for nodes, pods on them, and what may be such a pod. */
function isOnNode({ representative }: EndClass): boolean {
  return isOnHostNetwork(representative) || mayBePod(representative);
}

/** Equal texts for ends on which some names resolve to the same ports. */
function portsKey({ representative }: EndClass, names: readonly string[]): string {
  if (representative.type !== "pod") return mayBePod(representative) ? "unlisted" : "none";
  const { ports, hostNetwork } = representative;
  return `${hostNetwork} ${ports === undefined ? "?" : portNamesKey(ports, names)}`;
}
