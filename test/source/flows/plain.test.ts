import { describe, expect, it } from "vitest";
import { lineOf, readLog } from "./read.js";
import { parseAddress } from "../../../src/base/net/address.js";
import { PLAIN_LOG } from "../../../src/source/flows/plain.js";

const HEADER =
  "time,end_time,count,source_ip,source_namespace,source_pod,source_port,destination_ip,destination_namespace,destination_pod,destination_port,protocol,verdict,direction,reason,reply";

describe("a plain log", () => {
  it("has every field of a line in its place", () => {
    const line =
      "2026-11-23T08:00:01.25Z,1795420802,7,10.0.1.2,shop,web-1,40001,10.0.2.3,payments,db-0,5432,tcp,denied,ingress,policy,no";
    const [header, entry] = readLog(PLAIN_LOG, `${HEADER}\n${line}`);
    expect(header).toEqual({ skip: "no-flow" });
    expect(entry).toEqual({
      record: {
        first: Date.UTC(2026, 10, 23, 8, 0, 1, 250),
        last: 1_795_420_802_000,
        count: 7,
        source: {
          kind: "pod",
          namespace: "shop",
          name: "web-1",
          address: parseAddress("10.0.1.2"),
          workload: undefined,
          labels: undefined,
          namespaceLabels: undefined,
        },
        destination: {
          kind: "pod",
          namespace: "payments",
          name: "db-0",
          address: parseAddress("10.0.2.3"),
          workload: undefined,
          labels: undefined,
          namespaceLabels: undefined,
        },
        via: undefined,
        protocol: "TCP",
        sourcePort: 40_001,
        port: 5432,
        opens: undefined,
        seen: "dropped",
        cause: { code: "policy" },
        point: "ingress",
        reply: "no",
        deciders: [],
        staged: [],
      },
    });
  });

  it("says the same as JSON, with its columns in any order and case, and others beside them", () => {
    const csv = readLog(
      PLAIN_LOG,
      "Source_IP,destination_ip,x,destination_port,protocol,verdict\n10.0.0.1,10.0.0.2,?,53,17,allow",
    );
    const json = readLog(
      PLAIN_LOG,
      '{"verdict":"ALLOW","protocol":17,"y":[1],"destination_port":"53","destination_ip":"10.0.0.2","source_ip":"10.0.0.1"}',
    );
    expect(csv.slice(1)).toEqual(json);
    expect(json).toMatchObject([
      { record: { protocol: "UDP", port: 53, seen: "allowed", point: "unknown" } },
    ]);
  });

  it("has one object for ends that are written alike", () => {
    const line = "10.0.0.1,10.0.0.2,allow";
    const [, a, b] = readLog(PLAIN_LOG, `source_ip,destination_ip,verdict\n${line}\n${line}`);
    const ends = [a, b].map((each) => (each !== undefined && "record" in each ? each.record.source : each));
    expect(ends[0]).toBe(ends[1]);
  });

  it.each([
    ["an address that is none", "10.0.0.256,10.0.0.2,allow,80", { code: "bad-value", field: "source_ip" }],
    ["no destination", "10.0.0.1,-,allow,80", { code: "missing-field", field: "destination_ip" }],
    ["a verdict that is none", "10.0.0.1,10.0.0.2,maybe,80", { code: "bad-value", field: "verdict" }],
    [
      "a port beyond 65535",
      "10.0.0.1,10.0.0.2,allow,65536",
      { code: "bad-value", field: "destination_port" },
    ],
    [
      "a port that is no number",
      "10.0.0.1,10.0.0.2,allow,0x50",
      { code: "bad-value", field: "destination_port" },
    ],
    ["a cell too few", "10.0.0.1,10.0.0.2,allow", { code: "not-this-format" }],
    ["a quote that isn't closed", '10.0.0.1,10.0.0.2,"allow,80', { code: "cut" }],
    ["JSON that is cut", '{"source_ip":"10.0.0.1","destination_ip":"10.0', { code: "not-json" }],
  ])("counts a line with %s", (_what, line, fault) => {
    const log = `source_ip,destination_ip,verdict,destination_port,protocol\n${line}${line.split(",").length === 4 ? ",tcp" : ""}`;
    expect(readLog(PLAIN_LOG, log)[1]).toEqual({ bad: fault });
  });

  it("is detected by its header or the keys of its first object", () => {
    expect(PLAIN_LOG.detects(lineOf(HEADER))).toBe(true);
    expect(
      PLAIN_LOG.detects(lineOf('{"source_pod":"a","destination_ip":"10.0.0.1","verdict":"allow"}')),
    ).toBe(true);
    expect(PLAIN_LOG.detects(lineOf("10.0.0.1,10.0.0.2,allow"))).toBe(false);
    expect(PLAIN_LOG.detects(lineOf('{"flow":{"verdict":"FORWARDED"}}'))).toBe(false);
  });
});
