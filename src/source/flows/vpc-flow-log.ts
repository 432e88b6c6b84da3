import { BadLine, orBadLine } from "./bad-line.js";
import { KeptEnds } from "./kept-ends.js";
import { KeptLayouts } from "./cell-layout.js";
import { PartsReader } from "./parts-reader.js";
import { writtenAddressEnd } from "./made-ends.js";
import { readEpoch } from "./time.js";
import { recordedProtocol } from "./recorded-protocol.js";
import { recordOf } from "./record-of.js";
import { writtenNumber, writtenPort } from "./written-value.js";
import type { CellStyle } from "./cells-scan.js";
import type { PartUse } from "./line-parts.js";
import type { FlowRecord, RecordedEnd } from "./record.js";
import type { LogFormat, LogLine, LogReader, RecordSink } from "./reader.js";

/**
 * Flow logs of an AWS VPC, versions 2 to 5: columns by a header in any order, with blanks or commas between; without one, those
 * of version 2. What they allow or reject are security groups and network ACLs, no policies.
 */
export const VPC_FLOW_LOG: LogFormat = {
  id: "vpc",
  title: "AWS VPC flow log",
  detects: (line) => {
    const cells = cellsOf(line.text());
    return headerOf(cells) !== undefined || isVersion2(cells);
  },
  // The header is the first line of each file.
  memory: "header",
  reader: () => new VpcReader(),
  lacks: ["policy-decisions", "pods"],
};

const VERSION_2 = [
  "version",
  "account-id",
  "interface-id",
  "srcaddr",
  "dstaddr",
  "srcport",
  "dstport",
  "protocol",
  "packets",
  "bytes",
  "start",
  "end",
  "action",
  "log-status",
] as const;

/** What is read of a line. */
const USES: ReadonlyMap<string, PartUse> = new Map<string, PartUse>([
  ["srcaddr", "sourceAddress"],
  ["pkt-srcaddr", "sourceAddress"],
  ["dstaddr", "destinationAddress"],
  ["pkt-dstaddr", "destinationAddress"],
  ["srcport", "sourcePort"],
  ["dstport", "port"],
  ["start", "first"],
  ["end", "last"],
  ["protocol", "rest"],
  ["action", "rest"],
  ["log-status", "rest"],
  ["flow-direction", "rest"],
  ["tcp-flags", "rest"],
]);

const BLANKS: CellStyle = { separator: " ", leaves: ",", headerWord: "srcaddr" };
const COMMAS: CellStyle = { separator: ",", leaves: ",", headerWord: "srcaddr" };

const LAYOUTS = new KeptLayouts();

/** Reads lines by their parts, with the columns of the last header. */
class VpcReader implements LogReader {
  readonly #whole = new VpcLines();
  #columns: Columns | undefined;
  #byParts: PartsReader | undefined;

  read(line: LogLine, sink: RecordSink): void {
    (this.#byParts ?? this.#whole).read(line, sink);
    const { columns } = this.#whole;
    if (columns === this.#columns) return;
    this.#columns = columns;
    const { names, places, isOfCommas } = columns;
    const uses = names.map((name, i) => (places.get(name) === i ? USES.get(name) : undefined));
    this.#byParts = new PartsReader(this.#whole, LAYOUTS.of(uses, isOfCommas ? COMMAS : BLANKS));
  }

  readNext(bytes: Uint8Array, start: number, piece: number, sink: RecordSink): number {
    return this.#byParts?.readNext(bytes, start, piece, sink) ?? 0;
  }

  get header(): string | undefined {
    return this.#whole.header;
  }

  end(): void {
    // Every line stands for itself.
  }
}

class VpcLines implements LogReader {
  readonly #ends = new KeptEnds();
  #columns = columnsOf(VERSION_2, false);
  /** The line that they are from; undefined for those of version 2. */
  header: string | undefined;

  get columns(): Columns {
    return this.#columns;
  }

  read(line: LogLine, sink: RecordSink): void {
    const text = line.text();
    if (text.trim() === "") return sink.skip("no-flow");
    const cells = cellsOf(text);
    const header = MAY_BE_HEADER.test(text) ? headerOf(cells) : undefined;
    if (header !== undefined) {
      this.#columns = columnsOf(header, text.includes(","));
      this.header = text;
      return sink.skip("no-flow");
    }
    orBadLine(sink, () => readRow(this.#columns, cells, this.#ends, sink));
  }

  end(): void {
    // Every line stands for itself.
  }
}

/** The columns of a log, and the place of each. */
interface Columns {
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  /** True where the header has commas between its names. */
  readonly isOfCommas: boolean;
}

function columnsOf(names: readonly string[], isOfCommas: boolean): Columns {
  // Of two columns of one name the first one counts.
  const places = new Map(names.map((name, i): [string, number] => [name, i]).toReversed());
  return { names, places, isOfCommas };
}

/** No header is without it, and no value has it: looking for that takes less than reading names. */
const MAY_BE_HEADER = /srcaddr/i;

function cellsOf(text: string): readonly string[] {
  const line = text.trim();
  return line.includes(",") ? line.split(",").map((each) => each.trim()) : line.split(/\s+/);
}

/** Names of columns, with hyphens; undefined for a line of values. */
function headerOf(cells: readonly string[]): readonly string[] | undefined {
  const names = cells.map((each) => each.toLowerCase().replaceAll("_", "-"));
  const has = (name: string): boolean => names.includes(name);
  const hasEnds = (has("srcaddr") && has("dstaddr")) || (has("pkt-srcaddr") && has("pkt-dstaddr"));
  return hasEnds ? names : undefined;
}

function isVersion2(cells: readonly string[]): boolean {
  return (
    cells.length === VERSION_2.length &&
    cells[0] === "2" &&
    /^(?:\d{12}|unknown)$/.test(cells[1] ?? "") &&
    /^(?:OK|NODATA|SKIPDATA)$/.test(cells.at(-1) ?? "")
  );
}

/** The value of a column; undefined where there is none. */
type ColumnValue = (name: string) => string | undefined;

const SYN = 2;
const SYN_ACK = 18;

function readRow(
  { names: { length: count }, places }: Columns,
  cells: readonly string[],
  ends: KeptEnds,
  sink: RecordSink,
): void {
  if (cells.length !== count) throw new BadLine({ code: cells.length < count ? "cut" : "not-this-format" });
  const cell: ColumnValue = (name) => {
    const value = cells[places.get(name) ?? -1];
    return value === "-" ? undefined : value;
  };
  const status = cell("log-status");
  if (status === "NODATA") return sink.skip("no-flow");
  // It says that some were left out, and not how many.
  if (status === "SKIPDATA") return sink.lost(1);
  const action = cell("action");
  if (action !== undefined && action !== "ACCEPT" && action !== "REJECT")
    throw new BadLine({ code: "bad-value", field: "action" });
  const protocol = recordedProtocol(cell("protocol") ?? "");
  if (protocol === undefined) throw new BadLine({ code: "bad-value", field: "protocol" });
  const point = cell("flow-direction");
  sink.record(
    recordOf({
      first: secondsOf(cell("start"), "start"),
      last: secondsOf(cell("end"), "end"),
      source: endOf(cell, "srcaddr", ends),
      destination: endOf(cell, "dstaddr", ends),
      ...protocol,
      sourcePort: writtenPort(cell("srcport"), "srcport"),
      port: writtenPort(cell("dstport"), "dstport"),
      ...flagsOf(writtenNumber(cell("tcp-flags"), "tcp-flags", 255)),
      seen: action === "REJECT" ? "dropped" : "none",
      cause: { code: "other", reason: "security group or network ACL" },
      point: point === "ingress" || point === "egress" ? point : "unknown",
    }),
  );
}

/** The packet's own address, where the interface's is another one. */
function endOf(cell: ColumnValue, name: "srcaddr" | "dstaddr", ends: KeptEnds): RecordedEnd {
  const own = cell(`pkt-${name}`);
  return own === undefined
    ? writtenAddressEnd(ends, cell(name), name)
    : writtenAddressEnd(ends, own, `pkt-${name}`);
}

function secondsOf(text: string | undefined, field: string): number | undefined {
  const seconds = writtenNumber(text, field, Number.MAX_SAFE_INTEGER);
  const time = seconds === undefined ? undefined : readEpoch(seconds);
  if (seconds !== undefined && time === undefined) throw new BadLine({ code: "bad-value", field });
  return time;
}

/** Flags of all packets of one way; ACK is written only beside SYN. */
function flagsOf(flags: number | undefined): Pick<FlowRecord, "opens" | "reply"> {
  if (flags === undefined || (flags & SYN) === 0) return { opens: undefined, reply: "unknown" };
  return (flags & SYN_ACK) === SYN_ACK ? { opens: false, reply: "yes" } : { opens: true, reply: "no" };
}
