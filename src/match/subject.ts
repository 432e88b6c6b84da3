import { splitByPods } from "./pods.js";
import { settled, type Split, type World } from "./world.js";
import type { MatchContext, Party } from "./party.js";
import type { Policy } from "../model/policy.js";

/** Asks whether a policy selects an endpoint as its subject (S-SEL-4, S-SEL-5). */
export function splitBySubject(
  world: World,
  { subject, tier, ref }: Policy,
  party: Party,
  context: MatchContext,
): Split {
  const { namespaces, pods } = subject;
  const isUnbuildable =
    pods?.unbuildable === true || (namespaces.own === undefined && namespaces.selector.unbuildable === true);
  if (!isUnbuildable) return splitByPods(world, subject, party, tier, context);
  // It may select nothing, or be treated as if it selected everything (U-20).
  if (party.endpoint.type !== "pod" || party.endpoint.hostNetwork) return settled(world, false);
  return world.ask({ type: "choice", code: "unbuildable-selector", of: `${ref.kind} ${ref.name}` });
}
