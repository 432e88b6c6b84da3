import {
  NO_TRAFFIC,
  PROTOCOLS,
  trafficOf,
  unionTraffic,
  type Protocol,
  type Traffic,
} from "../../base/net/traffic.js";
import { ALL_PORTS, portSet } from "../../base/net/port-set.js";
import type { ContainerPort } from "../../cluster/model/endpoint.js";
import type { PortMatch } from "../../cluster/model/policy.js";

/**
 * What port names resolve to on the destination: declared ports; "unknown" for a pod without a container list; "none"
 * for everything that has no names (addresses, nodes, host pods, domains: S-PORT-9).
 */
export type NamedPorts = readonly ContainerPort[] | "unknown" | "none";

/** The traffic that a port entry names; `unknown` is traffic that it may name (S-PORT-7). */
export function trafficOfPort(match: PortMatch, named: NamedPorts): { sure: Traffic; unknown: Traffic } {
  switch (match.type) {
    case "nothing":
      return { sure: NO_TRAFFIC, unknown: NO_TRAFFIC };
    case "range":
      return { sure: trafficOf(match.protocol, portSet([[match.first, match.last]])), unknown: NO_TRAFFIC };
    case "name": {
      const protocols = match.protocol === undefined ? PROTOCOLS : [match.protocol];
      if (named === "none") return { sure: NO_TRAFFIC, unknown: NO_TRAFFIC };
      if (named === "unknown") return { sure: NO_TRAFFIC, unknown: anyPortOf(protocols) };
      return { sure: declaredAs(match.name, protocols, named), unknown: NO_TRAFFIC };
    }
  }
}

function anyPortOf(protocols: readonly Protocol[]): Traffic {
  return protocols.map((protocol) => trafficOf(protocol, ALL_PORTS)).reduce(unionTraffic, NO_TRAFFIC);
}

/** Every number under which a name is declared, in any container (S-PORT-8). */
function declaredAs(name: string, protocols: readonly Protocol[], ports: readonly ContainerPort[]): Traffic {
  return ports
    .filter((port) => port.name === name && protocols.includes(port.protocol))
    .map(({ protocol, port }) => trafficOf(protocol, [[port, port]]))
    .reduce(unionTraffic, NO_TRAFFIC);
}
