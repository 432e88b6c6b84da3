import type { Random } from "../random.js";

/** What kubectl's reader takes of a line at a time, in bytes. */
const CHUNK = 4096;

/** A text whose last line, without a line break, fills such chunks, or misses that by a byte. */
export function filled(text: string, random: Random): string {
  const start = text.endsWith("\n")
    ? `${text}${random.of(["# ", "a: ", "- ", "  ", "--- ", "---#", "}", "'"])}`
    : text;
  const line = start.slice(start.lastIndexOf("\n") + 1);
  const bytes = Buffer.byteLength(line);
  const missing = CHUNK * (Math.ceil(bytes / CHUNK) + random.below(2)) - bytes + random.of([0, 0, 0, -1, 1]);
  const by = random.of(["v", "v", " ", "é", "\r", "a b"]);
  const width = Buffer.byteLength(by);
  if (missing <= 0) return start;
  return `${start}${"v".repeat(missing % width)}${by.repeat(Math.floor(missing / width))}`;
}
