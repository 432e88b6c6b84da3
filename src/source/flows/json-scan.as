// The scanner of lines of JSON, in AssemblyScript: compiled to WebAssembly by the build, used by json-scan.ts, which says what it is
// for and lays out its memory. It looks at every byte of a line, sixteen at a time within strings, and checks that it is JSON.
// A place of 0 stands for a line that it leaves to JSON.parse: what is no JSON, and what is rare.

const WORDS: usize = 0x20000;
const KEYS: usize = 0x30000;
/** How many lists have come in each place. */
const COUNTS: usize = 0x10500;
const SEEN: usize = 0x50000;
const LISTED: usize = 0x60000;
const LIST_BYTES: usize = 0x10000;
/** Values of so few bytes are on a list themselves: most are, and looking their number up takes longer. */
const SHORT: u32 = 32;
/** Tells a value's number from its length. */
const IS_NUMBER: u32 = 1 << 31;
/** Lengths of objects and arrays by the hash of how they begin, the last ones first; 0 where there are no more. */
const LENGTHS: usize = 0xa0000;
const LENGTHS_KEPT: usize = 4;
const HEADS: u32 = 1 << 13;
const HEAD: u32 = 32;
const TABLE: usize = 0x100000;
const MOST_PLACES: u32 = 1 << 19;
/** A small table stays near: it grows with what is in it. */
const FIRST_PLACES: u32 = 1 << 12;
const ENTRIES: usize = TABLE + (<usize>MOST_PLACES << 2);
const MOST_ENTRIES: u32 = 1 << 18;
const ARENA: usize = ENTRIES + (<usize>MOST_ENTRIES << 4);
const ARENA_BYTES: usize = 32 << 20;
/** Lines are looked at here. */
export const INPUT: usize = ARENA + ARENA_BYTES;
export const INPUT_BYTES: usize = 4 << 20;
/** Behind the input there are bytes that may be read, and mean nothing. */
const END: usize = INPUT + INPUT_BYTES + 64;

/** What a scan found: the numbers of the lists, then the values of the slots. */
export const LISTS_FOUND: usize = 0x10000;
export const SLOTS_FOUND: usize = 0x10100;
/** How each slot's value was written: see slotValue. */
export const KINDS_FOUND: usize = 0x10400;
export const SLOTS: usize = 64;
export const LISTS: usize = 4;
/** The number of the last one. */
const REST: u32 = 3;

/** Numbers of keys and of states of an object are told from those of values, which begin here. */
const FIRST_ID: u32 = 16;
const PROBES: u32 = 16;
const NO_PLACE: u32 = 0xffffffff;
const PRIME: u64 = 0x9e3779b97f4a7c15;

// A key: its number, the object within (from 1), the lists its value is on, its slot (from 1), its length, where it is written,
// whether it is a port.
const KEY_BYTES: u32 = 32;
const KEYS_PER_OBJECT: u32 = 128;

let objects: u32 = 0;
let keys: u32 = FIRST_ID;
let words: usize = WORDS;
let line: u32 = 0;
let entries: u32 = FIRST_ID;
let arena: usize = ARENA;
let places: u32 = FIRST_PLACES;
let lineEnd: usize = 0;
let emptyPlace: u32 = 0;
let hasEscape: bool = false;
let full: bool = false;

/** Grows the memory to what is used. */
export function begin(): void {
  const pages = <i32>((END + 0xffff) >> 16);
  const more = pages - memory.size();
  if (more > 0) memory.grow(more);
}

/** An object whose keys are read. @returns its number, from 1 */
export function addObject(): u32 {
  return ++objects;
}

/** A key of an object, whose name is in the input. @returns its number; 0 where there are too many */
export function addKey(object: u32, length: u32, within: u32, lists: u32, slot: u32, isPort: bool): u32 {
  if (object * KEYS_PER_OBJECT * KEY_BYTES > <u32>(SEEN - KEYS) || words + length + 8 > KEYS) return 0;
  memory.copy(words, INPUT, length);
  let place = hashOf(words, length) & (KEYS_PER_OBJECT - 1);
  let at = keyAt(object, place);
  for (let probe: u32 = 0; load<u32>(at) !== 0; at = keyAt(object, ++place & (KEYS_PER_OBJECT - 1)))
    if (++probe === KEYS_PER_OBJECT >> 1) return 0;
  store<u32>(at, keys);
  store<u32>(at, within, 4);
  store<u32>(at, lists, 8);
  store<u32>(at, slot, 12);
  store<u32>(at, length, 16);
  store<u32>(at, <u32>words, 20);
  store<u32>(at, isPort, 24);
  words += (length + 8 + 7) & ~7;
  return keys++;
}

/** Forgets all values. */
export function forget(): void {
  memory.fill(TABLE, 0, places << 2);
  places = FIRST_PLACES;
  memory.fill(COUNTS, 0, LISTS << 2);
  memory.fill(LENGTHS, 0, HEADS << 4);
  entries = FIRST_ID;
  arena = ARENA;
  full = false;
}

/** True where no more values fit. */
export function isFull(): bool {
  return full;
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
  for (let list: usize = 0; list < LISTS; list++) {
    // No value begins so, and no other list.
    store<u64>(LISTED + list * LIST_BYTES, list + 1);
    store<u32>(LISTS_FOUND + (list << 2), 8);
  }
  memory.fill(SLOTS_FOUND, 0xff, SLOTS << 3);
  let at = blanks(start);
  if (load<u8>(at) !== 0x7b) return false;
  at = object(blanks(at + 1), 1);
  if (at === 0 || blanks(at) !== end) return false;
  for (let list: usize = 0; list < LISTS; list++) {
    const id = kept(LISTED + list * LIST_BYTES, load<u32>(LISTS_FOUND + (list << 2)));
    if (id === 0) return false;
    store<u32>(LISTS_FOUND + (list << 2), numberOf(id, list));
  }
  return true;
}

/** Goes through an object. @param at behind its brace and blanks @returns the place behind it */
function object(at: usize, number: u32): usize {
  if (load<u8>(at) === 0x7d) return at + 1;
  while (true) {
    if (load<u8>(at) !== 0x22) return 0;
    const name = at + 1;
    hasEscape = false;
    at = stringEnd(name);
    // A key that is written with escapes may be any key.
    if (at === 0 || hasEscape) return 0;
    const key = find(number, name, <u32>(at - name));
    at = blanks(at + 1);
    if (load<u8>(at) !== 0x3a) return 0;
    at = blanks(at + 1);
    at = key === 0 ? value(at) : wanted(at, key);
    if (at === 0) return 0;
    at = blanks(at);
    const after = load<u8>(at);
    if (after === 0x7d) return at + 1;
    if (after !== 0x2c) return 0;
    at = blanks(at + 1);
  }
}

/** Takes down the value of a key that is read. */
function wanted(at: usize, key: usize): usize {
  const number = load<u32>(key);
  // Of several keys the last one counts, and takes back what the others said.
  const seen = SEEN + (<usize>number << 2);
  if (load<u32>(seen) === line) return 0;
  store<u32>(seen, line);
  const within = load<u32>(key, 4);
  const byte = load<u8>(at);
  if (within !== 0 && byte === 0x7b) {
    const first = blanks(at + 1);
    add(REST, number, load<u8>(first) === 0x7d ? 1 : 2);
    return object(first, within);
  }
  let lists = load<u32>(key, 8);
  const opens = lists !== 0 && (byte === 0x7b || byte === 0x5b);
  const group = opens ? LENGTHS + ((hashOf(at, HEAD) & (HEADS - 1)) << 4) : 0;
  let id: u32 = opens ? knownBy(group, at) : 0;
  const end = id === 0 ? value(at) : at + load<u32>(ENTRIES + (<usize>id << 4), 4);
  if (end === 0) return 0;
  const slot = load<u32>(key, 12);
  if (slot !== 0) {
    const kind = slotValue(at, end, slot - 1, load<u32>(key, 24) !== 0);
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
  for (let list: u32 = 0; lists !== 0; list++, lists >>= 1)
    if (lists & 1) {
      if (id === 0) addBytes(list, number, at, length);
      else add(list, number, IS_NUMBER | id);
    }
  return end;
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

/** Puts a key and the number of its value on a list: there is room for each key once. */
function add(list: u32, key: u32, id: u32): void {
  const length = LISTS_FOUND + (<usize>list << 2);
  const at = load<u32>(length);
  store<u64>(LISTED + <usize>list * LIST_BYTES + at, (<u64>key << 32) | id);
  store<u32>(length, at + 8);
}

/** Puts a key and its value on a list, with zeros behind it. */
function addBytes(list: u32, key: u32, from: usize, size: u32): void {
  const length = LISTS_FOUND + (<usize>list << 2);
  let at = load<u32>(length);
  const place = LISTED + <usize>list * LIST_BYTES;
  store<u64>(place + at, (<u64>key << 32) | size);
  at += 8;
  let left = size;
  for (; left >= 8; left -= 8, at += 8, from += 8) store<u64>(place + at, load<u64>(from));
  if (left !== 0) {
    store<u64>(place + at, load<u64>(from) & ((<u64>1 << (<u64>left << 3)) - 1));
    at += 8;
  }
  store<u32>(length, at);
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

/** The number of some bytes: the same for the same bytes, until all are forgotten; 0 where there is no room. */
function kept(from: usize, length: u32): u32 {
  const hash = hashOf(from, length);
  const known = lookUp(from, length, hash);
  return known !== 0 || emptyPlace === NO_PLACE ? known : keep(from, length, hash, emptyPlace);
}

/** The number of some bytes; 0 where they weren't met before: then `emptyPlace` is where they would be, or NO_PLACE. */
function lookUp(from: usize, length: u32, hash: u32): u32 {
  emptyPlace = NO_PLACE;
  let place = hash & (places - 1);
  for (let probe: u32 = 0; probe < PROBES; probe++, place = (place + 1) & (places - 1)) {
    const id = load<u32>(TABLE + (<usize>place << 2));
    if (id === 0) {
      emptyPlace = place;
      return 0;
    }
    const entry = ENTRIES + (<usize>id << 4);
    if (
      load<u32>(entry) === hash &&
      load<u32>(entry, 4) === length &&
      isSame(load<u32>(entry, 8), from, length)
    )
      return id;
  }
  return 0;
}

/** The number of a list among those that have come in its place. */
function numberOf(id: u32, list: usize): u32 {
  const entry = ENTRIES + (<usize>id << 4);
  const known = load<u32>(entry, 12);
  if (known !== 0) return known - 1;
  const next = COUNTS + (list << 2);
  const number = load<u32>(next);
  store<u32>(next, number + 1);
  store<u32>(entry, number + 1, 12);
  return number;
}

function keep(from: usize, length: u32, hash: u32, place: u32): u32 {
  const size = (<usize>length + 15) & ~7;
  if (entries >= MOST_ENTRIES || arena + size > ARENA + ARENA_BYTES) {
    full = true;
    return 0;
  }
  const entry = ENTRIES + (<usize>entries << 4);
  store<u32>(entry, hash);
  store<u32>(entry, length, 4);
  store<u32>(entry, <u32>arena, 8);
  store<u32>(entry, 0, 12);
  memory.copy(arena, from, length);
  arena += size;
  store<u32>(TABLE + (<usize>place << 2), entries);
  const id = entries++;
  if (entries << 1 > places && places < MOST_PLACES) grow();
  return id;
}

/** Makes the table twice as large. What finds no place among those that are looked at is met as new when it comes again. */
function grow(): void {
  places <<= 1;
  memory.fill(TABLE, 0, places << 2);
  for (let id = FIRST_ID; id < entries; id++) {
    let place = load<u32>(ENTRIES + (<usize>id << 4)) & (places - 1);
    for (let probe: u32 = 0; probe < PROBES; probe++, place = (place + 1) & (places - 1)) {
      if (load<u32>(TABLE + (<usize>place << 2)) !== 0) continue;
      store<u32>(TABLE + (<usize>place << 2), id);
      break;
    }
  }
}

function hashOf(from: usize, length: u32): u32 {
  let hash: u64 = <u64>length * PRIME;
  let at = from;
  let left = length;
  if (left >= 32) {
    // Two at a time: a multiplication takes longer than it takes to begin another one.
    let other: u64 = PRIME;
    for (; left >= 16; left -= 16, at += 16) {
      hash = rotr<u64>((hash ^ load<u64>(at)) * PRIME, 29);
      other = rotr<u64>((other ^ load<u64>(at, 8)) * PRIME, 31);
    }
    hash ^= other;
  }
  for (; left >= 8; left -= 8, at += 8) hash = rotr<u64>((hash ^ load<u64>(at)) * PRIME, 29);
  if (left !== 0) hash = (hash ^ (load<u64>(at) & ((<u64>1 << (<u64>left << 3)) - 1))) * PRIME;
  return <u32>(hash >> 32) ^ <u32>(hash >> 15);
}

function isSame(a: usize, b: usize, length: u32): bool {
  let left = length;
  for (; left >= 16; left -= 16, a += 16, b += 16)
    if (v128.any_true(v128.xor(v128.load(a), v128.load(b)))) return false;
  if (left >= 8) {
    if (load<u64>(a) !== load<u64>(b)) return false;
    left -= 8;
    a += 8;
    b += 8;
  }
  return left === 0 || ((load<u64>(a) ^ load<u64>(b)) << ((8 - <u64>left) << 3)) === 0;
}

/** The first byte that is no white space of JSON. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function blanks(at: usize): usize {
  while (true) {
    const byte = load<u8>(at);
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return at;
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

// @ts-ignore: a decorator of AssemblyScript
@inline
function isDigit(byte: u32): bool {
  return byte - 0x30 <= 9;
}

function digitsEnd(at: usize): usize {
  while (isDigit(load<u8>(at))) at++;
  return at;
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

/**
 * Takes down a number or time. @returns 1 for a number, 2 for one as a text, 3 for a time, 4 and 5 for a number and a text of 0,
 * 6 and 7 of 1; 0 for anything else
 */
function slotValue(from: usize, end: usize, slot: u32, isPort: bool): u32 {
  const place = SLOTS_FOUND + (<usize>slot << 3);
  const isText = load<u8>(from) === 0x22;
  const first = isText ? from + 1 : from;
  const last = isText ? end - 1 : end;
  if (last === first) return 0;
  if (digitsEnd(first) >= last) {
    if (last - first > 15) return 0;
    const number = digits(first, last);
    if (isPort && number > 0xffff) return 0;
    store<f64>(place, <f64>number);
    const kind: u32 = (isText ? 2 : 1) + (number === 0 ? 3 : number === 1 ? 5 : 0);
    store<u8>(KINDS_FOUND + slot, kind);
    return kind;
  }
  if (!isText) return 0;
  const time = timeOf(first, last);
  if (isNaN(time)) return 0;
  store<f64>(place, time);
  store<u8>(KINDS_FOUND + slot, 3);
  return 3;
}

function digits(from: usize, end: usize): u64 {
  let number: u64 = 0;
  for (let at = from; at < end; at++) number = number * 10 + (load<u8>(at) - 0x30);
  return number;
}

/** Two digits; something beyond 99 for anything else. */
function two(at: usize): u32 {
  const tens = <u32>load<u8>(at) - 0x30;
  const ones = <u32>load<u8>(at + 1) - 0x30;
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : 1000;
}

/** Milliseconds since 1970 of a time of RFC 3339 in UTC; not a number for anything else. As `readTime` reads it, to the last bit. */
function timeOf(from: usize, end: usize): f64 {
  if (end - from < 20) return NaN;
  const century = two(from);
  const year = two(from + 2);
  const month = two(from + 5);
  const day = two(from + 8);
  const hour = two(from + 11);
  const minute = two(from + 14);
  const second = two(from + 17);
  const separator = load<u8>(from + 10);
  if (
    century > 99 || year > 99 || month - 1 > 11 || day - 1 > 30 || hour > 23 || minute > 59 || second > 60 ||
    load<u8>(from + 4) !== 0x2d || load<u8>(from + 7) !== 0x2d ||
    (separator !== 0x54 && separator !== 0x74 && separator !== 0x20) ||
    load<u8>(from + 13) !== 0x3a || load<u8>(from + 16) !== 0x3a ||
    (load<u8>(end - 1) | 0x20) !== 0x7a
  )
    return NaN;
  const days = daysTo(<i32>(century * 100 + year), <i32>month, <i32>day);
  if (days < 0) return NaN;
  let fraction: f64 = 0;
  const point = from + 19;
  if (load<u8>(point) === 0x2e) {
    const last = digitsEnd(point + 1);
    const count = <i32>(last - point - 1);
    if (last !== end - 1 || count < 1 || count > 9) return NaN;
    let scale: f64 = 1;
    for (let i = 0; i < count; i++) scale *= 10;
    fraction = (<f64>digits(point + 1, last) / scale) * 1000;
  } else if (point !== end - 1) return NaN;
  const milliseconds = (<f64>days * 86400 + <f64>(hour * 3600 + minute * 60 + second)) * 1000;
  return milliseconds + fraction;
}

/** Days from 1970 to a day; below 0 for days before, and for what is no day. */
function daysTo(year: i32, month: i32, day: i32): i32 {
  const isLeap = (year & 3) === 0 && (year % 100 !== 0 || year % 400 === 0);
  const most = month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  if (year < 1970 || day > most) return -1;
  // Years that begin in March, so that the day that leap years have is the last one.
  const y = month <= 2 ? year - 1 : year;
  const m = month <= 2 ? month + 9 : month - 3;
  return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1 - 719468;
}
