import { calicoAction, hitCause, hitRule, isStagedHit } from "./calico-hit.js";
import { calicoEnd, calicoWord, type CalicoEnd } from "./calico-end.js";
import { EitherFields, eitherKeys, goldmaneHits } from "./goldmane-fields.js";
import { jsonReader, lineObject } from "./json-lines.js";
import { KeptEnds } from "./kept-ends.js";
import { PartsReader } from "./parts-reader.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import type { LineParts, PartKeys } from "./line-parts.js";
import type { Fields } from "./fields.js";
import type { FlowRecord, RecordedEnd, RecordedService } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** The flows of open-source Calico: of Whisker, of what Goldmane emits, and of its API. Each is one line per flow and window. */
export const GOLDMANE: LogFormat = {
  id: "calico",
  title: "Calico Goldmane and Whisker",
  detects: (line) => {
    const fields = lineObject(line);
    return fields !== undefined && flowOf(fields) !== undefined;
  },
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    const whole = jsonReader((fields, sink) => {
      const flow = flowOf(fields);
      if (flow === undefined) sink.skip("no-flow");
      else readFlow(flow, ends, sink);
    });
    return new PartsReader(whole, GOLDMANE_PARTS);
  },
  lacks: ["single-pods"],
};

/** What tells a flow from others, and what else is read of it. */
const KEY: PartKeys = eitherKeys({
  source_name: "source",
  source_namespace: "source",
  source_type: "source",
  dest_name: "destination",
  dest_namespace: "destination",
  dest_type: "destination",
  dest_service_name: "destination",
  dest_service_namespace: "destination",
  dest_service_port: "destination",
  dest_port: "port",
  action: "rest",
  protocol: "rest",
  proto: "rest",
  reporter: "rest",
  policies: "rest",
  source_name_aggr: "rest",
});
const FLOW: PartKeys = {
  Key: KEY,
  key: KEY,
  ...KEY,
  ...eitherKeys({
    source_labels: "source",
    dest_labels: "destination",
    start_time: "first",
    end_time: "last",
    num_connections_started: "count",
  }),
};

/** A line is a flow, or has it within. */
export const GOLDMANE_PARTS: LineParts = { keys: { flow: FLOW, Flow: FLOW, ...FLOW } };

/** A flow, with what tells it from others: by itself, or in `Key`. */
interface GoldmaneFlow {
  readonly flow: EitherFields;
  readonly key: EitherFields;
}

function flowOf(fields: Fields): GoldmaneFlow | undefined {
  const outer = within(fields, "flow") ?? within(fields, "Flow") ?? fields;
  const flow = new EitherFields(outer);
  const key = new EitherFields(within(outer, "Key") ?? within(outer, "key") ?? outer);
  const isOne = key.has("source_name") && key.has("dest_name") && key.has("reporter") && key.has("action");
  // Calico Enterprise has more fields, and ends by single addresses.
  return isOne && !key.has("source_name_aggr") ? { flow, key } : undefined;
}

function within(fields: Fields, name: string): Fields | undefined {
  const value = fields.raw[name];
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? fields.object(name) : undefined;
}

function readFlow({ flow, key }: GoldmaneFlow, ends: KeptEnds, sink: RecordSink): void {
  const word = key.word("action");
  const action = calicoAction(word);
  const isUnsaid = word === "ActionUnspecified" || word === "0";
  if (action === undefined && !isUnsaid) throw key.bad("action");
  if (action === "pass") return sink.skip("step");
  const protocol = recordedProtocol(key.word("protocol") || key.word("proto"));
  if (protocol === undefined) throw key.bad("protocol");
  const enforced = goldmaneHits(key, "enforced");
  const pending = goldmaneHits(key, "pending");
  const point = pointOf(key);
  sink.record(
    recordOf({
      first: flow.time("start_time"),
      last: flow.time("end_time"),
      count: Math.max(1, flow.whole("num_connections_started") ?? 1),
      source: endOf("source", flow, key, ends),
      destination: endOf("dest", flow, key, ends),
      via: serviceOf(key),
      ...protocol,
      port: key.whole("dest_port", 65_535),
      seen: action === undefined ? "none" : action === "allow" ? "allowed" : "dropped",
      cause: hitCause(enforced),
      point,
      // Who opened a connection is its source.
      reply: "no",
      deciders: enforced.map((hit) => hitRule(hit, point)),
      staged: pending.filter(isStagedHit).map((hit) => hitRule(hit, point)),
    }),
  );
}

const POINTS: ReadonlyMap<string, FlowRecord["point"]> = new Map([
  ["src", "egress"],
  ["1", "egress"],
  ["dst", "ingress"],
  ["2", "ingress"],
  ["reporterunspecified", "unknown"],
  ["0", "unknown"],
]);

function pointOf(key: EitherFields): FlowRecord["point"] {
  const point = POINTS.get(key.word("reporter").toLowerCase());
  if (point === undefined) throw key.bad("reporter");
  return point;
}

const TYPES: ReadonlyMap<string, CalicoEnd["type"]> = new Map([
  ["WorkloadEndpoint", "pod"],
  ["1", "pod"],
  ["HostEndpoint", "host"],
  ["2", "host"],
  ["NetworkSet", "set"],
  ["3", "set"],
  ["Network", "network"],
  ["4", "network"],
]);

function endOf(side: "source" | "dest", flow: EitherFields, key: EitherFields, ends: KeptEnds): RecordedEnd {
  const name = key.word(`${side}_name`);
  const namespace = key.word(`${side}_namespace`);
  const type = key.word(`${side}_type`);
  const labels = flow.labels(`${side}_labels`);
  return ends.of(JSON.stringify([type, namespace, name, labels]), () =>
    calicoEnd({ type: TYPES.get(type), name, namespace, labels }),
  );
}

function serviceOf(key: EitherFields): RecordedService | undefined {
  const name = calicoWord(key.word("dest_service_name"));
  if (name === "") return undefined;
  return {
    namespace: calicoWord(key.word("dest_service_namespace")) || undefined,
    name,
    address: undefined,
    port: key.whole("dest_service_port", 65_535),
  };
}
