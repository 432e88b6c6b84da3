import type { FlowRecord } from "./record.js";

/** What a reader knows about every line of its log; the rest is what a log that doesn't say it leaves unknown. */
export type KnownParts = Pick<FlowRecord, "source" | "destination" | "protocol" | "seen"> &
  Partial<FlowRecord>;

/** A record of what a line says. Ports of protocols that have none, which logs write as zeros, are left out. */
export function recordOf(known: KnownParts): FlowRecord {
  const { protocol, protocolNumber, icmp, first } = known;
  const hasPorts = protocol === "TCP" || protocol === "UDP" || protocol === "SCTP";
  return {
    first,
    last: known.last ?? first,
    count: known.count ?? 1,
    source: known.source,
    destination: known.destination,
    via: known.via,
    protocol,
    ...(protocolNumber === undefined ? {} : { protocolNumber }),
    sourcePort: hasPorts ? known.sourcePort : undefined,
    port: hasPorts ? known.port : undefined,
    ...(icmp === undefined || protocol !== "ICMP" ? {} : { icmp }),
    opens: protocol === "TCP" ? known.opens : undefined,
    seen: known.seen,
    cause: known.seen === "dropped" || known.seen === "would-drop" ? known.cause : undefined,
    point: known.point ?? "unknown",
    reply: known.reply ?? "unknown",
    deciders: known.deciders ?? NO_RULES,
    staged: known.staged ?? NO_RULES,
  };
}

const NO_RULES: FlowRecord["deciders"] = [];
