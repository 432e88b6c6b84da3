import { BadLine } from "./bad-line.js";
import { KeptEnds } from "./kept-ends.js";
import { ovnAcl } from "./ovn-acl.js";
import { podOrAddress } from "./made-ends.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { textReader } from "./json-lines.js";
import { writtenAddress, writtenNumber, writtenPort, writtenTime } from "./written-value.js";
import type { Address } from "../../base/net/address.js";
import type { FlowRecord } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** What OVN writes of an access list that a packet met: OVN-Kubernetes, the plugin of OpenShift. */
export const OVN: LogFormat = {
  id: "ovn",
  title: "OVN-Kubernetes ACL log",
  detects: (line) => line.text().includes("|acl_log(ovn_pinctrl"),
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return textReader((text, sink) => readAclLine(text, ends, sink));
  },
  lacks: ["allowed-by-default", "rate-limited", "pods"],
};

const LINE =
  /^([^|]+)\|\d+\|acl_log\(ovn_pinctrl\d*\)\|\w+\|name="([^"]*)", verdict=([\w-]+), severity=[\w-]+(?:, direction=([\w-]+))?: ([\w-]+),(.*)$/;

function readAclLine(text: string, ends: KeptEnds, sink: RecordSink): void {
  const match = LINE.exec(text);
  if (match === null) {
    if (!text.includes("|acl_log(")) return sink.skip("no-flow");
    throw new BadLine({ code: "cut" });
  }
  const [, time, name = "", verdict = "", direction, protocol = "", rest = ""] = match;
  // It hands the packet on to the lists of the next tier.
  if (verdict === "pass") return sink.skip("step");
  const fate = FATES.get(verdict);
  if (fate === undefined) throw new BadLine({ code: "bad-value", field: "verdict" });
  const fields = new Map(rest.split(",").map(pairOf));
  const [source, destination] = endsOf(fields);
  const acl = ovnAcl(name, fate);
  const icmpType = writtenNumber(fields.get("icmp_type"), "icmp_type", 255);
  sink.record(
    recordOf({
      first: writtenTime(time, "time"),
      source: podOrAddress(ends, source, undefined, undefined),
      destination: podOrAddress(ends, destination, undefined, undefined),
      ...(recordedProtocol(protocol) ?? { protocol: "other" }),
      sourcePort: writtenPort(fields.get("tp_src"), "tp_src"),
      port: writtenPort(fields.get("tp_dst"), "tp_dst"),
      ...(icmpType === undefined
        ? {}
        : { icmp: { type: icmpType, code: writtenNumber(fields.get("icmp_code"), "icmp_code", 255) } }),
      ...flagsOf(fields.get("tcp_flags")),
      seen: fate,
      cause: acl.cause,
      point: pointOf(direction) ?? acl.direction ?? "unknown",
      deciders: acl.rule === undefined ? [] : [acl.rule],
    }),
  );
}

const FATES: ReadonlyMap<string, "allowed" | "dropped"> = new Map([
  ["allow", "allowed" as const],
  ["allow-related", "allowed" as const],
  ["allow-stateless", "allowed" as const],
  ["drop", "dropped" as const],
  ["reject", "dropped" as const],
]);

function pairOf(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}

function endsOf(fields: ReadonlyMap<string, string>): readonly [Address, Address] {
  const family = fields.has("ipv6_src") ? "ipv6" : "nw";
  return [
    writtenAddress(fields.get(`${family}_src`), `${family}_src`),
    writtenAddress(fields.get(`${family}_dst`), `${family}_dst`),
  ];
}

/** To the port of a pod is its ingress, from there its egress. */
function pointOf(direction: string | undefined): FlowRecord["point"] | undefined {
  return direction === "to-lport" ? "ingress" : direction === "from-lport" ? "egress" : undefined;
}

/** `syn` opens a connection, `syn|ack` answers; packets in the middle say nothing. */
function flagsOf(flags: string | undefined): Pick<FlowRecord, "opens" | "reply"> {
  if (flags === undefined) return { opens: undefined, reply: "unknown" };
  const all = new Set(flags.split("|"));
  if (!all.has("syn")) return { opens: false, reply: "unknown" };
  return all.has("ack") ? { opens: false, reply: "yes" } : { opens: true, reply: "no" };
}
