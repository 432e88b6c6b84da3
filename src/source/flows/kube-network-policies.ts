import { asked, KnownAnswers, UNWRITTEN_LINE, type AskedLine } from "./packet-answers.js";
import { KeptEnds } from "./kept-ends.js";
import { lineObject, opensObject } from "./json-lines.js";
import { orBadLine } from "./bad-line.js";
import { PartsReader } from "./parts-reader.js";
import { podOrAddress, UNKNOWN_END } from "./made-ends.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf, type KnownParts } from "./record-of.js";
import {
  RECORDS_KEPT,
  type LogFormat,
  type LogLine,
  type LogReader,
  type RecordSink,
  type RepeatedRecord,
} from "./reader.js";
import { writtenAddress } from "./written-value.js";
import type { Address } from "../../base/net/address.js";
import type { Fields } from "./fields.js";
import type { FlowRecord, RecordedEnd, RecordedRule } from "./record.js";
import type { LineParts } from "./line-parts.js";

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
  memory: "lines",
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
  readonly id: number;
  egress: AskedLine | undefined;
  ingress: AskedLine | undefined;
  isIngressFirst: boolean;
  deciders: readonly RecordedRule[];
}

/** What is read of a line. Its message says whether it is about ends. */
export const PACKET_LINE_PARTS: LineParts = {
  keys: {
    msg: ["source", "destination", "rest"],
    id: "count",
    ts: "first",
    direction: "rest",
    srcPod: "source",
    dstPod: "destination",
    packet: {
      SrcIP: "sourceAddress",
      DstIP: "destinationAddress",
      Proto: "rest",
      SrcPort: "sourcePort",
      DstPort: "port",
    },
    tier: "rest",
    action: "rest",
  },
};

/**
 * A reader of single lines, each of which is a record that stands for what the line says: its count is the packet's number. Ends are known
 * where a packet is asked about (nothing is seen of it yet), and a verdict is what was seen; else it is a step, of the tier that decided.
 */
export function packetLines(): LogReader {
  const ends = new KeptEnds();
  return {
    read(line, sink) {
      const fields = lineObject(line);
      if (fields !== undefined) orBadLine(sink, () => packetLine(fields, ends, sink));
      else if (opensObject(line)) sink.bad({ code: "cut" });
      // What the program says before it has read how it is to log.
      else sink.skip("no-flow");
    },
    end() {
      // Lines are joined elsewhere.
    },
  };
}

function packetLine(fields: Fields, ends: KeptEnds, sink: RecordSink): void {
  const message = fields.text("msg") ?? "";
  const verdict = VERDICTS.get(message);
  const [, way] = /^(Egress|Ingress) CNP evaluation$/.exec(message) ?? [];
  if (message !== "Evaluating packet" && verdict === undefined && way === undefined)
    return sink.skip("no-flow");
  const count = fields.whole("id", 0, Number.MAX_SAFE_INTEGER);
  if (count === undefined) return sink.bad({ code: "missing-field", field: "id" });
  if (message === "Evaluating packet") {
    const point = fields.text("direction")?.toLowerCase();
    if (point !== "egress" && point !== "ingress") throw fields.bad("direction");
    return sink.record(recordOf({ ...knownParts(fields, ends), point, count }));
  }
  const { ts } = fields.raw;
  // Nothing hangs on its time; with it, lines that differ in that alone are known again.
  const first = typeof ts === "number" ? readEpoch(ts) : undefined;
  const said = { first, source: UNKNOWN_END, destination: UNKNOWN_END, protocol: "unknown", count } as const;
  if (verdict !== undefined) {
    const { denied } = verdict;
    const seen = denied === undefined ? "allowed" : "dropped";
    return sink.record(recordOf({ ...said, seen, point: denied ?? "unknown" }));
  }
  const rule = tierRule(fields, way === "Egress" ? "egress" : "ingress");
  sink.record(recordOf({ ...said, seen: "none", deciders: rule === undefined ? [] : [rule] }));
}

class PacketReader implements LogReader {
  readonly #lines = new PartsReader(packetLines(), PACKET_LINE_PARTS);
  /** By the packet's number, the oldest first; without the last one, whose verdict mostly is the next line. */
  readonly #waiting = new Map<number, WaitingPacket>();
  #last: WaitingPacket | undefined;
  /** Lines of packets that are decided: the next ones are written into them. */
  readonly #spare: AskedLine[] = [];
  #sink: RecordSink | undefined;
  readonly #joined: RecordSink = {
    record: (line) => this.#line(line.source, line.count, line, line, this.#sink!),
    repeated: (line) => {
      this.#line(line.source, line.count, line.like, line, this.#sink!);
      return true;
    },
    skip: (reason) => this.#sink!.skip(reason),
    bad: (fault) => this.#sink!.bad(fault),
    lost: (events) => this.#sink!.lost(events),
  };
  readonly #answers = new KnownAnswers();

  read(line: LogLine, sink: RecordSink): void {
    this.#sink = sink;
    this.#lines.read(line, this.#joined);
  }

  readNext(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): number {
    this.#sink = sink;
    return this.#lines.readNext(bytes, start, piece, this.#joined);
  }

  end(sink: RecordSink): void {
    for (const packet of this.#waiting.values()) forget(packet, sink);
    this.#waiting.clear();
    if (this.#last !== undefined) forget(this.#last, sink);
    this.#last = undefined;
  }

  #find(id: number): WaitingPacket | undefined {
    return this.#last?.id === id ? this.#last : this.#waiting.get(id);
  }

  #remove(packet: WaitingPacket): void {
    if (packet === this.#last) this.#last = undefined;
    else this.#waiting.delete(packet.id);
  }

  #release(line: AskedLine | undefined): void {
    if (line !== undefined) this.#spare.push(line);
  }

  /** @param like what the line says, but for its ends and numbers */
  #line(
    source: RecordedEnd,
    id: number,
    like: FlowRecord,
    line: FlowRecord | RepeatedRecord,
    sink: RecordSink,
  ): void {
    if (source !== UNKNOWN_END)
      return this.#evaluating(id, asked(this.#spare.pop() ?? { ...UNWRITTEN_LINE }, like, line), sink);
    const packet = this.#find(id);
    if (packet === undefined) return sink.skip("half");
    if (like.seen === "none") {
      packet.deciders = [...packet.deciders, ...like.deciders];
      return sink.skip("step");
    }
    this.#remove(packet);
    this.#decide(packet, like.seen === "allowed" ? undefined : like.point, sink);
    this.#release(packet.egress);
    this.#release(packet.ingress);
  }

  #evaluating(id: number, line: AskedLine, sink: RecordSink): void {
    const { point } = line.like;
    if (point !== "egress" && point !== "ingress") throw new Error("invariant: a packet has a direction");
    let packet = this.#find(id);
    // The process began to count anew: the packet of that number never got its verdict.
    if (packet?.[point] !== undefined) {
      forget(packet, sink);
      this.#remove(packet);
      packet = undefined;
    }
    if (packet !== undefined) {
      packet[point] = line;
      return;
    }
    if (this.#last !== undefined) this.#waiting.set(this.#last.id, this.#last);
    const isIngressFirst = point === "ingress";
    this.#last = {
      id,
      egress: isIngressFirst ? undefined : line,
      ingress: isIngressFirst ? line : undefined,
      isIngressFirst,
      deciders: NO_RULES,
    };
    if (this.#waiting.size < RECORDS_KEPT) return;
    const [oldest] = this.#waiting.values();
    if (oldest === undefined) return;
    this.#remove(oldest);
    forget(oldest, sink);
  }

  /** What passed one direction and was denied in the other are two records: two hooks' opinions. */
  #decide(packet: WaitingPacket, denied: FlowRecord["point"] | undefined, sink: RecordSink): void {
    const { egress, ingress, isIngressFirst, deciders } = packet;
    if (denied === undefined && egress !== undefined && ingress !== undefined)
      return this.#answers.tell(egress, "both allowed", deciders, sink);
    const [first, second] = isIngressFirst ? [ingress, egress] : [egress, ingress];
    const isFirstSaid = this.#answer(first, denied, deciders, sink);
    if (!this.#answer(second, denied, deciders, sink) && !isFirstSaid) sink.skip("half");
  }

  /** @returns true where the verdict is about the line */
  #answer(
    asked: AskedLine | undefined,
    denied: FlowRecord["point"] | undefined,
    deciders: readonly RecordedRule[],
    sink: RecordSink,
  ): boolean {
    if (asked === undefined) return false;
    const { point } = asked.like;
    const isDenied = point === denied;
    // After a denied egress, ingress isn't asked; what is written of it then is another packet's.
    if (denied === "egress" && !isDenied) return false;
    const own = deciders.length === 0 ? deciders : deciders.filter(({ direction }) => direction === point);
    this.#answers.tell(asked, isDenied ? "dropped" : "allowed", own, sink);
    return isDenied || denied === undefined;
  }
}

const NO_RULES: readonly RecordedRule[] = [];

/** Each line of a packet without a verdict is a half. */
function forget({ egress, ingress }: WaitingPacket, sink: RecordSink): void {
  if (egress !== undefined) sink.skip("half");
  if (ingress !== undefined) sink.skip("half");
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
