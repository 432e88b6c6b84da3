import { describe, expect, it } from "vitest";
import { readEpoch, readTime } from "../../../src/source/flows/time.js";

describe("a time of a log", () => {
  it.each([
    ["2023-08-21T12:12:18.510175415Z", Date.UTC(2023, 7, 21, 12, 12, 18) + 510.175415],
    ["2023-08-21T12:12:18+02:30", Date.UTC(2023, 7, 21, 9, 42, 18)],
    ["2024-02-29 00:00:00z", Date.UTC(2024, 1, 29)],
    ["2023-02-29T00:00:00Z", undefined],
    ["2023-08-21T12:12:18", undefined],
    ["2023-08-21T24:12:18Z", undefined],
    ["1969-12-31T23:59:59Z", undefined],
    ["2023-08-21T12:12:18.Z", undefined],
    ["2023-08-21T12:12:18.1234567891Z", undefined],
    ["2023-08-21T12:12:18Zz", undefined],
    ["2023-08-21T12:12:18-01:00", Date.UTC(2023, 7, 21, 13, 12, 18)],
    ["2023-08-21T12:12:60Z", Date.UTC(2023, 7, 21, 12, 13, 0)],
    ["2023-08-21T12:1:18Z", undefined],
    ["2023-08-21T1a:12:18Z", undefined],
    ["2023-8-21T12:12:18Z", undefined],
    ["2023-08-21X12:12:18Z", undefined],
    ["1969-12-31T23:59:59Z", undefined],
    ["", undefined],
    ["yesterday", undefined],
  ])("%s", (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it.each([
    [1_795_420_802, 1_795_420_802_000],
    [1_795_420_802_345, 1_795_420_802_345],
    [-1, undefined],
    [Number.NaN, undefined],
    [1e20, undefined],
  ])("%d", (value, time) => {
    expect(readEpoch(value)).toBe(time);
  });
});
