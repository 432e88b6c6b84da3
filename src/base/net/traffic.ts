import {
  ALL_PORTS,
  intersectPorts,
  NO_PORTS,
  portsMeet,
  samePorts,
  subtractPorts,
  unionPorts,
  type PortSet,
} from "./port-set.js";

/** The protocols whose ports policies can name. */
export type Protocol = "TCP" | "UDP" | "SCTP";

/** The protocols that have ports and that a rule can name, in the order in which results list them. */
export const PROTOCOLS: readonly Protocol[] = ["TCP", "UDP", "SCTP"];

/**
 * A set of traffic between two endpoints: ports per protocol, and whether protocols without ports (ICMP and all other)
 * belong to it. A single flow is a set of one (decision "one semantics": the same walk serves both).
 */
export interface Traffic {
  readonly TCP: PortSet;
  readonly UDP: PortSet;
  readonly SCTP: PortSet;
  readonly other: boolean;
}

/** The empty set of traffic. */
export const NO_TRAFFIC: Traffic = { TCP: NO_PORTS, UDP: NO_PORTS, SCTP: NO_PORTS, other: false };

/** Everything: every port of TCP, UDP and SCTP, and every other protocol. */
export const ALL_TRAFFIC: Traffic = { TCP: ALL_PORTS, UDP: ALL_PORTS, SCTP: ALL_PORTS, other: true };

/** Some ports of one protocol. */
export function trafficOf(protocol: Protocol, ports: PortSet): Traffic {
  return { ...NO_TRAFFIC, [protocol]: ports };
}

/** Protocols without ports: ICMP and the like. */
export const OTHER_TRAFFIC: Traffic = { ...NO_TRAFFIC, other: true };

/** True for a set without any port and without other protocols, whichever value it is. */
export function isNoTraffic(traffic: Traffic): boolean {
  const { TCP, UDP, SCTP, other } = traffic;
  return !other && TCP.length === 0 && UDP.length === 0 && SCTP.length === 0;
}

/** True where a port is in some traffic. */
export function hasPort(
  traffic: Traffic,
  { protocol, port }: { readonly protocol: Protocol; readonly port: number },
): boolean {
  for (const [first, last] of traffic[protocol]) if (first <= port && port <= last) return true;
  return false;
}

/** The numbers of all ports in some traffic, each once: of whatever protocols. */
export function portNumbers(traffic: Traffic): number[] {
  const numbers = PROTOCOLS.flatMap((protocol) =>
    traffic[protocol].flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    ),
  );
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** True where two sets have something in common. */
export function trafficMeets(a: Traffic, b: Traffic): boolean {
  if (a.other && b.other) return true;
  return portsMeet(a.TCP, b.TCP) || portsMeet(a.UDP, b.UDP) || portsMeet(a.SCTP, b.SCTP);
}

/** The traffic in both sets, protocol by protocol. */
export function intersectTraffic(a: Traffic, b: Traffic): Traffic {
  if (a === ALL_TRAFFIC) return b;
  if (b === ALL_TRAFFIC) return a;
  return perProtocol(intersectPorts, a, b, a.other && b.other);
}

/** The traffic of `a` that `b` does not have. */
export function subtractTraffic(a: Traffic, b: Traffic): Traffic {
  if (b === ALL_TRAFFIC) return NO_TRAFFIC;
  return perProtocol(subtractPorts, a, b, a.other && !b.other);
}

/** The traffic of either set. */
export function unionTraffic(a: Traffic, b: Traffic): Traffic {
  return perProtocol(unionPorts, a, b, a.other || b.other);
}

/** True for the same traffic. */
export function isSameTraffic(a: Traffic, b: Traffic): boolean {
  if (a === b) return true;
  return (
    a.other === b.other && samePorts(a.TCP, b.TCP) && samePorts(a.UDP, b.UDP) && samePorts(a.SCTP, b.SCTP)
  );
}

/** The same number for the same traffic; seldom the same for other traffic. */
export function trafficHash({ TCP, UDP, SCTP, other }: Traffic): number {
  return portsHash(portsHash(portsHash(other ? 1 : 2, TCP), UDP), SCTP);
}

function portsHash(before: number, ports: PortSet): number {
  let hash = (Math.imul(before, 31) + ports.length) | 0;
  for (const [first, last] of ports) hash = (Math.imul(hash, 31) + (first << 16) + last) | 0;
  return hash;
}

/** The same text for the same traffic. */
export function trafficKey(traffic: Traffic): string {
  return `${traffic.other} ${PROTOCOLS.map((protocol) => traffic[protocol].join(";")).join(" ")}`;
}

function perProtocol(
  combine: (a: PortSet, b: PortSet) => PortSet,
  a: Traffic,
  b: Traffic,
  other: boolean,
): Traffic {
  return { TCP: combine(a.TCP, b.TCP), UDP: combine(a.UDP, b.UDP), SCTP: combine(a.SCTP, b.SCTP), other };
}
