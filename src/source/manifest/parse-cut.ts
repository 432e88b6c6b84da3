import { behindMark } from "./byte-order-mark.js";
import { MAX_DEPTH } from "./limits.js";
import { parse } from "./yaml/parser.js";
import { Places } from "./straight/places.js";
import { readStraight, type StraightReading } from "./straight/read-straight.js";
import type { Cut } from "./stream.js";
import type { Keeping } from "./document.js";
import type { PositionNode } from "./position-node.js";
import type { Events } from "./yaml/events.js";

/**
 * The events of a YAML document of a file's text, with offsets in that text.
 * @throws what {@link parse} throws
 */
export function parseCut(text: string, cut: Cut): Events {
  const ended = withLastBreak(text);
  return parse(ended, behindMark(text, cut.body), endOf(cut, text, ended), MAX_DEPTH);
}

/** The value of a YAML document of a file's text, where it is one of plain block style. */
export function readStraightCut(
  text: string,
  cut: Cut,
  parts: Keeping["parts"],
  places?: Places,
): StraightReading | undefined {
  if (hasReturns(text)) return undefined;
  const ended = withLastBreak(text);
  return readStraight(ended, behindMark(text, cut.body), endOf(cut, text, ended), parts, places);
}

/** The offsets of everything in such a document. */
export function straightPositions(text: string, cut: Cut): PositionNode | undefined {
  const places = new Places(withLastBreak(text), text.length);
  const reading = readStraightCut(text, cut, () => ({}), places);
  return reading === undefined ? undefined : places.root;
}

function endOf({ end }: Cut, text: string, ended: string): number {
  return end === text.length ? ended.length : end;
}

let looked = { text: "", hasReturns: false };

/** True where lines may end otherwise than with LF. */
function hasReturns(text: string): boolean {
  if (looked.text !== text) looked = { text, hasReturns: text.includes("\r") };
  return looked.hasReturns;
}

let last = { text: "", ended: "\n" };

/**
 * kubectl ends the last line, where the file does not. A CR is a break with what it adds or without. Kept, for a file has
 * many documents.
 */
function withLastBreak(text: string): string {
  if (text.endsWith("\n") || text.endsWith("\r")) return text;
  if (last.text !== text) last = { text, ended: `${text}\n` };
  return last.ended;
}
