import { AddressSet } from "../../base/net/address-set.js";
import {
  ALL_TRAFFIC,
  isNoTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { CONTROL_PLANE } from "../../cluster/model/api-server.js";
import { FAMILIES, formatBlock, parseBlock } from "../../base/net/address.js";
import { groupBy } from "../../base/collections/group-by.js";
import { inPieces } from "../../base/collections/in-pieces.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import type { AuditDestination, DestinationClass } from "../audit/destinations.js";
import type { Json } from "../../source/edit/edit.js";

/** What a rule of an Admin policy is to be about: peers as a manifest has them, and the traffic to them. */
export interface ClosedPeers {
  /** True for addresses, which may be those of pods too. */
  readonly isNetworks: boolean;
  readonly peers: readonly Json[];
  /** Undefined for all traffic. */
  readonly traffic: Traffic | undefined;
}

/** What closes a class. */
export interface ClassPeers {
  readonly name: string;
  readonly rules: readonly ClosedPeers[];
  /** Names that no policy can deny: they may stand for any address (E-6). */
  readonly names: readonly string[];
  readonly addresses: AddressSet;
  /** The ids of its ends. */
  readonly ids: ReadonlySet<string>;
}

/**
 * How the addresses of a class are written: `exact`, without those that pods, nodes and Services have; `whole`, with them, which takes
 * fewer CIDRs.
 */
export type NetworkForm = "exact" | "whole";

/** Networks of one peer: the APIs take no more. */
const MOST_NETWORKS = 25;

/** The peers of a class: nodes by what they are, so that later ones count too (S-AUD-4); pods by their labels; addresses by CIDRs. */
export function peersOfClass(
  { name, destinations, addresses }: DestinationClass,
  form: NetworkForm = "exact",
): ClassPeers {
  const byTraffic = groupBy(destinations, ({ traffic }) => JSON.stringify(traffic));
  const rules = [...byTraffic.values()].flatMap((some): ClosedPeers[] => {
    const traffic = some[0]?.traffic ?? NO_TRAFFIC;
    const isAll = isNoTraffic(subtractTraffic(ALL_TRAFFIC, traffic));
    const of = { traffic: isAll ? undefined : traffic };
    const networks = isAll && form === "whole" ? wholePeers(some, addresses) : networkPeers(some);
    return [
      { ...of, isNetworks: false, peers: [...nodePeers(some), ...podPeers(some)] },
      { ...of, isNetworks: true, peers: networks },
    ].filter(({ peers }) => peers.length > 0);
  });
  const names = destinations.flatMap(({ certainty, shownAs }) => (certainty === "name" ? [shownAs] : []));
  const ids = new Set(destinations.map(({ endpoint }) => endpoint.id));
  return { name, rules, names, addresses, ids };
}

function nodePeers(some: readonly AuditDestination[]): Json[] {
  if (!some.some(({ endpoint }) => endpoint.type === "node")) return [];
  if (some.some(({ certainty }) => certainty === "later-node")) return [{ nodes: {} }];
  if (some.some(({ certainty }) => certainty === "control-plane-node"))
    return CONTROL_PLANE.slice(0, 1).map((key) => ({
      nodes: { matchExpressions: [{ key, operator: "Exists" }] },
    }));
  // A node that is named is its addresses.
  return [];
}

function podPeers(some: readonly AuditDestination[]): Json[] {
  const found = new Map<string, Json>();
  for (const { endpoint } of some) {
    if (endpoint.type !== "pod" || endpoint.hostNetwork) continue;
    const { namespace, labels } = endpoint;
    const peer: Json = {
      pods: {
        namespaceSelector: { matchLabels: { [NAMESPACE_NAME_LABEL]: namespace } },
        podSelector: { matchLabels: { ...labels } },
      },
    };
    found.set(JSON.stringify(peer), peer);
  }
  return [...found.values()];
}

function networkPeers(some: readonly AuditDestination[]): Json[] {
  const hasNodes = some.some(
    ({ certainty }) => certainty === "later-node" || certainty === "control-plane-node",
  );
  const sets = some.flatMap(({ endpoint, certainty }) => {
    if (certainty === "name" || certainty === "guess") return [];
    if (endpoint.type === "addresses") return [endpoint.addresses];
    if (endpoint.type === "node" && !hasNodes) return [AddressSet.ofEach(endpoint.addresses)];
    return [];
  });
  return asPeers(AddressSet.unionOf(sets));
}

/** All addresses of a class that has some outside of the cluster. */
function wholePeers(some: readonly AuditDestination[], addresses: AddressSet): Json[] {
  if (!some.some(({ endpoint, certainty }) => endpoint.type === "addresses" && certainty === "outside"))
    return networkPeers(some);
  return asPeers(addresses);
}

/** More CIDRs than these are made fewer by loopback addresses among them, which nothing is sent to. */
const FEW_BLOCKS = 20;

/** No packet leaves a pod for them, whatever denies them. */
export const LOOPBACK = AddressSet.of(["127.0.0.0/8", "::1/128"].flatMap((text) => parseBlock(text) ?? []));

function asPeers(addresses: AddressSet): Json[] {
  const many = FAMILIES.filter((family) => addresses.only(family).blocks().length > FEW_BLOCKS);
  const wide = many.reduce((all, family) => all.union(LOOPBACK.only(family)), addresses);
  const blocks = wide.blocks().map(formatBlock);
  return inPieces(blocks, MOST_NETWORKS).map((networks) => ({ networks: [...networks] }));
}
