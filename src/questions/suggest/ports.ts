import { isEveryPort } from "../../base/net/port-set.js";
import {
  isNoTraffic,
  NO_TRAFFIC,
  PROTOCOLS,
  subtractTraffic,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { trafficOfPort, type NamedPorts } from "../../semantics/match/ports.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { NewPort } from "../../cluster/model/new-parts.js";
import type { Ports } from "../../cluster/model/policy.js";

/** Longer lists are no small edit. */
const MAX_PORTS = 16;

/**
 * Traffic as the entries of a rule. @returns undefined where no list says it, "all" where it is everything that a rule
 * without a list is about
 */
export function newPorts(traffic: Traffic): readonly NewPort[] | "all" | undefined {
  if (traffic.other) return isOnEveryPort(traffic) ? "all" : undefined;
  const ports = PROTOCOLS.flatMap((protocol) =>
    traffic[protocol].map(([first, last]): NewPort => ({ protocol, first, last })),
  );
  return ports.length === 0 || ports.length > MAX_PORTS ? undefined : ports;
}

function isOnEveryPort(traffic: Traffic): boolean {
  return PROTOCOLS.every((protocol) => isEveryPort(traffic[protocol]));
}

/** The part of some traffic that the ports of a rule do not name on any of some destinations. */
export function notNamed(ports: Ports, traffic: Traffic, destinations: readonly Endpoint[]): Traffic {
  if (ports.all) return NO_TRAFFIC;
  return destinations
    .map((destination) => {
      const named = ports.items
        .map((item) => trafficOfPort(item, namesOn(destination)).sure)
        .reduce(unionTraffic, NO_TRAFFIC);
      return subtractTraffic(traffic, named);
    })
    .reduce(unionTraffic, NO_TRAFFIC);
}

/** True where the ports of a rule name all of some traffic. */
export function areNamed(ports: Ports, traffic: Traffic, destinations: readonly Endpoint[]): boolean {
  return isNoTraffic(notNamed(ports, traffic, destinations));
}

function namesOn(destination: Endpoint): NamedPorts {
  if (destination.type !== "pod" || destination.hostNetwork) return "none";
  return destination.ports ?? "unknown";
}
