import { BUCKET } from "../../questions/tables/address-text.js";
import { FIRST_OF_CLIENTS } from "../../questions/replay/reply.js";
import { FLOW_COLUMNS, type LogShape } from "./log-shape.js";
import { MADE_NAMES } from "../../questions/replay/pod-index.js";
import type { DatabaseDialect } from "./dialect.js";
import type { Segment } from "../../questions/replay/state.js";
import type { TableName, VerdictTables } from "../../questions/tables/verdict-tables.js";

/** What a query reads, as expressions. */
export interface QuerySources {
  readonly dialect: DatabaseDialect;
  readonly shape: LogShape;
  /** True where the log has the shape's `lostColumn`. */
  readonly hasLost: boolean;
  /** What holds the log: a table in quotes, or a call that reads a file. */
  readonly log: string;
  /** A table of ours, in quotes. */
  readonly table: (name: TableName) => string;
  readonly times: Pick<VerdictTables, "spans" | "timeless" | "portStarts">;
}

/**
 * The query that judges a log where it is: first what each end is, each name and address once; then records are counted by what both
 * ends are; then each kind of flow is joined with what it comes to. A row for each kind of flow, or reason why it isn't compared.
 */
export function judgedQuery(sources: QuerySources): string {
  return `WITH\n${commonTables(sources)}\nSELECT * FROM judged`;
}

/** The same, put together by what people call the ends. */
export function reportQuery(sources: QuerySources): string {
  return `WITH
${commonTables(sources)}
SELECT
  outcome,
  not_judged,
  from_label AS source,
  to_label AS destination,
  protocol,
  lo_port AS first_port,
  hi_port AS last_port,
  fate AS seen,
  point AS hook,
  verdict,
  decided_by,
  SUM(n) AS records,
  MIN(t0) AS first_ms,
  MAX(t1) AS last_ms
FROM judged
GROUP BY outcome, not_judged, from_label, to_label, protocol, lo_port, hi_port, fate, point, verdict, decided_by
ORDER BY outcome, records DESC, source, destination, protocol, first_port, seen, hook, verdict, decided_by, not_judged${sources.dialect.settings}`;
}

function commonTables(sources: QuerySources): string {
  const { dialect, shape, hasLost, log } = sources;
  const { before, flows } = shape.select(dialect, hasLost);
  const tables: readonly (readonly [name: string, query: string])[] = [
    ["log", `SELECT * FROM ${log}`],
    ...before,
    ["flows", flows],
    ["timed", timed(sources)],
    ["met", metEnds()],
    ["addressed", addressed(dialect)],
    ["made", madeBy(sources)],
    ["placed", placedIn(sources)],
    ["handed", handedOver(sources)],
    ["known", knownEnds(sources)],
    ["read_flows", readFlows(sources)],
    ["reasoned", reasoned()],
    ["counted", counted(sources)],
    ["related", related(sources)],
    ["judged", judged(sources)],
  ];
  return tables.map(([name, query]) => `${name} ${dialect.inline} (\n  ${query}\n)`).join(",\n");
}

/**
 * Which part of the timeline a record belongs to, by its last moment, as a replay does it; and the first and the last state around all of
 * its time.
 */
function timed({ times }: QuerySources): string {
  const segment = inTime(times, "t1", ({ key }) => key);
  const since = inTime(times, "t_from", ({ around }) => around[0] ?? 0);
  const until = inTime(times, "t1", ({ around }) => around.at(-1) ?? 0);
  return `SELECT *, ${segment} AS segment, ${since} AS since_state, ${until} AS until_state
  FROM (SELECT *, CASE WHEN t0 < t1 THEN t0 ELSE t1 END AS t_from FROM flows WHERE is_left = 0) AS begun`;
}

/** A number of the segment that a time is in. */
function inTime(
  { spans, timeless }: QuerySources["times"],
  time: string,
  numberOf: (segment: Segment) => number,
): string {
  const [only] = spans;
  if (spans.length === 1 && only !== undefined) return String(numberOf(only.segment));
  const cases = spans.map(({ end, isEndIn, segment }) =>
    end === undefined
      ? `ELSE ${numberOf(segment)}`
      : `WHEN ${time} ${isEndIn ? "<=" : "<"} ${end} THEN ${numberOf(segment)}`,
  );
  return `CASE WHEN ${time} IS NULL THEN ${numberOf(timeless)} ${cases.join(" ")} END`;
}

const TIME_COLUMNS = ["segment", "since_state", "until_state"] as const;

const END_COLUMNS = ["kind", "ns", "pod", "ip", "node", "out"] as const;

/** Every end of a record once. */
function metEnds(): string {
  const side = (short: string): string =>
    `SELECT ${TIME_COLUMNS.join(", ")}, ${END_COLUMNS.map((each) => `${short}_${each} AS ${each === "out" ? "is_out" : each}`).join(", ")} FROM timed WHERE is_bad = 0 AND is_lost = 0`;
  return `SELECT DISTINCT ${TIME_COLUMNS.join(", ")}, kind, ns, pod, ip, node, is_out FROM (\n    ${side("s")}\n    UNION ALL\n    ${side("d")}\n  ) AS both_ends`;
}

const OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const IPV4 = `^${OCTET}[.]${OCTET}[.]${OCTET}[.]${OCTET}$`;
const IPV6 = "^([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}$";

/**
 * Addresses in the form of `addressText`; `?` for what is none. IPv6 is written out: `::` stands for as many zeros as there are too few
 * groups.
 */
function addressed(dialect: DatabaseDialect): string {
  const octets = [1, 2, 3, 4].map((i) => `LPAD(${dialect.part("plain_ip", ".", i)}, 3, '0')`);
  const groups = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => `LPAD(${dialect.part("long_ip", ":", i)}, 4, '0')`);
  const colons = "(LENGTH(padded_ip) - LENGTH(REPLACE(padded_ip, ':', '')))";
  const zeros = dialect.repeat("'0:'", `GREATEST(8 - ${colons}, 0)`);
  return `SELECT *, CASE WHEN address LIKE '4%' THEN 'IPv4' WHEN address LIKE '6%' THEN 'IPv6' ELSE 'none' END AS family, SUBSTR(address, 1, ${BUCKET}) AS bucket FROM (
    SELECT *, CASE
      WHEN ip = '' THEN ''
      WHEN ${dialect.matches("plain_ip", IPV4)} THEN CONCAT('4', ${octets.join(", ")})
      WHEN ${dialect.matches("long_ip", IPV6)} AND LOWER(long_ip) NOT LIKE '0:0:0:0:0:ffff:%' THEN CONCAT('60', LOWER(CONCAT(${groups.join(", ")})))
      ELSE '?' END AS address
    FROM (
      SELECT *, CASE
        WHEN padded_ip LIKE '%::%' AND (${colons} < 8 OR padded_ip <> plain_ip) THEN REPLACE(padded_ip, '::', CONCAT(':', ${zeros}))
        ELSE plain_ip END AS long_ip
      FROM (
        SELECT *, CONCAT(CASE WHEN plain_ip LIKE '::%' THEN '0' ELSE '' END, plain_ip, CASE WHEN plain_ip LIKE '%::' THEN '0' ELSE '' END) AS padded_ip
        FROM (
          SELECT *, COALESCE(${dialect.group("ip", "^::[fF][fF][fF][fF]:([0-9.]+)$")}, ip) AS plain_ip FROM met
        ) AS mapped
      ) AS padded
    ) AS spelled
  ) AS keyed`;
}

/** The workload that has made a pod of a name, where it is only one. */
function madeBy({ dialect, table }: QuerySources): string {
  const forms = MADE_NAMES.map(
    ({ name }, i) =>
      `SELECT segment, ns, pod, ${i + 1} AS form, ${dialect.group("pod", name.source)} AS base FROM addressed WHERE kind = 'pod'`,
  );
  return `SELECT n.segment AS segment, n.ns AS ns, n.pod AS pod, CASE WHEN MIN(m.workload) = MAX(m.workload) THEN MAX(m.found) ELSE 0 END AS found
  FROM (
    ${forms.join("\n    UNION ALL\n    ")}
  ) AS n
  JOIN ${table("makers")} AS m ON m.segment = n.segment AND m.namespace = n.ns AND m.form = n.form AND m.base = n.base
  GROUP BY n.segment, n.ns, n.pod`;
}

/** The block that an address is in. */
function placedIn({ table }: QuerySources): string {
  return `SELECT a.segment AS segment, a.address AS address, b.found AS found, b.reason AS reason, b.outside AS outside
  FROM (SELECT DISTINCT segment, address, bucket FROM addressed WHERE kind = 'address') AS a
  JOIN ${table("blocks")} AS b ON b.segment = a.segment AND b.bucket = a.bucket
  WHERE a.address BETWEEN b.lo AND b.hi`;
}

/** Addresses that changed hands within the time of a record. */
function handedOver({ table }: QuerySources): string {
  return `SELECT DISTINCT a.segment AS segment, a.since_state AS since_state, a.address AS address, 1 AS is_handed
  FROM addressed AS a
  JOIN ${table("handovers")} AS h ON h.address = a.address
  WHERE h.state >= a.since_state AND h.state < a.until_state`;
}

const MET = [
  "segment",
  "since_state",
  "kind",
  "ns",
  "pod",
  "ip",
  "node",
  "is_out",
  "address",
  "family",
] as const;

/** What each end is, by its name, or by its address at that time; or why nobody can tell. */
function knownEnds({ table }: QuerySources): string {
  return `SELECT e.segment AS segment, e.since_state AS since_state, e.kind AS kind, e.ns AS ns, e.pod AS pod, e.ip AS ip, e.node AS node, e.is_out AS is_out, e.address AS address, e.family AS family, e.reason AS reason,
    COALESCE(f.end_no, 0) AS end_no, COALESCE(f.by_node, 0) AS by_node, COALESCE(f.on_host, 0) AS on_host, COALESCE(f.self, 0) AS self, COALESCE(f.listener, 0) AS listener
  FROM (
    SELECT *, CASE WHEN found > 0 THEN 'none' WHEN kind = 'pod' THEN 'unknown-pod' WHEN kind IN ('address', 'host') AND is_out = 0 AND handed_over = 1 THEN 'ambiguous-address' WHEN kind = 'host' THEN 'unknown-node' WHEN kind = 'address' THEN address_reason ELSE 'unknown-end' END AS reason
    FROM (
      SELECT ${MET.map((each) => `a.${each} AS ${each}`).join(", ")},
        CASE
          WHEN a.kind = 'pod' THEN COALESCE(NULLIF(p.found, 0), m.found, 0)
          WHEN a.kind = 'host' AND COALESCE(h.found, 0) > 0 THEN h.found
          WHEN a.is_out = 0 AND COALESCE(x.is_handed, 0) = 1 THEN 0
          WHEN a.kind = 'host' THEN COALESCE(o.node_found, 0)
          WHEN a.kind = 'address' AND a.is_out = 1 THEN COALESCE(b.outside, 0)
          WHEN a.kind = 'address' THEN CASE WHEN COALESCE(o.reason, '') <> '' THEN o.found ELSE COALESCE(b.found, 0) END
          ELSE 0 END AS found,
        COALESCE(x.is_handed, 0) AS handed_over,
        CASE WHEN COALESCE(o.reason, '') <> '' THEN o.reason ELSE COALESCE(b.reason, 'none') END AS address_reason
      FROM addressed AS a
      LEFT JOIN ${table("pods")} AS p ON p.segment = a.segment AND p.namespace = a.ns AND p.pod = a.pod
      LEFT JOIN made AS m ON m.segment = a.segment AND m.ns = a.ns AND m.pod = a.pod
      LEFT JOIN ${table("nodes")} AS h ON h.segment = a.segment AND h.node = a.node AND h.family = a.family
      LEFT JOIN ${table("addresses")} AS o ON o.segment = a.segment AND o.address = a.address
      LEFT JOIN handed AS x ON x.segment = a.segment AND x.since_state = a.since_state AND x.address = a.address
      LEFT JOIN placed AS b ON b.segment = a.segment AND b.address = a.address
    ) AS looked_up
  ) AS e
  LEFT JOIN ${table("found")} AS f ON f.found = e.found`;
}

/** Records with both ends, and whether one of the two ports is of something that listens. */
function readFlows({ table }: QuerySources): string {
  const own = FLOW_COLUMNS.map((each) => `t.${each} AS ${each}`).join(", ");
  const end = (short: string): string =>
    ["reason", "address", "family", "end_no", "by_node", "on_host", "self"]
      .map((each) => `COALESCE(${short}.${each}, ${TEXTS.has(each) ? "'none'" : "0"}) AS ${short}_${each}`)
      .join(", ");
  const joined = (short: string): string =>
    `LEFT JOIN known AS ${short} ON ${short}.segment = t.segment AND ${short}.since_state = t.since_state AND ${END_COLUMNS.map((each) => `${short}.${each === "out" ? "is_out" : each} = t.${short}_${each}`).join(" AND ")}`;
  const listens = (short: string, port: string): string =>
    `LEFT JOIN ${table("listens")} AS l${short} ON l${short}.listener = ${short}.listener AND l${short}.protocol = t.protocol AND l${short}.port = t.${port}`;
  const isServed = (short: string, port: string): string =>
    `CASE WHEN t.${port} < ${FIRST_OF_CLIENTS} OR COALESCE(l${short}.listener, 0) > 0 THEN 1 ELSE 0 END`;
  return `SELECT ${own},
    ${end("s")},
    ${end("d")},
    ${isServed("d", "port")} AS there, ${isServed("s", "s_port")} AS here
  FROM timed AS t
  ${joined("s")}
  ${joined("d")}
  ${listens("s", "s_port")}
  ${listens("d", "port")}`;
}

const TEXTS: ReadonlySet<string> = new Set(["reason", "address", "family"]);

/** Why a record isn't compared, in the order in which a replay asks; `none` where it is. */
function reasoned(): string {
  const isReply = `CASE
      WHEN reply = 'no' THEN 0
      WHEN protocol = 'ICMP' THEN CASE WHEN icmp IS NULL OR icmp IN (8, 128) THEN 0 ELSE 1 END
      WHEN opens = 1 THEN 0
      WHEN s_port IS NULL OR port IS NULL THEN 0
      WHEN there <> here THEN here
      ELSE 2 END`;
  return `SELECT *, CASE
      WHEN is_lost = 1 THEN 'lost-events'
      WHEN is_bad = 1 OR s_address = '?' OR d_address = '?' THEN 'bad-line'
      WHEN seen = 'none' THEN 'no-verdict'
      WHEN seen = 'dropped' AND cause = 'other' THEN 'other-drop'
      WHEN reply = 'yes' THEN 'reply'
      WHEN protocol = 'unknown' THEN 'unknown-protocol'
      WHEN is_reply = 2 THEN 'direction'
      WHEN is_reply = 1 THEN 'reply'
      WHEN s_reason <> 'none' THEN s_reason
      WHEN d_reason <> 'none' THEN d_reason
      WHEN protocol IN ('TCP', 'UDP', 'SCTP') AND COALESCE(port, 0) = 0 THEN 'unknown-port'
      ELSE 'none' END AS why
  FROM (SELECT *, ${isReply} AS is_reply FROM read_flows) AS asked`;
}

const COUNTED = [
  "from_end",
  "to_end",
  "is_self",
  "family",
  "protocol",
  "lo_port",
  "point",
  "fate",
  "why",
  "n",
  "t0",
  "t1",
  "from_sample",
  "to_sample",
] as const;

/** Records of one kind, counted: those that a replay counts together. */
function counted({ times: { portStarts } }: QuerySources): string {
  const compared = (value: string, otherwise = "0"): string =>
    `CASE WHEN why = 'none' THEN ${value} ELSE ${otherwise} END`;
  const runs = [...portStarts].toReversed().map((start) => `WHEN port >= ${start} THEN ${start}`);
  const folded = `CASE WHEN protocol NOT IN ('TCP', 'UDP', 'SCTP') THEN 0 ${runs.join(" ")} ELSE port END`;
  const columns: Readonly<Record<string, string>> = {
    from_end: compared("CASE WHEN d_on_host = 1 THEN s_by_node ELSE s_end_no END"),
    to_end: compared("CASE WHEN s_on_host = 1 THEN d_by_node ELSE d_end_no END"),
    is_self: compared("CASE WHEN s_self > 0 AND s_self = d_self THEN 1 ELSE 0 END"),
    family: compared("CASE WHEN d_family = 'none' THEN s_family ELSE d_family END", "'none'"),
    protocol: compared(
      "CASE WHEN protocol IN ('TCP', 'UDP', 'SCTP') THEN protocol ELSE 'none' END",
      "'none'",
    ),
    lo_port: compared(folded),
    point: "point",
    fate: "CASE WHEN seen = 'dropped' AND cause IN ('', 'unknown') THEN 'dropped-somehow' ELSE seen END",
    why: "why",
  };
  const names = Object.keys(columns);
  const sample = (short: string): string =>
    `MIN(CASE WHEN ${short}_kind = 'address' THEN ${short}_address END)`;
  return `SELECT ${names.map((each) => `k_${each} AS ${each}`).join(", ")}, SUM(CASE WHEN k_why = 'bad-line' THEN 1 ELSE n END) AS n, MIN(t0) AS t0, MAX(t1) AS t1, ${sample("s")} AS from_sample, ${sample("d")} AS to_sample
  FROM (
    SELECT n, t0, t1, s_kind, s_address, d_kind, d_address,
      ${names.map((each) => `${columns[each]} AS k_${each}`).join(",\n      ")}
    FROM reasoned
  ) AS kinds
  GROUP BY ${names.map((each) => `k_${each}`).join(", ")}`;
}

/** Kinds of flows with the number of what they come to. */
function related({ table, times: { portStarts } }: QuerySources): string {
  const ends = portStarts.map(
    (start, i) => `WHEN c.lo_port = ${start} THEN ${(portStarts[i + 1] ?? 65_536) - 1}`,
  );
  const family = `CASE WHEN c.family <> 'none' THEN c.family ELSE COALESCE(g.family, 'none') END`;
  const relation = `CASE WHEN c.is_self = 1 THEN 'self' WHEN a.node > 0 AND a.node = b.node AND (a.own_node = 1 OR b.own_node = 1) THEN 'own' ELSE 'other' END`;
  const own = (short: string, names: readonly string[]): string =>
    names.map((each) => `${short}.${each} AS ${each}`).join(", ");
  const known = ["from_label", "to_label", "hi_port", "from_service", "to_service"];
  return `SELECT ${own("r", [...COUNTED, ...known])}, COALESCE(p.flow, 0) AS flow
  FROM (
    SELECT ${own("c", COUNTED)}, CASE ${ends.join(" ")} ELSE c.lo_port END AS hi_port, COALESCE(a.label, 'none') AS from_label, COALESCE(b.label, 'none') AS to_label, COALESCE(a.state, 0) AS state, COALESCE(a.service, 0) AS from_service, COALESCE(b.service, 0) AS to_service,
      CASE WHEN b.service = 1 THEN c.from_end ELSE a.class END AS source_class, b.class AS destination_class, ${relation} AS relation, ${family} AS pair_family
    FROM counted AS c
    LEFT JOIN ${table("ends")} AS a ON a.end_no = c.from_end
    LEFT JOIN ${table("ends")} AS b ON b.end_no = c.to_end
    LEFT JOIN ${table("families")} AS g ON g.source = a.families AND g.destination = b.families
  ) AS r
  LEFT JOIN ${table("pairs")} AS p ON p.state = r.state AND p.source = r.source_class AND p.destination = r.destination_class AND p.relation = r.relation AND p.family = r.pair_family`;
}

/** Kinds of flows with what they come to. */
function judged({ table }: QuerySources): string {
  const half = (column: (direction: string) => string): string =>
    `CASE WHEN r.point IN ('egress') THEN ${column("egress")} WHEN r.point IN ('ingress') THEN ${column("ingress")} ELSE ${column("connection")} END`;
  const outcome = `CASE
      WHEN why <> 'none' THEN why
      WHEN answer = 0 THEN CASE WHEN from_service = 1 THEN 'from-service' WHEN flow = 0 THEN 'other-family' WHEN to_service = 1 THEN 'no-backends' ELSE 'node-port' END
      WHEN verdict IN ('undefined', 'unknown') THEN 'open'
      WHEN fate = 'allowed' AND verdict = 'allowed' THEN 'agrees'
      WHEN fate = 'allowed' AND point = 'unknown' AND NOT (egress_verdict = 'denied' AND ingress_verdict = 'denied') THEN 'one-of-two'
      WHEN fate = 'allowed' THEN 'passed'
      WHEN verdict = 'denied' THEN 'agrees'
      WHEN fate = 'dropped-somehow' THEN 'unknown-drop'
      ELSE 'dropped' END`;
  return `SELECT from_end, to_end, is_self, family, protocol, lo_port, hi_port, point, fate, n, t0, t1, from_sample, to_sample, from_label, to_label, answer,
    CASE WHEN came_to IN (${OUTCOMES}) THEN came_to ELSE 'not-judged' END AS outcome,
    CASE WHEN came_to IN (${OUTCOMES}) THEN 'none' ELSE came_to END AS not_judged,
    verdict, decided_by
  FROM (
    SELECT *, ${outcome} AS came_to
    FROM (
      SELECT ${[...COUNTED, "from_label", "to_label", "hi_port", "from_service", "to_service", "flow"].map((each) => `r.${each} AS ${each}`).join(", ")}, COALESCE(w.answer, 0) AS answer, COALESCE(w.egress, 'none') AS egress_verdict, COALESCE(w.ingress, 'none') AS ingress_verdict,
        COALESCE(${half((each) => `w.${each}`)}, 'none') AS verdict,
        COALESCE(${half((each) => `w.${each}_by`)}, 'none') AS decided_by
      FROM related AS r
      JOIN ${table("intervals")} AS i ON i.flow = r.flow AND i.protocol = r.protocol
      LEFT JOIN ${table("answers")} AS w ON w.answer = i.answer
      WHERE r.lo_port BETWEEN i.lo AND i.hi
    ) AS answered
  ) AS compared`;
}

const OUTCOMES = "'dropped', 'passed', 'open', 'agrees'";
