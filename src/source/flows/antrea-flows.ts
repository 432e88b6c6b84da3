import { antreaRule } from "./antrea-policy.js";
import { BadLine } from "./bad-line.js";
import { KeptEnds } from "./kept-ends.js";
import { podOrAddress } from "./made-ends.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { textReader } from "./json-lines.js";
import { writtenAddress, writtenNumber, writtenPort } from "./written-value.js";
import type { FlowRecord, RecordedRule, RecordedService } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/**
 * The file of Antrea's flow aggregator: commas between columns, no header and no quotes. Older releases have no column for the
 * Service's address, and two for the application before the last one.
 */
export const ANTREA_FLOWS: LogFormat = {
  id: "antrea-flows",
  title: "Antrea flow export",
  detects: (line) => columnsOf(line.text().trim()) !== undefined,
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return textReader((text, sink) => readFlow(text, ends, sink));
  },
  lacks: [],
};

/** Columns before those that not all releases have, by number. */
const COLUMN = {
  first: 0,
  last: 1,
  sourceIp: 2,
  destinationIp: 3,
  sourcePort: 4,
  port: 5,
  protocol: 6,
  sourcePod: 7,
  sourceNamespace: 8,
  destinationPod: 10,
  destinationNamespace: 11,
  clusterIp: 13,
} as const;

const BEGINNING = /^\d{1,16},\d{1,16},[0-9a-fA-F.:]+,[0-9a-fA-F.:]+,\d{1,5},\d{1,5},\w+,/;

/** The columns of a line with `serviceIp` in its place; undefined for a line that isn't one. */
function columnsOf(text: string): readonly string[] | undefined {
  if (!BEGINNING.test(text)) return undefined;
  const cells = text.split(",");
  // The column behind the cluster's address is an address, or a port.
  const isOlder = /^\d+$/.test(cells[14] ?? "");
  const columns = isOlder ? [...cells.slice(0, 14), cells[13] ?? "", ...cells.slice(14)] : cells;
  return columns.length >= 30 && columns.length <= 32 ? columns : undefined;
}

function readFlow(text: string, ends: KeptEnds, sink: RecordSink): void {
  const columns = columnsOf(text);
  if (columns === undefined) throw new BadLine({ code: BEGINNING.test(text) ? "cut" : "not-this-format" });
  const cell = (name: keyof typeof COLUMN): string => columns[COLUMN[name]] ?? "";
  const protocol = recordedProtocol(cell("protocol"));
  if (protocol === undefined) throw new BadLine({ code: "bad-value", field: "protocol" });
  const ingress = policyAt(columns, 17, "ingress");
  const egress = policyAt(columns, 22, "egress");
  const dropped = [egress, ingress].find((each) => each?.isDropped === true);
  sink.record(
    recordOf({
      first: secondsOf(cell("first"), "flowStartSeconds"),
      last: secondsOf(cell("last"), "flowEndSeconds"),
      source: podOrAddress(
        ends,
        writtenAddress(cell("sourceIp"), "sourceIP"),
        cell("sourceNamespace"),
        cell("sourcePod"),
      ),
      destination: podOrAddress(
        ends,
        writtenAddress(cell("destinationIp"), "destinationIP"),
        cell("destinationNamespace"),
        cell("destinationPod"),
      ),
      via: serviceOf(columns),
      ...protocol,
      sourcePort: writtenPort(cell("sourcePort"), "sourceTransportPort"),
      port: writtenPort(cell("port"), "destinationTransportPort"),
      seen: dropped === undefined ? "allowed" : "dropped",
      // Rules of a NetworkPolicy only allow: what drops is the isolation.
      cause: { code: dropped?.rule.kind === "NetworkPolicy" ? "policy-default" : "policy" },
      point: dropped?.rule.direction ?? pointOf(cell("sourcePod") !== "", cell("destinationPod") !== ""),
      // A connection's line has its two ends as it was opened.
      reply: "no",
      deciders: [egress, ingress].flatMap((each) => (each === undefined ? [] : [each.rule])),
    }),
  );
}

/** A line without the pod of one end, which may be half of a connection, stands for the other end's direction. */
function pointOf(hasSource: boolean, hasDestination: boolean): FlowRecord["point"] {
  if (hasSource && hasDestination) return "connection";
  return hasSource ? "egress" : hasDestination ? "ingress" : "unknown";
}

function secondsOf(text: string, field: string): number | undefined {
  const seconds = writtenNumber(text, field, Number.MAX_SAFE_INTEGER);
  const time = seconds === undefined ? undefined : readEpoch(seconds);
  if (seconds !== undefined && time === undefined) throw new BadLine({ code: "bad-value", field });
  return time;
}

/** `NAMESPACE/NAME:PORT` is how Antrea's proxy names what was dialled. */
function serviceOf(columns: readonly string[]): RecordedService | undefined {
  const [cluster = "", service = "", port = "", named = ""] = columns.slice(COLUMN.clusterIp);
  const ip = [service, cluster].find((each) => each !== "" && each !== "0.0.0.0" && each !== "::");
  if (ip === undefined && named === "") return undefined;
  const [, namespace, name] = /^([^/:]+)\/([^/:]+)/.exec(named) ?? [];
  const number = writtenPort(port, "destinationServicePort");
  return {
    namespace,
    name,
    address: ip === undefined ? undefined : writtenAddress(ip, "destinationServiceIP"),
    port: number === 0 ? undefined : number,
  };
}

const ACTIONS: ReadonlyMap<string, "allow" | "deny" | undefined> = new Map([
  ["", undefined],
  ["0", undefined],
  ["1", "allow"],
  ["allow", "allow"],
  ["2", "deny"],
  ["drop", "deny"],
  ["3", "deny"],
  ["reject", "deny"],
]);

/** The policy of one direction: name, namespace, rule, action and type. Undefined where none decided it. */
function policyAt(
  columns: readonly string[],
  at: number,
  direction: "egress" | "ingress",
): { readonly rule: RecordedRule; readonly isDropped: boolean } | undefined {
  const [name = "", namespace = "", , word = "", type = ""] = columns.slice(at, at + 5);
  // Words that aren't known are those of releases to come, or of another order of columns.
  if (!ACTIONS.has(word.toLowerCase()) && !/^invalid/i.test(word))
    throw new BadLine({ code: "bad-value", field: `${direction}NetworkPolicyRuleAction` });
  const action = ACTIONS.get(word.toLowerCase());
  if (action === undefined) return undefined;
  const rule = antreaRule({
    type,
    namespace: namespace || undefined,
    name: name || undefined,
    action,
    direction,
  });
  return { rule, isDropped: action === "deny" };
}
