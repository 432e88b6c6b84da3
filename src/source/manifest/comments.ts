import { behindMark } from "./byte-order-mark.js";
import { scan } from "./yaml/scanner.js";
import type { Document } from "./document.js";
import type { Span } from "./source.js";

/**
 * The comments of a YAML document, each from its `#` to the end of its line, in their order. What only looks like one (in a
 * block scalar, in quotes) is none; JSON has none at all.
 */
export function commentsIn({ file, cut }: Document): Span[] {
  if (cut.syntax === "json" || cut.problem !== undefined) return [];
  const { comments } = scan(file.text, behindMark(file.text, cut.body), cut.end);
  return Array.from({ length: comments.length / 2 }, (_, i) => ({
    start: comments[2 * i] ?? 0,
    end: comments[2 * i + 1] ?? 0,
  }));
}
