import { expect, it } from "vitest";
import { NO_TRAFFIC } from "../../../src/base/net/traffic.js";
import { mayNameOnePort, trafficOfPort, type NamedPorts } from "../../../src/semantics/match/ports.js";
import type { PortMatch, Ports } from "../../../src/cluster/model/policy.js";

it.each<[string, NamedPorts]>([
  ["declares ports", [{ name: "http", protocol: "TCP", port: 8080 }]],
  ["has no list of containers", "unknown"],
  ["has no names", "none"],
])("a port that matches nothing names no traffic of what %s", (_name, named) => {
  expect(trafficOfPort({ type: "nothing" } as PortMatch, named)).toStrictEqual({
    sure: NO_TRAFFIC,
    unknown: NO_TRAFFIC,
  });
});

/** Entries of rules as lists of one. */
const listOf = (item: Partial<PortMatch>): Ports => ({ all: false, items: [item] }) as unknown as Ports;
const range = (protocol: "TCP" | "UDP", first: number, last = first): Ports =>
  listOf({ type: "range", protocol, first, last });
const HTTP = listOf({ type: "name", name: "http" });
const NOTHING = listOf({ type: "nothing" });

it.each<[string, Ports, Ports, boolean]>([
  ["all ports and one", { all: true }, range("TCP", 80), true],
  ["one that is the last of a range", range("TCP", 80), range("TCP", 70, 80), true],
  ["one behind a range", range("TCP", 81), range("TCP", 70, 80), false],
  ["one of another protocol", range("UDP", 80), range("TCP", 80), false],
  ["a name and a number", HTTP, range("TCP", 80), true],
  ["two names, of one port", HTTP, listOf({ type: "name", name: "web" }), true],
  ["a name and what is none", HTTP, NOTHING, false],
  ["a number and what is none", range("TCP", 80), NOTHING, false],
])("two rules may name one port: %s", (_what, one, other, expected) => {
  expect([mayNameOnePort(one, other), mayNameOnePort(other, one)]).toEqual([expected, expected]);
});

it("names of ports resolve once for a list of ports, for whatever rules give them", () => {
  const ports: NamedPorts = [
    { name: "http", protocol: "TCP", port: 8080 },
    { name: "http", protocol: "UDP", port: 8081 },
  ];
  const named = (protocol?: "UDP"): PortMatch => ({ type: "name", name: "http", protocol }) as PortMatch;
  expect(trafficOfPort(named(), ports)).toBe(trafficOfPort(named(), ports));
  expect(trafficOfPort(named("UDP"), ports).sure).toMatchObject({ TCP: [], UDP: [[8081, 8081]] });
  expect(trafficOfPort(named(), ports).sure).toMatchObject({ TCP: [[8080, 8080]], UDP: [[8081, 8081]] });
});
