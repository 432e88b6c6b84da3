import { describe, expect, it } from "vitest";
import { isInClusterName } from "../../../src/cluster/model/cluster-names.js";
import { isMapped } from "../../../src/semantics/match/peer.js";
import { matchesDomain, patternsAround } from "../../../src/semantics/match/domain.js";
import { parseAddress } from "../../../src/base/net/address.js";

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
    ["*.example.com", ".example.com", false],
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

  it.each<readonly [name: string, patterns: readonly string[]]>([
    ["a.b.Example.com.", ["a.b.example.com", "*.b.example.com", "*.example.com", "*.com"]],
    ["localhost", ["localhost"]],
    ["*.example.com", ["*.example.com", "*.com"]],
  ])("%s is matched by %j and no others", (name, patterns) => {
    expect(patternsAround(name)).toEqual(patterns);
    for (const pattern of patterns) expect(matchesDomain(pattern, name)).toBe(true);
  });

  it.each([
    ["api.example.com", "192.0.2.7", true],
    ["api.example.com", "192.0.2.8", true],
    ["*.example.com", "192.0.2.8", true],
    ["*.example.com", "2001:db8::7", true],
    ["db.example.com", "192.0.2.8", false],
    ["*.example.com", "192.0.2.9", false],
    ["*.example.org", "192.0.2.7", false],
  ])("%s has the address %s by the answers of DNS: %s", (pattern, text, expected) => {
    const dns = new Map([
      ["api.example.com", ["192.0.2.7", "192.0.2.8", "2001:db8::7"].map((each) => parseAddress(each)!)],
      ["db.example.com", []],
    ]);
    expect(isMapped(pattern, parseAddress(text)!, dns)).toBe(expected);
  });
});
