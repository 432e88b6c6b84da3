import { KeptEnds } from "./kept-ends.js";
import { lineObject, opensObject } from "./json-lines.js";
import { orBadLine } from "./bad-line.js";
import { podOrAddress } from "./made-ends.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf, type KnownParts } from "./record-of.js";
import { RECORDS_KEPT, type LogFormat, type LogLine, type LogReader, type RecordSink } from "./reader.js";
import { writtenAddress } from "./written-value.js";
import type { Address } from "../../base/net/address.js";
import type { Fields } from "./fields.js";
import type { RecordedEnd, RecordedRule } from "./record.js";

/**
 * kube-network-policies with `--logging-format=json -v=2`: a line per direction that is evaluated, and one with the verdict, all with
 * the packet's number.
 */
export const KUBE_NETWORK_POLICIES_LOG: LogFormat = {
  id: "kube-network-policies",
  title: "kube-network-policies",
  detects: (line) => {
    const message = lineObject(line)?.raw["msg"];
    return message === "Evaluating packet" || (typeof message === "string" && VERDICTS.has(message));
  },
  isStateful: true,
  reader: () => new PacketReader(),
  lacks: [],
};

interface PacketVerdict {
  readonly denied: "egress" | "ingress" | undefined;
}

const VERDICTS: ReadonlyMap<string, PacketVerdict> = new Map<string, PacketVerdict>([
  ["Packet denied by egress policy", { denied: "egress" }],
  ["Packet denied by ingress policy", { denied: "ingress" }],
  ["Packet accepted by policy", { denied: undefined }],
]);

/** What is known of a packet before its verdict comes. */
interface WaitingPacket {
  readonly directions: Map<"egress" | "ingress", KnownParts>;
  readonly deciders: RecordedRule[];
}

class PacketReader implements LogReader {
  readonly #ends = new KeptEnds();
  /** By the packet's number, the oldest first. */
  readonly #waiting = new Map<number, WaitingPacket>();

  read(line: LogLine, sink: RecordSink): void {
    const fields = lineObject(line);
    if (fields !== undefined) orBadLine(sink, () => this.#entry(fields, sink));
    else if (opensObject(line)) sink.bad({ code: "cut" });
    // What the program says before it has read how it is to log.
    else sink.skip("no-flow");
  }

  end(sink: RecordSink): void {
    for (const packet of this.#waiting.values()) forget(packet, sink);
    this.#waiting.clear();
  }

  #entry(fields: Fields, sink: RecordSink): void {
    const message = fields.text("msg") ?? "";
    const verdict = VERDICTS.get(message);
    const [, way] = /^(Egress|Ingress) CNP evaluation$/.exec(message) ?? [];
    if (message !== "Evaluating packet" && verdict === undefined && way === undefined)
      return sink.skip("no-flow");
    const id = fields.whole("id", 0, Number.MAX_SAFE_INTEGER);
    if (id === undefined) return sink.bad({ code: "missing-field", field: "id" });
    if (message === "Evaluating packet") return this.#evaluating(id, fields, sink);
    const packet = this.#waiting.get(id);
    if (packet === undefined) return sink.skip("half");
    if (verdict === undefined) {
      const rule = tierRule(fields, way === "Egress" ? "egress" : "ingress");
      if (rule !== undefined) packet.deciders.push(rule);
      return sink.skip("step");
    }
    this.#waiting.delete(id);
    decide(packet, verdict, sink);
  }

  #evaluating(id: number, fields: Fields, sink: RecordSink): void {
    const word = fields.text("direction")?.toLowerCase();
    if (word !== "egress" && word !== "ingress") throw fields.bad("direction");
    const known = knownParts(fields, this.#ends);
    const before = this.#waiting.get(id);
    // The process began to count anew: the packet of that number never got its verdict.
    if (before?.directions.has(word) === true) {
      forget(before, sink);
      this.#waiting.delete(id);
    }
    const packet = this.#waiting.get(id) ?? { directions: new Map(), deciders: [] };
    packet.directions.set(word, known);
    this.#waiting.set(id, packet);
    if (this.#waiting.size <= RECORDS_KEPT) return;
    const [[oldest, dropped] = [undefined, undefined]] = this.#waiting;
    if (oldest === undefined || dropped === undefined) return;
    this.#waiting.delete(oldest);
    forget(dropped, sink);
  }
}

/** Each line of a packet without a verdict is a half. */
function forget({ directions }: WaitingPacket, sink: RecordSink): void {
  for (let i = 0; i < directions.size; i++) sink.skip("half");
}

/** What passed one direction and was denied in the other are two records: two hooks' opinions. */
function decide({ directions, deciders }: WaitingPacket, { denied }: PacketVerdict, sink: RecordSink): void {
  const of = (direction: "egress" | "ingress") => deciders.filter((rule) => rule.direction === direction);
  const egress = directions.get("egress");
  const ingress = directions.get("ingress");
  if (denied === undefined && egress !== undefined && ingress !== undefined) {
    sink.record(recordOf({ ...egress, seen: "allowed", point: "connection", deciders }));
    return;
  }
  let isSaid = false;
  for (const [direction, known] of directions) {
    const isDenied = direction === denied;
    // After a denied egress, ingress isn't asked; what is written of it then is another packet's.
    if (denied === "egress" && !isDenied) continue;
    isSaid ||= isDenied || denied === undefined;
    sink.record(
      recordOf({
        ...known,
        seen: isDenied ? "dropped" : "allowed",
        cause: { code: "policy" },
        point: direction,
        deciders: of(direction),
      }),
    );
  }
  if (!isSaid) sink.skip("half");
}

function knownParts(fields: Fields, ends: KeptEnds): KnownParts {
  const packet = fields.object("packet");
  if (packet === undefined) throw fields.bad("packet");
  const protocol = recordedProtocol(packet.text("Proto") ?? "");
  if (protocol === undefined) throw packet.bad("Proto");
  return {
    first: timeOf(fields),
    source: endOf(fields.text("srcPod"), writtenAddress(packet.text("SrcIP"), "packet.SrcIP"), ends),
    destination: endOf(fields.text("dstPod"), writtenAddress(packet.text("DstIP"), "packet.DstIP"), ends),
    ...protocol,
    sourcePort: packet.whole("SrcPort", 0, 65_535),
    port: packet.whole("DstPort", 0, 65_535),
    seen: "none",
    // It is asked about the first packet of a connection only.
    reply: "no",
  };
}

function endOf(pod: string | undefined, address: Address, ends: KeptEnds): RecordedEnd {
  const [namespace, name] = pod?.split("/") ?? [];
  return podOrAddress(ends, address, namespace, name);
}

function timeOf(fields: Fields): number | undefined {
  const { ts } = fields.raw;
  if (ts === undefined || ts === null) return undefined;
  const time = typeof ts === "number" ? readEpoch(ts) : undefined;
  if (time === undefined) throw fields.bad("ts");
  return time;
}

/** A tier that decided; one that hands the packet on says nothing yet. */
function tierRule(fields: Fields, direction: "egress" | "ingress"): RecordedRule | undefined {
  const { tier, action } = fields.raw;
  if (tier !== "Admin" && tier !== "Baseline") return undefined;
  const decided =
    action === "Deny" ? "deny" : action === "Accept" || action === "Allow" ? "allow" : undefined;
  if (decided === undefined) return undefined;
  return {
    kind: "ClusterNetworkPolicy",
    namespace: undefined,
    name: undefined,
    tier,
    rule: undefined,
    direction,
    action: decided,
  };
}
