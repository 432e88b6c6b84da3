/** Where hashes of keys are compared one by one, and not looked up. */
const FEW = 32;

/**
 * Tells whether a mapping has a key twice that is not built: by hashes, for which no text has to be made. Mappings nest,
 * so each has its part of a stack.
 */
export class KeyHashes {
  #hashes = new Int32Array(256);
  #top = 0;
  /** Of mappings with many keys: by where they begin in the stack. */
  readonly #many = new Map<number, Set<number>>();

  /** A mapping begins. @returns what names it until it ends */
  begin(): number {
    return this.#top;
  }

  /** @returns true where a key of the same hash has been added to the mapping, which has to be the innermost one */
  add(mapping: number, hash: number): boolean {
    const top = this.#top++;
    if (top === this.#hashes.length) this.#grow();
    const hashes = this.#hashes;
    hashes[top] = hash;
    if (top - mapping >= FEW) return this.#isAmongMany(mapping, top);
    for (let i = mapping; i < top; i++) if (hashes[i] === hash) return true;
    return false;
  }

  end(mapping: number): void {
    if (this.#top - mapping > FEW) this.#many.delete(mapping);
    this.#top = mapping;
  }

  #isAmongMany(mapping: number, top: number): boolean {
    let known = this.#many.get(mapping);
    if (known === undefined) this.#many.set(mapping, (known = new Set(this.#hashes.subarray(mapping, top))));
    const hash = this.#hashes[top] ?? 0;
    const isKnown = known.has(hash);
    known.add(hash);
    return isKnown;
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#hashes.length);
    larger.set(this.#hashes);
    this.#hashes = larger;
  }
}

/** The hash of a text, as {@link hashed} makes it of its characters. */
export function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = hashed(hash, text.charCodeAt(i));
  return hash;
}

/** The hash of a text with one more character. */
export function hashed(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
