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
    "2000-02-29T00:00:00Z",
    "2021-02-28T00:00:00Z",
    "2020-06-30T00:00:00Z",
    "2020-01-31T00:00:00Z",
    "2020-12-31T23:59:59Z",
  ])("takes %s", (text) => expect(timeFault(text)).toBeUndefined());

  it.each([
    ["x", cannotParse("x", "x", "2006")],
    ["", cannotParse("", "", "2006")],
    ["2020-1-01T00:00:00Z", cannotParse("2020-1-01T00:00:00Z", "1-01T00:00:00Z", "01")],
    ["2020-01-01 00:00:00Z", cannotParse("2020-01-01 00:00:00Z", " 00:00:00Z", "T")],
    ["2020-01-01T00:00:00", cannotParse("2020-01-01T00:00:00", "", "Z07:00")],
    ["2020-01-01T00:00:00*01:00", cannotParse("2020-01-01T00:00:00*01:00", "*01:00", "Z07:00")],
    ["é", `parsing time "\\xc3\\xa9" as "2006-01-02T15:04:05Z07:00": cannot parse "\\xc3\\xa9" as "2006"`],
    ["20200-01-01T00:00:00Z", cannotParse("20200-01-01T00:00:00Z", "0-01-01T00:00:00Z", "-")],
    ["2020-01-01T123:00:00Z", cannotParse("2020-01-01T123:00:00Z", "3:00:00Z", ":")],
    ["2020-01-01T00:0:00Z", cannotParse("2020-01-01T00:0:00Z", "0:00Z", "04")],
    ["2020-01-01T00:00:00.Z", cannotParse("2020-01-01T00:00:00.Z", ".Z", "Z07:00")],
    ["2020-01-01T00:00:00.5,5Z", cannotParse("2020-01-01T00:00:00.5,5Z", ",5Z", "Z07:00")],
    ["2020-01-01T00:00:00+0a:00", cannotParse("2020-01-01T00:00:00+0a:00", "+0a:00", "Z07:00")],
    ["2020-01-01T00:00:00+00:0a", cannotParse("2020-01-01T00:00:00+00:0a", "+00:0a", "Z07:00")],
    ["2020-01-01T00:00:00+0100", cannotParse("2020-01-01T00:00:00+0100", "+0100", "Z07:00")],
    [
      'a"b\\c\u001f d~',
      `parsing time "a\\"b\\\\c\\x1f d~" as "2006-01-02T15:04:05Z07:00": cannot parse "a\\"b\\\\c\\x1f d~" as "2006"`,
    ],
    ["1900-02-29T00:00:00Z", `parsing time "1900-02-29T00:00:00Z": day out of range`],
    ["2020-02-30T00:00:00Z", `parsing time "2020-02-30T00:00:00Z": day out of range`],
    ["2020-04-31T00:00:00Z", `parsing time "2020-04-31T00:00:00Z": day out of range`],
    ["2020-09-31T00:00:00Z", `parsing time "2020-09-31T00:00:00Z": day out of range`],
    ["2020-01-32T00:00:00Z", `parsing time "2020-01-32T00:00:00Z": day out of range`],
    ["2020-01-99T00:00:00Z", `parsing time "2020-01-99T00:00:00Z": day out of range`],
    ["2020-01-00T00:00:00Z", `parsing time "2020-01-00T00:00:00Z": day out of range`],
    ["2020-00-01T00:00:00Z", `parsing time "2020-00-01T00:00:00Z": month out of range`],
    ["2020-01-01T00:00:60.5Z", `parsing time "2020-01-01T00:00:60.5Z": second out of range`],
    // The sign comes last, and the minute before the hour.
    [
      "2020-01-01T00:00:00*25:00",
      `parsing time "2020-01-01T00:00:00*25:00": time zone offset hour out of range`,
    ],
    [
      "2020-01-01T00:00:00+25:0a",
      `parsing time "2020-01-01T00:00:00+25:0a": time zone offset hour out of range`,
    ],
    [
      "2020-01-01T00:00:00+25:61",
      `parsing time "2020-01-01T00:00:00+25:61": time zone offset minute out of range`,
    ],
    ["2020-01-01T00:00:00Z\u0080", `parsing time "2020-01-01T00:00:00Z\\xc2\\x80": extra text: "\\xc2\\x80"`],
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
