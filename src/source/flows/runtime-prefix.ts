/** What a container runtime wrote in front of a line: where the line itself begins, and whether the rest of it follows. */
export interface RuntimePrefix {
  readonly end: number;
  readonly isPartial: boolean;
}

const BLANK = 0x20;
const SHORTEST_TIME = 20;
const LONGEST_TIME = 36;
const STD = [..."std"].map((each) => each.charCodeAt(0));

/**
 * Finds what the container runtimes of Kubernetes put in front of lines of the standard streams: `TIME stdout F `, with
 * `P` for a line that goes on in the next one. Undefined where there is none.
 */
export function skipRuntimePrefix(bytes: Uint8Array, start: number, end: number): RuntimePrefix | undefined {
  const first = bytes[start] ?? 0;
  if (first < 0x30 || first > 0x39) return undefined;
  const most = Math.min(end, start + LONGEST_TIME);
  // Lines of other logs begin with a time, too: few of them are looked at for long.
  let at = start + SHORTEST_TIME;
  while (at < most && bytes[at] !== BLANK) at++;
  // `stdout F ` and `stderr F ` are nine characters.
  if (bytes[at] !== BLANK || end - at < 9) return undefined;
  for (const [i, byte] of STD.entries()) if (bytes[at + 1 + i] !== byte) return undefined;
  const stream = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!);
  if ((stream !== "out" && stream !== "err") || bytes[at + 7] !== BLANK) return undefined;
  const tag = bytes[at + 8];
  const isPartial = tag === 0x50;
  if (!isPartial && tag !== 0x46) return undefined;
  if (at + 9 < end && bytes[at + 9] !== BLANK) return undefined;
  for (let i = start; i < start + SHORTEST_TIME; i++) if (bytes[i] === BLANK) return undefined;
  return { end: Math.min(at + 10, end), isPartial };
}
