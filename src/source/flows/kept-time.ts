import { readTime } from "./time.js";

/** `2026-11-20T12:12:18.`: what times of one second have in common. */
const SECOND = 20;

/** Times as RFC 3339 writes them, where those that follow each other are mostly of one second. */
export class KeptTime {
  #second = "";
  #milliseconds = 0;

  /** Milliseconds since 1970, as `readTime` reads it. */
  read(text: string): number | undefined {
    if (this.#second !== "" && text.startsWith(this.#second)) {
      const fraction = fractionOf(text);
      if (fraction !== undefined) return this.#milliseconds + fraction;
    }
    const time = readTime(text);
    const isFraction = text[SECOND - 1] === "." && fractionOf(text) !== undefined;
    const second = isFraction ? readTime(`${text.slice(0, SECOND - 1)}Z`) : undefined;
    this.#second = second === undefined ? "" : text.slice(0, SECOND);
    this.#milliseconds = second ?? 0;
    return time;
  }
}

/** Milliseconds of the digits behind the point; undefined where anything else than `Z` follows them. */
function fractionOf(text: string): number | undefined {
  const digits = text.length - SECOND - 1;
  if (digits < 1 || digits > 9 || text[text.length - 1] !== "Z") return undefined;
  let value = 0;
  for (let i = SECOND; i < text.length - 1; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return (value / 10 ** digits) * 1000;
}
