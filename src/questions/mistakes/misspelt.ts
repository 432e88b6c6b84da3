import { nearest } from "../../base/text/nearest.js";

/** A part of a name that may be misspelt: one of three letters has too many neighbours that are words of their own, unless two are swapped. */
const SHORTEST = 4;

/** More names than these that differ in one part are no vocabulary, but names of single things. */
const MOST = 1000;

/**
 * Names that a misspelt one may stand for. Two names count as one and a slip where they differ in case or separators
 * only, or in one part and by a few letters: not by a number, a single letter or a short code, as names in a row do
 * (`db-1` and `db-2`, `shop-eu` and `shop-us`).
 */
export class Names {
  readonly #byLetters = new Map<string, string>();
  readonly #byOtherParts = new Map<string, Map<string, string>>();
  readonly #letters = new Map<string, string>();
  readonly #meant = new Map<string, string | undefined>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const parts = partsOf(name);
      const letters = parts.join("");
      if (!this.#byLetters.has(letters)) this.#byLetters.set(letters, name);
      for (const [i, part] of parts.entries()) {
        const key = otherParts(parts, i);
        const byPart = this.#byOtherParts.get(key) ?? new Map<string, string>();
        this.#byOtherParts.set(key, byPart);
        if (!byPart.has(part)) byPart.set(part, name);
      }
    }
  }

  /** The name that a word is a misspelling of; undefined where it may as well be another one. */
  meantBy(word: string): string | undefined {
    const known = this.#meant.get(word);
    if (known !== undefined || this.#meant.has(word)) return known;
    const meant = this.#find(word);
    this.#meant.set(word, meant);
    return meant;
  }

  #lettersOf(part: string): string {
    const known = this.#letters.get(part) ?? letters(part);
    this.#letters.set(part, known);
    return known;
  }

  #find(word: string): string | undefined {
    const parts = partsOf(word);
    const same = this.#byLetters.get(parts.join(""));
    if (same !== undefined) return same === word ? undefined : same;
    for (const [i, part] of parts.entries()) {
      const byPart = this.#byOtherParts.get(otherParts(parts, i));
      if (byPart === undefined || byPart.size > MOST) continue;
      // Names in a row are told by their letters: of hundreds of numbers, none is compared letter by letter.
      const own = letters(part);
      const others = [...byPart.keys()].filter((each) => this.#lettersOf(each) !== own);
      const meant = nearest(part, others).find((each) => isSlip(part, each));
      if (meant !== undefined) return byPart.get(meant);
    }
    return undefined;
  }
}

/** The parts between separators, in lower case. */
function partsOf(name: string): string[] {
  return name.toLowerCase().split(/[-_./]/);
}

/** What names have in common that differ in one part only. */
function otherParts(parts: readonly string[], without: number): string {
  return JSON.stringify([without, ...parts.filter((_, i) => i !== without)]);
}

function isSlip(part: string, other: string): boolean {
  if (Math.max(part.length, other.length) < SHORTEST) return part.length > 2 && isRearranged(part, other);
  return letters(part) !== letters(other);
}

/** True for the same letters in another order (`wbe` and `web`): of short words, too, few such pairs are two words. */
function isRearranged(part: string, other: string): boolean {
  return sorted(letters(part)) === sorted(letters(other)) && letters(part) !== letters(other);
}

function sorted(word: string): string {
  return [...word].toSorted().join("");
}

function letters(part: string): string {
  return part.replaceAll(/\d/g, "");
}
