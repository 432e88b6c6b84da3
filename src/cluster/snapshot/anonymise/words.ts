import { WELL_KNOWN_WORDS } from "./well-known.js";

/** 32 bytes that nobody without the key can foretell, the same for the same text. */
export type KeyedHash = (text: string) => Uint8Array;

const DIGITS = "0123456789";
const LOWER = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;
const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** Words of one form, which become words of the same form: what is a valid name, label or port name stays one. */
interface Form {
  readonly alphabet: string;
  has(word: string): boolean;
}

/** Each word has the first form that fits: no two of them share one. */
const FORMS: readonly Form[] = [
  { alphabet: DIGITS, has: (word) => /^[0-9]+$/.test(word) },
  { alphabet: LOWER, has: (word) => /^[0-9a-z]+$/.test(word) && /[a-z]/.test(word) },
  { alphabet: MIXED, has: (word) => /[A-Z]/.test(word) },
];

/** Enough for a permutation that cannot be told from a random one. */
const ROUNDS = 4;

/**
 * Replaces the words of texts, each by one of the same length and form, never two by the same: names that are equal,
 * contain each other, or are put together of others (`<deployment>-<hash>`) still are.
 */
export class Words {
  readonly #hash: KeyedHash;
  readonly #replaced = new Map<string, string>();

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  /** Everything but letters and digits stays where it is. */
  replaceIn(text: string): string {
    return text.replaceAll(/[A-Za-z0-9]+|\P{ASCII}+/gu, (word) => this.#replace(word));
  }

  #replace(word: string): string {
    if (WELL_KNOWN_WORDS.has(word)) return word;
    const known = this.#replaced.get(word);
    if (known !== undefined) return known;
    const replaced = this.#permute(word);
    this.#replaced.set(word, replaced);
    return replaced;
  }

  #permute(word: string): string {
    const form = FORMS.find((each) => each.has(word));
    if (form === undefined) return this.#foreign(word);
    // Going on where a word of another form is met leaves a permutation of those of this form.
    let result = word;
    do result = this.#permuteOnce(result, form.alphabet);
    while (!form.has(result) || WELL_KNOWN_WORDS.has(result));
    return result;
  }

  /** A permutation of all words of one length (a Feistel network: the halves are changed in turn, each by the other). */
  #permuteOnce(word: string, alphabet: string): string {
    const middle = word.length >> 1;
    let halves: readonly [string, string] = [word.slice(0, middle), word.slice(middle)];
    for (let round = 0; round < ROUNDS; round++) {
      const [left, right] = halves;
      const isLeft = round % 2 === 1;
      const stream = this.#hash(JSON.stringify([alphabet.length, word.length, round, isLeft ? right : left]));
      halves = isLeft ? [shifted(left, stream, alphabet), right] : [left, shifted(right, stream, alphabet)];
    }
    return halves.join("");
  }

  /** Letters beyond ASCII, which no name has: what cannot be valid stays so. */
  #foreign(word: string): string {
    const [first = 0, second = 0, third = 0, fourth = 0] = this.#hash(JSON.stringify(["foreign", word]));
    return [first, second, third, fourth].map((byte) => String.fromCodePoint(0x0100 + byte)).join("");
  }
}

/** Each letter so many letters further in the alphabet as the stream says. */
function shifted(text: string, stream: Uint8Array, alphabet: string): string {
  let result = "";
  for (let i = 0; i < text.length; i++) {
    const shift = stream[i % stream.length] ?? 0;
    result += alphabet[(alphabet.indexOf(text[i] ?? "") + shift) % alphabet.length];
  }
  return result;
}
