import { cutStream, type Cut } from "../manifest/stream.js";
import { Refused, type RefusalCode } from "./edit.js";
import type { SourceFile, Span } from "../manifest/source.js";

/** Why no part of a file can be edited; undefined where parts can. */
export function refusalOf(file: SourceFile): RefusalCode | undefined {
  if (file.utf16 === true) return "encoding";
  return /\r(?!\n)/.test(file.text) ? "line-breaks" : undefined;
}

/**
 * A stream is cut wherever a line begins with `---`: an edit must not move or make such a place.
 * @throws {Refused} where a text has other documents than are wanted
 */
export function checkCuts(file: SourceFile, text: string, wanted: readonly Span[]): void {
  const cuts: readonly Cut[] = cutStream({ ...file, text });
  const isSame =
    cuts.length === wanted.length &&
    cuts.every(({ start, end }, i) => start === wanted[i]?.start && end === wanted[i].end);
  if (!isSame) throw new Refused("unverified");
}
