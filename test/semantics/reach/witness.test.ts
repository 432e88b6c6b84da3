import { describe, expect, it } from "vitest";
import { loadSources } from "../../../src/index.js";
import { NO_TRAFFIC, OTHER_TRAFFIC, trafficOf, unionTraffic } from "../../../src/base/net/traffic.js";
import { outsideEndpoint } from "../../../src/cluster/model/outside.js";
import { AddressSet } from "../../../src/base/net/address-set.js";
import { parseAddress } from "../../../src/base/net/address.js";
import { sampleTraffic, typedName } from "../../../src/semantics/reach/witness.js";
import type { EndClass } from "../../../src/semantics/reach/classes.js";
import type { Row } from "../../../src/semantics/reach/rows.js";

const POD = `{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop}, spec: {containers: [{ports: [{containerPort: 5432}, {containerPort: 53, protocol: UDP}, {containerPort: 9187}]}]}}`;

const tcp = (...runs: readonly (readonly [number, number])[]): ReturnType<typeof trafficOf> =>
  trafficOf("TCP", runs);
const EVERY_PORT = tcp([1, 65_535]);
const UDP = trafficOf("UDP", [[50, 60]]);

/** The traffic by which a finding is shown: what somebody can try, and knows. */
describe("a sample of some traffic", () => {
  it.each([
    ["to a pod, is a port that it declares", "db", EVERY_PORT, "TCP", 5432],
    ["is the first declared one that is in it", "db", tcp([6000, 10_000]), "TCP", 9187],
    ["is a declared one of its protocol", "db", unionTraffic(tcp([53, 53]), UDP), "UDP", 53],
    ["is at the first port of a run too", "db", tcp([9187, 9200]), "TCP", 9187],
    ["is at the last port of a run too", "db", tcp([9000, 9187]), "TCP", 9187],
    ["of no declared port, is one that people know", "db", tcp([1, 5431]), "TCP", 443],
    ["to an address, is one that people know", "outside", EVERY_PORT, "TCP", 443],
    ["is the other one without the first", "outside", tcp([1, 442], [444, 700]), "TCP", 80],
    ["is the lowest port where nobody knows any", "outside", tcp([81, 442], [8000, 8100]), "TCP", 81],
    ["of several protocols, is of the first", "outside", unionTraffic(UDP, tcp([7000, 7001])), "TCP", 7000],
    ["of another protocol than TCP, is of that one", "outside", UDP, "UDP", 50],
    ["without ports, has none", "outside", OTHER_TRAFFIC, "other", undefined],
    ["of nothing, has none", "db", NO_TRAFFIC, "other", undefined],
  ] as const)("%s", async (_name, to, traffic, protocol, port) => {
    const { cluster } = await loadSources([{ name: "shop.yaml", text: POD }]);
    const address = AddressSet.single(parseAddress("192.0.2.7")!);
    const representative =
      to === "db"
        ? cluster.workloads[0]!.members[0]!
        : outsideEndpoint(cluster, address, "192.0.2.7", "ip/192.0.2.7");
    expect(sampleTraffic(traffic, { representative } as EndClass)).toEqual({ protocol, port });
  });
});

/** How somebody types an end to see what a finding says. */
describe("the name of an end, typed", () => {
  const addresses = AddressSet.single(parseAddress("10.1.0.1")!)
    .union(AddressSet.single(parseAddress("192.0.2.9")!))
    .union(AddressSet.single(parseAddress("2001:db8::9")!));
  it.each([
    ["a node is one of its addresses", "node", undefined, "10.1.0.1"],
    ["a node is one of the family's", "node", "IPv6", "2001:db8::9"],
    ["addresses are one of the family's", "addresses", "IPv6", "2001:db8::9"],
  ] as const)("%s", (_name, type, family, expected) => {
    const row = { kind: type, name: "row", addresses, endClass: { representative: { type } } };
    expect(typedName(row as unknown as Row, family)).toBe(expected);
  });

  it.each(["node", "addresses"])("a row of type %s without an address of the family is its name", (type) => {
    const ofIPv4 = addresses.only("IPv4");
    const row = { kind: type, name: "row", addresses: ofIPv4, endClass: { representative: { type } } };
    expect(typedName(row as unknown as Row, "IPv6")).toBe("row");
  });
});
