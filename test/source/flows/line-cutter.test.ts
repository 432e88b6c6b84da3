import { describe, expect, it } from "vitest";
import { LineCutter, LONGEST_LINE } from "../../../src/source/flows/line-cutter.js";

/** The lines of some pieces of a stream, with their numbers. */
function cut(...pieces: readonly (string | Uint8Array)[]): string[] {
  const found: string[] = [];
  const cutter = new LineCutter({
    line: (line, number) => void found.push(`${number} ${line.text()}`),
    tooLong: (number) => void found.push(`${number} too long`),
  });
  for (const piece of pieces)
    cutter.push(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  cutter.end();
  return found;
}

describe("a stream of bytes", () => {
  it("is cut at line feeds, wherever its pieces end", () => {
    const text = "one\ntwo\r\n\nfour";
    const expected = ["1 one", "2 two", "3 ", "4 four"];
    expect(cut(text)).toEqual(expected);
    for (let at = 0; at <= text.length; at++)
      expect(cut(text.slice(0, at), text.slice(at))).toEqual(expected);
    expect(cut(...text)).toEqual(expected);
  });

  it("keeps characters whole that two pieces share", () => {
    const bytes = new TextEncoder().encode("ä€\n");
    expect(cut(bytes.slice(0, 1), bytes.slice(1, 3), bytes.slice(3))).toEqual(["1 ä€"]);
  });

  it("loses its byte order mark", () => {
    expect(cut("\u{FEFF}a\n\u{FEFF}b")).toEqual(["1 a", "2 \u{FEFF}b"]);
  });

  it("loses what a container runtime put in front of lines", () => {
    expect(
      cut(
        "2026-11-23T10:00:00.123456789Z stdout F {}\n2026-11-23T10:00:00.1+01:00 stderr F x y\n2026-11-23T10:00:00.1Z stdin F x",
      ),
    ).toEqual(["1 {}", "2 x y", "3 2026-11-23T10:00:00.1Z stdin F x"]);
  });

  it("has lines that a container runtime cut whole again, by the number of their last piece", () => {
    const time = "2026-11-23T10:00:00.123456789Z stdout";
    expect(cut(`${time} P {"a"\n${time} P :\n${time} F 1}\n${time} F \n${time} F`)).toEqual([
      '3 {"a":1}',
      "4 ",
      "5 ",
    ]);
    expect(cut(`${time} P end`)).toEqual(["1 end"]);
  });

  it("says which lines are too long, and keeps none of them", () => {
    const long = "x".repeat(LONGEST_LINE + 1);
    expect(cut(`a\n${long}\nb`)).toEqual(["1 a", "2 too long", "3 b"]);
    expect(cut("a\n", long, long, long, "\nb")).toEqual(["1 a", "2 too long", "3 b"]);
    expect(cut("a\n", long, long)).toEqual(["1 a", "2 too long"]);
  });
});
