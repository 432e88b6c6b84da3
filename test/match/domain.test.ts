import { describe, expect, it } from "vitest";
import { isInClusterName, isPodName, isServiceName, matchesDomain } from "../../src/match/domain.js";

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
    expect(isInClusterName(name)).toBe(expected);
  });

  it.each([
    ["10-0-0-7.shop.pod.cluster.local", true],
    ["10-0-0-7.Shop.Pod.cluster.local.", true],
    ["db.shop.svc.cluster.local", false],
    ["pod.cluster.local.example.com", false],
  ])("%s is a pod's record: %s", (name, expected) => {
    expect(isPodName(name)).toBe(expected);
  });

  it.each([
    ["db.shop.svc", true],
    ["db.shop.svc.cluster.local", true],
    ["DB.shop.svc.cluster.local.", true],
    ["db-0.db.shop.svc", true],
    ["db-0.db.shop.svc.cluster.local", true],
    ["olddb.shop.svc", false],
    ["db.ops.svc", false],
    ["shop.db.svc", false],
    ["db.shop.svc.example.com", false],
    ["db.shop", false],
  ])("%s is a name of Service shop/db: %s", (name, expected) => {
    expect(isServiceName(name, "shop", "db")).toBe(expected);
  });
});
