import { isMapping, type Value } from "./value.js";
import type { Keeping } from "./document.js";

/** So many items behind the expected one are tried: some may be gone. */
const MOST_SKIPPED = 4;
/** Of fewer items nothing is kept. */
const FEWEST = 32;

/** The items of a list that was read without anything to tell, with their places in its text. */
interface ReadList {
  readonly text: string;
  readonly places: readonly number[];
  readonly values: readonly Value[];
  readonly parts: Keeping["parts"];
}

/**
 * The lists of one state, while another state of the same cluster is read: most objects of two dumps are the same text, so that the second
 * time their values are taken instead of being built. The n-th list of one state is compared with the n-th of the other.
 */
export class TwinItems {
  #before: readonly (ReadList | undefined)[] = [];
  #now: (ReadList | undefined)[] = [];
  #lists = 0;

  /** What is read from now on is another state. */
  nextState(): void {
    this.#before = this.#now;
    this.#now = [];
    this.#lists = 0;
  }

  /** The list that the other state has where one is about to be read. */
  next(parts: Keeping["parts"]): TwinList | undefined {
    const list = this.#before[this.#lists];
    this.#now[this.#lists++] = undefined;
    return list === undefined ? undefined : new TwinList(list, parts);
  }

  /** Keeps the list that was begun last. */
  keep(list: ReadList): void {
    if (this.#lists > 0 && list.values.length >= FEWEST) this.#now[this.#lists - 1] = list;
  }
}

/** One list that another one is compared with, item by item. */
export class TwinList {
  readonly #list: ReadList;
  readonly #parts: Keeping["parts"];
  /** Whether both states build the same of an object, by version and kind. */
  readonly #areAlike = new Map<string, boolean>();
  #byName: Map<string, number> | undefined;
  #expected = 0;

  constructor(list: ReadList, parts: Keeping["parts"]) {
    this.#list = list;
    this.#parts = parts;
  }

  /** The object whose text stands at an offset, with its length. */
  at(text: string, start: number): { readonly value: Value; readonly length: number } | undefined {
    const { text: other, places, values } = this.#list;
    const last = Math.min(this.#expected + MOST_SKIPPED, values.length - 1);
    for (let i = this.#expected; i <= last; i++) {
      const value = values[i];
      const [from = 0, to = 0] = [places[2 * i], places[2 * i + 1]];
      // The text of a mapping begins no other value.
      if (value === undefined || !isMapping(value)) continue;
      if (text.slice(start, start + to - from) !== other.slice(from, to)) continue;
      this.#expected = i + 1;
      return this.#isBuiltAlike(value) ? { value, length: to - from } : undefined;
    }
    return undefined;
  }

  /** Goes on behind the object of the same name as one that had to be built. */
  followOn(value: Value): void {
    this.#byName ??= new Map(this.#list.values.map((each, i) => [nameOf(each), i]));
    const known = this.#byName.get(nameOf(value));
    if (known !== undefined) this.#expected = known + 1;
  }

  #isBuiltAlike(value: Value): boolean {
    const { apiVersion, kind } = isMapping(value) ? value : {};
    if (typeof apiVersion !== "string" || typeof kind !== "string") return false;
    const key = `${apiVersion} ${kind}`;
    let known = this.#areAlike.get(key);
    if (known === undefined)
      this.#areAlike.set(key, (known = this.#parts(apiVersion, kind) === this.#list.parts(apiVersion, kind)));
    return known;
  }
}

/** What tells objects apart; of what is none, nothing does. */
function nameOf(value: Value): string {
  const { kind, metadata } = isMapping(value) ? value : {};
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  return JSON.stringify([kind, namespace, name].map((each) => (typeof each === "string" ? each : "")));
}
