import { count } from "../../../src/base/text/count.js";
import { describe, expect, it } from "vitest";
import { portText, runText } from "../../../src/base/text/ports.js";

describe("a port has one form", () => {
  it.each([
    ["TCP", [5432, 5432], "TCP 5432"],
    ["UDP", [8000, 8100], "UDP 8000-8100"],
    ["SCTP", [1, 65_535], "all SCTP ports"],
    ["TCP", [1, 65_534], "TCP 1-65534"],
    ["UDP", [2, 65_535], "UDP 2-65535"],
  ] as const)("%s %j", (protocol, run, text) => {
    expect(portText(protocol, run)).toBe(text);
  });

  it("is a number or a range without its protocol", () => {
    expect([runText([53, 53]), runText([1, 65_535])]).toEqual(["53", "1-65535"]);
  });
});

describe("a count", () => {
  it("has its noun in the right number", () => {
    expect([0, 1, 2].map((each) => count(each, "flow"))).toEqual(["0 flows", "1 flow", "2 flows"]);
    expect([1, 7].map((each) => count(each, "policy is", "policies are"))).toEqual([
      "1 policy is",
      "7 policies are",
    ]);
  });
});
