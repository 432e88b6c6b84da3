import { BadLine } from "./bad-line.js";
import { formatAddress } from "../../base/net/address.js";
import { KeptEnds } from "./kept-ends.js";
import { podOrAddress } from "./made-ends.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { textReader } from "./json-lines.js";
import { writtenAddress, writtenNumber, writtenPort } from "./written-value.js";
import type { FlowRecord, RecordedService } from "./record.js";
import type { LogFormat, RecordSink } from "./reader.js";

/** A node's table of connections: `conntrack -L`, its events `conntrack -E`, and `/proc/net/nf_conntrack`. */
export const CONNTRACK: LogFormat = {
  id: "conntrack",
  title: "conntrack",
  detects: (line) => ENTRY.test(line.text().trim()),
  memory: "none",
  reader: () => {
    const ends = new KeptEnds();
    return textReader((text, sink) => readEntry(text, ends, sink));
  },
  lacks: ["decisions", "direction", "pods", "times"],
};

/** An event with its time, the family of `/proc`, protocol by name and number, seconds left, TCP's state; then both tuples. */
const ENTRY =
  /^(?:\[(\d{9,11}(?:\.\d{1,9})?)\]\s*)?(?:\[(NEW|UPDATE|DESTROY)\]\s*)?(?:ipv[46]\s+\d+\s+)?([a-z][a-z0-9-]*)\s+(\d{1,3})\s+(?:\d+\s+)?(?:([A-Z_0-9]+)\s+)?(src=.*)$/;

/** What `conntrack` says at the end of a list. */
const SUMMARY = /^conntrack v[\d.]+ .*flow entries/;

function readEntry(text: string, ends: KeptEnds, sink: RecordSink): void {
  const match = ENTRY.exec(text);
  if (match === null) {
    if (SUMMARY.test(text)) return sink.skip("no-flow");
    throw new BadLine({ code: "not-this-format" });
  }
  const [, time, event, , number = "", state, rest = ""] = match;
  // An event without an answer is the beginning of a connection; of the later ones, one says that it was answered.
  if (event === "DESTROY" || (event === "UPDATE" && !isAnswer(state, rest)))
    return sink.skip("connection-state");
  const { original, reply } = tuplesOf(rest);
  const protocol = recordedProtocol(number);
  if (protocol === undefined) throw new BadLine({ code: "bad-value", field: "protocol" });
  const client = writtenAddress(original.get("src"), "src");
  const dialled = writtenAddress(original.get("dst"), "dst");
  // Behind a Service's address it is the backend that answers.
  const server = reply.has("src") ? writtenAddress(reply.get("src"), "src") : dialled;
  const dialledPort = writtenPort(original.get("dport"), "dport");
  const type = writtenNumber(original.get("type"), "type", 255);
  const isOpen = isAnswered(state, rest);
  sink.record(
    recordOf({
      first: time === undefined ? undefined : readEpoch(Number(time)),
      source: podOrAddress(ends, client, undefined, undefined),
      destination: podOrAddress(ends, server, undefined, undefined),
      via:
        formatAddress(server) === formatAddress(dialled)
          ? undefined
          : serviceAt({ address: dialled, port: dialledPort }),
      ...protocol,
      sourcePort: writtenPort(original.get("sport"), "sport"),
      port: reply.has("sport") ? writtenPort(reply.get("sport"), "sport") : dialledPort,
      ...(type === undefined
        ? {}
        : { icmp: { type, code: writtenNumber(original.get("code"), "code", 255) } }),
      seen: isOpen ? "allowed" : "none",
      // Packets of both ways have passed, so both ends let the connection through.
      point: isOpen ? "connection" : "unknown",
      reply: "no",
    }),
  );
}

function serviceAt(at: Pick<RecordedService, "address" | "port">): FlowRecord["via"] {
  return { namespace: undefined, name: undefined, ...at };
}

/** A reset is an answer too, and may be a policy's that rejects. */
const UNANSWERED_STATES: ReadonlySet<string> = new Set(["SYN_SENT", "SYN_SENT2", "CLOSE", "NONE"]);

function isAnswered(state: string | undefined, rest: string): boolean {
  return !rest.includes("[UNREPLIED]") && !UNANSWERED_STATES.has(state ?? "");
}

function isAnswer(state: string | undefined, rest: string): boolean {
  return isAnswered(state, rest) && (state === undefined || state === "ESTABLISHED");
}

/** The tuple of the packets that opened the connection, and that of the answers; each begins with `src`. */
function tuplesOf(text: string): {
  readonly original: ReadonlyMap<string, string>;
  readonly reply: ReadonlyMap<string, string>;
} {
  const tuples = [new Map<string, string>(), new Map<string, string>()] as const;
  let current = -1;
  for (const word of text.split(/\s+/)) {
    const equals = word.indexOf("=");
    if (equals === -1) continue;
    const key = word.slice(0, equals);
    if (key === "src") current++;
    const tuple = tuples[current];
    if (tuple !== undefined && !tuple.has(key)) tuple.set(key, word.slice(equals + 1));
  }
  const [original, reply] = tuples;
  return { original, reply };
}
