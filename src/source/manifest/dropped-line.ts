/** How much of a line kubectl's reader takes at a time, in bytes. */
const CHUNK = 4096;

/**
 * kubectl takes a last line without a line break only if some bytes of it are left when the others have been read chunk by
 * chunk: of one whose bytes fill its chunks, all are dropped silently.
 * @param from where the part of the text begins that is read line by line
 * @returns where such a line begins
 */
export function droppedLine(text: string, from: number): number | undefined {
  const start = Math.max(from, text.lastIndexOf("\n") + 1);
  // A character has at most three bytes for each of its units.
  if (3 * (text.length - start) < CHUNK) return undefined;
  const bytes = new TextEncoder().encode(text.slice(start));
  let at = 0;
  // A carriage return at the end of a chunk is left for the next one: it may be half of a line break.
  while (bytes.length - at >= CHUNK) at += bytes[at + CHUNK - 1] === CARRIAGE_RETURN ? CHUNK - 1 : CHUNK;
  return at === bytes.length ? start : undefined;
}

const CARRIAGE_RETURN = 0x0d;
