import { describe, expect, it } from "vitest";
import { behindMark, mayShiftLines } from "../../../src/source/manifest/byte-order-mark.js";

const MARK = "\ufeff";
/** So much behind a mark that it does not stand near the end of the text. */
const LONG = "b".repeat(48);

/** A text with a mark behind what stands in front of it, far from the end. */
const markBehind = (front: string): string => `${front}${MARK}${LONG}`;

describe("a byte-order mark may lose the first character of lines", () => {
  it.each<readonly [what: string, text: string, index: number]>([
    ["in front of the text, behind another one", `${MARK}${MARK}a: b\n`, 1],
    ["in front of a last line", `a: b\n${MARK}c: d\n`, 5],
    ["in front of one behind a CR", `a: b\r${MARK}c: d\n`, 5],
    ["as much in front of the end as is looked ahead", `a: b\n${MARK}${"c".repeat(47)}`, 5],
    ["which is not the first mark", `a: ${MARK}b\n${MARK}c\n`, 6],
    ["near the end of what is decoded at a time", markBehind("a".repeat(464)), 464],
    ["counted with a mark in front", markBehind(`${MARK}${"a".repeat(461)}`), 462],
    ["in front of the next part", markBehind("a".repeat(512)), 512],
    ["near the end of the next part", markBehind("a".repeat(512 + 464)), 976],
    ["of a part that ends in front of a character", markBehind(`${"漢".repeat(324)}aa`), 326],
  ])("%s", (_, text, index) => expect(mayShiftLines(text, 0, text.length)).toBe(index));

  it.each<readonly [what: string, text: string]>([
    ["there is none", "a: b\n"],
    ["one in front of the text", `${MARK}a: b\n`],
    ["one in a line", `a: ${MARK}b\n`],
    ["one in front of a line that is not the last", `a: b\n${MARK}${"c".repeat(48)}`],
    ["one farther from the end of what is decoded at a time", markBehind("a".repeat(463))],
    ["one that near, and near the end of the text", `${"a".repeat(464)}${MARK}${"b".repeat(47)}`],
    ["counted with a mark in front", markBehind(`${MARK}${"a".repeat(460)}`)],
    ["one behind the start of the next part", markBehind("a".repeat(513))],
    ["one farther from the end of the next part", markBehind("a".repeat(512 + 463))],
    ["of a part that ends in front of a character", markBehind(`${"漢".repeat(324)}a`)],
  ])("but not where %s", (_, text) => expect(mayShiftLines(text, 0, text.length)).toBeUndefined());

  it.each<readonly [what: string, character: string, bytes: number]>([
    ["one byte, at most", "\x7f", 1],
    ["two, at least", "\x80", 2],
    ["two, at most", "\u07ff", 2],
    ["three, at least", "\u0800", 3],
    ["three, in front of surrogates", "\ud7ff", 3],
    ["three, behind surrogates", "\ue000", 3],
    ["four, at least", "\u{10000}", 4],
    ["four, at most", "\u{10ffff}", 4],
    ["a CR without LF", "\r", 1],
    ["CR LF", "\r\n", 1],
  ])("bytes are counted as they are decoded: %s", (_, character, bytes) => {
    const count = Math.floor(463 / bytes);
    const front = character.repeat(count) + "a".repeat(463 - bytes * count);
    const far = markBehind(front);
    expect(mayShiftLines(far, 0, far.length)).toBeUndefined();
    const near = markBehind(`a${front}`);
    expect(mayShiftLines(near, 0, near.length)).toBe(front.length + 1);
  });

  it("of one document of several alone", () => {
    const text = `a: b\n---\n${MARK}${MARK}c: d\n`;
    expect(mayShiftLines(text, 0, 5)).toBeUndefined();
    expect(mayShiftLines(text, 9, text.length)).toBe(10);
    expect(behindMark(text, 9)).toBe(10);
    expect(behindMark(text, 5)).toBe(5);
  });
});
