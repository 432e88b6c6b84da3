import { skipUnchecked, STUCK } from "./json-skip.js";

/** How many parts are kept, a power of two, and how many bytes they are written in, before all are forgotten. */
const PLACES = 1 << 15;
const BYTES_KEPT = 32 << 20;

/** Where two parts want the same place, the next ones are looked at. */
const PROBES = 4;

/** A part is looked up by how it begins and ends, and its length: what begins alike may have one of several. */
const HEAD = 32;
const TAIL = 96;
const LENGTHS_KEPT = 8;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** A part that was read before. */
interface KeptPart {
  readonly length: number;
  readonly view: DataView;
  readonly value: unknown;
}

/**
 * Objects and arrays of JSON by the bytes that they are written in, so that what lines repeat is read once and is the same object.
 * A part is recognized without looking for its end: bytes that equal those of a whole object are a whole object. Four bytes are
 * compared at a time. It is bounded: a part that was forgotten is read again, so bytes that are chosen to collide do no harm.
 */
export class KeptParts {
  readonly #parts: (KeptPart | undefined)[] = Array.from({ length: PLACES });
  /** Lengths of parts by the hash of how they begin; `LENGTHS_KEPT` for each hash, 0 where there is none. */
  readonly #lengths = new Uint32Array(PLACES);
  #bytes = 0;
  /** The value of the part that was found last. */
  value: unknown;

  /** Reads the part at a place; `value` is then what it is. @returns the place behind it; STUCK where it is no JSON */
  find(bytes: Uint8Array, view: DataView, from: number, limit: number): number {
    const hasHead = from + HEAD <= limit;
    const head = hasHead ? hashOf(view, from, HEAD, HEAD) : 0;
    const group = hasHead ? head & (PLACES - LENGTHS_KEPT) : -1;
    for (let i = 0; i < LENGTHS_KEPT; i++) {
      const length = group === -1 ? 0 : this.#lengths[group + i]!;
      if (length === 0) break;
      if (from + length > limit) continue;
      const found = this.#find(view, from, length, head);
      if (found === undefined) continue;
      this.value = found.value;
      return from + length;
    }
    const end = skipUnchecked(bytes, from, limit);
    if (end === STUCK) return STUCK;
    const length = end - from;
    const known = this.#find(view, from, length, head);
    if (known === undefined) return this.#keep(bytes, view, from, length, head, group) ? end : STUCK;
    this.#remember(group, length);
    this.value = known.value;
    return end;
  }

  #find(view: DataView, from: number, length: number, head: number): KeptPart | undefined {
    const hash = placeOf(view, from, length, head);
    for (let probe = 0; probe < PROBES; probe++) {
      const part = this.#parts[(hash + probe) & (PLACES - 1)];
      if (part === undefined) return undefined;
      if (part.length === length && isSame(part.view, view, from, length)) return part;
    }
    return undefined;
  }

  #keep(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    length: number,
    head: number,
    group: number,
  ): boolean {
    const written = copyOf(bytes, from, from + length);
    try {
      this.value = JSON.parse(DECODER.decode(written));
    } catch {
      return false;
    }
    if (this.#bytes > BYTES_KEPT) {
      this.#parts.fill(undefined);
      this.#lengths.fill(0);
      this.#bytes = 0;
    }
    this.#bytes += length;
    const hash = placeOf(view, from, length, head);
    let probe = 0;
    while (probe < PROBES && this.#parts[(hash + probe) & (PLACES - 1)] !== undefined) probe++;
    const place = (hash + (probe % PROBES)) & (PLACES - 1);
    this.#parts[place] = { length, view: new DataView(written.buffer), value: this.value };
    this.#remember(group, length);
    return true;
  }

  /** Puts a length first among those of parts that begin alike. */
  #remember(group: number, length: number): void {
    if (group === -1) return;
    const known = this.#lengths.subarray(group, group + LENGTHS_KEPT);
    const at = known.indexOf(length);
    known.copyWithin(1, 0, at === -1 ? LENGTHS_KEPT - 1 : at);
    known[0] = length;
  }
}

/** The place of a part. What differs in the middle alone shares places, and is told apart by comparing. */
function placeOf(view: DataView, from: number, length: number, head: number): number {
  const tail = Math.min(length, TAIL);
  const hash = head ^ hashOf(view, from + length - tail, tail, length);
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

function hashOf(view: DataView, from: number, length: number, seed: number): number {
  let hash = seed | 0;
  const words = from + (length & ~3);
  let at = from;
  for (; at < words; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1);
  for (; at < from + length; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x9e3779b1);
  return (hash ^ (hash >>> 16)) | 0;
}

/** Whether bytes are the same; from the end on, where names are that differ. */
function isSame(written: DataView, view: DataView, from: number, length: number): boolean {
  let at = length;
  for (; (at & 3) !== 0; at--) if (written.getUint8(at - 1) !== view.getUint8(from + at - 1)) return false;
  for (; at > 0; at -= 4)
    if (written.getInt32(at - 4, true) !== view.getInt32(from + at - 4, true)) return false;
  return true;
}

/** Bytes of their own: `slice` of a Buffer is a view of it, whose bytes change with the next piece of the log. */
function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(end - start);
  copy.set(bytes.subarray(start, end));
  return copy;
}
