import { describe, expect, it } from "vitest";
import { isInClusterName } from "../../../src/cluster/model/cluster-names.js";
import { matchesDomain } from "../../../src/semantics/match/domain.js";

describe("a domain name", () => {
  it.each([
    ["example.com", "example.com", true],
    ["Example.COM.", "example.com", true],
    ["example.com", "EXAMPLE.com.", true],
    ["example.com", "a.example.com", false],
    ["*.example.com", "a.example.com", true],
    ["*.example.com", "b.a.example.com", true],
    ["*.Example.com.", "A.example.COM.", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "badexample.com", false],
    ["*.example.com", "example.com.org", false],
    ["a.example.com", "*.example.com", false],
  ])("%s matches %s: %s", (pattern, name, expected) => {
    expect(matchesDomain(pattern, name)).toBe(expected);
  });

  it.each([
    ["db.shop.svc.cluster.local", true],
    ["DB.shop.SVC.", true],
    ["10-0-0-7.shop.pod.cluster.local", true],
    ["cluster.local.example.com", false],
    ["svc.example.com", false],
  ])("%s is one of the cluster's own: %s", (name, expected) => {
    expect(isInClusterName(name, { clusterDomain: "cluster.local" })).toBe(expected);
  });
});
