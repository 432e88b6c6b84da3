import type { FlowRecord, RecordedProtocol } from "./record.js";

const NAMED: ReadonlyMap<string, RecordedProtocol> = new Map<string, RecordedProtocol>([
  ["tcp", "TCP"],
  ["tcp6", "TCP"],
  ["6", "TCP"],
  ["udp", "UDP"],
  ["udp6", "UDP"],
  ["17", "UDP"],
  ["sctp", "SCTP"],
  ["sctp6", "SCTP"],
  ["132", "SCTP"],
  ["icmp", "ICMP"],
  ["1", "ICMP"],
  ["icmpv6", "ICMP"],
  ["icmp6", "ICMP"],
  ["58", "ICMP"],
  ["unknown", "unknown"],
  ["", "unknown"],
]);

/**
 * A protocol by its name in any case or its number, as logs write it; a name that isn't known is one of the others. Undefined for a
 * number beyond 255.
 */
export function recordedProtocol(word: string): Pick<FlowRecord, "protocol" | "protocolNumber"> | undefined {
  const protocol = NAMED.get(word.toLowerCase());
  if (protocol !== undefined) return { protocol };
  if (!/^\d+$/.test(word)) return { protocol: "other" };
  return Number(word) <= 255 ? { protocol: "other", protocolNumber: Number(word) } : undefined;
}
