import { describe, expect, it } from "vitest";
import { calicoEnd, type CalicoEnd } from "../../../src/source/flows/calico-end.js";
import { parseAddress } from "../../../src/base/net/address.js";

const address = parseAddress("192.0.2.7")!;
const END: CalicoEnd = { type: undefined, name: "", namespace: "", labels: [] };

describe("one end of a flow of Calico's", () => {
  it.each<[string, Partial<CalicoEnd>, object]>([
    ["nothing known", {}, { kind: "unknown" }],
    ["nothing known, in Calico's words", { name: "-", namespace: "-" }, { kind: "unknown" }],
    [
      "a pod",
      { type: "pod", namespace: "shop", name: "web-1", address },
      { kind: "pod", namespace: "shop", name: "web-1", address },
    ],
    [
      "what has a namespace, without a type",
      { namespace: "shop", name: "web-1" },
      { kind: "pod", namespace: "shop", name: "web-1" },
    ],
    [
      "pods put together",
      { type: "pod", namespace: "shop", name: "web-7d9f-*" },
      { kind: "pods", namespace: "shop", prefix: "web-7d9f-" },
    ],
    [
      "all pods of a namespace",
      { type: "pod", namespace: "shop", name: "*" },
      { kind: "pods", namespace: "shop", prefix: undefined },
    ],
    [
      "pods without a name",
      { type: "pod", namespace: "shop", name: "-" },
      { kind: "pods", namespace: "shop", prefix: undefined },
    ],
    [
      "a pod without a namespace, by its address",
      { type: "pod", name: "web-1", address },
      { kind: "address", address },
    ],
    ["a node", { type: "host", name: "node-1", address }, { kind: "host", name: "node-1", address }],
    [
      "a node without a name",
      { type: "host", name: "-", address },
      { kind: "host", name: undefined, address },
    ],
    [
      "an address outside, with the names that it was asked by",
      { type: "network", name: "pub", address, domains: ["api.example.com"] },
      { kind: "address", address, isOutside: false, domains: ["api.example.com"] },
    ],
    [
      "an address of a set, without other names",
      { type: "set", name: "offices", address },
      { kind: "address", address, domains: [] },
    ],
    [
      "a set of networks of a namespace",
      { type: "set", name: "offices", namespace: "shop" },
      { kind: "set", name: "offices", namespace: "shop" },
    ],
    [
      "a set of networks for all",
      { type: "network", name: "pvt" },
      { kind: "set", name: "pvt", namespace: undefined },
    ],
  ])("%s", (_, given, expected) => {
    expect(calicoEnd({ ...END, ...given })).toMatchObject(expected);
  });
});
