import { describe, expect, it } from "vitest";
import { timeFault } from "../../../../src/cluster/admission/go-json/time.js";

const cannotParse = (text: string, rest: string, part: string): string =>
  `parsing time "${text}" as "2006-01-02T15:04:05Z07:00": cannot parse "${rest}" as "${part}"`;

describe("timeFault (V-META-12)", () => {
  it.each([
    "2020-02-29T00:00:00Z",
    "2020-01-01T00:00:00.123456789Z",
    "2020-01-01T00:00:00,5Z",
    "2020-01-01T7:00:00Z",
    "2020-01-01T00:00:00+24:60",
    "2020-01-01T00:00:00-01:30",
  ])("takes %s", (text) => expect(timeFault(text)).toBeUndefined());

  it.each([
    ["x", cannotParse("x", "x", "2006")],
    ["", cannotParse("", "", "2006")],
    ["2020-1-01T00:00:00Z", cannotParse("2020-1-01T00:00:00Z", "1-01T00:00:00Z", "01")],
    ["2020-01-01 00:00:00Z", cannotParse("2020-01-01 00:00:00Z", " 00:00:00Z", "T")],
    ["2020-01-01T00:00:00", cannotParse("2020-01-01T00:00:00", "", "Z07:00")],
    ["2020-01-01T00:00:00*01:00", cannotParse("2020-01-01T00:00:00*01:00", "*01:00", "Z07:00")],
    ["é", `parsing time "\\xc3\\xa9" as "2006-01-02T15:04:05Z07:00": cannot parse "\\xc3\\xa9" as "2006"`],
    ["2020-13-01T00:00:00Z", `parsing time "2020-13-01T00:00:00Z": month out of range`],
    ["2019-02-29T00:00:00Z", `parsing time "2019-02-29T00:00:00Z": day out of range`],
    ["2020-01-01T24:00:00Z", `parsing time "2020-01-01T24:00:00Z": hour out of range`],
    ["2020-01-01T00:60:00Z", `parsing time "2020-01-01T00:60:00Z": minute out of range`],
    ["2020-01-01T00:00:60Z", `parsing time "2020-01-01T00:00:60Z": second out of range`],
    [
      "2020-01-01T00:00:00+25:00",
      `parsing time "2020-01-01T00:00:00+25:00": time zone offset hour out of range`,
    ],
    [
      "2020-01-01T00:00:00+01:61",
      `parsing time "2020-01-01T00:00:00+01:61": time zone offset minute out of range`,
    ],
    ["2020-01-01T00:00:00Zx", `parsing time "2020-01-01T00:00:00Zx": extra text: "x"`],
  ])("refuses %j", (text, message) => expect(timeFault(text)).toBe(message));
});
