import type { Value } from "./value.js";

/** What a text was built into, at a depth. */
interface Built {
  readonly text: string;
  readonly depth: number;
  readonly value: Value;
}

/** How much of a text is looked at to find one that begins alike. */
const PREFIX = 256;
/** Texts that begin alike and go on differently, of which so many are compared. */
const MOST_ALIKE = 4;
/** More different ones than a large cluster has workloads. */
const MOST_KEPT = 65_536;
/** So many are tried before it is known whether trying pays. */
const TRIAL = 256;

/**
 * Collections that stand in one field of objects, by their text: the pods of a workload have the same labels, owners and ports, letter by
 * letter, which are then built once. A text of one collection begins no other one, so that where it stands a whole value stands.
 */
export class AlikeTexts {
  readonly #byPrefix = new Map<number, Built[]>();
  #asked = 0;
  #found = 0;
  #kept = 0;

  /** False where nearly each text is another one: then looking costs more than building. */
  get pays(): boolean {
    return this.#asked < TRIAL || this.#found * 4 > this.#asked;
  }

  /** What names texts that begin like the one at an offset. */
  static prefixAt(text: string, at: number): number {
    const end = Math.min(at + PREFIX, text.length);
    let hash = 0;
    for (let i = at; i < end; i++) {
      const code = text.charCodeAt(i);
      hash = (Math.imul(hash, 31) + code) | 0;
      // Behind it the next field may begin.
      if (code === CLOSING) break;
    }
    return hash;
  }

  find(prefix: number, text: string, at: number, depth: number): Built | undefined {
    this.#asked++;
    for (const built of this.#byPrefix.get(prefix) ?? []) {
      if (built.depth !== depth) continue;
      // Slices are compared byte by byte natively, which `startsWith` does not do.
      if (text.slice(at, at + built.text.length) !== built.text) continue;
      this.#found++;
      return built;
    }
    return undefined;
  }

  add(prefix: number, built: Built): void {
    if (this.#kept === MOST_KEPT) return;
    const alike = this.#byPrefix.get(prefix);
    if (alike === undefined) this.#byPrefix.set(prefix, [built]);
    else if (alike.length < MOST_ALIKE) alike.push(built);
    else return;
    this.#kept++;
  }
}

const CLOSING = 0x7d;
