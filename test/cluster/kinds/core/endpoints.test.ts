import { apiObject, READ_OPTIONS } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";
import { ENDPOINT_SLICE, ENDPOINTS } from "../../../../src/cluster/kinds/core/endpoints.js";
import { formatAddress } from "../../../../src/base/net/address.js";
import type { KindReader } from "../../../../src/cluster/kinds/kind.js";

/** What is listed, in one line for each list: the Service, its addresses, its ports. */
function listedIn(reader: KindReader, text: string): string[] {
  return reader.read(apiObject(text), READ_OPTIONS).objects.flatMap((object) => {
    if (object.type !== "endpoints") return [];
    const { service, addresses, ports } = object.endpoints;
    const listening = ports.map(({ name, protocol, port }) => `${name ?? "-"}:${protocol}:${port}`);
    return [`${service} ${addresses.map(formatAddress).join(",")} ${listening.join(",")}`];
  });
}

const endpoints = (subsets: string): string[] =>
  listedIn(
    ENDPOINTS,
    `apiVersion: v1\nkind: Endpoints\nmetadata: { name: db, namespace: b }\nsubsets: ${subsets}\n`,
  );

const slice = (rest: string, labels = "{ kubernetes.io/service-name: db }"): string[] =>
  listedIn(
    ENDPOINT_SLICE,
    `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: db-1, labels: ${labels} }\n${rest}\n`,
  );

describe("Endpoints list for the Service of their name", () => {
  it.each([
    [
      "ready and other addresses",
      "[{ addresses: [{ ip: 10.0.0.1 }], notReadyAddresses: [{ ip: 10.0.0.2 }], ports: [{ port: 80 }] }]",
      ["db 10.0.0.1,10.0.0.2 -:TCP:80"],
    ],
    [
      "each subset by itself",
      '[{ addresses: [{ ip: 10.0.0.1 }], ports: [{ name: a, port: 1 }] }, { addresses: [{ ip: "fd00::1" }], ports: [{ name: b, port: 2, protocol: UDP }] }]',
      ["db 10.0.0.1 a:TCP:1", "db fd00::1 b:UDP:2"],
    ],
    [
      "no address that is none",
      "[{ addresses: [{ ip: x }, {}, null], ports: [{ port: 3 }] }]",
      ["db  -:TCP:3"],
    ],
    [
      "no port that is none",
      "[{ addresses: [{ ip: 10.0.0.3 }], ports: [{ port: 0 }, {}, null] }]",
      ["db 10.0.0.3 "],
    ],
    ["nothing", "null", []],
    ["text", "x", []],
  ])("%s", (_, subsets, listed) => expect(endpoints(subsets)).toEqual(listed));
});

describe("an EndpointSlice lists for the Service that its label names", () => {
  it.each([
    [
      "addresses with ports",
      'addressType: IPv4\nendpoints: [{ addresses: [10.0.0.4] }, { addresses: [10.0.0.5], conditions: { ready: false } }]\nports: [{ name: "", port: 81, protocol: SCTP }]',
      ["db 10.0.0.4,10.0.0.5 -:SCTP:81"],
    ],
    [
      "no host names",
      "addressType: FQDN\nendpoints: [{ addresses: [a.example.com] }]\nports: [{ port: 82 }]",
      ["db  -:TCP:82"],
    ],
    [
      "no port without a number",
      "endpoints: [{ addresses: [10.0.0.6] }]\nports: [{ name: any }]",
      ["db 10.0.0.6 "],
    ],
    ["nothing", "endpoints: null\nports: null", ["db  "]],
  ])("%s", (_, rest, listed) => expect(slice(rest)).toEqual(listed));

  it.each(["{}", "null", "{ kubernetes.io/service-name: null }"])("none with labels %s", (labels) => {
    expect(slice("endpoints: [{ addresses: [10.0.0.7] }]", labels)).toEqual([]);
  });
});
