import type { FlowRecord } from "../../source/flows/record.js";

/** Ports below are rarely those that a system gives its clients. */
export const FIRST_OF_CLIENTS = 32_768;

/** What a record says by itself of whether it is about an answer. */
export type ReplyWord = Pick<FlowRecord, "reply" | "opens" | "protocol" | "icmp">;

/**
 * True for a packet that answers one which went the other way, false for another, `ports` where its ports tell. A word of the log
 * counts most, then the flags of TCP.
 */
export function isReplyByItself({ reply, opens, protocol, icmp }: ReplyWord): boolean | "ports" {
  if (reply !== "unknown") return reply === "yes";
  if (protocol === "ICMP") return icmp !== undefined && !isEchoRequest(icmp.type);
  return opens === true ? false : "ports";
}

/** The same by which of the two ports something listens on; undefined where nothing tells. */
export function isReplyByPorts(
  protocol: string,
  { sourcePort, port }: Pick<FlowRecord, "sourcePort" | "port">,
  sourceListens: ReadonlySet<string>,
  destinationListens: ReadonlySet<string>,
): boolean | undefined {
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
  return port < FIRST_OF_CLIENTS || (listens.size > 0 && listens.has(`${protocol} ${port}`));
}
