import { flowColumns, numberUpTo, protocolNamed, timeOf, type LogShape } from "./log-shape.js";
import type { DatabaseDialect } from "./dialect.js";

/** The columns of Theia's table `flows` that are read. Its times are ClickHouse's DateTime, or seconds. */
const COLUMNS = [
  "flowStartSeconds",
  "flowEndSeconds",
  "sourceIP",
  "destinationIP",
  "sourceTransportPort",
  "destinationTransportPort",
  "protocolIdentifier",
  "sourcePodName",
  "sourcePodNamespace",
  "destinationPodName",
  "destinationPodNamespace",
  "ingressNetworkPolicyRuleAction",
  "egressNetworkPolicyRuleAction",
] as const;

/** Antrea's flow export as Theia's ClickHouse schema has it. */
export const ANTREA_SHAPE: LogShape = {
  id: "antrea-flows",
  columns: COLUMNS,
  types: {},
  select: (dialect) => ({
    before: [["cells", cellsOf(dialect)]],
    flows: `SELECT\n    ${flowColumns(expressions(dialect))}\n  FROM cells`,
  }),
};

/** In ClickHouse a DateTime becomes its seconds, elsewhere times are seconds, or texts. */
function cellsOf(dialect: DatabaseDialect): string {
  const columns = COLUMNS.map((each) => {
    const value = dialect.name(each);
    const isTime = each.startsWith("flow") && dialect.id === "clickhouse";
    return `COALESCE(${dialect.text(isTime ? `toUnixTimestamp(${value})` : value)}, '') AS c_${each}`;
  });
  return `SELECT\n    ${columns.join(",\n    ")}\n  FROM log`;
}

/** Drop and reject. */
const isDrop = (direction: "egress" | "ingress"): string =>
  `c_${direction}NetworkPolicyRuleAction IN ('2', '3')`;

function expressions(dialect: DatabaseDialect): Readonly<Record<string, string>> {
  const port = (name: string): string => numberUpTo(dialect, name, 65_535);
  const protocol = protocolNamed(
    "c_protocolIdentifier",
    `CASE WHEN ${numberUpTo(dialect, "c_protocolIdentifier", 255)} IS NULL THEN '?' ELSE 'other' END`,
  );
  const ported = `c_protocolIdentifier IN ('6', '17', '132')`;
  const time = (name: string): string => timeOf(dialect, `c_${name}`);
  const unread = [
    `${protocol} = '?'`,
    "c_sourceIP = ''",
    "c_destinationIP = ''",
    ...["flowStartSeconds", "flowEndSeconds"].map((each) => `(c_${each} <> '' AND (${time(each)}) IS NULL)`),
    ...["sourceTransportPort", "destinationTransportPort"].map(
      (each) => `(c_${each} <> '' AND (${port(`c_${each}`)}) IS NULL)`,
    ),
    ...["egress", "ingress"].map(
      (each) => `c_${each}NetworkPolicyRuleAction NOT IN ('', '0', '1', '2', '3')`,
    ),
  ];
  const none = dialect.whole("''");
  return {
    t0: time("flowStartSeconds"),
    t1: `COALESCE(${time("flowEndSeconds")}, ${time("flowStartSeconds")})`,
    n: "1",
    ...endOf("s", "source"),
    ...endOf("d", "destination"),
    protocol,
    s_port: `CASE WHEN ${ported} THEN ${port("c_sourceTransportPort")} END`,
    port: `CASE WHEN ${ported} THEN ${port("c_destinationTransportPort")} END`,
    icmp: none,
    opens: none,
    seen: `CASE WHEN ${isDrop("egress")} OR ${isDrop("ingress")} THEN 'dropped' ELSE 'allowed' END`,
    cause: `CASE WHEN ${isDrop("egress")} OR ${isDrop("ingress")} THEN 'policy' ELSE '' END`,
    point: `CASE WHEN ${isDrop("egress")} THEN 'egress' WHEN ${isDrop("ingress")} THEN 'ingress' WHEN c_sourcePodName <> '' AND c_destinationPodName <> '' THEN 'connection' WHEN c_sourcePodName <> '' THEN 'egress' WHEN c_destinationPodName <> '' THEN 'ingress' ELSE 'unknown' END`,
    reply: "'no'",
    is_bad: `CASE WHEN ${unread.join(" OR ")} THEN 1 ELSE 0 END`,
    is_left: "0",
    is_lost: "0",
  };
}

function endOf(short: string, side: string): Readonly<Record<string, string>> {
  const [pod, namespace] = [`c_${side}PodName`, `c_${side}PodNamespace`];
  const isNamed = `${pod} <> '' AND ${namespace} <> ''`;
  return {
    [`${short}_kind`]: `CASE WHEN ${isNamed} THEN 'pod' ELSE 'address' END`,
    [`${short}_ns`]: `CASE WHEN ${isNamed} THEN ${namespace} ELSE '' END`,
    [`${short}_pod`]: `CASE WHEN ${isNamed} THEN ${pod} ELSE '' END`,
    [`${short}_ip`]: `c_${side}IP`,
    [`${short}_node`]: "''",
    [`${short}_out`]: "0",
  };
}
