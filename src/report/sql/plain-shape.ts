import { flowColumns, listed, numberUpTo, protocolNamed, timeOf, type LogShape } from "./log-shape.js";
import { ALLOWED_WORDS, DROPPED_WORDS, PLAIN_COLUMNS } from "../../source/flows/plain-fields.js";
import type { DatabaseDialect } from "./dialect.js";

const PORTED = `p_protocol IN ('TCP', 'UDP', 'SCTP')`;

/** The plain format (docs/replay.md) as a table: all of its columns, null where the log doesn't say it. */
export const PLAIN_SHAPE: LogShape = {
  id: "plain",
  columns: PLAIN_COLUMNS,
  types: {},
  select: (dialect) => ({
    before: [
      [
        "cells",
        `SELECT\n    ${PLAIN_COLUMNS.map((each) => cell(dialect, each)).join(",\n    ")}\n  FROM log`,
      ],
      ["words", wordsOf(dialect)],
    ],
    flows: `SELECT\n    ${flowColumns(expressions(dialect))}\n  FROM words`,
  }),
};

/** A cell as a text: empty where it is null or `-`. */
function cell({ name, text }: DatabaseDialect, column: (typeof PLAIN_COLUMNS)[number]): string {
  const trimmed = `TRIM(COALESCE(${text(name(column))}, ''))`;
  const value = `CASE WHEN ${trimmed} = '-' THEN '' ELSE ${trimmed} END`;
  return `${["protocol", "verdict", "direction", "reply", "reason"].includes(column) ? `LOWER(${value})` : value} AS c_${column}`;
}

function wordsOf(dialect: DatabaseDialect): string {
  const number = dialect.matches("c_protocol", "^(0|[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5]|other)$");
  return `SELECT
    *,
    ${protocolNamed("c_protocol", `CASE WHEN ${number} THEN 'other' ELSE '?' END`)} AS p_protocol,
    CASE WHEN c_verdict IN (${listed(ALLOWED_WORDS)}) THEN 'allowed' WHEN c_verdict IN (${listed(DROPPED_WORDS)}) THEN 'dropped' WHEN c_verdict = 'audit' THEN 'would-drop' WHEN c_verdict IN ('none', '') THEN 'none' ELSE '?' END AS p_seen,
    CASE WHEN c_direction IN ('egress', 'ingress', 'connection') THEN c_direction WHEN c_direction = '' THEN 'unknown' ELSE '?' END AS p_point,
    CASE WHEN c_reply IN ('true', 'yes') THEN 'yes' WHEN c_reply IN ('false', 'no') THEN 'no' WHEN c_reply = '' THEN 'unknown' ELSE '?' END AS p_reply,
    ${timeOf(dialect, "c_time")} AS p_t0,
    ${timeOf(dialect, "c_end_time")} AS p_t1,
    CASE WHEN c_count = '' THEN 1 ELSE ${numberUpTo(dialect, "c_count", Number.MAX_SAFE_INTEGER)} END AS p_n,
    ${numberUpTo(dialect, "c_source_port", 65_535)} AS p_s_port,
    ${numberUpTo(dialect, "c_destination_port", 65_535)} AS p_port
  FROM cells`;
}

function expressions({ whole }: DatabaseDialect): Readonly<Record<string, string>> {
  const isBad = [
    "p_protocol = '?'",
    "p_seen = '?'",
    "p_point = '?'",
    "p_reply = '?'",
    "(c_time <> '' AND p_t0 IS NULL)",
    "(c_end_time <> '' AND p_t1 IS NULL)",
    "COALESCE(p_n, 0) < 1",
    `(${PORTED} AND c_source_port <> '' AND p_s_port IS NULL)`,
    `(${PORTED} AND c_destination_port <> '' AND p_port IS NULL)`,
    ...["source", "destination"].map(
      (side) => `(c_${side}_namespace = '' AND (c_${side}_pod <> '' OR c_${side}_ip = ''))`,
    ),
  ];
  return {
    t0: "p_t0",
    t1: "COALESCE(p_t1, p_t0)",
    n: "COALESCE(p_n, 1)",
    ...endOf("s", "source"),
    ...endOf("d", "destination"),
    protocol: "p_protocol",
    s_port: `CASE WHEN ${PORTED} THEN p_s_port END`,
    port: `CASE WHEN ${PORTED} THEN p_port END`,
    icmp: whole("''"),
    opens: whole("''"),
    seen: "p_seen",
    cause:
      "CASE WHEN p_seen NOT IN ('dropped', 'would-drop') THEN '' WHEN c_reason IN ('', 'policy') THEN 'policy' WHEN c_reason IN ('policy-default', 'unknown') THEN c_reason ELSE 'other' END",
    point: "p_point",
    reply: "p_reply",
    is_bad: `CASE WHEN ${isBad.join(" OR ")} THEN 1 ELSE 0 END`,
    is_left: "0",
    is_lost: "0",
  };
}

function endOf(short: string, side: string): Readonly<Record<string, string>> {
  return {
    [`${short}_kind`]: `CASE WHEN c_${side}_namespace <> '' THEN 'pod' ELSE 'address' END`,
    [`${short}_ns`]: `c_${side}_namespace`,
    [`${short}_pod`]: `c_${side}_pod`,
    [`${short}_ip`]: `c_${side}_ip`,
    [`${short}_node`]: "''",
    [`${short}_out`]: "0",
  };
}
