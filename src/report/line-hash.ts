/** How many characters of a file, from the start of a line on, tell the line from others. */
const BLOCK = 100;
const FACTOR = 37n;
const END = 65_535;

/** Files with more lines than this get no count of equal lines: the hash alone must do. */
const MAX_LINES = 20_000;

/**
 * The fingerprints of a file's lines as GitHub computes `primaryLocationLineHash`: a hash of the next 100 characters that are
 * no blanks, and which of the equal ones it is. A finding keeps its fingerprint when lines move.
 */
export function lineHashes(text: string): (line: number) => string {
  const { characters, starts } = significant(text);
  const hashes: string[] = [];
  const counts = new Map<string, number>();
  return (line) => {
    if (starts.length > MAX_LINES) return `${hashAt(characters, starts[line - 1] ?? 0)}:1`;
    while (hashes.length < line && hashes.length < starts.length) {
      const hash = hashAt(characters, starts[hashes.length] ?? 0);
      const count = (counts.get(hash) ?? 0) + 1;
      counts.set(hash, count);
      hashes.push(`${hash}:${count}`);
    }
    return hashes[line - 1] ?? `${hashAt(characters, characters.length)}:1`;
  };
}

/** The characters that count, and where among them each line begins. */
function significant(text: string): { characters: number[]; starts: number[] } {
  const characters: number[] = [];
  const starts: number[] = [];
  let isLineStart = true;
  let wasReturn = false;
  const add = (code: number): void => {
    if (isLineStart) starts.push(characters.length);
    isLineStart = code === 0x0a;
    characters.push(code);
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isSkipped = code === 0x20 || code === 0x09 || (wasReturn && code === 0x0a);
    wasReturn = code === 0x0d;
    if (!isSkipped) add(wasReturn ? 0x0a : code);
  }
  add(END);
  return { characters, starts };
}

function hashAt(characters: readonly number[], start: number): string {
  let hash = 0n;
  for (let i = start; i < start + BLOCK; i++)
    hash = BigInt.asUintN(64, hash * FACTOR + BigInt(characters[i] ?? 0));
  return hash.toString(16);
}
