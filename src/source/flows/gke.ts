import { BadLine } from "./bad-line.js";
import { jsonReader, lineObject } from "./json-lines.js";
import { KeptEnds } from "./kept-ends.js";
import { PartsReader } from "./parts-reader.js";
import { podOrAddress } from "./made-ends.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { writtenAddress, writtenTime } from "./written-value.js";
import type { LineParts, PartKeys } from "./line-parts.js";
import type { Fields } from "./fields.js";
import type { FlowRecord, RecordedEnd, RecordedRule } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** GKE's log of policy decisions: what a node writes, or what Cloud Logging exports around it in `jsonPayload`. */
export const GKE: LogFormat = {
  id: "gke",
  title: "GKE Dataplane V2 policy-action log",
  detects: (line) => {
    const fields = lineObject(line);
    return fields !== undefined && isDecision(payloadOf(fields));
  },
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return new PartsReader(
      jsonReader((fields, sink) => readDecision(fields, ends, sink)),
      GKE_PARTS,
    );
  },
  lacks: [],
};

/** What is read of a decision. */
const DECISION: PartKeys = {
  connection: {
    src_ip: "sourceAddress",
    dest_ip: "destinationAddress",
    src_port: "sourcePort",
    dest_port: "port",
    protocol: "rest",
    direction: "rest",
  },
  src: "source",
  dest: "destination",
  disposition: "rest",
  policies: "rest",
  timestamp: "first",
  count: "count",
};

/** A line is a decision, or has it within. */
export const GKE_PARTS: LineParts = { keys: { jsonPayload: DECISION, ...DECISION } };

/** Neither a field of another type nor a missing one is a fault yet. */
function payloadOf(fields: Fields): Fields {
  const { jsonPayload } = fields.raw;
  const isObject = typeof jsonPayload === "object" && jsonPayload !== null && !Array.isArray(jsonPayload);
  return isObject ? (fields.object("jsonPayload") ?? fields) : fields;
}

function isDecision(payload: Fields): boolean {
  return payload.has("connection") && payload.has("disposition");
}

function readDecision(fields: Fields, ends: KeptEnds, sink: RecordSink): void {
  const payload = payloadOf(fields);
  if (!isDecision(payload)) return sink.skip("no-flow");
  const connection = payload.object("connection")!;
  const disposition = payload.text("disposition");
  if (disposition !== "allow" && disposition !== "deny") throw payload.bad("disposition");
  const isAllowed = disposition === "allow";
  const protocol = recordedProtocol(connection.text("protocol") ?? "");
  if (protocol === undefined) throw connection.bad("protocol");
  const point = pointOf(connection);
  sink.record(
    recordOf({
      first: writtenTime(payload.text("timestamp"), "timestamp"),
      count: payload.whole("count", 1, Number.MAX_SAFE_INTEGER) ?? 1,
      source: endOf("src", payload, connection, ends),
      destination: endOf("dest", payload, connection, ends),
      ...protocol,
      sourcePort: connection.whole("src_port", 0, 65_535),
      port: connection.whole("dest_port", 0, 65_535),
      seen: isAllowed ? "allowed" : "dropped",
      cause: { code: "policy" },
      point,
      // What is allowed is logged once per connection. A packet that is denied may be of one that was forgotten.
      reply: isAllowed ? "no" : "unknown",
      deciders: payload.objects("policies").map((policy) => ruleOf(policy, isAllowed, point)),
    }),
  );
}

function pointOf(connection: Fields): FlowRecord["point"] {
  const direction = connection.text("direction");
  if (direction === undefined) return "unknown";
  if (direction !== "egress" && direction !== "ingress") throw connection.bad("direction");
  return direction;
}

function endOf(side: "src" | "dest", payload: Fields, connection: Fields, ends: KeptEnds): RecordedEnd {
  const end = payload.object(side);
  const address = writtenAddress(connection.text(`${side}_ip`), `connection.${side}_ip`);
  const owner = end?.text("workload_name");
  const namespace = end?.text("pod_namespace") ?? end?.text("namespace");
  if (end?.has("pod_name") === true && namespace === undefined)
    throw new BadLine({ code: "missing-field", field: `${side}.pod_namespace` });
  return podOrAddress(
    ends,
    address,
    namespace,
    end?.text("pod_name"),
    owner === undefined ? undefined : { kind: end?.text("workload_kind"), name: owner },
  );
}

function ruleOf(policy: Fields, isAllowed: boolean, point: FlowRecord["point"]): RecordedRule {
  const kind = policy.text("kind");
  return {
    kind: kind === "NetworkPolicy" ? kind : undefined,
    namespace: policy.text("namespace"),
    name: policy.text("name"),
    tier: kind === "NetworkPolicy" ? kind : undefined,
    rule: undefined,
    direction: point === "egress" || point === "ingress" ? point : undefined,
    action: isAllowed ? "allow" : "deny",
  };
}
