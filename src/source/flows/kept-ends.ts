import type { RecordedEnd } from "./record.js";

/** How many ends a reader keeps before it forgets them all and begins again. */
const ENDS_KEPT = 50_000;

/**
 * The ends of one stream by what its log writes of them, so that the same words are one object. It is bounded: an end that was
 * forgotten is made again, and only costs time.
 */
export class KeptEnds {
  readonly #ends = new Map<string, RecordedEnd>();

  /** The end of a key, made on first use. @param make undefined where the words mean no end; that isn't kept */
  of<E extends RecordedEnd | undefined>(key: string, make: () => E): E | RecordedEnd {
    const kept = this.#ends.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    if (made === undefined) return made;
    if (this.#ends.size >= ENDS_KEPT) this.#ends.clear();
    this.#ends.set(key, made);
    return made;
  }
}
