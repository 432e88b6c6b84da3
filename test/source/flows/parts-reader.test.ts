import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { AWS_AGENT, AWS_AGENT_PARTS } from "../../../src/source/flows/aws-agent.js";
import { CALICO_ENTERPRISE, CALICO_ENTERPRISE_PARTS } from "../../../src/source/flows/calico-enterprise.js";
import { check, Mismatch } from "../../properties/run.js";
import { GKE, GKE_PARTS } from "../../../src/source/flows/gke.js";
import { GOLDMANE, GOLDMANE_PARTS } from "../../../src/source/flows/goldmane.js";
import { HUBBLE, HUBBLE_PARTS } from "../../../src/source/flows/hubble.js";
import {
  KUBE_NETWORK_POLICIES_LOG,
  PACKET_LINE_PARTS,
  packetLines,
} from "../../../src/source/flows/kube-network-policies.js";
import { lineOf, streamed, type ReadEntry } from "./read.js";
import { PartsReader } from "../../../src/source/flows/parts-reader.js";
import { NETOBSERV, NETOBSERV_PARTS } from "../../../src/source/flows/netobserv.js";
import { told } from "./told.js";
import type { FlowRecord } from "../../../src/source/flows/record.js";
import type { LineFault, LogFormat, LogReader, SkipReason } from "../../../src/source/flows/reader.js";
import type { PartKeys } from "../../../src/source/flows/line-parts.js";

vi.setConfig({ testTimeout: 600_000 });

const FORMATS = [
  { format: HUBBLE, parts: HUBBLE_PARTS },
  { format: GOLDMANE, parts: GOLDMANE_PARTS },
  { format: CALICO_ENTERPRISE, parts: CALICO_ENTERPRISE_PARTS },
  { format: NETOBSERV, parts: NETOBSERV_PARTS },
  { format: GKE, parts: GKE_PARTS },
  { format: AWS_AGENT, parts: AWS_AGENT_PARTS },
  {
    // Single lines, before they are joined.
    format: {
      ...KUBE_NETWORK_POLICIES_LOG,
      reader: () => new PartsReader(packetLines(), PACKET_LINE_PARTS),
    },
    parts: PACKET_LINE_PARTS,
  },
];

/** A reader that parses each line: what a Node that may not compile WebAssembly has. */
function parsingReader(format: LogFormat): LogReader {
  vi.stubGlobal("WebAssembly", undefined);
  try {
    return format.reader();
  } finally {
    vi.unstubAllGlobals();
  }
}

function entriesOf(reader: LogReader, text: string): readonly ReadEntry[] {
  const entries: ReadEntry[] = [];
  reader.read(lineOf(text), {
    record: (record: FlowRecord) => void entries.push({ record }),
    skip: (skip: SkipReason) => void entries.push({ skip }),
    bad: (bad: LineFault) => void entries.push({ bad }),
    lost: (lost: number) => void entries.push({ lost }),
  });
  return entries;
}

/** Lines of a format that have all kinds of its values. */
function linesOf({ id }: LogFormat): readonly string[] {
  return readFileSync(`test/source/flows/logs/${id}.log`, "utf8").trimEnd().split("\n");
}

/** The values that the lines of a log have below each key, wherever it stands. */
function valuesByKey(lines: readonly string[]): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) {
        values.set(key, [...(values.get(key) ?? []), each]);
        visit(each);
      }
  };
  for (const line of lines) visit(JSON.parse(line.slice(line.indexOf("{"))));
  return values;
}

/** What a value may be that the readers don't expect, or expect elsewhere. */
const ODD: readonly unknown[] = [
  null,
  0,
  "0",
  "",
  1,
  443,
  "443",
  65_536,
  -1,
  1.5,
  1e21,
  999_999_999_999_999,
  true,
  [],
  {},
  ["a", 1],
  { name: "a" },
  "1796083200",
  1_796_083_200,
  1_796_083_200_123,
  "2026-11-20T12:12:18.123456789Z",
  "2026-11-20t12:12:18z",
  "2024-02-29 23:59:60.5Z",
  "2026-02-29T12:12:18Z",
  "2026-11-20T12:12:18+02:00",
  "1969-12-31T23:59:59Z",
  "10.0.0.7",
  "::ffff:10.0.0.7",
  "fd00::7",
  1_796_083_200_123.25,
  "Service",
  "\ud800",
  'a"}],"verdict":"DROPPED"',
];

interface Drawn {
  readonly key: number;
  readonly value: number;
  readonly odd: boolean;
}

/** Seven draws decide on each key: few enough that lines share parts. */
const DRAWS = fc.array(
  fc
    .record({ key: fc.nat(999), value: fc.nat(999), odd: fc.constant(false) })
    .chain((drawn) => fc.integer({ min: 0, max: 11 }).map((odds): Drawn => ({ ...drawn, odd: odds === 0 }))),
  { minLength: 7, maxLength: 7 },
);

/** Changes of one line's text that keep it JSON, or don't. */
const SPOIL = fc.record({
  how: fc.constantFrom("none", "none", "none", "escape", "double", "cut", "byte", "blank", "nul", "tail"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.nat(255),
});

const CASE = fc.record({
  of: fc.nat(FORMATS.length - 1),
  lines: fc.array(fc.record({ base: fc.nat(999), draws: DRAWS, spoil: SPOIL }), {
    minLength: 1,
    maxLength: 5,
  }),
});

type Line = (typeof CASE extends fc.Arbitrary<infer C> ? C : never)["lines"][number];

/** Puts other values below some of the keys that are read. */
function changed(
  value: Record<string, unknown>,
  keys: PartKeys,
  pools: ReadonlyMap<string, readonly unknown[]>,
  draws: readonly Drawn[],
): void {
  const names = Object.keys(keys);
  for (const [i, { key, value: chosen, odd }] of draws.entries()) {
    const name = names[key % names.length]!;
    const within = keys[name]!;
    const inner = value[name];
    const isInner = typeof within !== "string" && !Array.isArray(within);
    if (isInner && typeof inner === "object" && inner !== null && !odd) {
      changed(inner as Record<string, unknown>, within as PartKeys, pools, draws.slice(i + 1));
      continue;
    }
    if (isInner && typeof inner === "string" && key % 4 !== 0) {
      value[name] = reworded(inner, chosen, odd);
      continue;
    }
    const pool = odd ? ODD : (pools.get(name) ?? ODD);
    const pick = chosen % (pool.length + 1);
    if (pick === pool.length) delete value[name];
    else value[name] = structuredClone(pool[pick]);
  }
}

/** Words that stand where they are wanted, and where they aren't. */
const WORDS = [
  "10.0.0.9",
  "10.0.0.10",
  "fd00::9",
  "443",
  "0",
  "65536",
  "08",
  "TCP",
  "UDP",
  "ICMP",
  "ACCEPT",
  "DENY",
  "ADMIN",
  "egress",
  "Src",
  "IP:",
  "Src IP: 10.0.0.11",
  "Dest Port 53",
  "Proto:",
  "Verdict",
  "Tier: DEFAULT,",
  "a,b",
  ",",
  "",
  " ",
  "\t",
  "\u00a0",
  "\u2028",
  'a"b',
  "a\\b",
  "é",
];

/** Puts another word into a text, or in front of one. */
function reworded(text: string, chosen: number, odd: boolean): string {
  const words = text.split(" ");
  const at = chosen % words.length;
  words.splice(at, odd ? 0 : 1, WORDS[Math.floor(chosen / 7) % WORDS.length]!);
  return words.join(" ");
}

function textOf(line: Line, bases: readonly string[], keys: PartKeys, pools: Pools): string {
  const base = bases[line.base % bases.length]!;
  const value = JSON.parse(base.slice(base.indexOf("{"))) as Record<string, unknown>;
  changed(value, keys, pools, line.draws);
  return spoilt(JSON.stringify(value), line.spoil);
}

type Pools = ReadonlyMap<string, readonly unknown[]>;

function spoilt(text: string, { how, at, byte }: Line["spoil"]): string {
  const place = Math.floor(at * text.length);
  const [before, after] = [text.slice(0, place), text.slice(place)];
  switch (how) {
    case "escape":
      return before + after.replace(/"(\w)/, (_, c: string) => `"\\u00${c.charCodeAt(0).toString(16)}`);
    case "double":
      return before + after.replace(/"\w+":("[^"]*"|\d+)/, (found) => `${found},${found}`);
    case "cut":
      return before;
    case "byte":
      return before + String.fromCharCode(byte) + after.slice(1);
    case "blank":
      return before + after.replace(/[:,{}[\]]/, (found) => ` ${found}\t\r`);
    case "nul":
      return `${before}\u0000${after}`;
    case "tail":
      return `${text}${["}", " ", "{}", ",", "\r"][byte % 5]}`;
    default:
      return text;
  }
}

const PREPARED = FORMATS.map(({ format, parts }) => {
  const bases = linesOf(format).filter((line) => line.startsWith("{") || /F \{/.test(line));
  return { format, keys: parts.keys, bases, pools: valuesByKey(bases) };
});

describe("lines by their parts", () => {
  it("are what they are as a whole in a stream, however it is cut", async () => {
    let entries = 0;
    await check({
      name: "streams by their parts",
      arbitrary: fc.record({
        lines: CASE,
        ends: fc.array(fc.constantFrom("\n", "\r\n"), { minLength: 1 }),
        cut: fc.nat(9999),
      }),
      runs: 8000,
      holds: ({ lines: { of, lines }, ends, cut }) => {
        const { format, keys, bases, pools } = PREPARED[of]!;
        const texts = lines.map((line) => textOf(line, bases, keys, pools));
        const [first = ""] = bases;
        const text = [first, ...texts, ...texts, first]
          .map((each, i) => `${each}${ends[i % ends.length]}`)
          .join("");
        const bytes = new TextEncoder().encode(text);
        const place = cut % bytes.length;
        const found = streamed(format, [bytes.slice(0, place), bytes.slice(place)]);
        vi.stubGlobal("WebAssembly", undefined);
        try {
          const wanted = streamed(format, [bytes]);
          entries += wanted.length;
          if (found.join("\n") !== wanted.join("\n"))
            throw new Mismatch(`${format.id}\n${text}\n${found.join("\n")}\nnot\n${wanted.join("\n")}`);
        } finally {
          vi.unstubAllGlobals();
        }
      },
    });
    expect(entries).toBeGreaterThan(100);
  });

  it("are what they are as a whole, whatever was read before", async () => {
    // One reader for all cases: what it has learned of one must not change another.
    const readers = FORMATS.map(({ format }) => ({ byParts: format.reader(), whole: parsingReader(format) }));
    const records = new Map<string, number>();
    await check({
      name: "lines by their parts",
      arbitrary: CASE,
      runs: 20_000,
      holds: ({ of, lines }) => {
        const { format, keys, bases, pools } = PREPARED[of]!;
        const { byParts, whole } = readers[of]!;
        const texts = lines.map((line) => textOf(line, bases, keys, pools));
        for (const text of [...texts, ...texts]) {
          const found = entriesOf(byParts, text);
          const wanted = entriesOf(whole, text);
          if (wanted.some((each) => "record" in each))
            records.set(format.id, (records.get(format.id) ?? 0) + 1);
          const [a, b] = [found, wanted].map((entries) => JSON.stringify(entries, bigintsAsText));
          if (a !== b)
            throw new Mismatch(
              `${format.id}\n${text}\n${found.map(told).join("\n")}\nnot\n${wanted.map(told).join("\n")}`,
            );
        }
      },
    });
    for (const { format } of FORMATS) expect(records.get(format.id) ?? 0, format.id).toBeGreaterThan(10);
  });

  it.each(FORMATS.map(({ format }) => [format.id, format] as const))(
    "%s: an end that is written with the same bytes is the same object",
    (_id, format) => {
      const reader = format.reader();
      const line =
        linesOf(format).find((each) => entriesOf(reader, each).some((entry) => "record" in entry)) ?? "";
      const ends = [line, line, line].map((text) => {
        const [entry] = entriesOf(reader, text);
        return entry !== undefined && "record" in entry
          ? [entry.record.source, entry.record.destination]
          : [];
      });
      expect(ends[0]).toHaveLength(2);
      for (const each of ends) {
        expect(each[0]).toBe(ends[0]?.[0]);
        expect(each[1]).toBe(ends[0]?.[1]);
      }
    },
  );

  it("goes on when it has met more than it can keep", () => {
    const reader = HUBBLE.reader();
    const [line = ""] = linesOf(HUBBLE);
    const whole = parsingReader(HUBBLE);
    let texts = 0;
    for (let i = 0; i < 3000; i++) {
      // 40 kB each: after some hundred lines nothing more fits.
      const text = line.replace('"verdict"', `"source_names":["${"x".repeat(40_000)}${i}"],"verdict"`);
      const [a, b] = [reader, whole].map((each) => JSON.stringify(entriesOf(each, text), bigintsAsText));
      expect(a === b).toBe(true);
      texts++;
    }
    expect(texts).toBe(3000);
  });
});

it("forgets ends when they are too many, and reads on", () => {
  const reader = HUBBLE.reader();
  const whole = parsingReader(HUBBLE);
  const [line = ""] = linesOf(HUBBLE);
  const name = /"pod_name":"[^"]*"/g;
  for (let i = 0; i < 70_000; i++) {
    const text = line.replace(name, `"pod_name":"pod-${i}"`);
    const found = entriesOf(reader, text);
    if (i % 97 === 0) expect(found).toEqual(entriesOf(whole, text));
  }
  for (const i of [3, 69_999]) {
    const text = line.replace(name, `"pod_name":"pod-${i}"`);
    expect(entriesOf(reader, text)).toEqual(entriesOf(whole, text));
  }
});

/** Order of keys says nothing: the scan has the same. Maps are listed. */
function bigintsAsText(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Map) return [...value];
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return value === undefined ? "undefined" : value;
}
