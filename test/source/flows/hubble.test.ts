import { describe, expect, it } from "vitest";
import { HUBBLE } from "../../../src/source/flows/hubble.js";
import { lineOf, readLog } from "./read.js";
import { parseAddress } from "../../../src/base/net/address.js";
import type { FlowRecord } from "../../../src/source/flows/record.js";

/** A verdict of a policy as the exporter of a current release writes it: every value differs. */
const VERDICT = {
  time: "2026-11-23T10:41:02.25Z",
  verdict: "DROPPED",
  drop_reason: 181,
  IP: { source: "10.244.1.60", destination: "10.244.2.5", ipVersion: "IPv4" },
  l4: { TCP: { source_port: 44_916, destination_port: 5432, flags: { SYN: true } } },
  source: {
    ID: 423,
    identity: 24_753,
    namespace: "shop",
    labels: [
      "k8s:app=web",
      "k8s:io.cilium.k8s.namespace.labels.team=red",
      "k8s:io.cilium.k8s.policy.cluster=prod",
      "k8s:io.kubernetes.pod.namespace=shop",
      "k8s:flag",
    ],
    pod_name: "web-7d9f8b6c5-x2v4q",
    workloads: [{ name: "web", kind: "Deployment" }],
  },
  destination: { namespace: "payments", pod_name: "db-0" },
  Type: "L3_L4",
  node_name: "node-a",
  event_type: { type: 5 },
  traffic_direction: "EGRESS",
  drop_reason_desc: "POLICY_DENY",
  destination_service: { name: "db", namespace: "payments-svc" },
  egress_denied_by: [{ name: "deny-db", namespace: "shop", kind: "NetworkPolicy" }],
  ingress_allowed_by: [{ name: "other-side", namespace: "payments", kind: "NetworkPolicy" }],
};

/** The record of a flow in the envelope of today. */
function recordOf(flow: object): FlowRecord {
  const [entry] = readLog(HUBBLE, JSON.stringify({ flow, node_name: "node-a", time: VERDICT.time }));
  if (entry === undefined || !("record" in entry)) throw new Error(JSON.stringify(entry));
  return entry.record;
}

describe("a log of Hubble", () => {
  it("has every field of a flow in its place", () => {
    expect(recordOf(VERDICT)).toEqual({
      first: Date.UTC(2026, 10, 23, 10, 41, 2, 250),
      last: Date.UTC(2026, 10, 23, 10, 41, 2, 250),
      count: 1,
      source: {
        kind: "pod",
        namespace: "shop",
        name: "web-7d9f8b6c5-x2v4q",
        address: parseAddress("10.244.1.60"),
        workload: { kind: "Deployment", name: "web" },
        labels: new Map([
          ["app", "web"],
          ["flag", ""],
        ]),
        namespaceLabels: new Map([["team", "red"]]),
      },
      destination: {
        kind: "pod",
        namespace: "payments",
        name: "db-0",
        address: parseAddress("10.244.2.5"),
        workload: undefined,
        labels: undefined,
        namespaceLabels: undefined,
      },
      via: { namespace: "payments-svc", name: "db", address: undefined, port: undefined },
      protocol: "TCP",
      sourcePort: 44_916,
      port: 5432,
      opens: true,
      seen: "dropped",
      cause: { code: "policy" },
      point: "egress",
      reply: "unknown",
      // What allowed the other direction says nothing about the drop.
      deciders: [
        {
          kind: "NetworkPolicy",
          namespace: "shop",
          name: "deny-db",
          tier: undefined,
          rule: undefined,
          direction: "egress",
          action: "deny",
        },
      ],
      staged: [],
    });
  });

  it("reads the bare flow of older versions alike", () => {
    const [bare] = readLog(HUBBLE, JSON.stringify(VERDICT));
    expect(bare).toEqual({ record: recordOf(VERDICT) });
  });

  it.each([
    ["POLICY_DENIED", { code: "policy-default" }],
    ["POLICY_DENY", { code: "policy" }],
    ["AUTH_REQUIRED", { code: "other", reason: "AUTH_REQUIRED" }],
    ["STALE_OR_UNROUTABLE_IP", { code: "other", reason: "STALE_OR_UNROUTABLE_IP" }],
  ])("knows whose drop %s is", (reason, cause) => {
    expect(recordOf({ ...VERDICT, drop_reason_desc: reason }).cause).toEqual(cause);
  });

  it.each([
    ["133", 133, { code: "policy-default" }],
    ["181", 181, { code: "policy" }],
    ["158", 158, { code: "other", reason: "158" }],
    ["none", undefined, { code: "unknown" }],
  ])("knows a drop by its number alone: %s", (_what, number, cause) => {
    expect(recordOf({ ...VERDICT, drop_reason_desc: undefined, drop_reason: number }).cause).toEqual(cause);
  });

  it.each([
    ["a verdict of a policy", { verdict: "FORWARDED", event_type: { type: 5 } }, "allowed"],
    ["what is sent to a proxy", { verdict: "REDIRECTED" }, "allowed"],
    [
      "a trace where it left its pod",
      { verdict: "FORWARDED", event_type: { type: 4 }, trace_observation_point: "FROM_ENDPOINT" },
      "none",
    ],
    [
      "a trace where it came to its pod",
      { verdict: "FORWARDED", event_type: { type: 4 }, trace_observation_point: "TO_ENDPOINT" },
      "allowed",
    ],
    ["audit mode", { verdict: "AUDIT" }, "would-drop"],
    ["a packet that is only traced", { verdict: "TRACED" }, "none"],
  ])("says what became of %s", (_what, more, seen) => {
    expect(recordOf({ ...VERDICT, ...more }).seen).toBe(seen);
  });

  it.each([
    [true, "yes"],
    [false, "no"],
    [null, "unknown"],
    [undefined, "unknown"],
  ])("takes is_reply %s for what it says", (isReply, reply) => {
    expect(recordOf({ ...VERDICT, is_reply: isReply }).reply).toBe(reply);
  });

  it.each([
    [
      "the node itself",
      ["reserved:host"],
      { kind: "host", name: "node-a", address: parseAddress("10.244.1.60"), isLocal: true },
    ],
    [
      "another node",
      ["reserved:remote-node"],
      { kind: "host", name: undefined, address: parseAddress("10.244.1.60"), isLocal: false },
    ],
    [
      "the world",
      ["reserved:world", "cidr:10.244.1.60/32"],
      { kind: "address", address: parseAddress("10.244.1.60"), isOutside: true, domains: ["a.example.com"] },
    ],
    [
      "nothing",
      [],
      { kind: "address", address: parseAddress("10.244.1.60"), isOutside: false, domains: ["a.example.com"] },
    ],
  ])("knows an end that is %s", (_what, labels, end) => {
    expect(recordOf({ ...VERDICT, source: { labels }, source_names: ["A.example.com."] }).source).toEqual(
      end,
    );
  });

  it("has one object for ends that are written alike, and others for others", () => {
    const log = [VERDICT, VERDICT, { ...VERDICT, source: { ...VERDICT.source, pod_name: "web-2" } }];
    const [a, b, c] = readLog(HUBBLE, log.map((flow) => JSON.stringify({ flow })).join("\n")).map((each) =>
      "record" in each ? each.record.source : each,
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it("reads ICMP, whose zeros are left out", () => {
    const { protocol, icmp, port } = recordOf({ ...VERDICT, l4: { ICMPv4: { type: 8 } } });
    expect({ protocol, icmp, port }).toEqual({
      protocol: "ICMP",
      icmp: { type: 8, code: 0 },
      port: undefined,
    });
  });

  it.each([
    [
      "lost events",
      '{"lost_events":{"source":"PERF_EVENT_RING_BUFFER","num_events_lost":"17"}}',
      { lost: 17 },
    ],
    [
      "an application's record",
      JSON.stringify({ flow: { ...VERDICT, Type: "L7" } }),
      { skip: "application" },
    ],
    ["a socket's record", JSON.stringify({ flow: { ...VERDICT, Type: "SOCK" } }), { skip: "step" }],
    ["a message about a node", '{"node_status":{"state_change":"NODE_CONNECTED"}}', { skip: "no-flow" }],
    ["a blank line", "  ", { skip: "no-flow" }],
    ["a cut line", JSON.stringify({ flow: VERDICT }).slice(0, 200), { bad: { code: "cut" } }],
    ["what is no JSON", "hello", { bad: { code: "not-json" } }],
    [
      "an address that is none",
      JSON.stringify({ flow: { ...VERDICT, IP: { source: "10.0.0.300", destination: "10.0.0.1" } } }),
      { bad: { code: "bad-value", field: "flow.IP.source" } },
    ],
    [
      "a port beyond 65535",
      JSON.stringify({ flow: { ...VERDICT, l4: { TCP: { destination_port: 70_000 } } } }),
      { bad: { code: "bad-value", field: "flow.l4.TCP.destination_port" } },
    ],
    [
      "a verdict that nobody knows",
      JSON.stringify({ flow: { ...VERDICT, verdict: "MAYBE" } }),
      { bad: { code: "bad-value", field: "flow.verdict" } },
    ],
    [
      "a time that is none",
      JSON.stringify({ flow: { ...VERDICT, time: "noon" } }),
      { bad: { code: "bad-value", field: "flow.time" } },
    ],
    [
      "fields of other types",
      JSON.stringify({ flow: { ...VERDICT, source: [] } }),
      { bad: { code: "bad-value", field: "flow.source" } },
    ],
  ])("says of %s what it is", (_what, line, entry) => {
    expect(readLog(HUBBLE, line)).toEqual([entry]);
  });

  it("is detected in both shapes, and no line of another format is", () => {
    expect(HUBBLE.detects(lineOf(JSON.stringify({ flow: VERDICT })))).toBe(true);
    expect(HUBBLE.detects(lineOf(JSON.stringify(VERDICT)))).toBe(true);
    expect(HUBBLE.detects(lineOf('{"lost_events":{"num_events_lost":"1"}}'))).toBe(true);
    expect(HUBBLE.detects(lineOf('{"flow":7,"verdict":"allow"}'))).toBe(false);
    expect(
      HUBBLE.detects(lineOf('{"source_ip":"10.0.0.1","destination_ip":"10.0.0.2","verdict":"allow"}')),
    ).toBe(false);
  });
});
