import type { DatabaseDialect } from "./dialect.js";

/** The log formats that a table may have the shape of. */
export const LOG_SHAPES = ["plain", "hubble", "antrea-flows"] as const;

/** One of {@link LOG_SHAPES}. */
export type LogShapeId = (typeof LOG_SHAPES)[number];

/** A table that holds a log. */
export interface LogShape {
  readonly id: LogShapeId;
  /** The columns that the query reads; those of files that don't have one are null. */
  readonly columns: readonly string[];
  /** How a file of JSON lines has them, as DuckDB names types; a column that isn't named is text. */
  readonly types: Readonly<Record<string, string>>;
  /** A column that not every table has: how many events were lost. The query reads it where the table has it. */
  readonly lostColumn?: string;
  /**
   * Common tables of its own, then the one that has a row for each record: {@link FLOW_COLUMNS}.
   * @param hasLost true where the table has `lostColumn`
   */
  select(
    dialect: DatabaseDialect,
    hasLost: boolean,
  ): { readonly before: readonly (readonly [name: string, query: string])[]; readonly flows: string };
}

/**
 * What a query knows of a record. Texts are never null, and empty where the log says nothing; numbers are null.
 *
 * - `t0`, `t1`: milliseconds since 1970. `n`: how many connections it stands for.
 * - `s_kind`: `pod`, `address`, `host` or `unknown`, with `s_ns`, `s_pod`, `s_ip`, `s_node` (of a host that is named) and `s_out`
 *   (1 where the log says that it is outside of the cluster). The same of the destination with `d_`.
 * - `protocol`: as in `RecordedProtocol`; `s_port`, `port`, `icmp` (the type); `opens`: 1, 0 or null.
 * - `seen`, `point`, `reply` as in `FlowRecord`; `cause`: the code of a `DropCause`, or empty.
 * - `is_bad`: 1 for what can't be read; `is_left`: 1 for what is no record; `is_lost`: 1 for a line that says that `n` events were lost.
 */
export const FLOW_COLUMNS = [
  "t0",
  "t1",
  "n",
  ...["s", "d"].flatMap((side) =>
    ["kind", "ns", "pod", "ip", "node", "out"].map((each) => `${side}_${each}`),
  ),
  "protocol",
  "s_port",
  "port",
  "icmp",
  "opens",
  "seen",
  "cause",
  "point",
  "reply",
  "is_bad",
  "is_left",
  "is_lost",
] as const;

/** `a AS b, …`: the columns of {@link FLOW_COLUMNS}, in their order, of expressions for each. */
export function flowColumns(expressions: Readonly<Record<string, string>>): string {
  return FLOW_COLUMNS.map((each) => `${expressions[each]} AS ${each}`).join(",\n    ");
}

/** `'a', 'b'`: constants of ours. */
export function listed(words: Iterable<string>): string {
  return [...words].map((each) => `'${each}'`).join(", ");
}

/** The name of a protocol by its number or word in a text of lower case; `other` numbers and words go to `otherwise`. */
export function protocolNamed(word: string, otherwise: string): string {
  return `CASE WHEN ${word} IN ('tcp', '6') THEN 'TCP' WHEN ${word} IN ('udp', '17') THEN 'UDP' WHEN ${word} IN ('sctp', '132') THEN 'SCTP' WHEN ${word} IN ('icmp', '1', 'icmpv6', 'icmp6', '58') THEN 'ICMP' WHEN ${word} = '' THEN 'unknown' ELSE ${otherwise} END`;
}

/** A number of a text of digits that is at most so great, null for others. */
export function numberUpTo(dialect: DatabaseDialect, text: string, most: number): string {
  const value = dialect.whole(text);
  return `CASE WHEN ${dialect.matches(text, "^[0-9]+$")} AND ${value} <= ${most} THEN ${value} END`;
}

/** Milliseconds of a text that is a time, or a number of seconds or milliseconds (`readEpoch`). */
export function timeOf(dialect: DatabaseDialect, text: string): string {
  const value = dialect.real(text);
  return `CASE WHEN ${text} = '' THEN NULL WHEN ${dialect.matches(text, "^[0-9]+([.][0-9]+)?$")} THEN CASE WHEN ${value} < 100000000000 THEN ${value} * 1000 WHEN ${value} < 100000000000000 THEN ${value} END ELSE ${dialect.moment(text)} END`;
}
