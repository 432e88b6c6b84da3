import { effectiveAction, isUnbuildable } from "./effect.js";
import { readingOf } from "./unsettled.js";
import { settled } from "./split.js";
import type { Split, World } from "./world.js";
import { splitByVisiblePeer } from "./rewriting.js";
import type { SeenEnd } from "./party.js";
import type { Peer, Rule } from "../../cluster/model/policy.js";

/**
 * Asks whether a peer that a rule lists matches an endpoint, for what the rule does with it.
 * @param splitByPeerView how the endpoint is seen, where not as what it is
 */
export function splitByListedPeer(
  world: World,
  peer: Peer,
  rule: Rule,
  seen: SeenEnd,
  splitByPeerView = splitByVisiblePeer,
): Split {
  if (isUnbuildable(peer)) return settled(world, false);
  const { yes, no } = splitByPeerView(world, peer, seen);
  if (peer.type !== "domains" || effectiveAction(rule) === "Accept") return { yes, no };
  // Deny or Pass by name cannot be enforced completely (U-22).
  const asked = yes.map((each) => each.ask(readingOf("deny-by-name")));
  return { yes: asked.flatMap((split) => split.yes), no: [...no, ...asked.flatMap((split) => split.no)] };
}
