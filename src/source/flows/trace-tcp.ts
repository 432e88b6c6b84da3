import { formatAddress } from "../../base/net/address.js";
import { jsonReader, lineObject } from "./json-lines.js";
import { KeptEnds } from "./kept-ends.js";
import { podOrAddress } from "./made-ends.js";
import { readEpoch, readTime } from "./time.js";
import { recordOf } from "./record-of.js";
import { writtenAddress } from "./written-value.js";
import type { Fields } from "./fields.js";
import type { RecordedEnd, RecordedService } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** Inspektor Gadget's `trace_tcp`: the connections that programs open and accept, with the pod of the program. */
export const TRACE_TCP: LogFormat = {
  id: "trace-tcp",
  title: "Inspektor Gadget trace_tcp",
  detects: (line) => {
    const fields = lineObject(line);
    return fields !== undefined && isEvent(fields);
  },
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return jsonReader((fields, sink) => {
      if (isEvent(fields)) readEvent(fields, ends, sink);
      else sink.skip("no-flow");
    });
  },
  lacks: ["decisions"],
};

function isEvent(fields: Fields): boolean {
  const { src, dst } = fields.raw;
  return isEnd(src) && isEnd(dst) && fields.has("type") && (fields.has("netns_id") || fields.has("proc"));
}

function isEnd(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "addr");
}

function readEvent(fields: Fields, ends: KeptEnds, sink: RecordSink): void {
  const type = fields.text("type");
  if (type === "close") return sink.skip("connection-state");
  if (type !== "connect" && type !== "accept") throw fields.bad("type");
  const isAccepted = type === "accept";
  // The program's own end is `src`: of a connection that it accepts, the server.
  const [client, server] = isAccepted ? (["dst", "src"] as const) : (["src", "dst"] as const);
  sink.record(
    recordOf({
      first: timeOf(fields),
      source: endOf(client, fields, ends),
      destination: endOf(server, fields, ends),
      via: serviceOf(server, fields),
      protocol: "TCP",
      sourcePort: portOf(client, fields),
      port: portOf(server, fields),
      // That it failed may have any reason.
      seen: hasFailed(fields) ? "none" : "allowed",
      point: isAccepted ? "ingress" : "egress",
      reply: "no",
    }),
  );
}

/** `error` is a name, a number or left out; `error_raw` a number. */
function hasFailed(fields: Fields): boolean {
  const { error, error_raw: raw } = fields.raw;
  return [error, raw].some(
    (each) => each !== undefined && each !== null && each !== "" && each !== 0 && each !== "0",
  );
}

function timeOf(fields: Fields): number | undefined {
  const { timestamp, timestamp_raw: raw } = fields.raw;
  if (typeof timestamp === "string") {
    const time = readTime(timestamp);
    if (time === undefined) throw fields.bad("timestamp");
    return time;
  }
  const nanoseconds = typeof timestamp === "number" ? timestamp : raw;
  return typeof nanoseconds === "number" ? readEpoch(nanoseconds / 1e6) : undefined;
}

/** The program's pod, where the end is its own; what the gadget found for the other one otherwise. */
function endOf(side: "src" | "dst", fields: Fields, ends: KeptEnds): RecordedEnd {
  const end = fields.object(side)!;
  const address = writtenAddress(end.text("addr"), `${side}.addr`);
  const own = side === "src" ? fields.object("k8s") : undefined;
  const found = end.object("k8s");
  const isPod = found?.text("kind") === "pod";
  // A pod on its node's network is what policies see as the node.
  if (own?.flag("hostnetwork") === true || own?.flag("hostNetwork") === true)
    return ends.of(`host ${own.text("node")} ${formatAddress(address)}`, () => ({
      kind: "host",
      name: own.text("node"),
      address,
      isLocal: undefined,
    }));
  const name = own?.text("podName") ?? (isPod ? found.text("name") : undefined);
  const namespace =
    own?.has("podName") === true ? own.text("namespace") : isPod ? found.text("namespace") : undefined;
  return podOrAddress(ends, address, namespace, name);
}

function serviceOf(server: "src" | "dst", fields: Fields): RecordedService | undefined {
  const found = fields.object(server)?.object("k8s");
  if (found?.text("kind") !== "svc") return undefined;
  return {
    namespace: found.text("namespace"),
    name: found.text("name"),
    address: writtenAddress(fields.object(server)?.text("addr"), `${server}.addr`),
    port: portOf(server, fields),
  };
}

function portOf(side: "src" | "dst", fields: Fields): number | undefined {
  return fields.object(side)?.whole("port", 0, 65_535);
}
