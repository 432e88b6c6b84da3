import { flowColumns, numberUpTo, timeOf, type LogShape } from "./log-shape.js";
import type { DatabaseDialect } from "./dialect.js";

/** What is read of each protocol with ports. */
const PORTS = "STRUCT(source_port VARCHAR, destination_port VARCHAR)";
const END = "STRUCT(namespace VARCHAR, pod_name VARCHAR, labels VARCHAR[])";

/** The fields of a flow that are read, as DuckDB declares them. */
const FLOW_TYPE = `STRUCT(${[
  "time VARCHAR",
  "verdict VARCHAR",
  "drop_reason VARCHAR",
  "drop_reason_desc VARCHAR",
  "IP STRUCT(source VARCHAR, destination VARCHAR)",
  `l4 STRUCT(TCP STRUCT(source_port VARCHAR, destination_port VARCHAR, flags STRUCT(SYN VARCHAR, ACK VARCHAR)), UDP ${PORTS}, SCTP ${PORTS}, ICMPv4 STRUCT("type" VARCHAR), ICMPv6 STRUCT("type" VARCHAR))`,
  `source ${END}`,
  `destination ${END}`,
  `"Type" VARCHAR`,
  "node_name VARCHAR",
  "is_reply VARCHAR",
  `event_type STRUCT("type" VARCHAR)`,
  "traffic_direction VARCHAR",
  "trace_observation_point VARCHAR",
].join(", ")})`;

/**
 * What Hubble's exporter writes, in a table with a column `flow` of nested fields: JSON lines or Parquet that a database has loaded as
 * they are. Of its pods the names are read, not the labels.
 */
export const HUBBLE_SHAPE: LogShape = {
  id: "hubble",
  columns: ["flow"],
  lostColumn: "lost_events",
  types: { flow: FLOW_TYPE, lost_events: "STRUCT(num_events_lost VARCHAR)" },
  select: (dialect, hasLost) => ({
    before: [["fields", fieldsOf(dialect, hasLost)]],
    flows: `SELECT\n    ${flowColumns(expressions(dialect))}\n  FROM fields`,
  }),
};

const field = ({ name }: DatabaseDialect, ...path: readonly string[]): string =>
  ["flow", ...path].map((each) => name(each)).join(".");

function fieldsOf(dialect: DatabaseDialect, hasLost: boolean): string {
  const lost = dialect.name("lost_events");
  const events = dialect.whole(
    `COALESCE(${dialect.text(`${lost}.${dialect.name("num_events_lost")}`)}, '1')`,
  );
  const text = (...path: readonly string[]): string =>
    `COALESCE(${dialect.text(field(dialect, ...path))}, '')`;
  const time = text("time");
  const port = (side: string): string =>
    `CASE ${["TCP", "UDP", "SCTP"].map((each) => `WHEN h_l4 = '${each}' THEN ${text("l4", each, `${side}_port`)}`).join(" ")} ELSE '' END`;
  const isFilled = (...path: readonly string[]): string => `${field(dialect, ...path)} IS NOT NULL`;
  const named = `SELECT
      *,
      CASE ${["TCP", "UDP", "SCTP"].map((each) => `WHEN ${isFilled("l4", each)} THEN '${each}'`).join(" ")} WHEN ${isFilled("l4", "ICMPv4")} OR ${isFilled("l4", "ICMPv6")} THEN 'ICMP' WHEN ${isFilled("l4")} THEN 'other' ELSE 'unknown' END AS h_l4
    FROM log`;
  return `SELECT
    h_l4,
    ${hasLost ? `CASE WHEN ${lost} IS NULL THEN 0 ELSE ${events} END` : "0"} AS h_lost,
    ${time} AS h_time,
    ${timeOf(dialect, time)} AS h_t,
    ${text("verdict")} AS h_verdict,
    CASE WHEN ${text("drop_reason_desc")} <> '' THEN ${text("drop_reason_desc")} ELSE ${text("drop_reason")} END AS h_reason,
    ${text("Type")} AS h_type,
    ${text("event_type", "type")} AS h_event,
    ${text("trace_observation_point")} AS h_traced,
    ${text("traffic_direction")} AS h_direction,
    ${text("is_reply")} AS h_reply,
    ${text("node_name")} AS h_node,
    ${port("source")} AS h_s_port,
    ${port("destination")} AS h_port,
    COALESCE(${dialect.text(field(dialect, "l4", "ICMPv4", "type"))}, ${dialect.text(field(dialect, "l4", "ICMPv6", "type"))}, '0') AS h_icmp,
    ${isFilled("l4", "TCP", "flags")} AS h_has_flags,
    ${text("l4", "TCP", "flags", "SYN")} AS h_syn,
    ${text("l4", "TCP", "flags", "ACK")} AS h_ack,
    ${(["source", "destination"] as const).flatMap((side) => endFields(dialect, side)).join(",\n    ")}
  FROM (
    ${named}
  ) AS named`;
}

/** Reserved identities that the program knows. */
const RESERVED = { host: ["host"], remote: ["remote-node"], world: ["world", "world-ipv4", "world-ipv6"] };

function endFields(dialect: DatabaseDialect, side: "source" | "destination"): readonly string[] {
  const text = (...path: readonly string[]): string =>
    `COALESCE(${dialect.text(field(dialect, ...path))}, '')`;
  const labels = field(dialect, side, "labels");
  const has = (words: readonly string[]): string =>
    words.map((each) => dialect.has(labels, `reserved:${each}`)).join(" OR ");
  const short = side === "source" ? "s" : "d";
  return [
    `${text("IP", side)} AS h_${short}_ip`,
    `${text(side, "namespace")} AS h_${short}_ns`,
    `${text(side, "pod_name")} AS h_${short}_pod`,
    `CASE WHEN ${has(RESERVED.host)} THEN 'host' WHEN ${has(RESERVED.remote)} THEN 'remote' WHEN ${has(RESERVED.world)} THEN 'world' ELSE '' END AS h_${short}_reserved`,
  ];
}

/** Where a trace is before any policy: as in the reader of Hubble's logs. */
const BEFORE_POLICY = ["ENDPOINT", "HOST", "NETWORK", "OVERLAY", "STACK", "PROXY", "CRYPTO"].map(
  (each) => `'FROM_${each}'`,
);

function expressions(dialect: DatabaseDialect): Readonly<Record<string, string>> {
  const known = `'FORWARDED', 'REDIRECTED', 'DROPPED', 'AUDIT', 'ERROR', 'TRACED', 'TRANSLATED', 'VERDICT_UNKNOWN'`;
  const port = (name: string): string => numberUpTo(dialect, name, 65_535);
  return {
    t0: "h_t",
    t1: "h_t",
    n: "CASE WHEN h_lost > 0 THEN h_lost ELSE 1 END",
    ...endOf("s"),
    ...endOf("d"),
    protocol: "h_l4",
    s_port: port("h_s_port"),
    port: port("h_port"),
    icmp: `CASE WHEN h_l4 = 'ICMP' THEN ${dialect.whole("h_icmp")} END`,
    opens: `CASE WHEN h_l4 = 'TCP' AND h_has_flags THEN CASE WHEN h_syn = 'true' AND h_ack <> 'true' THEN 1 ELSE 0 END END`,
    seen: `CASE WHEN h_verdict IN ('FORWARDED', 'REDIRECTED') THEN CASE WHEN h_event <> '5' AND h_traced IN (${BEFORE_POLICY.join(", ")}) THEN 'none' ELSE 'allowed' END WHEN h_verdict IN ('DROPPED', 'ERROR') THEN 'dropped' WHEN h_verdict = 'AUDIT' THEN 'would-drop' ELSE 'none' END`,
    cause: `CASE WHEN h_verdict = 'AUDIT' THEN 'policy' WHEN h_verdict = 'ERROR' THEN 'other' WHEN h_verdict <> 'DROPPED' THEN '' WHEN h_reason IN ('', '0', 'DROP_REASON_UNKNOWN') THEN 'unknown' WHEN h_reason IN ('POLICY_DENIED', '133') THEN 'policy-default' WHEN h_reason IN ('POLICY_DENY', '181') THEN 'policy' ELSE 'other' END`,
    point: `CASE WHEN h_direction = 'EGRESS' THEN 'egress' WHEN h_direction = 'INGRESS' THEN 'ingress' ELSE 'unknown' END`,
    reply: `CASE WHEN h_reply = 'true' THEN 'yes' WHEN h_reply = 'false' THEN 'no' ELSE 'unknown' END`,
    is_bad: `CASE WHEN h_lost > 0 THEN 0 WHEN h_verdict NOT IN (${known}) OR (h_time <> '' AND h_t IS NULL) OR (h_s_port <> '' AND ${port("h_s_port")} IS NULL) OR (h_port <> '' AND ${port("h_port")} IS NULL) THEN 1 ELSE 0 END`,
    is_lost: "CASE WHEN h_lost > 0 THEN 1 ELSE 0 END",
    is_left: `CASE WHEN h_lost > 0 THEN 0 WHEN h_verdict = '' OR h_type IN ('L7', 'SOCK') THEN 1 ELSE 0 END`,
  };
}

function endOf(short: "s" | "d"): Readonly<Record<string, string>> {
  const own = (name: string): string => `h_${short}_${name}`;
  const isPod = `${own("ns")} <> '' AND ${own("pod")} <> ''`;
  return {
    [`${short}_kind`]: `CASE WHEN ${isPod} THEN 'pod' WHEN ${own("reserved")} IN ('host', 'remote') THEN 'host' WHEN ${own("ns")} <> '' THEN 'pod' WHEN ${own("ip")} = '' THEN 'unknown' ELSE 'address' END`,
    [`${short}_ns`]: own("ns"),
    [`${short}_pod`]: own("pod"),
    [`${short}_ip`]: own("ip"),
    [`${short}_node`]: `CASE WHEN ${own("reserved")} = 'host' THEN h_node ELSE '' END`,
    [`${short}_out`]: `CASE WHEN ${own("reserved")} = 'world' THEN 1 ELSE 0 END`,
  };
}
