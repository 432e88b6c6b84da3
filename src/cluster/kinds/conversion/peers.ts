import { celCidrFault } from "../../admission/validation/cidr.js";
import { comparedSelectors, type NamespaceLabelValues } from "./compared.js";
import { comparisonOf, type PeerShape } from "../admin-policies/decode.js";
import { entries, field, items, textOf, type Node } from "../../../source/manifest/node.js";
import { formatBlock, parseSloppyBlock } from "../../../base/net/address.js";
import { fresh, inPlaceOf, mappingOf, old, withEntries } from "./parts.js";
import { Inconvertible, type Dropped } from "./outcome.js";
import { memberOf } from "../admin-policies/members.js";
import { olderNamespaces } from "../admin-policies/older-shape.js";
import type { Json } from "../../../source/edit/edit.js";
import type { Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** One peer as peers of v1alpha2, or why it is left out. */
export interface NewPeers {
  readonly items: readonly Rewriting[];
  readonly dropped: readonly Pick<Dropped, "code" | "at">[];
}

/** What decides how peers are read. */
export interface PeerReading {
  readonly shape: PeerShape;
  /** The labels of the subject's namespace that peers are compared with. */
  readonly values: NamespaceLabelValues;
  /** The action of the rule, as written. */
  readonly action: string;
}

/**
 * A peer of v1alpha1, of any shape, as peers of v1alpha2.
 * @throws {Inconvertible} for what these cannot say
 */
export function newPeers(peer: Node, reading: PeerReading): NewPeers {
  const [member, value] = memberOf(peer) ?? [];
  if (value === undefined) throw new Error("invariant: a peer has a member");
  switch (member) {
    case "networks":
      return newNetworks(peer, value);
    case "domainNames":
      if (reading.action !== "Allow") throw new Inconvertible("domain-names-without-accept", value.origin);
      return asItIs(peer);
    case "namespaces":
    case "pods":
      return reading.shape === "labels" ? asItIs(peer) : newPodPeers(peer, reading);
    default:
      return asItIs(peer);
  }
}

/** Without members that say nothing: a release that does not have one refuses it, null or not. */
function asItIs(peer: Node): NewPeers {
  const isFull = entries(peer).every(([, { value }]) => value !== null);
  const kept = withEntries(peer, (_, { value }) => (value === null ? [] : undefined));
  return { items: [isFull ? old(peer) : kept], dropped: [] };
}

/** Namespaces by a member of their own (S-OBJ-1) become a selector, or one for each comparison's outcome. */
function newPodPeers(peer: Node, { shape, values }: PeerReading): NewPeers {
  const namespaces = olderNamespaces(peer);
  const [member, value] = namespaces === undefined ? [] : (memberOf(namespaces) ?? []);
  if (member === undefined || value === undefined) throw new Error("invariant: namespaces have a member");
  if (member === "namespaceSelector") return { items: [withSelector(peer, old(value))], dropped: [] };
  const comparison = comparisonOf(member, value, shape);
  if (comparison === undefined) throw new Error("invariant: a server has accepted the comparison");
  if (comparison.of === "other-labels" && comparison.isContested)
    throw new Inconvertible("contested-comparison", value.origin);
  if (comparison.of !== "names" && comparison.keys.length === 0)
    return { items: [], dropped: [{ code: "no-labels", at: value.origin }] };
  const [first, ...more] = comparedSelectors(comparison, values);
  if (first === undefined) return { items: [], dropped: [] };
  return {
    items: [withSelector(peer, fresh(first)), ...more.map((selector) => peerWith(peer, selector))],
    dropped: [],
  };
}

/** The peer in its place, with a selector for the namespaces. */
function withSelector(peer: Node, selector: Rewriting): Rewriting {
  return withEntries(peer, (key, value) => {
    if (value.value === null) return [];
    if (key === "namespaces") return [inPlaceOf(value, key, selector)];
    const pods = withEntries(value, (inner, node) =>
      inner === "namespaces" ? [inPlaceOf(node, "namespaceSelector", selector)] : undefined,
    );
    return [inPlaceOf(value, key, pods)];
  });
}

/** One more peer with another selector for the namespaces, and the same pods. */
function peerWith(peer: Node, selector: Json): Rewriting {
  const pods = field(field(peer, "pods"), "podSelector");
  return pods === undefined
    ? fresh({ namespaces: selector })
    : mappingOf({ pods: mappingOf({ namespaceSelector: fresh(selector), podSelector: old(pods) }) });
}

/** Blocks that only lenient readers take are written as strict ones do; text that is none is left out (V-CR-11, V-CR-12). */
function newNetworks(peer: Node, list: Node): NewPeers {
  const dropped: Pick<Dropped, "code" | "at">[] = [];
  const seen = new Set<string>();
  const kept = items(list).flatMap((item) => {
    const text = textOf(item) ?? "";
    const block = parseSloppyBlock(text);
    if (block === undefined) {
      dropped.push({ code: "no-cidr", at: item.origin });
      return [];
    }
    const isFine = celCidrFault(text) === undefined;
    const written = isFine ? text : formatBlock(block);
    if (seen.has(written)) return [];
    seen.add(written);
    return [isFine ? old(item) : fresh(written)];
  });
  if (kept.length === 0) return { items: [], dropped };
  if (kept.length === items(list).length && kept.every(({ type }) => type === "old")) return asItIs(peer);
  const networks: Rewriting = { type: "list", at: list.origin, items: kept };
  return {
    items: [
      withEntries(peer, (key, value) => (key === "networks" ? [inPlaceOf(value, key, networks)] : undefined)),
    ],
    dropped,
  };
}
