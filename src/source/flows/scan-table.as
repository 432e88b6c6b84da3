// What the scanners of lines have in common, in AssemblyScript: the table of values, the lists of what a line has, its numbers and times.
// Compiled to WebAssembly by the build; part-scan.ts says what it is for and lays out its memory.

const WORDS: usize = 0x20000;
export const KEYS: usize = 0x30000;
/** How many lists have come in each place. */
const COUNTS: usize = 0x10500;
export const SEEN: usize = 0x50000;
const LISTED: usize = 0x60000;
const LIST_BYTES: usize = 0x10000;
/** A list without one of its values. */
const STEM: usize = 0xc0000;
/** The columns of lines of cells. */
export const COLUMNS: usize = 0xd0000;
/** What stood before values: see expected-keys.as. */
export const EXPECTED: usize = 0xe0000;
export const EXPECTED_END: usize = 0x100000;
/** Values of so few bytes are on a list themselves: most are, and looking their number up takes longer. */
export const SHORT: u32 = 32;
/** Tells a value's number from its length. */
export const IS_NUMBER: u32 = 1 << 31;
/** Tells what else is noted with a key, such as how its value is written, from a value's length; below the numbers of values. */
const IS_WORD: u32 = 1 << 30;
/** Lengths of objects and arrays by the hash of how they begin, the last ones first; 0 where there are no more. */
export const LENGTHS: usize = 0xa0000;
export const LENGTHS_KEPT: usize = 4;
export const HEADS: u32 = 1 << 13;
/** Places of a hash and a number, eight bytes together. */
const TABLE: usize = 0x100000;
const MOST_PLACES: u32 = 1 << 19;
/** A small table stays near: it grows with what is in it. */
const FIRST_PLACES: u32 = 1 << 12;
const MOST_ENTRIES: u32 = 1 << 18;
/**
 * Values with what is known of them before them: their hash, length, the number of a list, and what a line with it is counted as (see
 * repeats.as). A value's own number is an eighth of its place.
 */
const ARENA: usize = TABLE + (<usize>MOST_PLACES << 3);
const ENTRY_HEAD: usize = 16;
const ARENA_BYTES: usize = 32 << 20;
/** Lines are looked at here. */
export const INPUT: usize = ARENA + ARENA_BYTES;
export const INPUT_BYTES: usize = 4 << 20;
/** Behind the input there are bytes that may be read, and mean nothing. Then there is what counts lines that repeat. */
export const REPEATS: usize = INPUT + INPUT_BYTES + 64;
const REPEATS_BYTES: usize = 3 << 20;
const END: usize = REPEATS + REPEATS_BYTES;

/** What a scan found: the numbers of the lists, then the values of the slots. */
export const LISTS_FOUND: usize = 0x10000;
export const SLOTS_FOUND: usize = 0x10100;
/** How each slot's value was written: see slotValue. */
export const KINDS_FOUND: usize = 0x10400;
/** The address of the source and of the destination: where it is in the memory, its length, and its key. */
export const TEXTS_FOUND: usize = 0x10600;
const TEXT_BYTES: usize = 12;
export const SLOTS: usize = 64;
export const LISTS: usize = 4;
/** Lists without the address of an end are numbered by themselves. */
const STEMS: usize = 2;
/** The number of the last list. */
export const REST: u32 = 3;

/** Numbers of keys and of states of an object are told from those of values, which begin here. */
export const FIRST_ID: u32 = 16;
const PROBES: u32 = 16;
export const NO_PLACE: u32 = 0xffffffff;
const PRIME: u64 = 0x9e3779b97f4a7c15;

let words: usize = WORDS;
let entries: u32 = 0;
let arena: usize = ARENA;
let places: u32 = FIRST_PLACES;
let emptyPlace: u32 = 0;
let full: bool = false;
/** How many slots lines have. */
let slots: usize = 0;

/** Grows the memory to what is used. */
export function begin(): void {
  const pages = <i32>((END + 0xffff) >> 16);
  const more = pages - memory.size();
  if (more > 0) memory.grow(more);
  memory.fill(SLOTS_FOUND, 0xff, SLOTS << 3);
}

/** Lines have this slot, from 1; 0 for none. */
export function hasSlot(slot: u32): void {
  if (slot > slots) slots = slot;
}

/** Forgets all values. */
export function forget(): void {
  memory.fill(TABLE, 0, <usize>places << 3);
  places = FIRST_PLACES;
  memory.fill(COUNTS, 0, (LISTS + STEMS) << 2);
  memory.fill(LENGTHS, 0, HEADS << 4);
  entries = 0;
  arena = ARENA;
  full = false;
}

/** True where no more values fit. */
export function isFull(): bool {
  return full;
}

/** Keeps the name of a key, which is in the input. @returns where; 0 where there is no room */
export function keepName(length: u32): usize {
  if (words + length + 8 > KEYS) return 0;
  const at = words;
  memory.copy(at, INPUT, length);
  words += (length + 8 + 7) & ~7;
  return at;
}

/** Begins a line: nothing was found in it yet. */
export function beginLine(): void {
  lastRank = 0;
  for (let list: usize = 0; list < LISTS; list++) {
    // No value begins so, and no other list.
    store<u64>(LISTED + list * LIST_BYTES, list + 1);
    store<u32>(LISTS_FOUND + (list << 2), 8);
    store<u64>(HASHES + (list << 4), (<u64>list + 1) * PRIME);
    // The rank of the last key, and whether it or one before it has come behind one of a greater rank.
    store<u64>(HASHES + (list << 4), 0, 8);
  }
  for (let slot: usize = 0; slot < slots; slot++) store<i64>(SLOTS_FOUND + (slot << 3), -1);
  store<u32>(TEXTS_FOUND, 0, 8);
  store<u32>(TEXTS_FOUND + TEXT_BYTES, 0, 8);
}

/** Ends a line: each list gets its number. @returns false where there is no room */
export function endLine(): bool {
  for (let list: usize = 0; list < LISTS; list++)
    if (load<u32>(HASHES + (list << 4), 12) !== 0 && !sortList(list)) return false;
  // All are looked for before any is compared: what isn't near comes at once.
  const source = placeOf(0);
  const destination = placeOf(1);
  const shared = placeOf(2);
  const rest = placeOf(3);
  const sourceLength = lengthOf(<u32>(source >> 32));
  const destinationLength = lengthOf(<u32>(destination >> 32));
  const sharedLength = lengthOf(<u32>(shared >> 32));
  const restLength = lengthOf(<u32>(rest >> 32));
  return (
    endList(0, source, sourceLength) && endList(1, destination, destinationLength) &&
    endList(2, shared, sharedLength) && endList(3, rest, restLength)
  );
}

/** What is in the place where a list is looked for first. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function placeOf(list: usize): u64 {
  return load<u64>(TABLE + (<usize>(listHash(list) & (places - 1)) << 3));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function listHash(list: usize): u32 {
  const hash = load<u64>(HASHES + (list << 4));
  return <u32>(hash >> 32) ^ <u32>(hash >> 15);
}

/** @param place what is where the list is looked for first @param length of the value that is there */
function endList(list: usize, place: u64, length: u32): bool {
  const size = load<u32>(LISTS_FOUND + (list << 2));
  const hash = listHash(list);
  const from = LISTED + list * LIST_BYTES;
  let id = <u32>(place >> 32);
  if (id === 0 || <u32>place !== hash || length !== size || !isSame((<usize>id << 3) + ENTRY_HEAD, from, size)) {
    // A list before it may have made the table another one.
    id = lookUp(from, size, hash);
    if (id === 0 && emptyPlace !== NO_PLACE) id = keep(from, size, hash, emptyPlace);
    if (id === 0) return false;
  }
  store<u32>(LISTS_FOUND + (list << 2), numberOf(id, list));
  store<u32>(SIZES + (list << 2), size);
  store<u32>(ENTRIES_FOUND + (list << 2), id << 3);
  return true;
}

/** The hash of each list of the line as far as it has come, the key that it was given last, and whether its keys are out of order. */
const HASHES: usize = 0x10740;

/**
 * Brings the keys of a list into one order: a line means the same in whatever order its keys come.
 * @returns false for a list that is too long
 */
function sortList(list: usize): bool {
  const from = LISTED + list * LIST_BYTES;
  const size = <usize>load<u32>(LISTS_FOUND + (list << 2));
  // Below are the keys with their places, above is the new list.
  const sorted = STEM + (LIST_BYTES >> 1);
  if (size > LIST_BYTES >> 1) return false;
  let end = STEM;
  for (let at: usize = 8; at < size; at += sizeInList(load<u32>(from + at))) {
    const key = load<u32>(from + at, 4);
    const rank = load<u32>(RANKS + (<usize>key << 2));
    // Two bytes for the place: the list is that short. Keys of one rank are in the order of their numbers.
    const item = (<u64>rank << 32) | (<u64>key << 16) | <u64>at;
    let place = end;
    for (; place > STEM && load<u64>(place - 8) > item; place -= 8) store<u64>(place, load<u64>(place - 8));
    store<u64>(place, item);
    end += 8;
  }
  let to = sorted + 8;
  for (let item = STEM; item < end; item += 8) {
    const at = from + <usize>(load<u64>(item) & 0xffff);
    const length = sizeInList(load<u32>(at));
    memory.copy(to, at, length);
    to += length;
  }
  memory.copy(from + 8, sorted + 8, size - 8);
  let hash = (<u64>list + 1) * PRIME;
  for (let at: usize = 8; at < size; at += 8) hash = hashed(hash, load<u64>(from + at));
  store<u64>(HASHES + (list << 4), hash);
  return true;
}

/** What a value takes in a list, with its key. @param value its number, or its length */
function sizeInList(value: u32): usize {
  return 8 + (value >= IS_WORD ? 0 : (<usize>value + 7) & ~7);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function hashed(hash: u64, word: u64): u64 {
  return rotr<u64>((hash ^ word) * PRIME, 29);
}

/** The bytes of each list of the line that was scanned last. */
const SIZES: usize = 0x10700;

/** Where the values are that the lists of the line that was scanned last are. */
export const ENTRIES_FOUND: usize = 0x10720;

/** Notes where the address of an end is: the first one of a line. @param side 1 for the source, 2 for the destination */
export function address(side: u32, key: u32, at: usize, length: u32): void {
  const text = TEXTS_FOUND + <usize>(side - 1) * TEXT_BYTES;
  if (load<u32>(text, 8) !== 0) return;
  store<u32>(text, <u32>at);
  store<u32>(text, length, 4);
  store<u32>(text, key, 8);
}

/**
 * The number of the list of an end (0 for the source, 1 for the destination) of the line that was scanned last without its address,
 * from 1; 0 where it has none, or there is no room.
 */
export function stemOf(list: u32): u32 {
  const key = load<u32>(TEXTS_FOUND + <usize>list * TEXT_BYTES, 8);
  if (key === 0) return 0;
  const from = LISTED + <usize>list * LIST_BYTES;
  const end = from + load<u32>(SIZES + (<usize>list << 2));
  store<u64>(STEM, LISTS + list + 1);
  let to = STEM + 8;
  for (let at = from + 8; at < end;) {
    const own = load<u64>(at);
    const value = <u32>own;
    const size = sizeInList(value);
    if (<u32>(own >> 32) !== key) {
      memory.copy(to, at, size);
      to += size;
    } else {
      // That it has an address is a part of what is left.
      store<u64>(to, <u64>key << 32);
      to += 8;
    }
    at += size;
  }
  const id = kept(STEM, <u32>(to - STEM));
  return id === 0 ? 0 : numberOf(id, LISTS + list) + 1;
}

/** Puts a key on a list with the number of its value, or with something else that is noted: there is room for each key a few times. */
export function add(list: u32, key: u32, id: u32): void {
  const length = LISTS_FOUND + (<usize>list << 2);
  const hash = HASHES + (<usize>list << 4);
  const at = load<u32>(length);
  const word = (<u64>key << 32) | (id & IS_NUMBER ? id : id | IS_WORD);
  store<u64>(LISTED + <usize>list * LIST_BYTES + at, word);
  store<u32>(length, at + 8);
  store<u64>(hash, hashed(load<u64>(hash), word));
  noteKey(hash, key);
}

/** Puts a key and its value on a list, with zeros behind it. */
export function addBytes(list: u32, key: u32, from: usize, size: u32): void {
  const length = LISTS_FOUND + (<usize>list << 2);
  const state = HASHES + (<usize>list << 4);
  let at = LISTED + <usize>list * LIST_BYTES + load<u32>(length);
  let word = (<u64>key << 32) | size;
  let hash = hashed(load<u64>(state), word);
  store<u64>(at, word);
  at += 8;
  let left = size;
  for (; left >= 8; left -= 8, at += 8, from += 8) {
    word = load<u64>(from);
    store<u64>(at, word);
    hash = hashed(hash, word);
  }
  if (left !== 0) {
    word = load<u64>(from) & ((<u64>1 << (<u64>left << 3)) - 1);
    store<u64>(at, word);
    hash = hashed(hash, word);
    at += 8;
  }
  store<u32>(length, <u32>(at - (LISTED + <usize>list * LIST_BYTES)));
  store<u64>(state, hash);
  noteKey(state, key);
}

/** Notes which key a list was given last. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function noteKey(state: usize, key: u32): void {
  let rank = load<u32>(RANKS + (<usize>key << 2));
  if (rank === 0) rank = newRank(key);
  if (rank < load<u32>(state, 8)) store<u32>(state, 1, 12);
  store<u32>(state, rank, 8);
  lastRank = rank;
}

/** By the number of a key, where it belongs in a list: in the order in which lines had them, so that most lists are in order as they are. */
const RANKS: usize = 0x10800;
const MOST_KEYS: usize = 1 << 12;
const RANK_STEP: u32 = 1 << 22;
/** The rank of the key of the line that was met last. */
let lastRank: u32 = 0;

/** A key that no line had: it comes behind the one before it. No list has it yet, so that no list is another one now. */
function newRank(key: u32): u32 {
  let next: u32 = 0xffffffff;
  let last: u32 = 0;
  for (let at = RANKS; at < RANKS + (MOST_KEYS << 2); at += 4) {
    const rank = load<u32>(at);
    if (rank > lastRank && rank < next) next = rank;
    if (rank > last) last = rank;
  }
  let rank = lastRank + ((next - lastRank) >> 1);
  if (next === 0xffffffff) rank = last < 0xffffffff - RANK_STEP ? last + RANK_STEP : last + ((next - last) >> 1);
  // Where there is no room between two, it has their order by its number alone.
  else if (rank === lastRank) rank = next;
  store<u32>(RANKS + (<usize>key << 2), rank);
  return rank;
}

/** The number of some bytes: the same for the same bytes, until all are forgotten; 0 where there is no room. */
export function kept(from: usize, length: u32): u32 {
  const hash = hashOf(from, length);
  const known = lookUp(from, length, hash);
  return known !== 0 || emptyPlace === NO_PLACE ? known : keep(from, length, hash, emptyPlace);
}

/** The number of some bytes; 0 where they weren't met before: then `emptyPlace` is where they would be, or NO_PLACE. */
export function lookUp(from: usize, length: u32, hash: u32): u32 {
  emptyPlace = NO_PLACE;
  let place = hash & (places - 1);
  for (let probe: u32 = 0; probe < PROBES; probe++, place = (place + 1) & (places - 1)) {
    const at = TABLE + (<usize>place << 3);
    const id = load<u32>(at, 4);
    if (id === 0) {
      emptyPlace = place;
      return 0;
    }
    if (load<u32>(at) === hash && lengthOf(id) === length && isSame((<usize>id << 3) + ENTRY_HEAD, from, length)) return id;
  }
  return 0;
}

/** The length of a value. */
export function lengthOf(id: u32): u32 {
  return load<u32>(<usize>id << 3, 4);
}

/** The number of a list among those that have come in its place. */
function numberOf(id: u32, list: usize): u32 {
  const entry = <usize>id << 3;
  const known = load<u32>(entry, 8);
  if (known !== 0) return known - 1;
  const next = COUNTS + (list << 2);
  const number = load<u32>(next);
  store<u32>(next, number + 1);
  store<u32>(entry, number + 1, 8);
  return number;
}

function keep(from: usize, length: u32, hash: u32, place: u32): u32 {
  const size = sizeOf(length);
  if (entries >= MOST_ENTRIES || arena + size > ARENA + ARENA_BYTES) {
    full = true;
    return 0;
  }
  const id = <u32>(arena >> 3);
  store<u32>(arena, hash);
  store<u32>(arena, length, 4);
  store<u64>(arena, 0, 8);
  memory.copy(arena + ENTRY_HEAD, from, length);
  arena += size;
  put(place, hash, id);
  entries++;
  if (entries << 1 > places && places < MOST_PLACES) grow();
  return id;
}

function put(place: u32, hash: u32, id: u32): void {
  const at = TABLE + (<usize>place << 3);
  store<u32>(at, hash);
  store<u32>(at, id, 4);
}

/** What a value takes, with bytes behind it that may be read. */
function sizeOf(length: u32): usize {
  return ENTRY_HEAD + ((<usize>length + 15) & ~7);
}

/** Makes the table twice as large. What finds no place among those that are looked at is met as new when it comes again. */
function grow(): void {
  places <<= 1;
  memory.fill(TABLE, 0, <usize>places << 3);
  for (let at = ARENA; at < arena; at += sizeOf(load<u32>(at, 4))) {
    const hash = load<u32>(at);
    let place = hash & (places - 1);
    for (let probe: u32 = 0; probe < PROBES; probe++, place = (place + 1) & (places - 1)) {
      if (load<u32>(TABLE + (<usize>place << 3), 4) !== 0) continue;
      put(place, hash, <u32>(at >> 3));
      break;
    }
  }
}

export function hashOf(from: usize, length: u32): u32 {
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

export function isSame(a: usize, b: usize, length: u32): bool {
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
