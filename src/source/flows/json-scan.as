// The scanner of lines of JSON: see scan-table.as, and json-scan.ts, which says what it is for. It looks at every byte of a line,
// sixteen at a time within strings, and checks that it is JSON. A place of 0 stands for a line that it leaves to JSON.parse: what is
// no JSON, and what is rare.
import { addRoot, addStep, beginSteps, behind, keyOf, rootOf, stepAt } from "./expected-keys";
import {
  add, address, addBytes, beginLine, endLine, FIRST_ID, hashOf, hasSlot, HEADS, IS_NUMBER, isSame, kept, keepName,
  KEYS, lengthOf, LENGTHS, LENGTHS_KEPT, lookUp, REST, SEEN, SHORT,
} from "./scan-table";
import { digitsEnd, isDigit, slotValue } from "./slot-value";

const HEAD: u32 = 32;

// A key: its number, the object within (from 1), the lists its value is on, its slot (from 1), its length, where it is written,
// whether it is a port, how else it is read: bits of 1 and 2 for the address of an end, 4 for a text of words with names.
const KEY_BYTES: u32 = 32;
const KEYS_PER_OBJECT: u32 = 128;
const ADDRESS: u32 = 3;
const WORDED: u32 = 4;

let objects: u32 = 0;
let keys: u32 = FIRST_ID;
let line: u32 = 0;
let lineEnd: usize = 0;
let hasEscape: bool = false;

/** An object whose keys are read. @returns its number, from 1 */
export function addObject(): u32 {
  addRoot();
  return ++objects;
}

/** A key of an object, whose name is in the input. @returns its number; 0 where there are too many */
export function addKey(object: u32, length: u32, within: u32, lists: u32, slot: u32, isPort: bool, use: u32): u32 {
  if (object * KEYS_PER_OBJECT * KEY_BYTES > <u32>(SEEN - KEYS)) return 0;
  const name = keepName(length);
  if (name === 0) return 0;
  let place = hashOf(name, length) & (KEYS_PER_OBJECT - 1);
  let at = keyAt(object, place);
  for (let probe: u32 = 0; load<u32>(at) !== 0; at = keyAt(object, ++place & (KEYS_PER_OBJECT - 1)))
    if (++probe === KEYS_PER_OBJECT >> 1) return 0;
  store<u32>(at, keys);
  store<u32>(at, within, 4);
  store<u32>(at, lists, 8);
  store<u32>(at, slot, 12);
  store<u32>(at, length, 16);
  store<u32>(at, <u32>name, 20);
  store<u32>(at, isPort, 24);
  store<u32>(at, use, 28);
  hasSlot(slot);
  return keys++;
}

/**
 * Looks at the line between two places of the input; the byte at its end is overwritten. @returns whether it is an object of JSON
 * and nothing in it is left to JSON.parse
 */
export function scan(start: usize, end: usize): bool {
  // A zero is nowhere JSON: no loop needs another end.
  store<u8>(end, 0);
  lineEnd = end;
  line++;
  beginLine();
  beginSteps();
  let at = blanks(start);
  if (load<u8>(at) !== 0x7b) return false;
  at = object(at + 1, 1);
  return at !== 0 && blanks(at) === end && endLine();
}

/**
 * Looks at the line that begins at a place, which has others behind it up to the end of the input. @returns the place behind its end; 0 for
 * one that isn't an object of JSON from its first byte on, that is left to JSON.parse, or whose end isn't there
 */
export function scanNext(start: usize, end: usize): usize {
  if (load<u8>(start) !== 0x7b) return 0;
  store<u8>(end, 0);
  lineEnd = end;
  line++;
  beginLine();
  beginSteps();
  let at = object(start + 1, 1);
  if (at === 0) return 0;
  at = blanks(at);
  return load<u8>(at) === 0x0a && endLine() ? at + 1 : 0;
}

/** Goes through an object. @param at behind its brace @returns the place behind it */
function object(at: usize, number: u32): usize {
  let before = rootOf(number);
  let isFirstKey = true;
  while (true) {
    const step = before === 0 ? 0 : stepAt(before, at);
    let key: usize = 0;
    if (step !== 0) {
      key = keyOf(step);
      at = blanks(behind(step, at));
      before = step;
    } else {
      const from = at;
      at = blanks(at);
      const byte = load<u8>(at);
      if (byte === 0x7d) return at + 1;
      if (!isFirstKey) {
        if (byte !== 0x2c) return 0;
        at = blanks(at + 1);
      }
      if (load<u8>(at) !== 0x22) return 0;
      const name = at + 1;
      hasEscape = false;
      at = stringEnd(name);
      // A key that is written with escapes may be any key.
      if (at === 0 || hasEscape) return 0;
      key = find(number, name, <u32>(at - name));
      at = blanks(at + 1);
      if (load<u8>(at) !== 0x3a) return 0;
      at = blanks(at + 1);
      before = addStep(before, from, at, key);
    }
    isFirstKey = false;
    at = key === 0 ? value(at) : wanted(at, key);
    if (at === 0) return 0;
    if (load<u8>(at) === 0x7d) return at + 1;
  }
}

/** True for a key that the line hasn't had: of several ones the last one counts, and takes back what the others said. */
function isFirst(number: u32): bool {
  const seen = SEEN + (<usize>number << 2);
  if (load<u32>(seen) === line) return false;
  store<u32>(seen, line);
  return true;
}

/** Takes down the value of a key that is read. */
function wanted(at: usize, key: usize): usize {
  const number = load<u32>(key);
  if (!isFirst(number)) return 0;
  const within = load<u32>(key, 4);
  const byte = load<u8>(at);
  const use = load<u32>(key, 28);
  if (use === WORDED) return byte === 0x22 ? worded(at + 1, number, within) : 0;
  if (within !== 0 && byte === 0x7b) {
    const first = blanks(at + 1);
    add(REST, number, load<u8>(first) === 0x7d ? 1 : 2);
    return object(at + 1, within);
  }
  let lists = load<u32>(key, 8);
  const opens = lists !== 0 && (byte === 0x7b || byte === 0x5b);
  const group = opens ? LENGTHS + ((hashOf(at, HEAD) & (HEADS - 1)) << 4) : 0;
  let id: u32 = opens ? knownBy(group, at) : 0;
  const end = id === 0 ? value(at) : at + lengthOf(id);
  if (end === 0) return 0;
  const slot = load<u32>(key, 12);
  if (slot !== 0) {
    const isText = byte === 0x22;
    const kind = slotValue(isText ? at + 1 : at, isText ? end - 1 : end, slot - 1, load<u32>(key, 24) !== 0, isText);
    if (kind === 0) return 0;
    add(REST, number, kind);
  }
  if (lists === 0) return end;
  // Which keys there are, and of what type their values, is for the rest to say.
  if ((lists & (1 << REST)) === 0) add(REST, number, byte);
  const length = <u32>(end - at);
  if (id === 0 && length > SHORT) {
    id = kept(at, length);
    if (id === 0) return 0;
    if (opens) remember(group, length);
  }
  if ((use & ADDRESS) !== 0 && byte === 0x22) address(use, number, at + 1, length - 2);
  for (let list: u32 = 0; lists !== 0; list++, lists >>= 1)
    if (lists & 1) {
      if (id === 0) addBytes(list, number, at, length);
      else add(list, number, IS_NUMBER | id);
    }
  return end;
}

/**
 * Goes through a text of names with one value each behind the object's first name: `Flow Info: Src IP: 10.0.0.1 Proto TCP, Tier ADMIN`.
 * Behind a name there may be a colon, behind a value a comma, and between them is one blank. @param at behind the quote of the text
 * @returns the place behind the text; 0 for anything else
 */
function worded(at: usize, number: u32, object: u32): usize {
  let before = rootOf(object);
  let step = stepAt(before, at);
  if (step !== 0) {
    at = behind(step, at);
    before = step;
  } else {
    const key = nameAt(at, object);
    if (key === 0 || load<u32>(key, 28) !== WORDED) return 0;
    // Behind a name without a colon it isn't seen where the name ends.
    before = load<u8>(nameEnd - 1) === 0x3a ? addStep(before, at, nameEnd, key) : 0;
    at = nameEnd;
  }
  add(REST, number, 1);
  while (true) {
    // A value ends at the first blank or comma, and a name begins a word: so each is where a search from the left finds it.
    if (load<u8>(at) === 0x22) return at + 1;
    step = before === 0 ? 0 : stepAt(before, at);
    let key: usize = 0;
    if (step !== 0) {
      key = keyOf(step);
      at = behind(step, at);
      before = step;
    } else {
      const from = at;
      if (load<u8>(at) !== 0x20) return 0;
      if (load<u8>(++at) === 0x22) return at + 1;
      key = nameAt(at, object);
      if (key === 0 || load<u32>(key, 28) === WORDED) return 0;
      at = nameEnd;
      if (load<u8>(at) !== 0x20) return 0;
      at++;
      before = addStep(before, from, at, key);
    }
    if (!isFirst(load<u32>(key))) return 0;
    const from = at;
    at = wordEnd(at, 0x2c);
    if (at === from || !takeWord(from, at, key)) return 0;
    if (load<u8>(at) === 0x2c) at++;
  }
}

/** Where the name that was found last ends, and the colon behind it. */
let nameEnd: usize = 0;

/** The key of an object that is named at a place by one or two words; 0 for none. */
function nameAt(at: usize, object: u32): usize {
  const first = wordEnd(at, 0x3a);
  let end = first;
  let key = find(object, at, <u32>(end - at));
  if (key === 0 && load<u8>(end) === 0x20) {
    end = wordEnd(end + 1, 0x3a);
    key = find(object, at, <u32>(end - at));
  }
  nameEnd = load<u8>(end) === 0x3a ? end + 1 : end;
  return key;
}

/** The first byte that is a blank or the other stop, or is no printable character of ASCII, or means something in a text of JSON. */
function wordEnd(at: usize, stop: u8): usize {
  while (true) {
    const bytes = v128.load(at);
    const stops = i8x16.bitmask(
      v128.or(
        v128.or(
          v128.or(i8x16.eq(bytes, i8x16.splat(stop)), i8x16.eq(bytes, i8x16.splat(0x22))),
          v128.or(i8x16.eq(bytes, i8x16.splat(0x5c)), i8x16.eq(bytes, i8x16.splat(0x7f))),
        ),
        // What is beyond ASCII is below zero.
        i8x16.le_s(bytes, i8x16.splat(0x20)),
      ),
    );
    if (stops !== 0) return at + ctz(stops);
    at += 16;
  }
}

/** Takes down the value of a name. @returns false for a line that is left to JSON.parse */
function takeWord(from: usize, end: usize, key: usize): bool {
  const number = load<u32>(key);
  const length = <u32>(end - from);
  const slot = load<u32>(key, 12);
  if (slot !== 0) {
    const kind = slotValue(from, end, slot - 1, load<u32>(key, 24) !== 0, true);
    if (kind === 0) return false;
    add(REST, number, kind);
  }
  let lists = load<u32>(key, 8);
  if (lists === 0) return true;
  if ((lists & (1 << REST)) === 0) add(REST, number, 1);
  const use = load<u32>(key, 28);
  if ((use & ADDRESS) !== 0) address(use, number, from, length);
  const id = length > SHORT ? kept(from, length) : 0;
  if (id === 0 && length > SHORT) return false;
  for (let list: u32 = 0; lists !== 0; list++, lists >>= 1)
    if (lists & 1) {
      if (id === 0) addBytes(list, number, from, length);
      else add(list, number, IS_NUMBER | id);
    }
  return true;
}

/**
 * The number of the object or array at a place, if it was met before: bytes that equal those of a whole one are a whole one, so that
 * its end isn't looked for. Values that begin alike have one of a few lengths. 0 where it isn't one of them.
 */
function knownBy(group: usize, at: usize): u32 {
  for (let i: usize = 0; i < LENGTHS_KEPT; i++) {
    const length = load<u32>(group + (i << 2));
    if (length === 0) return 0;
    if (at + length > lineEnd) continue;
    const id = lookUp(at, length, hashOf(at, length));
    if (id !== 0) {
      if (i !== 0) remember(group, length);
      return id;
    }
  }
  return 0;
}

/** Puts a length first among those of values that begin alike. */
function remember(group: usize, length: u32): void {
  let before = length;
  for (let i: usize = 0; i < LENGTHS_KEPT; i++) {
    const own = load<u32>(group + (i << 2));
    store<u32>(group + (i << 2), before);
    if (own === length || own === 0) return;
    before = own;
  }
}

/** Where a key of an object is described; 0 for one that isn't read. */
function find(object: u32, name: usize, length: u32): usize {
  let place = hashOf(name, length) & (KEYS_PER_OBJECT - 1);
  while (true) {
    const at = keyAt(object, place);
    if (load<u32>(at) === 0) return 0;
    if (load<u32>(at, 16) === length && isSame(load<u32>(at, 20), name, length)) return at;
    place = (place + 1) & (KEYS_PER_OBJECT - 1);
  }
}

function keyAt(object: u32, place: u32): usize {
  return KEYS + (<usize>((object - 1) * KEYS_PER_OBJECT + place)) * KEY_BYTES;
}

/** The first byte that is no white space of JSON within a line. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function blanks(at: usize): usize {
  while (true) {
    const byte = load<u8>(at);
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0d && byte !== 0x09)) return at;
    at++;
  }
}

/** The closing quote of a string. @param at after its opening quote */
function stringEnd(at: usize): usize {
  while (true) {
    const bytes = v128.load(at);
    const stops = i8x16.bitmask(
      v128.or(
        v128.or(
          i8x16.eq(bytes, i8x16.splat(0x22)),
          i8x16.eq(bytes, i8x16.splat(0x5c)),
        ),
        i8x16.lt_u(bytes, i8x16.splat(0x20)),
      ),
    );
    if (stops === 0) {
      at += 16;
      continue;
    }
    at += ctz(stops);
    const byte = load<u8>(at);
    if (byte === 0x22) return at;
    if (byte !== 0x5c) return 0;
    hasEscape = true;
    at = escapeEnd(at + 1);
    if (at === 0) return 0;
  }
}

/** The place after an escape. @param at after its backslash */
function escapeEnd(at: usize): usize {
  const byte = load<u8>(at);
  if (byte === 0x75) {
    for (let i: usize = 1; i <= 4; i++) {
      const digit = load<u8>(at + i);
      const letter = digit | 0x20;
      if (!isDigit(digit) && (letter < 0x61 || letter > 0x66)) return 0;
    }
    return at + 5;
  }
  const isKnown =
    byte === 0x22 || byte === 0x5c || byte === 0x2f || byte === 0x62 ||
    byte === 0x66 || byte === 0x6e || byte === 0x72 || byte === 0x74;
  return isKnown ? at + 1 : 0;
}

/** The place after a number, `true`, `false` or `null`. */
function scalarEnd(at: usize, byte: u32): usize {
  if (byte === 0x74) return load<u32>(at) === 0x65757274 ? at + 4 : 0;
  if (byte === 0x66) return load<u32>(at + 1) === 0x65736c61 ? at + 5 : 0;
  if (byte === 0x6e) return load<u32>(at) === 0x6c6c756e ? at + 4 : 0;
  if (byte === 0x2d) at++;
  const first = at;
  at = digitsEnd(at);
  if (at === first || (load<u8>(first) === 0x30 && at > first + 1)) return 0;
  if (load<u8>(at) === 0x2e) {
    const fraction = at + 1;
    at = digitsEnd(fraction);
    if (at === fraction) return 0;
  }
  if ((load<u8>(at) | 0x20) === 0x65) {
    let exponent = at + 1;
    const sign = load<u8>(exponent);
    if (sign === 0x2b || sign === 0x2d) exponent++;
    at = digitsEnd(exponent);
    if (at === exponent) return 0;
  }
  return at;
}

/** Deeper values are left to JSON.parse. */
const DEEPEST: i32 = 60;

/** The place after a value of any kind. */
function value(at: usize): usize {
  // A bit for each value that is open: 1 for an object.
  let kinds: u64 = 0;
  let depth: i32 = 0;
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte === 0x22) {
      at = stringEnd(at + 1);
      if (at === 0) return 0;
      at++;
    } else if (byte === 0x7b || byte === 0x5b) {
      const next = blanks(at + 1);
      if (<u32>load<u8>(next) === byte + 2) at = next + 1;
      else {
        if (++depth > DEEPEST) return 0;
        const isObject = byte === 0x7b;
        kinds = (kinds << 1) | <u64>isObject;
        at = isObject ? keyEnd(next) : next;
        if (at === 0) return 0;
        continue;
      }
    } else {
      at = scalarEnd(at, byte);
      if (at === 0) return 0;
    }
    while (true) {
      if (depth === 0) return at;
      at = blanks(at);
      const after = load<u8>(at++);
      if (after === 0x2c) break;
      if (after !== ((kinds & 1) !== 0 ? <u8>0x7d : <u8>0x5d)) return 0;
      depth--;
      kinds >>= 1;
    }
    at = blanks(at);
    if ((kinds & 1) !== 0) {
      at = keyEnd(at);
      if (at === 0) return 0;
    }
  }
}

/** The place of the value behind a key. */
function keyEnd(at: usize): usize {
  if (load<u8>(at) !== 0x22) return 0;
  at = stringEnd(at + 1);
  if (at === 0) return 0;
  at = blanks(at + 1);
  return load<u8>(at) === 0x3a ? blanks(at + 1) : 0;
}

