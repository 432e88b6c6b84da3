import { behindMark } from "./byte-order-mark.js";
import { MAX_DEPTH } from "./limits.js";
import { parse } from "./yaml/parser.js";
import type { Cut } from "./stream.js";
import type { Events } from "./yaml/events.js";

/**
 * The events of a YAML document of a file's text, with offsets in that text.
 * @throws what {@link parse} throws
 */
export function parseCut(text: string, { body, end }: Cut): Events {
  const ended = withLastBreak(text);
  return parse(ended, behindMark(text, body), end === text.length ? ended.length : end, MAX_DEPTH);
}

let last = { text: "", ended: "\n" };

/** kubectl ends the last line, where the file does not. Kept, for a file has many documents. */
function withLastBreak(text: string): string {
  if (text.endsWith("\n")) return text;
  if (last.text !== text) last = { text, ended: `${text}\n` };
  return last.ended;
}
