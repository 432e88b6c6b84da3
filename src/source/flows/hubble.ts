import { Fields } from "./fields.js";
import { hubbleEnd } from "./hubble-end.js";
import { jsonReader } from "./json-lines.js";
import { PartsReader } from "./parts-reader.js";
import { readTime } from "./time.js";
import type { DropCause, FlowRecord, RecordedFate, RecordedRule, RecordedService } from "./record.js";
import type { LineParts, PartKeys } from "./line-parts.js";
import type { LogFormat, LogLine, RecordSink } from "./reader.js";

/**
 * Cilium's Hubble: what `hubble observe -o json` and the exporter write, each flow in an envelope `{"flow":{…}}`, and the bare flow
 * of older versions. Azure's container network logs and Retina have the same form.
 */
export const HUBBLE: LogFormat = {
  id: "hubble",
  title: "Cilium Hubble",
  detects: isHubble,
  memory: "none",
  reader: () => new PartsReader(jsonReader(readLine), HUBBLE_PARTS),
  lacks: [],
};

/** Both shapes have a verdict and `IP` or an event type; `lost_events` is a line of its own. */
function isHubble(line: LogLine): boolean {
  const fields = Fields.ofJson(line.text());
  if (fields === undefined) return false;
  if (fields.has("lost_events")) return true;
  const { flow: inner } = fields.raw;
  const flow = typeof inner === "object" && inner !== null ? new Fields(inner) : fields;
  return (
    flow.has("verdict") &&
    (flow.has("IP") ||
      flow.has("traffic_direction") ||
      flow.has("event_type") ||
      flow.has("drop_reason_desc"))
  );
}

/** What is read of a flow. Any key in `l4` says that there is a protocol. */
const FLOW: PartKeys = {
  time: "first",
  verdict: "rest",
  drop_reason: "rest",
  drop_reason_desc: "rest",
  IP: { source: "sourceAddress", destination: "destinationAddress" },
  l4: {
    TCP: { source_port: "sourcePort", destination_port: "port", flags: "rest" },
    UDP: { source_port: "sourcePort", destination_port: "port" },
    SCTP: { source_port: "sourcePort", destination_port: "port" },
    ICMPv4: "rest",
    ICMPv6: "rest",
  },
  source: "source",
  destination: "destination",
  Type: "rest",
  node_name: "shared",
  source_names: "source",
  destination_names: "destination",
  is_reply: "rest",
  event_type: { type: "rest" },
  destination_service: "destination",
  traffic_direction: "rest",
  trace_observation_point: "rest",
  egress_allowed_by: "rest",
  ingress_allowed_by: "rest",
  egress_denied_by: "rest",
  ingress_denied_by: "rest",
  aggregate: "rest",
};

/** A line has its flow within, or is one; `time` and `node_name` are written in both. */
export const HUBBLE_PARTS: LineParts = {
  keys: { flow: FLOW, ...FLOW, lost_events: "rest" },
  // The node that has seen it is the name of an end that is a node.
  isShared: ({ kind }) => kind === "host",
};

/** Reads a line as a whole. */
function readLine(envelope: Fields, sink: RecordSink): void {
  const lost = envelope.object("lost_events");
  if (lost !== undefined) {
    sink.lost(lost.whole("num_events_lost", 1, Number.MAX_SAFE_INTEGER) ?? 1);
    return;
  }
  const flow = envelope.object("flow") ?? envelope;
  if (flow.has("verdict")) readFlow(flow, envelope, sink);
  else sink.skip("no-flow");
}

function readFlow(flow: Fields, envelope: Fields, sink: RecordSink): void {
  const type = flow.text("Type");
  // The connection has a record of its own; a drop by an L7 rule is none of a network policy's ports.
  if (type === "L7") {
    sink.skip("application");
    return;
  }
  // Before and after a Service's address is translated: the packet that policies see comes as a record of its own.
  if (type === "SOCK") {
    sink.skip("step");
    return;
  }
  const node = flow.text("node_name") ?? envelope.text("node_name");
  const time = flow.text("time") ?? envelope.text("time");
  const first = time === undefined ? undefined : readTime(time);
  if (time !== undefined && first === undefined) throw flow.bad("time");
  const fate = fateOf(flow);
  if (fate === undefined) {
    sink.skip("no-flow");
    return;
  }
  sink.record({
    first,
    last: first,
    count: countOf(flow),
    source: hubbleEnd("source", flow, node),
    destination: hubbleEnd("destination", flow, node),
    via: serviceOf(flow),
    ...protocolOf(flow),
    ...fate,
    point: pointOf(flow),
    reply: replyOf(flow),
    deciders: decidersOf(flow, fate.seen),
    staged: [],
  });
}

/**
 * Reasons of drops that are a policy's: nothing allowed it, or a rule denied it. Authentication (`AUTH_REQUIRED`) is asked for by
 * Cilium's own policies alone, which are not compared.
 */
const POLICY_DROPS: ReadonlyMap<string, DropCause> = new Map<string, DropCause>([
  ["POLICY_DENIED", { code: "policy-default" }],
  ["133", { code: "policy-default" }],
  ["POLICY_DENY", { code: "policy" }],
  ["181", { code: "policy" }],
]);

/** What became of it; undefined for a verdict that is about no packet. */
function fateOf(flow: Fields): Pick<FlowRecord, "seen" | "cause"> | undefined {
  const verdict = flow.text("verdict") ?? "";
  switch (verdict) {
    case "FORWARDED":
    case "REDIRECTED":
      return { seen: isBeforePolicy(flow) ? "none" : "allowed", cause: undefined };
    case "DROPPED":
      return { seen: "dropped", cause: dropCause(flow) };
    case "AUDIT":
      return { seen: "would-drop", cause: { code: "policy" } };
    case "ERROR":
      return { seen: "dropped", cause: { code: "other", reason: "ERROR" } };
    case "TRACED":
    case "TRANSLATED":
    case "VERDICT_UNKNOWN":
      return { seen: "none", cause: undefined };
    default:
      throw flow.bad("verdict");
  }
}

/** What comes from an endpoint is traced before its policy is asked: that it was forwarded means only that it was seen. */
function isBeforePolicy(flow: Fields): boolean {
  const isPolicy = flow.object("event_type")?.whole("type", 0, 255) === POLICY_VERDICT;
  return !isPolicy && BEFORE_POLICY.has(flow.text("trace_observation_point") ?? "");
}

/** The number of an event that is the verdict of a policy. */
const POLICY_VERDICT = 5;

const BEFORE_POLICY: ReadonlySet<string> = new Set([
  "FROM_ENDPOINT",
  "FROM_HOST",
  "FROM_NETWORK",
  "FROM_OVERLAY",
  "FROM_STACK",
  "FROM_PROXY",
  "FROM_CRYPTO",
]);

function dropCause(flow: Fields): DropCause {
  const number = flow.whole("drop_reason", 0, 255);
  const reason = flow.text("drop_reason_desc") ?? (number === undefined ? undefined : String(number));
  if (reason === undefined || reason === "DROP_REASON_UNKNOWN" || reason === "0") return { code: "unknown" };
  return POLICY_DROPS.get(reason) ?? { code: "other", reason };
}

function protocolOf(
  flow: Fields,
): Pick<FlowRecord, "protocol" | "sourcePort" | "port" | "opens"> & Pick<FlowRecord, "icmp"> {
  const l4 = flow.object("l4");
  const none = { sourcePort: undefined, port: undefined, opens: undefined };
  if (l4 === undefined) return { protocol: "unknown", ...none };
  for (const protocol of ["TCP", "UDP", "SCTP"] as const) {
    const ports = l4.object(protocol);
    if (ports === undefined) continue;
    const flags = protocol === "TCP" ? ports.object("flags") : undefined;
    const opens = flags === undefined ? undefined : flags.flag("SYN") === true && flags.flag("ACK") !== true;
    return {
      protocol,
      sourcePort: ports.whole("source_port", 0, 65_535),
      port: ports.whole("destination_port", 0, 65_535),
      opens,
    };
  }
  for (const key of ["ICMPv4", "ICMPv6"]) {
    const icmp = l4.object(key);
    // Zeros are left out: type 0 is the echo's reply.
    if (icmp !== undefined)
      return {
        protocol: "ICMP",
        ...none,
        icmp: { type: icmp.whole("type", 0, 255) ?? 0, code: icmp.whole("code", 0, 255) ?? 0 },
      };
  }
  return { protocol: l4.isEmpty ? "unknown" : "other", ...none };
}

function pointOf(flow: Fields): FlowRecord["point"] {
  switch (flow.text("traffic_direction")) {
    case "EGRESS":
      return "egress";
    case "INGRESS":
      return "ingress";
    default:
      return "unknown";
  }
}

/** Set only where Cilium knows it; the older field `reply` says nothing where it is false. */
function replyOf(flow: Fields): FlowRecord["reply"] {
  const isReply = flow.flag("is_reply");
  return isReply === undefined ? "unknown" : isReply ? "yes" : "no";
}

/** A flow that the exporter put together has counts per direction. */
function countOf(flow: Fields): number {
  const aggregate = flow.object("aggregate");
  if (aggregate === undefined) return 1;
  const counts = ["ingress_flow_count", "egress_flow_count", "unknown_direction_flow_count"].map(
    (key) => aggregate.whole(key, 0, Number.MAX_SAFE_INTEGER) ?? 0,
  );
  return Math.max(1, ...counts);
}

function serviceOf(flow: Fields): RecordedService | undefined {
  const service = flow.object("destination_service");
  const name = service?.text("name");
  if (name === undefined) return undefined;
  return { namespace: service?.text("namespace"), name, address: undefined, port: undefined };
}

const DECIDING = [
  ["egress_allowed_by", "egress", "allow"],
  ["ingress_allowed_by", "ingress", "allow"],
  ["egress_denied_by", "egress", "deny"],
  ["ingress_denied_by", "ingress", "deny"],
] as const;

/** A record that was dropped may name what allowed the other direction: only what fits its verdict is kept. */
function decidersOf(flow: Fields, seen: RecordedFate): readonly RecordedRule[] {
  const wanted = seen === "allowed" ? "allow" : "deny";
  const found: RecordedRule[] = [];
  for (const [key, direction, action] of DECIDING) {
    if (action !== wanted) continue;
    for (const each of flow.objects(key)) {
      const name = each.text("name");
      if (name === undefined) continue;
      const namespace = each.text("namespace");
      found.push({
        kind: each.text("kind"),
        namespace: namespace === "" ? undefined : namespace,
        name,
        tier: undefined,
        rule: undefined,
        direction,
        action,
      });
    }
  }
  return found.length === 0 ? NO_RULES : found;
}

const NO_RULES: readonly RecordedRule[] = [];
