import { describe, expect, it } from "vitest";
import { groupOf } from "../../../src/cluster/kinds/policy-apis.js";
import { typesWritten } from "../../../src/cluster/kinds/network-policy/writer.js";
import type { Node } from "../../../src/source/manifest/node.js";

it.each([
  ["networking.k8s.io/v1", "networking.k8s.io"],
  ["v1", ""],
])("the group of %s is `%s`", (apiVersion, group) => {
  expect(groupOf(apiVersion)).toBe(group);
});

/** As a server reads it: `Ingress` always, `Egress` where a policy has rules for it. */
describe("the directions that a NetworkPolicy is written for", () => {
  it.each([
    ["are those of policyTypes", { policyTypes: ["Egress"], ingress: [{}] }, ["egress"]],
    ["are both of policyTypes, in one order", { policyTypes: ["Ingress", "Egress"] }, ["egress", "ingress"]],
    ["are ingress where nothing says more", {}, ["ingress"]],
    ["are both where there are rules for egress", { egress: [{}] }, ["egress", "ingress"]],
    ["are both where a type is none that is known", { policyTypes: ["ingress"] }, ["egress", "ingress"]],
  ])("%s", (_name, value, expected) => {
    expect(typesWritten({ value, origin: {} } as Node)).toEqual(expected);
  });
});
