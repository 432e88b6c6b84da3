import type { FlowRecord } from "../../source/flows/record.js";

/** Ports below are rarely those that a system gives its clients. */
export const FIRST_OF_CLIENTS = 32_768;

/**
 * True for a packet that answers one which went the other way, undefined where nothing tells. Without a word of the log, the flags of
 * TCP do, or one of the two ports that something listens on.
 */
export function isReply(
  record: FlowRecord,
  sourceListens: ReadonlySet<string>,
  destinationListens: ReadonlySet<string>,
): boolean | undefined {
  const { reply, opens, protocol, sourcePort, port, icmp } = record;
  if (reply !== "unknown") return reply === "yes";
  if (protocol === "ICMP") return icmp !== undefined && !isEchoRequest(icmp.type);
  if (opens === true) return false;
  // A log without the client's port is about connections.
  if (sourcePort === undefined || port === undefined) return false;
  const there = isServed(destinationListens, protocol, port);
  const here = isServed(sourceListens, protocol, sourcePort);
  if (there !== here) return here;
  return undefined;
}

/** True for a type of ICMP or ICMPv6 that nothing else has caused; errors and answers are sent because of another packet. */
export function isEchoRequest(type: number): boolean {
  return type === 8 || type === 128;
}

function isServed(listens: ReadonlySet<string>, protocol: string, port: number): boolean {
  return port < FIRST_OF_CLIENTS || listens.has(`${protocol} ${port}`);
}
