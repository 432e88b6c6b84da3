import { YamlSyntaxError } from "./syntax-error.js";
import type { Cursor } from "./cursor.js";

/** How many characters a key may have that no `?` announces. */
const LONGEST_KEY = 1024;

/** Where a key may have begun that no `?` announces: only the `:` behind it will tell. */
interface SimpleKey {
  isPossible: boolean;
  /** True where nothing but a key may stand: at the column of a block mapping. */
  isRequired: boolean;
  /** The token in front of it that will say that it is a key. */
  slot: number;
  at: number;
  lineStart: number;
  /** True for a flow collection without any possible key in it: the reader forgets that it may be a key itself. */
  isForgotten: boolean;
}

/** The possible keys: one outside of flow style, and one for each flow collection that is open. */
export class SimpleKeys {
  readonly #levels: SimpleKey[] = [nothing(-1)];
  readonly #cursor: Cursor;
  /** What the current token has shown to be none. */
  #dropped: SimpleKey | undefined;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  get #innermost(): SimpleKey {
    const key = this.#levels.at(-1);
    if (key === undefined) throw new Error("invariant: there is a level outside of flow style");
    return key;
  }

  /** Notes that a key may begin at the cursor. @throws {YamlSyntaxError} where the one before had to be a key */
  save(slot: number, isRequired: boolean): void {
    this.drop();
    const { at, lineStart } = this.#cursor;
    Object.assign(this.#innermost, { isPossible: true, isRequired, slot, at, lineStart, isForgotten: false });
  }

  /** Says that what was noted last is no key. @throws {YamlSyntaxError} where it had to be one */
  drop(): void {
    const key = this.#innermost;
    if (key.isPossible && key.isRequired) throw unfinished(key);
    if (key.isPossible) this.#dropped = { ...key };
    key.isPossible = false;
  }

  /** Forgets what has been dropped: the next token begins. */
  nextToken(): void {
    this.#dropped = undefined;
  }

  /**
   * The key that ends at the cursor, if there is one.
   * @throws {YamlSyntaxError} where one had to be there, and is too long or spans lines
   */
  take(): { slot: number; at: number; lineStart: number } | undefined {
    const key = this.#innermost;
    if (!key.isPossible) return undefined;
    if (!this.#isValid(key)) {
      if (key.isRequired) throw unfinished(key);
      key.isPossible = false;
      return undefined;
    }
    key.isPossible = false;
    // What was forgotten has been handed on, unless something in front of it still waits.
    const isHandedOn = key.isForgotten && !this.#levels.slice(0, -1).some((outer) => this.#waits(outer));
    return { slot: isHandedOn ? -1 : key.slot, at: key.at, lineStart: key.lineStart };
  }

  /** A flow collection begins. @param slot that of the key which it may be itself, or -1 */
  enter(slot: number): void {
    this.#levels.push(nothing(slot));
  }

  /** A flow collection ends. @throws nothing: too many closing brackets leave the outermost level */
  leave(): void {
    if (this.#levels.length === 1) return;
    const inner = this.#levels.pop();
    const outer = this.#innermost;
    if (inner !== undefined && inner.slot === outer.slot) outer.isForgotten = true;
  }

  get flowLevel(): number {
    return this.#levels.length - 1;
  }

  /** The slots of all that could still become keys when the current token began. */
  undecided(): number[] {
    const dropped = this.#dropped === undefined ? [] : [this.#dropped];
    // One that has to be a key is waited for whatever follows.
    return [...this.#levels, ...dropped]
      .filter((key) => this.#waits(key) || (key.isPossible && key.isRequired && !key.isForgotten))
      .map(({ slot }) => slot);
  }

  #waits(key: SimpleKey): boolean {
    return key.isPossible && !key.isForgotten && this.#isValid(key);
  }

  /** A key is on one line and not too long. */
  #isValid({ at, lineStart }: SimpleKey): boolean {
    const cursor = this.#cursor;
    if (lineStart !== cursor.lineStart) return false;
    if (cursor.at - at <= LONGEST_KEY) return true;
    return charactersBetween(cursor.text, at, cursor.at) <= LONGEST_KEY;
  }
}

function nothing(slot: number): SimpleKey {
  return { isPossible: false, isRequired: false, slot, at: 0, lineStart: 0, isForgotten: false };
}

function unfinished(key: SimpleKey): YamlSyntaxError {
  return new YamlSyntaxError("could not find expected ':'", key.at);
}

/** Counts no further than is asked for: a line may have millions. */
function charactersBetween(text: string, start: number, end: number): number {
  if (end - start > 2 * LONGEST_KEY) return Infinity;
  return end - start - (text.slice(start, end).match(/[\ud800-\udbff]/g)?.length ?? 0);
}
