import type { Finding } from "../../problems/problem.js";
import type { Found } from "../../problems/found.js";
import type { Origin } from "../../../source/manifest/origin.js";

/** A port of a rule as it is written. */
export interface WrittenPort {
  readonly port: string;
  /** Undefined where none is written: TCP. */
  readonly protocol: string | undefined;
  readonly origin: Origin;
  /** True where the rule reaches beyond pods: to addresses, or to everything. */
  readonly isOutward: boolean;
}

/** What commonly speaks UDP on a port, by its number and by the names that it goes by. */
const OVER_UDP: ReadonlyMap<string, "DNS" | "NTP" | "HTTP/3"> = new Map([
  ["53", "DNS"],
  ["dns", "DNS"],
  ["domain", "DNS"],
  ["123", "NTP"],
  ["ntp", "NTP"],
  ["443", "HTTP/3"],
]);

/**
 * Ports without a protocol where UDP is commonly meant (S-PORT-1): TCP alone counts. Nothing is said of a port for which
 * the same direction also writes UDP. HTTP/3 is met at the edge of the cluster only.
 * @param ports of one direction of a policy
 */
export function tcpOnlyPorts(ports: readonly WrittenPort[]): Found[] {
  const overUdp = new Set(ports.filter(({ protocol }) => protocol === "UDP").map(({ port }) => port));
  return ports.flatMap(({ port, protocol, origin, isOutward }): Found[] => {
    const service = OVER_UDP.get(port);
    if (protocol !== undefined || service === undefined || overUdp.has(port)) return [];
    if (service === "HTTP/3" && !isOutward) return [];
    const finding: Finding = { code: "protocol-omitted", facts: { port, service } };
    return [{ at: origin, finding }];
  });
}
