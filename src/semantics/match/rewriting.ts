import {
  addressesWithin,
  addressOf,
  splitByInside,
  type MatchContext,
  type Party,
  type SeenEnd,
} from "./party.js";
import { addressesOf, askInCluster, isMapped, splitByPeer, splitByView } from "./peer.js";
import { AddressSet } from "../../base/net/address-set.js";
import { matchesAskedName } from "./domain.js";
import { splitAsRead } from "./profile.js";
import { selects } from "./selector.js";
import { splitByNamespace } from "./pods.js";
import { TextSet } from "./text-set.js";
import { allOf, anyOf, eitherWay, not, settled } from "./split.js";
import { readingOf, type Fact } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { AddressRange, Peer } from "../../cluster/model/policy.js";
import type { ServiceObject } from "../../cluster/model/objects.js";
import type { ServicePath } from "../../cluster/model/service-path.js";

/**
 * What peers see of a flow through a Service. Its address is rewritten to a backend's on the way, before policy is applied
 * or after (U-5, U-17): only peers that name addresses can tell. One that holds both addresses, or neither, leaves nothing
 * open; an implementation reads it the same way everywhere.
 */
type PeerView = typeof splitByPeer;

/** Asks whether a peer matches an end as policy sees it: behind a Service the backend, or the client. */
export const splitByVisiblePeer: PeerView = (world, peer, seen) => {
  if (seen.party.dialled !== undefined) return splitByBackend(world, peer, seen);
  if (seen.party.maskedSource !== undefined) return splitByClient(world, peer, seen);
  return splitByPeer(world, peer, seen);
};

/** Asks whether a peer matches a backend, where policy sees that. */
const splitByBackend: PeerView = (world, peer, seen) =>
  allOf(world, [
    (each) => splitByStaying(each, seen.party),
    (each) => splitByMember(each, peer, seen),
    (each) =>
      peer.type === "addresses"
        ? anyOf(each, [
            (one) => splitBySentToAddress(one, peer.block, seen),
            (one) => splitByRewriting(one, seen),
          ])
        : settled(each, true),
  ]);

/** Asks whether policy sees an address as it is after rewriting (U-5, U-17). */
function splitByRewriting(world: World, { party: { dialled }, context: { profile } }: SeenEnd): Split {
  const point = dialled?.leansToBackend === true ? "address-rewriting" : "other-rewriting";
  return splitAsRead(world, profile.readings[point], "address-rewriting");
}

/** Names of a Service's addresses cannot be used in rules, nor the addresses of names (S-FQ-5). */
const splitByMember: PeerView = (world, peer, seen) => {
  if (peer.type !== "domains") return splitByPeer(world, peer, seen);
  return allOf(world, [
    (each) =>
      anyOf(each, [
        (one) => splitByPeer(one, peer, seen),
        (one) => settled(one, isNameOfDialledAddress(peer.pattern, seen)),
      ]),
    askInCluster,
  ]);
};

/** Asks whether a peer matches what was sent to, where policy sees that and the peer tells it from the backend. */
export const splitByDialledAddress: PeerView = (world, peer, seen) =>
  eitherWay(
    splitByStaying(world, seen.party),
    (staying) =>
      peer.type === "addresses"
        ? allOf(staying, [
            (each) => splitBySentToAddress(each, peer.block, seen),
            (each) => not(splitByPeer(each, peer, seen)),
            (each) => not(splitByRewriting(each, seen)),
          ])
        : settled(staying, false),
    (leaving) => splitAsOutside(leaving, peer, seen),
  );

/**
 * Asks whether a peer matches a Service, for an implementation that sees no backend of it: by its selector, which has to have
 * the labels that the peer asks for, or by its address.
 */
export function splitByService(world: World, peer: Peer, service: ServiceObject, seen: SeenEnd): Split {
  if (peer.type === "addresses") return splitBySentToAddress(world, peer.block, seen);
  const { selector, ref } = service;
  if (peer.type !== "pods" || selector === undefined) return settled(world, false);
  if (peer.pods !== undefined && !selects(peer.pods, selector)) return settled(world, false);
  return splitByNamespace(world, peer.namespaces, ref.namespace ?? "", seen.context);
}

/** What leaves the cluster goes to the address of a load balancer, which is no pod's and no node's. */
function splitAsOutside(world: World, peer: Peer, seen: SeenEnd): Split {
  if (peer.type === "addresses") return splitBySentToAddress(world, peer.block, seen);
  return peer.type === "domains" && isNameOfDialledAddress(peer.pattern, seen)
    ? askInCluster(world)
    : settled(world, false);
}

function splitBySentToAddress(
  world: World,
  range: AddressRange,
  { party: { dialled }, context: { family } }: SeenEnd,
): Split {
  if (dialled === undefined || range.block.family !== family) return settled(world, false);
  return splitByView(world, dialled.address, addressesOf(range));
}

function isNameOfDialledAddress(pattern: string, { party: { dialled }, context }: SeenEnd): boolean {
  const { toName, cluster } = context;
  if (toName !== undefined && matchesAskedName(pattern, toName, cluster)) return true;
  const { dns } = cluster.facts;
  if (dialled === undefined || dns === undefined || "fact" in dialled.address) return false;
  return isMapped(pattern, dialled.address, dns);
}

/**
 * Asks whether traffic between a pod and the address of a load balancer goes to a backend at once. On some clouds it leaves
 * the cluster and comes back with another source (S-VIP-2).
 */
export function splitByStaying(world: World, party: Party): Split {
  const { dialled, maskedSource } = party;
  if (dialled?.mayLeave === true) return world.ask(readingOf("load-balancer-path"));
  if (maskedSource?.mayLeave !== true) return settled(world, true);
  return anyOf(world, [
    (each) => not(splitByInside(each, party)),
    (each) => each.ask(readingOf("load-balancer-path")),
  ]);
}

/** Asks whether a peer matches a client, or whatever address it has at the destination (S-IP-8). */
const splitByClient: PeerView = (world, peer, seen) =>
  eitherWay(
    splitByStaying(world, seen.party),
    (staying) =>
      peer.type === "addresses" && seen.party.maskedSource?.mayBeNode === true
        ? eitherWay(
            splitByInside(staying, seen.party),
            (inside) => splitByPeer(inside, peer, seen),
            (outside) => splitByClientOrNode(outside, peer, seen),
          )
        : splitByPeer(staying, peer, seen),
    (leaving) =>
      peer.type === "addresses"
        ? splitBySomeSource(leaving, peer.block, seen.context, AddressSet.all(seen.context.family))
        : settled(leaving, false),
  );

const CLIENT = "client";

/** A node that lets a client in may put its own address in the place of the client's (S-VIP-3). */
function splitByClientOrNode(world: World, peer: Extract<Peer, { type: "addresses" }>, seen: SeenEnd): Split {
  const { context } = seen;
  const { cluster, family } = context;
  const range = addressesOf(peer.block);
  const nodes = cluster.nodeAddresses.all.flatMap(([name, addresses]) => {
    const own = addresses.find((address) => address.family === family);
    return own === undefined ? [] : [{ name: `node/${name}`, isHit: range.has(own) }];
  });
  const choice = readingOf("source-rewriting");
  const domain = TextSet.of([CLIENT, ...(nodes.length === 0 ? ["node"] : nodes.map(({ name }) => name))]);
  const hits = TextSet.of(nodes.flatMap(({ name, isHit }) => (isHit ? [name] : [])));
  return eitherWay(
    world.split(choice, domain, TextSet.of([CLIENT])),
    (asClient) => splitByPeer(asClient, peer, seen),
    (asNode) =>
      nodes.length === 0
        ? splitBySomeSource(asNode, peer.block, context, addressesWithin(cluster.facts.nodeBlocks, family))
        : asNode.split(choice, domain, hits),
  );
}

function splitBySomeSource(
  world: World,
  range: AddressRange,
  { family }: MatchContext,
  domain: AddressSet,
): Split {
  if (range.block.family !== family) return settled(world, false);
  const fact: Fact = { type: "fact", code: "source-address", family };
  const all = AddressSet.all(family);
  // It is one fact whoever asks, with whatever addresses are possible there.
  const [possible] = world.split(fact, all, domain).yes;
  return possible === undefined ? settled(world, false) : possible.split(fact, all, addressesOf(range));
}

/** Asks whether a source that is outside of the cluster has a way to a Service at all. */
export function splitByPublished(world: World, { entrance }: ServicePath, source: Party): Split {
  return entrance?.type === "cluster" ? splitByInside(world, source) : settled(world, true);
}

/** Asks whether the load balancer of a Service lets a source in, if its traffic comes there (S-VIP-3). */
export function splitBySourceRanges(
  world: World,
  { entrance, service }: ServicePath,
  source: Party,
  context: MatchContext,
): Split {
  const { sourceRanges } = service;
  if (entrance?.type !== "balancer" || sourceRanges === undefined) return settled(world, true);
  const allowed = AddressSet.of(sourceRanges.blocks);
  const { family } = context;
  return eitherWay(
    splitByInside(world, source),
    (inside) =>
      anyOf(inside, [
        (each) => splitByStaying(each, source),
        (each) =>
          each.split({ type: "fact", code: "source-address", family }, AddressSet.all(family), allowed),
      ]),
    (outside) => splitByView(outside, addressOf(source, context), allowed),
  );
}
