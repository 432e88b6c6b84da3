import { locate } from "./locate.js";
import type { Origin } from "./origin.js";

/** The comment in the lines right above what an origin names, without its marks; empty where there is none, and for JSON. */
export function commentAbove(origin: Origin): string {
  const { file, cut } = origin.document;
  if (cut.syntax === "json") return "";
  const above = file.text.slice(cut.start, locate(origin).start).split("\n").slice(0, -1);
  const first = above.findLastIndex((line) => !/^[ \t]*#/.test(line)) + 1;
  return above
    .slice(first)
    .map((line) => line.replace(/^[ \t]*#+/, "").trim())
    .join(" ");
}
