import * as fc from "fast-check";
import { check, Mismatch } from "../../properties/run.js";
import { describe, expect, it, vi } from "vitest";
import { nextPiece } from "../../../src/source/flows/cut-line.js";
import { PLAIN_LOG } from "../../../src/source/flows/plain.js";
import { told } from "./told.js";
import { VPC_FLOW_LOG } from "../../../src/source/flows/vpc-flow-log.js";
import type { LogFormat, LogLine, LogReader } from "../../../src/source/flows/reader.js";
import { streamed, type ReadEntry } from "./read.js";

vi.setConfig({ testTimeout: 300_000 });

/** A log of cells: its headers, and what may stand in a column. */
interface CellLog {
  readonly format: LogFormat;
  readonly separator: string;
  readonly headers: readonly (readonly string[])[];
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const ADDRESSES = ["10.0.0.1", "10.0.0.2", "fd00::1", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.10", "-"];
const TIMES = [
  "2026-11-20T12:00:00Z",
  "2026-11-20T12:00:01.25Z",
  "1795420800",
  "1795420801",
  "1795420800123",
];
const PORTS = ["80", "443", "0", "1", "32768", "65535", "-", ""];

const LOGS: readonly CellLog[] = [
  {
    format: PLAIN_LOG,
    separator: ",",
    headers: [
      [
        "time",
        "source_ip",
        "source_namespace",
        "source_pod",
        "destination_ip",
        "destination_port",
        "protocol",
        "verdict",
      ],
      ["verdict", "source_ip", "source_port", "destination_namespace", "destination_pod", "reply", "count"],
      ["Verdict", " SOURCE_IP", "note", "destination_ip", "direction", "end_time", "time", "reason"],
      ["source_ip", "source_ip", "destination_ip", "verdict", "verdict"],
      ["verdict", "source_namespace", "source_pod", "destination_namespace", "destination_pod"],
      [
        "verdict",
        "source_namespace",
        "source_pod",
        ...Array.from({ length: 220 }, () => "note"),
        "destination_ip",
      ],
    ],
    values: {
      time: [...TIMES, ""],
      end_time: [...TIMES, "-"],
      count: ["1", "2", "17", "0", "-", ""],
      source_ip: ADDRESSES,
      destination_ip: ADDRESSES,
      source_port: PORTS,
      destination_port: PORTS,
      source_namespace: ["shop", "", "-", "source_pod", "verdict"],
      destination_namespace: ["shop", "payments", "verdict", "destination_pod"],
      source_pod: ["web-1", "", "destination_pod", `web-${"x".repeat(60)}`],
      destination_pod: ["db-0", "", "source_pod", "x"],
      protocol: ["tcp", "TCP", "6", "udp", "icmp", "47", "-", "other"],
      verdict: ["allowed", "denied", "audit", "none", "", "Forwarded"],
      direction: ["egress", "ingress", "connection", ""],
      reason: ["policy", "", "policy-default", "no route"],
      reply: ["true", "no", ""],
    },
  },
  ...[" ", ","].map((separator): CellLog => ({
    format: VPC_FLOW_LOG,
    separator,
    headers: [
      [
        "version",
        "srcaddr",
        "dstaddr",
        "srcport",
        "dstport",
        "protocol",
        "start",
        "end",
        "action",
        "log-status",
      ],
      ["start", "pkt_srcaddr", "pkt-dstaddr", "srcaddr", "dstaddr", "action", "tcp-flags", "flow-direction"],
      ["srcaddr", "dstaddr", "protocol", "flow-direction"],
      ["srcaddr", "srcaddr", "dstaddr", "srcport", "dstport", "protocol"],
    ],
    values: {
      version: ["2", "5"],
      srcaddr: ADDRESSES,
      dstaddr: ADDRESSES,
      "pkt-srcaddr": ADDRESSES,
      "pkt-dstaddr": ADDRESSES,
      srcport: PORTS,
      dstport: PORTS,
      protocol: ["6", "17", "1", "47", "-", "300", "srcaddr"],
      start: ["1795420800", "1795420801", "-", "0"],
      end: ["1795420860", "1795420861", "-"],
      action: ["ACCEPT", "REJECT", "-"],
      "log-status": ["OK", "NODATA", "SKIPDATA"],
      "tcp-flags": ["2", "18", "19", "0", "-"],
      "flow-direction": ["egress", "ingress", "-", "dstaddr"],
    },
  })),
];

/** What no column has, or not so. */
const ODD = [
  "",
  "-",
  " ",
  '"',
  '"10.0.0.1"',
  '"a,b"',
  '"open',
  '"a""b"',
  "a b",
  "a,b",
  "\t",
  "\r",
  "\u00a0",
  "\ufeff",
  "\u2028",
  "\u0000",
  "é",
  "verdict",
  "source_ip",
  "destination_ip",
  "srcaddr",
  "dstaddr",
  "#",
  "{",
  "{}",
  '{"source_ip":"10.0.0.1","destination_ip":"10.0.0.2","verdict":"denied"}',
  "00443",
  "65536",
  "-1",
  "1.5",
  "1e3",
  "999999999999999",
  "9999999999999999",
  "2026-11-20T12:00:00+02:00",
  "2026-02-30T12:00:00Z",
  "10.0.0.256",
  "10.0.0.01",
  "x".repeat(3000),
];

const DRAW = fc.record({
  column: fc.nat(9),
  value: fc.nat(99),
  odd: fc.integer({ min: 0, max: 14 }).map((each) => each === 0),
});

const LINE = fc.record({
  kind: fc.constantFrom("row", "row", "row", "row", "row", "row", "row", "row", "header"),
  header: fc.nat(9),
  values: fc.array(fc.nat(2), { minLength: 10, maxLength: 10 }),
  draws: fc.array(DRAW, { maxLength: 2 }),
  how: fc.constantFrom(
    "none",
    "none",
    "none",
    "none",
    "blanks",
    "quotes",
    "less",
    "more",
    "byte",
    "cut",
    "case",
    "return",
  ),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  byte: fc.nat(255),
});

const CASE = fc.record({
  of: fc.nat(LOGS.length - 1),
  header: fc.nat(9),
  lines: fc.array(LINE, { minLength: 1, maxLength: 12 }),
});

type Line = typeof LINE extends fc.Arbitrary<infer L> ? L : never;

function written(cells: readonly string[], { how, at, byte }: Line, separator: string): Uint8Array {
  const between = how === "blanks" ? `  ${separator} ` : separator;
  const quoted = how === "quotes" ? cells.map((each) => `"${each}"`) : cells;
  const counted = how === "less" ? quoted.slice(1) : how === "more" ? [...quoted, "1"] : quoted;
  const text = counted.join(between) + (how === "return" ? "\r" : "");
  const bytes = new TextEncoder().encode(how === "case" ? text.toUpperCase() : text);
  const place = Math.floor(at * bytes.length);
  if (how === "cut") return bytes.slice(0, place);
  if (how === "byte") bytes[place] = byte;
  return bytes;
}

/** Values are few, so that lines share parts. */
function rowOf({ values, draws }: Line, names: readonly string[], log: CellLog): readonly string[] {
  const cells = names.map((name, i) => {
    const pool = log.values[nameOf(name)] ?? ["x"];
    return pool[values[i % values.length]! % pool.length]!;
  });
  for (const { column, value, odd } of draws) {
    const at = column % cells.length;
    const pool = odd ? ODD : (log.values[nameOf(names[at]!)] ?? ODD);
    cells[at] = pool[value % pool.length]!;
  }
  return cells;
}

function nameOf(column: string): string {
  const name = column.trim().toLowerCase();
  return name.startsWith("pkt_") ? name.replace("_", "-") : name;
}

/** Lines in a piece of their own, as a stream hands them on. */
function lineIn(bytes: Uint8Array): LogLine {
  const all = new Uint8Array(bytes.length + 2).fill(0x7a);
  all.set(bytes, 1);
  const end = bytes.length + 1;
  const text = (): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { bytes: all, start: 1, end, piece: nextPiece(), text };
}

const NEWLINE = new TextEncoder().encode("\n");

function entriesOf(reader: LogReader, bytes: Uint8Array): readonly ReadEntry[] {
  const entries: ReadEntry[] = [];
  reader.read(lineIn(bytes), {
    record: (record) => void entries.push({ record }),
    skip: (skip) => void entries.push({ skip }),
    bad: (bad) => void entries.push({ bad }),
    lost: (lost) => void entries.push({ lost }),
  });
  return entries;
}

/** Maps of no entries differ from none: keys in order, numbers beyond JSON as texts. */
function textOf(entries: readonly ReadEntry[]): string {
  return JSON.stringify(entries, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return value === undefined ? "undefined" : value;
  });
}

describe("lines of cells by their parts", () => {
  it("are what they are as a whole, whatever was read before", async () => {
    const records = new Map<string, number>();
    await check({
      name: "lines of cells by their parts",
      arbitrary: CASE,
      runs: 8000,
      holds: ({ of, header, lines }) => {
        const byte = lines[0]!.byte;
        const log = LOGS[of]!;
        const byParts = log.format.reader();
        let names = log.headers[header % log.headers.length]!;
        const texts = lines.map((line) => {
          if (line.kind === "header") names = log.headers[line.header % log.headers.length]!;
          const cells = line.kind === "header" ? names : rowOf(line, names, log);
          return written(cells, line, log.separator);
        });
        const first = new TextEncoder().encode(log.headers[header % log.headers.length]!.join(log.separator));
        const all = [first, ...texts, ...texts, first, ...texts];
        const found = all.map((bytes) => entriesOf(byParts, bytes));
        const stream = Buffer.concat(all.flatMap((bytes) => [bytes, NEWLINE]));
        const flowing = streamed(log.format, [stream.subarray(0, byte), stream.subarray(byte)]);
        // What has no WebAssembly reads each line as a whole.
        vi.stubGlobal("WebAssembly", undefined);
        try {
          const still = streamed(log.format, [stream]);
          if (flowing.join("\n") !== still.join("\n"))
            throw new Mismatch(
              `${log.format.id}\n${stream.toString()}\n${flowing.join("\n")}\nnot\n${still.join("\n")}`,
            );
          const whole = log.format.reader();
          for (const [i, bytes] of all.entries()) {
            const wanted = entriesOf(whole, bytes);
            if (wanted.some((each) => "record" in each))
              records.set(log.format.id, (records.get(log.format.id) ?? 0) + 1);
            if (textOf(found[i]!) === textOf(wanted)) continue;
            const shown = all.slice(0, i + 1).map((each) => new TextDecoder().decode(each));
            throw new Mismatch(
              `${log.format.id}\n${shown.join("\n")}\n${found[i]!.map(told).join("\n")}\nnot\n${wanted.map(told).join("\n")}`,
            );
          }
        } finally {
          vi.unstubAllGlobals();
        }
      },
    });
    for (const { format } of LOGS) expect(records.get(format.id) ?? 0, format.id).toBeGreaterThan(100);
  });

  it("have the same object for an end that is written with the same words, and parse no line twice", () => {
    const reader = PLAIN_LOG.reader();
    const decoded: string[] = [];
    const ends = [
      "time,source_ip,destination_namespace,destination_pod,destination_port,protocol,verdict",
      "1795420800,203.0.113.9,shop,web-1,443,tcp,allowed",
      "1795420801,203.0.113.9, shop ,web-1,443,tcp,allowed",
      "1795420802,203.0.113.9,shop,web-1,80,tcp,allowed",
    ].flatMap((text) => {
      const line = lineIn(new TextEncoder().encode(text));
      const found: unknown[][] = [];
      const told = {
        ...line,
        text: () => {
          decoded.push(text);
          return text;
        },
      };
      reader.read(told, {
        record: ({ source, destination }) => void found.push([source, destination]),
        skip: () => undefined,
        bad: () => expect.unreachable(),
        lost: () => expect.unreachable(),
      });
      return found;
    });
    expect(ends).toHaveLength(3);
    for (const [source, destination] of ends) {
      expect(source).toBe(ends[0]![0]);
      expect(destination).toBe(ends[0]![1]);
    }
    // The header and the first line.
    expect(new Set(decoded)).toHaveLength(2);
  });
});
