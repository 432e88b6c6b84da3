import type { Resolved } from "../query/resolution.js";
import type { Result } from "../explain/result.js";
import type { ServiceObject } from "../../cluster/model/objects.js";

/**
 * A Service by its name as its node ports and external addresses lead to it, which its load balancer does not filter
 * (S-VIP-3). What that alone denies is not denied.
 * @param keptOut what the load balancer denies
 * @returns undefined where the load balancer denies nothing, or where nothing else leads in
 */
export function pastBalancer(to: Resolved, keptOut: readonly Result[]): Resolved | undefined {
  const services = to.services ?? [];
  const filtered = new Set<ServiceObject>(
    services.flatMap(({ service, entrance }) => {
      const isFiltered = keptOut.some(({ path }) => path?.service === service);
      return entrance === undefined && service.hasWaysPastBalancer && isFiltered ? [service] : [];
    }),
  );
  if (filtered.size === 0) return undefined;
  const entrance = { type: "node-port", node: undefined } as const;
  return {
    ...to,
    services: services.map((each) => (filtered.has(each.service) ? { ...each, entrance } : each)),
  };
}

/** True for what the source ranges of a Service's load balancer deny, whatever policies do. */
export function isKeptOut({ verdict, path, ingress }: Result): boolean {
  const isByRanges = ingress.steps.some((step) => step.type === "service" && step.why === "source-ranges");
  return verdict === "denied" && path !== undefined && isByRanges;
}

/** True for two answers about some of the same addresses and one destination. */
export function shareEnds(one: Result, other: Result): boolean {
  if (one.to.id !== other.to.id || one.family !== other.family) return false;
  return one.from.addresses.meets(other.from.addresses);
}
