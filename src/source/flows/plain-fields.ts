import { BadLine, orBadLine } from "./bad-line.js";
import { parseAddress } from "../../base/net/address.js";
import { readEpoch, readTime } from "./time.js";
import type { KeptEnds } from "./kept-ends.js";
import type { RecordSink } from "./reader.js";
import type {
  DropCause,
  FlowRecord,
  RecordedEnd,
  RecordedPoint,
  RecordedProtocol,
  RecordedFate,
} from "./record.js";

/** The columns of a plain log, in the order in which the docs list them. */
export const PLAIN_COLUMNS = [
  "time",
  "end_time",
  "count",
  "source_ip",
  "source_namespace",
  "source_pod",
  "source_port",
  "destination_ip",
  "destination_namespace",
  "destination_pod",
  "destination_port",
  "protocol",
  "verdict",
  "direction",
  "reason",
  "reply",
] as const;

/** What a line of a plain log has: strings of CSV, or any value of JSON. */
export type PlainFields = Readonly<Partial<Record<(typeof PLAIN_COLUMNS)[number], unknown>>>;

/** Words of a plain log's verdict for what passed. */
export const ALLOWED_WORDS = ["allowed", "allow", "accepted", "accept", "forwarded", "passed"];

/** Words of a plain log's verdict for what was dropped. */
export const DROPPED_WORDS = ["denied", "deny", "dropped", "drop", "rejected", "reject"];

/** Hands on the record of a line, or what is wrong with it. */
export function plainRecord(fields: PlainFields, ends: KeptEnds, words: KeptWords, sink: RecordSink): void {
  orBadLine(sink, () => {
    sink.record(read(fields, ends, words));
  });
}

/** What a line says in words of which there are few. */
type SaidInWords = Pick<
  FlowRecord,
  "protocol" | "protocolNumber" | "opens" | "seen" | "cause" | "point" | "reply"
>;

const WORD_COLUMNS = ["protocol", "verdict", "direction", "reason", "reply"] as const;

/** So many kinds of lines are known again by their words. */
const MOST_WORDS = 10_000;

/** What words of a log mean, each set of them once. */
export class KeptWords {
  readonly #known = new Map<string, SaidInWords>();

  of(fields: PlainFields): SaidInWords {
    let key = "";
    for (const column of WORD_COLUMNS) {
      const value = fields[column];
      // Values of JSON that aren't texts are read each time.
      if (value !== undefined && typeof value !== "string") return saidIn(fields);
      key += value === undefined ? "," : `${value.length} ${value}`;
    }
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const said = saidIn(fields);
    if (this.#known.size < MOST_WORDS) this.#known.set(key, said);
    return said;
  }
}

function saidIn(fields: PlainFields): SaidInWords {
  const seen = oneOf(fields, "verdict", SEEN, "none");
  const protocol = oneOf(fields, "protocol", PROTOCOL_WORDS, "unknown");
  const number = /^\d+$/.test(textOf(fields, "protocol")) ? Number(textOf(fields, "protocol")) : undefined;
  return {
    protocol,
    ...(protocol === "other" && number !== undefined ? { protocolNumber: number } : {}),
    opens: undefined,
    seen,
    cause: seen === "dropped" || seen === "would-drop" ? causeOf(fields) : undefined,
    point: oneOf(fields, "direction", POINTS, "unknown"),
    reply: oneOf(fields, "reply", REPLIES, "unknown"),
  };
}

function read(fields: PlainFields, ends: KeptEnds, words: KeptWords): FlowRecord {
  const said = words.of(fields);
  const { protocol } = said;
  const first = timeOf(fields, "time");
  const hasPorts = protocol === "TCP" || protocol === "UDP" || protocol === "SCTP";
  return {
    first,
    last: timeOf(fields, "end_time") ?? first,
    count: wholeOf(fields, "count", 1, Number.MAX_SAFE_INTEGER) ?? 1,
    source: endOf(fields, "source", ends),
    destination: endOf(fields, "destination", ends),
    via: undefined,
    ...said,
    sourcePort: hasPorts ? wholeOf(fields, "source_port", 0, 65_535) : undefined,
    port: hasPorts ? wholeOf(fields, "destination_port", 0, 65_535) : undefined,
    deciders: [],
    staged: [],
  };
}

const SEEN: ReadonlyMap<string, RecordedFate> = new Map<string, RecordedFate>([
  ...ALLOWED_WORDS.map((word) => [word, "allowed"] as const),
  ...DROPPED_WORDS.map((word) => [word, "dropped"] as const),
  ["audit", "would-drop"],
  ["none", "none"],
]);

const PROTOCOL_WORDS: ReadonlyMap<string, RecordedProtocol> = new Map<string, RecordedProtocol>([
  ["tcp", "TCP"],
  ["6", "TCP"],
  ["udp", "UDP"],
  ["17", "UDP"],
  ["sctp", "SCTP"],
  ["132", "SCTP"],
  ...["icmp", "1", "icmpv6", "icmp6", "58"].map((word) => [word, "ICMP"] as const),
  ...Array.from({ length: 256 }, (_, i) => [String(i), "other"] as const).filter(
    ([word]) => !["1", "6", "17", "58", "132"].includes(word),
  ),
  ["other", "other"],
]);

const POINTS: ReadonlyMap<string, RecordedPoint> = new Map<string, RecordedPoint>([
  ["egress", "egress"],
  ["ingress", "ingress"],
  ["connection", "connection"],
]);

const REPLIES: ReadonlyMap<string, FlowRecord["reply"]> = new Map<string, FlowRecord["reply"]>([
  ["true", "yes"],
  ["yes", "yes"],
  ["false", "no"],
  ["no", "no"],
]);

/** `reason`: `policy` (if there is none), `policy-default`, `unknown`, or any other word for what else dropped it. */
function causeOf(fields: PlainFields): DropCause {
  const reason = textOf(fields, "reason");
  if (reason === "") return { code: "policy" };
  const word = reason.toLowerCase();
  return word === "policy" || word === "policy-default" || word === "unknown"
    ? { code: word }
    : { code: "other", reason };
}

function endOf(fields: PlainFields, side: "source" | "destination", ends: KeptEnds): RecordedEnd {
  const ip = textOf(fields, `${side}_ip`);
  const namespace = textOf(fields, `${side}_namespace`);
  const name = textOf(fields, `${side}_pod`);
  return ends.of(`${ip} ${namespace} ${name}`, (): RecordedEnd => {
    const address = ip === "" ? undefined : parseAddress(ip);
    if (ip !== "" && address === undefined) throw bad(`${side}_ip`);
    if (name !== "" && namespace === "")
      throw new BadLine({ code: "missing-field", field: `${side}_namespace` });
    if (namespace !== "")
      return {
        kind: "pod",
        namespace,
        name: name === "" ? undefined : name,
        address,
        workload: undefined,
        labels: undefined,
        namespaceLabels: undefined,
      };
    if (address === undefined) throw new BadLine({ code: "missing-field", field: `${side}_ip` });
    return { kind: "address", address, isOutside: false, domains: [] };
  });
}

function bad(field: keyof PlainFields): BadLine {
  return new BadLine({ code: "bad-value", field });
}

/** A cell as text: empty where it is missing, `null` or `-`. */
function textOf(fields: PlainFields, name: keyof PlainFields): string {
  const value = fields[name];
  if (value === undefined || value === null || value === "-") return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw bad(name);
  return value.trim();
}

function wordOf(fields: PlainFields, name: keyof PlainFields): string {
  return textOf(fields, name).toLowerCase();
}

function oneOf<T>(
  fields: PlainFields,
  name: keyof PlainFields,
  words: ReadonlyMap<string, T>,
  otherwise: T,
): T {
  const word = wordOf(fields, name);
  if (word === "") return otherwise;
  const value = words.get(word);
  if (value === undefined) throw bad(name);
  return value;
}

function wholeOf(
  fields: PlainFields,
  name: keyof PlainFields,
  least: number,
  most: number,
): number | undefined {
  const text = textOf(fields, name);
  if (text === "") return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) throw bad(name);
  return value;
}

function timeOf(fields: PlainFields, name: "time" | "end_time"): number | undefined {
  const text = textOf(fields, name);
  if (text === "") return undefined;
  const time = /^\d+(?:\.\d+)?$/.test(text) ? readEpoch(Number(text)) : readTime(text);
  if (time === undefined) throw bad(name);
  return time;
}
