import { isAt } from "./text-at.js";

/** Longer texts are seldom the same. */
const LONGEST = 40;
const SLOTS = 1024;

/** Short texts that were met of late: keys, names of namespaces and nodes. Each is one string, wherever it stands. */
export class RecentTexts {
  readonly #slots: (string | undefined)[] = Array.from({ length: SLOTS });

  /** The text between two offsets. */
  slice(text: string, start: number, end: number): string {
    const length = end - start;
    if (length > LONGEST) return text.slice(start, end);
    let hash = length;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && known.length === length && isAt(text, start, known)) return known;
    return (this.#slots[slot] = text.slice(start, end));
  }
}
