import { hasPort, PROTOCOLS, type Protocol, type Traffic } from "./traffic.js";

/** One port out of some traffic; none of protocols without ports. */
export interface SampledPort {
  readonly protocol: Protocol | "other";
  readonly port: number | undefined;
}

/** Ports that people know, taken where the destination declares none of those in question. */
const WELL_KNOWN: readonly number[] = [443, 80];

/** A port out of some traffic: one that the destination declares, else one that people know, else the lowest. */
export function samplePort(
  traffic: Traffic,
  declared: Iterable<{ readonly protocol: Protocol; readonly port: number }>,
): SampledPort {
  for (const { protocol, port } of declared)
    if (hasPort(traffic, { protocol, port })) return { protocol, port };
  const protocol = PROTOCOLS.find((each) => traffic[each].length > 0);
  if (protocol === undefined) return { protocol: "other", port: undefined };
  const known = WELL_KNOWN.find((port) => hasPort(traffic, { protocol, port }));
  return { protocol, port: known ?? traffic[protocol][0]?.[0] };
}
