import { behindMark } from "./byte-order-mark.js";
import { MAX_DEPTH } from "./limits.js";
import { oncePer } from "../../base/collections/once-per.js";
import { parse } from "./yaml/parser.js";
import { Places } from "./straight/places.js";
import { readStraight, type StraightReading } from "./straight/read-straight.js";
import type { Cut } from "./stream.js";
import type { Keeping } from "./document.js";
import type { SourceFile } from "./source.js";
import type { PositionNode } from "./position-node.js";
import type { Events } from "./yaml/events.js";

/**
 * The events of a YAML document of a file's text, with offsets in that text.
 * @throws what {@link parse} throws
 */
export function parseCut(file: SourceFile, cut: Cut): Events {
  const { text } = file;
  const ended = withLastBreak(file);
  return parse(ended, behindMark(text, cut.body), endOf(cut, text, ended), MAX_DEPTH);
}

/** The value of a YAML document of a file's text, where it is one of plain block style. */
export function readStraightCut(
  file: SourceFile,
  cut: Cut,
  parts: Keeping["parts"],
  places?: Places,
): StraightReading | undefined {
  const { text } = file;
  if (lookedAt(file).hasReturns) return undefined;
  const ended = withLastBreak(file);
  return readStraight(ended, behindMark(text, cut.body), endOf(cut, text, ended), parts, places);
}

/** The offsets of everything in such a document. */
export function straightPositions(file: SourceFile, cut: Cut): PositionNode | undefined {
  const places = new Places(withLastBreak(file), file.text.length);
  const reading = readStraightCut(file, cut, () => ({}), places);
  return reading === undefined ? undefined : places.root;
}

function endOf({ end }: Cut, text: string, ended: string): number {
  return end === text.length ? ended.length : end;
}

/** Whether lines of a file may end otherwise than with LF: looked at once, for a file has many documents. */
const lookedAt = oncePer(({ text }: SourceFile) => ({ hasReturns: text.includes("\r") }));

/** kubectl ends the last line, where the file does not. A CR is a break with what it adds or without. */
function withLastBreak(file: SourceFile): string {
  const { text } = file;
  return text.endsWith("\n") || text.endsWith("\r") ? text : endedOf(file).text;
}

const endedOf = oncePer(({ text }: SourceFile) => ({ text: `${text}\n` }));
