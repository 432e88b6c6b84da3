import { blockOf, formatBlock, type Block } from "../../base/net/address.js";
import { EVERYTHING } from "../../cluster/model/selector.js";
import { mutatedSelection, mutatedSelector } from "./selections.js";
import type { AddressRange, Peer, Peers, PodPeer, Policy } from "../../cluster/model/policy.js";
import type { Mutation } from "./mutants.js";

/** The peers of a rule without one, or with one that is changed. */
export function* mutatedPeers(peers: Peers, policy: Policy): Generator<Mutation<Peers>> {
  if (peers.all) return;
  const { items, origin } = peers;
  for (const peer of items) {
    const others = items.filter((each) => each !== peer);
    // An empty list is everybody in a NetworkPolicy, and refused elsewhere: a rule without peers is no rule then.
    if (others.length > 0 || policy.isolates)
      yield {
        mutator: "drop-peer",
        at: peer.origin,
        replacement: undefined,
        to: others.length > 0 ? { all: false, items: others, origin } : { all: true },
      };
    for (const each of mutationsOf(peer, policy))
      yield {
        ...each,
        to: { all: false, items: items.flatMap((other) => (other === peer ? each.to : [other])), origin },
      };
  }
}

function* mutationsOf(peer: Peer, policy: Policy): Generator<Mutation<readonly Peer[]>> {
  switch (peer.type) {
    case "pods":
      for (const each of mutatedSelection(peer)) yield { ...each, to: [each.to] };
      yield* split(peer, policy);
      return;
    case "compared":
      if (peer.pods === undefined) return;
      for (const each of mutatedSelector(peer.pods)) yield { ...each, to: [{ ...peer, pods: each.to }] };
      return;
    case "nodes":
      for (const each of mutatedSelector(peer.selector))
        yield { ...each, to: [{ ...peer, selector: each.to }] };
      return;
    case "addresses":
      for (const each of mutatedRange(peer.block))
        yield { ...each, at: each.at ?? peer.origin, to: [{ ...peer, block: each.to }] };
      return;
    case "domains":
    case "nothing":
      return;
  }
}

/** Pods of some namespaces as two peers: the namespaces with all of their pods, and the pods of the policy's own one. */
function* split(peer: PodPeer, { ref }: Policy): Generator<Mutation<readonly Peer[]>> {
  const { namespaces, pods, origin } = peer;
  if (namespaces.own !== undefined || pods === undefined) return;
  if (namespaces.selector.requirements.length === 0 || pods.requirements.length === 0) return;
  const here = ref.namespace === undefined ? { selector: EVERYTHING } : { own: ref.namespace };
  const to = [
    { ...peer, pods: undefined },
    { ...peer, namespaces: here },
  ];
  yield { mutator: "and-to-or", at: origin, replacement: undefined, to };
}

function* mutatedRange(
  range: AddressRange,
): Generator<Omit<Mutation<AddressRange>, "at"> & { readonly at: Mutation<AddressRange>["at"] | undefined }> {
  const wider = widened(range.block);
  if (wider !== undefined) {
    const text = formatBlock(wider);
    yield { mutator: "widen-block", at: undefined, replacement: text, to: { ...range, text, block: wider } };
  }
  for (const except of range.except) {
    const to = { ...range, except: range.except.filter((each) => each !== except) };
    yield { mutator: "drop-except", at: except.origin, replacement: undefined, to };
  }
}

/** A block of twice the size; undefined for all addresses of a family. */
function widened({ family, first, prefix }: Block): Block | undefined {
  return prefix === 0 ? undefined : blockOf({ family, value: first }, prefix - 1);
}
