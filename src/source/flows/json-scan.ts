import { listBits, PartScan, type ScanList, type ScanSide } from "./part-scan.js";

/** A key whose value is looked at: the lists that it is put on, and the slot of a number or time, from 0. */
export interface ScannedKey {
  readonly lists: readonly ScanList[];
  readonly slot?: number;
  /** True for a slot of ports: a line with a greater number is left to `JSON.parse`. */
  readonly isPort?: boolean;
  /** The end whose address it is. */
  readonly addressOf?: ScanSide | undefined;
  /** Its own keys, where it is an object. */
  readonly within?: ScannedKeys;
  /**
   * True for a text whose words are names with one value each (`Src IP: 10.0.0.1 Proto TCP, Tier ADMIN`), and for the name in front of
   * them all, which has no value. What is written otherwise is left to `JSON.parse`.
   */
  readonly isWorded?: boolean;
}

/** The keys of an object that are looked at. */
export type ScannedKeys = ReadonlyMap<string, ScannedKey>;

/**
 * Scans lines of JSON for the values of some keys. Every byte is checked. What is rare (escapes in keys, keys that are written twice,
 * deep nesting, a slot with anything but a number or a time in UTC) is left to `JSON.parse`, as is whatever isn't JSON.
 */
export class LineScan extends PartScan {
  constructor(keys: ScannedKeys) {
    super();
    this.#addKeys(keys);
  }

  protected override lookNext(start: number, end: number): number {
    return this.code.scanNext(start, end);
  }

  protected override look(start: number, end: number): number {
    return this.code.scan(start, end);
  }

  #addKeys(keys: ScannedKeys): number {
    const object = this.code.addObject();
    for (const [name, key] of keys) {
      const { lists, slot = -1, isPort = false, addressOf, within, isWorded = false } = key;
      const inner = within === undefined ? 0 : this.#addKeys(within);
      const { written } = new TextEncoder().encodeInto(name, this.input);
      const use = isWorded ? WORDED : addressOf === undefined ? 0 : addressOf + 1;
      const number = this.code.addKey(object, written, inner, listBits(lists), slot + 1, isPort ? 1 : 0, use);
      if (number === 0) throw new Error("invariant: a scanner has room for all keys");
    }
    return object;
  }
}

const WORDED = 4;
