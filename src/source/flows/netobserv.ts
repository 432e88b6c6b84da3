import { eventFate } from "./netobserv-events.js";
import { jsonReader, lineObject } from "./json-lines.js";
import { KeptEnds } from "./kept-ends.js";
import { PartsReader } from "./parts-reader.js";
import { podOrAddress } from "./made-ends.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf, type KnownParts } from "./record-of.js";
import { writtenAddress } from "./written-value.js";
import type { LineParts } from "./line-parts.js";
import type { Fields } from "./fields.js";
import type { FlowRecord, RecordedEnd, RecordedService } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** The flows of NetObserv, OpenShift's network observability: what its agents see at the nodes' interfaces, with names. */
export const NETOBSERV: LogFormat = {
  id: "netobserv",
  title: "NetObserv flows",
  detects: (line) => {
    const fields = lineObject(line);
    return fields !== undefined && fields.has("SrcAddr") && fields.has("DstAddr");
  },
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return new PartsReader(
      jsonReader((fields, sink) => readFlow(fields, ends, sink)),
      NETOBSERV_PARTS,
    );
  },
  lacks: ["decisions", "direction"],
};

/** What is read of a flow. Its packets count only where some were dropped. */
export const NETOBSERV_PARTS: LineParts = {
  keys: {
    SrcAddr: "sourceAddress",
    XlatSrcAddr: "source",
    SrcK8S_Type: "source",
    SrcK8S_Name: "source",
    SrcK8S_Namespace: "source",
    SrcK8S_OwnerName: "source",
    SrcK8S_OwnerType: "source",
    DstAddr: "destinationAddress",
    XlatDstAddr: "destination",
    DstK8S_Type: "destination",
    DstK8S_Name: "destination",
    DstK8S_Namespace: "destination",
    DstK8S_OwnerName: "destination",
    DstK8S_OwnerType: "destination",
    XlatSrcPort: "sourcePort",
    SrcPort: "sourcePort",
    XlatDstPort: "port",
    DstPort: ["port", "viaPort"],
    TimeFlowStartMs: "first",
    TimeFlowEndMs: "last",
    Packets: "any",
    PktDropPackets: "zero",
    PktDropLatestDropCause: "rest",
    Proto: "rest",
    IcmpType: "rest",
    IcmpCode: "rest",
    Flags: "rest",
    Duplicate: "rest",
    NetworkEvents: "rest",
    _RecordType: "rest",
  },
};

/** With tracking of connections there are several lines of each; the first one stands for it. */
const LATER_STATES: ReadonlySet<string> = new Set(["heartbeat", "endConnection"]);

function readFlow(fields: Fields, ends: KeptEnds, sink: RecordSink): void {
  if (!fields.has("SrcAddr") && !fields.has("DstAddr")) return sink.skip("no-flow");
  if (LATER_STATES.has(fields.text("_RecordType") ?? "")) return sink.skip("connection-state");
  // The same packets, seen at another interface.
  if (fields.flag("Duplicate") === true) return sink.skip("step");
  const known = knownParts(fields, ends);
  const events = fields.raw["NetworkEvents"];
  const decided = (Array.isArray(events) ? events : []).map(eventFate).filter((each) => each !== undefined);
  for (const fate of decided) sink.record(recordOf({ ...known, ...fate }));
  if (decided.length === 0) sink.record(recordOf({ ...known, ...undecided(fields) }));
}

/** Without an event nothing is known of policies; drops of the kernel have other reasons. */
function undecided(fields: Fields): Pick<FlowRecord, "seen" | "cause"> {
  const packets = fields.whole("Packets", 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const dropped = fields.whole("PktDropPackets", 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const reason = fields.text("PktDropLatestDropCause");
  if (dropped === 0 || dropped < packets || reason === undefined) return { seen: "none", cause: undefined };
  return { seen: "dropped", cause: { code: "other", reason } };
}

function knownParts(fields: Fields, ends: KeptEnds): KnownParts {
  const number = fields.whole("Proto", 0, 255);
  const protocol = recordedProtocol(number === undefined ? "" : String(number)) ?? { protocol: "unknown" };
  const type = fields.whole("IcmpType", 0, 255);
  return {
    first: timeOf(fields, "TimeFlowStartMs"),
    last: timeOf(fields, "TimeFlowEndMs"),
    source: endOf("Src", fields, ends),
    destination: endOf("Dst", fields, ends),
    via: serviceOf(fields),
    ...protocol,
    sourcePort: fields.whole("XlatSrcPort", 0, 65_535) ?? fields.whole("SrcPort", 0, 65_535),
    port: fields.whole("XlatDstPort", 0, 65_535) ?? fields.whole("DstPort", 0, 65_535),
    ...(type === undefined ? {} : { icmp: { type, code: fields.whole("IcmpCode", 0, 255) } }),
    ...flagsOf(fields),
    seen: "none",
  };
}

function timeOf(fields: Fields, name: string): number | undefined {
  const value = fields.whole(name, 0, Number.MAX_SAFE_INTEGER);
  const time = value === undefined ? undefined : readEpoch(value);
  if (value !== undefined && time === undefined) throw fields.bad(name);
  return time;
}

function endOf(side: "Src" | "Dst", fields: Fields, ends: KeptEnds): RecordedEnd {
  const translated = fields.text(`Xlat${side}Addr`);
  const written = writtenAddress(fields.text(`${side}Addr`), `${side}Addr`);
  const type = fields.text(`${side}K8S_Type`);
  const behind = translated === undefined ? written : writtenAddress(translated, `Xlat${side}Addr`);
  // A Service is an address in front of its backends, which the line names only where it was translated; so is a node port.
  const isNodePort = side === "Dst" && type === "Node" && behind.value !== written.value;
  if (type === "Service" || (type === undefined && translated !== undefined) || isNodePort)
    return podOrAddress(ends, behind, undefined, undefined);
  const name = fields.text(`${side}K8S_Name`);
  if (type === "Node")
    return ends.of(`node ${String(written.value)} ${name}`, () => ({
      kind: "host",
      name,
      address: written,
      isLocal: undefined,
    }));
  if (type !== "Pod") return podOrAddress(ends, written, undefined, undefined);
  const owner = fields.text(`${side}K8S_OwnerName`);
  return podOrAddress(
    ends,
    written,
    fields.text(`${side}K8S_Namespace`),
    name,
    owner === undefined ? undefined : { kind: fields.text(`${side}K8S_OwnerType`), name: owner },
  );
}

function serviceOf(fields: Fields): RecordedService | undefined {
  if (fields.text("DstK8S_Type") !== "Service") return undefined;
  return {
    namespace: fields.text("DstK8S_Namespace"),
    name: fields.text("DstK8S_Name"),
    address: writtenAddress(fields.text("DstAddr"), "DstAddr"),
    port: fields.whole("DstPort", 0, 65_535),
  };
}

const SYN = 2;
const SYN_ACK = 256;

/** All flags of the packets of one way: who sent SYN with ACK answers, who sent SYN without it opened the connection. */
function flagsOf(fields: Fields): Pick<FlowRecord, "opens" | "reply"> {
  const { Flags: flags } = fields.raw;
  const names: readonly unknown[] = Array.isArray(flags) ? flags : [];
  const bits = typeof flags === "number" ? flags : 0;
  if (names.includes("SYN_ACK") || (bits & SYN_ACK) !== 0) return { opens: false, reply: "yes" };
  return names.includes("SYN") || (bits & SYN) !== 0
    ? { opens: true, reply: "no" }
    : { opens: undefined, reply: "unknown" };
}
