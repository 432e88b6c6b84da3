/** Writes whole numbers in as few bytes as each needs: seven bits a byte, the lowest first, the eighth where more follow. */
export class NumberWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** @param value a whole number from 0 to 2 ** 31 - 1 */
  put(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
