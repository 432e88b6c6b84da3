import {
  NO_TRAFFIC,
  PROTOCOLS,
  trafficMeets,
  trafficOf,
  unionTraffic,
  type Protocol,
  type Traffic,
} from "../../base/net/traffic.js";
import { oncePer, oncePerAsked } from "../../base/collections/once-per.js";
import { ALL_PORTS, portSet } from "../../base/net/port-set.js";
import type { ContainerPort } from "../../cluster/model/endpoint.js";
import type { PortMatch, Ports } from "../../cluster/model/policy.js";

/**
 * What port names resolve to on the destination: declared ports; "unknown" for a pod without a container list; "none"
 * for everything that has no names (addresses, nodes, host pods, domains: S-PORT-9).
 */
export type NamedPorts = readonly ContainerPort[] | "unknown" | "none";

/** The names among port entries: many regions are asked about one list. */
export const namesAmong = oncePer((items: readonly PortMatch[]): readonly string[] =>
  items.flatMap((item) => (item.type === "name" ? [item.name] : [])),
);

/** True where two rules may name one port: a name may stand for any. */
export function mayNameOnePort(a: Ports, b: Ports): boolean {
  if (a.all || b.all) return true;
  return a.items.some((one) => b.items.some((other) => mayBeOnePort(one, other)));
}

function mayBeOnePort(a: PortMatch, b: PortMatch): boolean {
  if (a.type === "name" || b.type === "name") return a.type !== "nothing" && b.type !== "nothing";
  return trafficMeets(trafficOfPort(a, "none").sure, trafficOfPort(b, "none").sure);
}

/** The traffic that a port entry names; `unknown` is traffic that it may name (S-PORT-7). */
interface PortTraffic {
  readonly sure: Traffic;
  readonly unknown: Traffic;
}

const NOTHING: PortTraffic = { sure: NO_TRAFFIC, unknown: NO_TRAFFIC };

/** What a port entry names where names resolve to some ports. */
export function trafficOfPort(match: PortMatch, named: NamedPorts): PortTraffic {
  switch (match.type) {
    case "nothing":
      return NOTHING;
    case "range":
      return ofRange(match);
    case "name": {
      if (named === "none") return NOTHING;
      if (named === "unknown") return { sure: NO_TRAFFIC, unknown: anyPortOf(protocolsOf(match.protocol)) };
      return declaredAs(named, match.name, match.protocol);
    }
  }
}

/** Many regions are asked about one entry. */
const ofRange = oncePer(({ protocol, first, last }: Extract<PortMatch, { type: "range" }>): PortTraffic => ({
  sure: trafficOf(protocol, portSet([[first, last]])),
  unknown: NO_TRAFFIC,
}));

function anyPortOf(protocols: readonly Protocol[]): Traffic {
  return protocols.map((protocol) => trafficOf(protocol, ALL_PORTS)).reduce(unionTraffic, NO_TRAFFIC);
}

function protocolsOf(protocol: Protocol | undefined): readonly Protocol[] {
  return protocol === undefined ? PROTOCOLS : [protocol];
}

/** Every number under which a name is declared, in any container (S-PORT-8): once for all rules that give the name. */
const declaredAs = oncePerAsked(
  (name: string, protocol: Protocol | undefined) => `${protocol ?? ""} ${name}`,
  (ports: readonly ContainerPort[], name: string, only: Protocol | undefined): PortTraffic => ({
    sure: ports
      .filter((port) => port.name === name && protocolsOf(only).includes(port.protocol))
      .map(({ protocol, port }) => trafficOf(protocol, [[port, port]]))
      .reduce(unionTraffic, NO_TRAFFIC),
    unknown: NO_TRAFFIC,
  }),
);
