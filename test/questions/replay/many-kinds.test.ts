import { expect, it } from "vitest";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { LOG_FORMATS } from "../../../src/source/flows/formats.js";
import { LogParser } from "../../../src/source/flows/log-parser.js";
import { Tally } from "../../../src/questions/replay/tally.js";
import { Timeline } from "../../../src/questions/replay/state.js";

/** More than a reader counts at a time, which is 32,768. */
const PORTS = 20_000;

function line(i: number, way: "INGRESS" | "EGRESS"): string {
  const port = 1 + (i % PORTS);
  return JSON.stringify({
    verdict: "FORWARDED",
    IP: { source: "203.0.113.7", destination: "198.51.100.9" },
    l4: { TCP: { source_port: 50_000 + (i % 97), destination_port: port } },
    event_type: { type: 5 },
    traffic_direction: way,
    is_reply: false,
    time: new Date(1_767_225_600_000 + 1000 * i).toISOString(),
  });
}

it("records of more kinds than a reader counts at a time are all counted, the first of each with its place", async () => {
  const { cluster } = await loadSources([
    { name: "shop.yaml", text: "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n" },
  ]);
  const timeline = new Timeline([{ name: "now", cluster, profile: REFERENCE, taken: undefined }]);
  const tally = new Tally(timeline);
  const parser = new LogParser(LOG_FORMATS, {
    record: (record, at) => tally.record(record, { file: 0, line: at }),
    repeated: (record, at) => tally.repeated(record, 0, at),
    alike: tally.alike,
    skip: (reason) => tally.skip(reason),
    bad: (fault, at) => tally.bad(fault, { file: 0, line: at }),
    lost: (events) => tally.lost(events),
  });
  // Each kind three times.
  const lines = Array.from({ length: 6 * PORTS }, (_, i) =>
    line(i, Math.floor(i / PORTS) % 2 === 0 ? "INGRESS" : "EGRESS"),
  );
  for (let at = 0; at < lines.length; at += 1000)
    parser.push(new TextEncoder().encode(`${lines.slice(at, at + 1000).join("\n")}\n`));
  parser.end();
  const groups = [...tally.groups];
  expect(groups.length).toBe(2 * PORTS);
  expect(new Set(groups.map(({ count }) => count))).toEqual(new Set([3]));
  expect(groups.map(({ place }) => place.line)).toEqual(groups.map((_, i) => i + 1));
  const [{ first, last } = { first: 0, last: 0 }] = groups;
  expect([first, last]).toEqual([1_767_225_600_000, 1_767_225_600_000 + 4000 * PORTS]);
  expect(tally.counts.records).toBe(6 * PORTS);
});
