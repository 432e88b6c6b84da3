import { calicoAction, calicoHit, hitCause, hitRule, isStagedHit } from "./calico-hit.js";
import { calicoEnd, calicoWord, type CalicoEnd } from "./calico-end.js";
import { jsonReader, lineObject } from "./json-lines.js";
import { KeptEnds } from "./kept-ends.js";
import { PartsReader } from "./parts-reader.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { writtenAddress, writtenPort } from "./written-value.js";
import type { LineParts, PartKeys } from "./line-parts.js";
import type { Fields } from "./fields.js";
import type { FlowRecord, RecordedEnd, RecordedService } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** The flow logs of Calico Enterprise and Cloud: files of nodes, and documents of their search index in `_source`. */
export const CALICO_ENTERPRISE: LogFormat = {
  id: "calico-enterprise",
  title: "Calico Enterprise flow log",
  detects: (line) => {
    const fields = lineObject(line);
    return fields !== undefined && isFlow(documentOf(fields));
  },
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    const whole = jsonReader((fields, sink) => {
      const flow = documentOf(fields);
      if (isFlow(flow)) readFlow(flow, ends, sink);
      else sink.skip("no-flow");
    });
    return new PartsReader(whole, CALICO_ENTERPRISE_PARTS);
  },
  lacks: ["single-pods"],
};

/** What is read of a flow. */
const FLOW: PartKeys = {
  source_name: "source",
  source_name_aggr: "source",
  source_namespace: "source",
  source_type: "source",
  source_ip: "sourceAddress",
  source_labels: "source",
  dest_name: "destination",
  dest_name_aggr: "destination",
  dest_namespace: "destination",
  dest_type: "destination",
  dest_ip: "destinationAddress",
  dest_labels: "destination",
  dest_domains: "destination",
  dest_service_name: "destination",
  dest_service_namespace: "destination",
  dest_service_port: "destination",
  dest_service_port_num: "destination",
  source_port: "sourcePort",
  dest_port: "port",
  start_time: "first",
  end_time: "last",
  num_flows: "count",
  action: "rest",
  proto: "rest",
  reporter: "rest",
  policies: "rest",
};

/** A line is a flow, or has it within. */
export const CALICO_ENTERPRISE_PARTS: LineParts = { keys: { _source: FLOW, ...FLOW } };

function documentOf(fields: Fields): Fields {
  const { _source: source } = fields.raw;
  const isObject = typeof source === "object" && source !== null && !Array.isArray(source);
  return isObject ? (fields.object("_source") ?? fields) : fields;
}

function isFlow(fields: Fields): boolean {
  return fields.has("source_name_aggr") && fields.has("dest_name_aggr") && fields.has("reporter");
}

function readFlow(fields: Fields, ends: KeptEnds, sink: RecordSink): void {
  const action = calicoAction(fields.text("action") ?? "");
  if (action === undefined) throw fields.bad("action");
  if (action === "pass") return sink.skip("step");
  const protocol = recordedProtocol(wordOf(fields, "proto"));
  if (protocol === undefined) throw fields.bad("proto");
  const policies = fields.object("policies");
  const enforced = hitsOf(
    policies,
    policies?.has("enforced_policies") === true ? "enforced_policies" : "all_policies",
  );
  const pending = hitsOf(
    policies,
    policies?.has("pending_policies") === true ? "pending_policies" : "all_policies",
  );
  const point = POINTS.get(fields.text("reporter")?.toLowerCase() ?? "") ?? "unknown";
  sink.record(
    recordOf({
      first: timeOf(fields, "start_time"),
      last: timeOf(fields, "end_time"),
      count: Math.max(1, fields.whole("num_flows", 0, Number.MAX_SAFE_INTEGER) ?? 1),
      source: endOf("source", fields, ends),
      destination: endOf("dest", fields, ends),
      via: serviceOf(fields),
      ...protocol,
      sourcePort: fields.whole("source_port", 0, 65_535),
      port: fields.whole("dest_port", 0, 65_535),
      seen: action === "allow" ? "allowed" : "dropped",
      cause: hitCause(enforced.filter((hit) => !isStagedHit(hit))),
      point,
      // Who opened a connection is its source.
      reply: "no",
      deciders: enforced.filter((hit) => !isStagedHit(hit)).map((hit) => hitRule(hit, point)),
      staged: pending.filter(isStagedHit).map((hit) => hitRule(hit, point)),
    }),
  );
}

/** A host that forwards has another reporter, which is neither end. */
const POINTS: ReadonlyMap<string, FlowRecord["point"]> = new Map([
  ["src", "egress"],
  ["dst", "ingress"],
]);

function hitsOf(policies: Fields | undefined, name: string) {
  return (policies?.texts(name) ?? []).flatMap((text) => calicoHit(text) ?? []);
}

/** A text or a number as text. */
function wordOf(fields: Fields, name: string): string {
  const value = fields.raw[name];
  return typeof value === "number" ? String(value) : calicoWord(fields.text(name));
}

function timeOf(fields: Fields, name: string): number | undefined {
  const value = fields.whole(name, 0, Number.MAX_SAFE_INTEGER);
  const time = value === undefined ? undefined : readEpoch(value);
  if (value !== undefined && time === undefined) throw fields.bad(name);
  return time;
}

const TYPES: ReadonlyMap<string, CalicoEnd["type"]> = new Map([
  ["wep", "pod"],
  ["hep", "host"],
  ["ns", "set"],
  ["net", "network"],
]);

function endOf(side: "source" | "dest", fields: Fields, ends: KeptEnds): RecordedEnd {
  const own = calicoWord(fields.text(`${side}_name`));
  const name = own === "" ? calicoWord(fields.text(`${side}_name_aggr`)) : own;
  const namespace = calicoWord(fields.text(`${side}_namespace`));
  const type = fields.text(`${side}_type`) ?? "";
  const ip = calicoWord(fields.text(`${side}_ip`));
  const labels = fields.object(`${side}_labels`)?.texts("labels") ?? [];
  const domains = side === "dest" ? fields.texts("dest_domains") : [];
  return ends.of(JSON.stringify([type, namespace, name, ip, labels, domains]), () =>
    calicoEnd({
      type: TYPES.get(type),
      name,
      namespace,
      address: ip === "" ? undefined : writtenAddress(ip, `${side}_ip`),
      labels,
      domains: domains.map((each) => each.toLowerCase().replace(/\.$/, "")),
    }),
  );
}

function serviceOf(fields: Fields): RecordedService | undefined {
  const name = calicoWord(fields.text("dest_service_name"));
  if (name === "") return undefined;
  const port = wordOf(fields, "dest_service_port_num") || wordOf(fields, "dest_service_port");
  return {
    namespace: calicoWord(fields.text("dest_service_namespace")) || undefined,
    name,
    address: undefined,
    // Older releases have a port's name there.
    port: /^\d+$/.test(port) ? writtenPort(port, "dest_service_port") : undefined,
  };
}
