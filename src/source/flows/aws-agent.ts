import { BadLine } from "./bad-line.js";
import { KeptEnds } from "./kept-ends.js";
import { lineObject, opensObject } from "./json-lines.js";
import { orBadLine } from "./bad-line.js";
import { PartsReader } from "./parts-reader.js";
import { writtenAddressEnd } from "./made-ends.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { writtenPort, writtenTime } from "./written-value.js";
import type { LineParts } from "./line-parts.js";
import type { DropCause, FlowRecord, RecordedRule } from "./record.js";
import type { LogFormat, LogLine, LogReader, RecordSink } from "./reader.js";

/**
 * The network policy agent of the AWS VPC CNI: its file on the node in the forms of its releases, and the lines that it sends to
 * CloudWatch, bare or in the envelope of an export.
 */
export const AWS_AGENT: LogFormat = {
  id: "aws-network-policy-agent",
  title: "AWS VPC CNI network policy agent",
  detects: (line) => parsedLine(line) !== undefined,
  memory: "none",
  reader: () => new PartsReader(new AwsAgentReader(), AWS_AGENT_PARTS),
  lacks: ["allowed-by-default", "pods", "replies"],
};

/** What is read of a packet, in a message's words or as fields. */
const PACKET = {
  "Src IP": "sourceAddress",
  "Src Port": "sourcePort",
  "Dest IP": "destinationAddress",
  "Dest Port": "port",
  Proto: "rest",
  Verdict: "rest",
  Direction: "rest",
  Tier: "rest",
} as const;

/** A line's own words count more than its fields. A `message` that is no number may be one of CloudWatch, which is read as a whole. */
export const AWS_AGENT_PARTS: LineParts = {
  keys: { ts: "first", msg: { "Flow Info": "head", ...PACKET }, message: "any", ...PACKET },
};

/** What a line says of a packet, as texts. */
interface AgentLine {
  readonly time: string | undefined;
  /** By the words of the newest release, lower case: `src ip`, `verdict`. */
  readonly fields: ReadonlyMap<string, string>;
}

class AwsAgentReader implements LogReader {
  readonly #ends = new KeptEnds();

  read(line: LogLine, sink: RecordSink): void {
    const parsed = parsedLine(line);
    if (parsed !== undefined) orBadLine(sink, () => record(parsed, this.#ends, sink));
    else if (opensObject(line) && lineObject(line) === undefined) sink.bad({ code: "cut" });
    // The agent's other messages.
    else sink.skip("no-flow");
  }

  end(): void {
    // Every line stands for itself.
  }
}

const FLOW = /^Flow Info:/;
const CLOUDWATCH = /(?:^|\s)Node: [^;]*;SIP: /;

function parsedLine(line: LogLine): AgentLine | undefined {
  if (!opensObject(line)) {
    const text = line.text();
    const found = CLOUDWATCH.exec(text);
    if (found === null) return undefined;
    const [first = ""] = text.slice(0, found.index).split(/\s/, 1);
    return { time: first, fields: cloudWatchFields(text.slice(found.index)) };
  }
  const raw = lineObject(line)?.raw;
  if (raw === undefined) return undefined;
  const { msg, message, ts } = raw;
  if (typeof message === "string" && CLOUDWATCH.test(message)) {
    const { timestamp } = raw;
    const time = Number.isSafeInteger(timestamp) ? new Date(Number(timestamp)) : undefined;
    const isDay = time !== undefined && !Number.isNaN(time.getTime());
    return { time: isDay ? time.toISOString() : undefined, fields: cloudWatchFields(message) };
  }
  if (typeof msg !== "string" || !FLOW.test(msg)) return undefined;
  return { time: typeof ts === "string" ? ts : undefined, fields: agentFields(raw, msg) };
}

const WORDS = [
  "Src IP",
  "Src Port",
  "Dest IP",
  "Dest Port",
  "Proto",
  "Verdict",
  "Direction",
  "Tier",
] as const;
const WORD = new RegExp(`\\b(${WORDS.join("|")}):?\\s+([^\\s,]+)`, "g");

/** Fields of their own in older releases, words of the message in newer ones. */
function agentFields(raw: Readonly<Record<string, unknown>>, message: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const word of WORDS) {
    const value = Object.hasOwn(raw, word) ? raw[word] : undefined;
    if (typeof value === "string" || typeof value === "number") fields.set(word.toLowerCase(), String(value));
  }
  for (const [, word = "", value = ""] of message.matchAll(WORD)) fields.set(word.toLowerCase(), value);
  return fields;
}

const CLOUDWATCH_WORDS: ReadonlyMap<string, string> = new Map([
  ["SIP", "src ip"],
  ["SPORT", "src port"],
  ["DIP", "dest ip"],
  ["DPORT", "dest port"],
  ["PROTOCOL", "proto"],
  ["PolicyVerdict", "verdict"],
  ["Direction", "direction"],
  ["Tier", "tier"],
]);

function cloudWatchFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of text.split(";")) {
    const colon = part.indexOf(":");
    const word = CLOUDWATCH_WORDS.get(part.slice(0, colon).trim());
    if (word !== undefined) fields.set(word, part.slice(colon + 1).trim());
  }
  return fields;
}

function record({ time, fields }: AgentLine, ends: KeptEnds, sink: RecordSink): void {
  const verdict = fields.get("verdict");
  if (verdict === undefined) throw new BadLine({ code: "missing-field", field: "Verdict" });
  // The agent's table of connections forgets one.
  if (verdict === "EXPIRED/DELETED") return sink.skip("connection-state");
  if (verdict !== "ACCEPT" && verdict !== "DENY") throw new BadLine({ code: "bad-value", field: "Verdict" });
  const protocol = recordedProtocol(fields.get("proto") ?? "");
  if (protocol === undefined) throw new BadLine({ code: "bad-value", field: "Proto" });
  const direction = fields.get("direction")?.toLowerCase();
  const point: FlowRecord["point"] =
    direction === "egress" || direction === "ingress" ? direction : "unknown";
  const tier = fields.get("tier");
  sink.record(
    recordOf({
      first: writtenTime(time, "ts"),
      source: writtenAddressEnd(ends, fields.get("src ip"), "Src IP"),
      destination: writtenAddressEnd(ends, fields.get("dest ip"), "Dest IP"),
      ...protocol,
      sourcePort: writtenPort(fields.get("src port"), "Src Port"),
      port: writtenPort(fields.get("dest port"), "Dest Port"),
      seen: verdict === "ACCEPT" ? "allowed" : "dropped",
      cause: causeOf(tier),
      point,
      deciders: decidersOf(tier, verdict, point),
    }),
  );
}

const TIERS: ReadonlyMap<string, NonNullable<RecordedRule["tier"]>> = new Map([
  ["ADMIN", "Admin"],
  ["NETWORK_POLICY", "NetworkPolicy"],
  ["BASELINE", "Baseline"],
]);

/** Rules of a NetworkPolicy only allow: what its tier denies, nothing allowed. Without a tier it is some policy: nothing else denies. */
function causeOf(tier: string | undefined): DropCause {
  if (tier === "NETWORK_POLICY" || tier === "DEFAULT") return { code: "policy-default" };
  return tier === "ERROR" ? { code: "other", reason: "ERROR" } : { code: "policy" };
}

function decidersOf(
  text: string | undefined,
  verdict: "ACCEPT" | "DENY",
  point: FlowRecord["point"],
): readonly RecordedRule[] {
  const tier = TIERS.get(text ?? "");
  if (tier === undefined) return [];
  return [
    {
      kind: undefined,
      namespace: undefined,
      name: undefined,
      tier,
      rule: undefined,
      direction: point === "egress" || point === "ingress" ? point : undefined,
      action: verdict === "ACCEPT" ? "allow" : "deny",
    },
  ];
}
