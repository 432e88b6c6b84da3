// Counts lines that repeat: whose ends, rest and ports came before, and came to something that is the same for all of them. repeats.ts says
// what each of them is; here only numbers are compared and added.
import { ENTRIES_FOUND, REPEATS, SLOTS_FOUND } from "./scan-table";
import { scanNext } from "./json-scan";

/** What the sink makes of ports, two bytes each: of the one that is reached, and of the client's. */
export const PORT_CLASSES: usize = REPEATS;
const CLIENT_CLASSES: usize = PORT_CLASSES + 0x20000;
/** How lines with one rest are counted: see addRest. */
const RESTS: usize = CLIENT_CLASSES + 0x20000;
const REST_BYTES: usize = 16;
const MOST_RESTS: u32 = 1 << 12;
/** By the hash of a kind its number from 1, 0 where there is none. */
const PLACES: usize = RESTS + <usize>MOST_RESTS * REST_BYTES;
const MOST_KINDS: u32 = 1 << 15;
const FIRST_PLACES: u32 = 1 << 10;
const MOST_PLACES: u32 = MOST_KINDS << 1;
// A kind: both ends, the rest, the classes of both ports; then how many lines, the sum of their counts, the first and the last time.
export const KINDS: usize = PLACES + (<usize>MOST_PLACES << 2);
const KIND_BYTES: usize = 48;
export const REPEATS_END: usize = KINDS + <usize>MOST_KINDS * KIND_BYTES;

const NEEDS_ENDS: u32 = 1;
const NEEDS_PORT: u32 = 2;
const NEEDS_CLIENT: u32 = 4;
/** Bits behind those: whether the first and the last time is one of RFC 3339, and not a number. */
const FIRST_IS_TEXT: u32 = 8;
const LAST_IS_TEXT: u32 = 16;
const NO_SLOT: u32 = 0xff;
/** Greater counts are told one by one, so that sums stay exact. */
const MOST_COUNT: f64 = 16_777_216;
/** See `LONGEST_LINE`. */
const LONGEST: usize = 1 << 20;

let rests: u32 = 0;
let kinds: u32 = 0;
let places: u32 = FIRST_PLACES;
let counted: u32 = 0;
let left: usize = 0;

/** Forgets what is counted. */
export function forgetKinds(): void {
  memory.fill(PLACES, 0, <usize>places << 2);
  places = FIRST_PLACES;
  kinds = 0;
}

/** Forgets what lines with some rest are, too: the values that had it are forgotten before. */
export function forgetRests(): void {
  forgetKinds();
  rests = 0;
}

/** How many lines `countNext` has counted. */
export function countedLines(): u32 {
  return counted;
}

/** The place behind the line at which `countNext` has stopped; 0 where its scan has found none. */
export function leftEnd(): usize {
  return left;
}

/**
 * Says how lines are counted that have the rest of the line that was scanned last. @param needs what they hang on, as bits, and how their
 * times are written @returns its number, from 1; 0 where there are too many
 */
export function addRest(needs: u32, first: u32, last: u32, count: u32, client: u32, port: u32): u32 {
  if (rests >= MOST_RESTS) return 0;
  const at = RESTS + <usize>rests * REST_BYTES;
  store<u32>(at, needs);
  store<u8>(at, first, 4);
  store<u8>(at, last, 5);
  store<u8>(at, count, 6);
  store<u8>(at, client, 7);
  store<u8>(at, port, 8);
  return ++rests;
}

/**
 * Counts lines like the one that was scanned last from now on. @param from what its source is, 0 where nothing hangs on it @param to the same
 * of the destination @param rest of addRest @returns its number, from 0; -1 where there are too many, -2 where it can't be counted
 */
export function addKind(from: u32, to: u32, rest: u32): i32 {
  know(<usize>load<u32>(ENTRIES_FOUND), from);
  know(<usize>load<u32>(ENTRIES_FOUND, 4), to);
  store<u32>(<usize>load<u32>(ENTRIES_FOUND, 12), rest, 12);
  const ports = portsOf(RESTS + <usize>(rest - 1) * REST_BYTES);
  const known = kindAt(from, to, rest, ports);
  if (known !== 0) return -2;
  if (kinds >= MOST_KINDS) return -1;
  const at = KINDS + <usize>kinds * KIND_BYTES;
  store<u32>(at, from);
  store<u32>(at, to, 4);
  store<u32>(at, rest, 8);
  store<u32>(at, ports, 12);
  store<f64>(at, 0, 16);
  store<f64>(at, 0, 24);
  store<f64>(at, Infinity, 32);
  store<f64>(at, -Infinity, 40);
  kinds++;
  put(at, kinds);
  if (kinds << 1 > places && places < MOST_PLACES) grow();
  return kinds - 1;
}

/** Notes of an end that it can be read, and what it is, where that is known. */
function know(entry: usize, end: u32): void {
  if (end !== 0 || load<u32>(entry, 12) === 0) store<u32>(entry, (end << 1) | 1, 12);
}

/**
 * Counts lines that begin at a place and have others behind them up to the end of the input. @returns the place of the first one that isn't
 * counted
 */
export function countNext(start: usize, end: usize): usize {
  counted = 0;
  let at = start;
  while (at < end) {
    left = scanNext(at, end);
    if (left === 0 || left - at > LONGEST || !count()) break;
    counted++;
    at = left;
  }
  return at;
}

function count(): bool {
  const rest = load<u32>(<usize>load<u32>(ENTRIES_FOUND, 12), 12);
  if (rest === 0) return false;
  const how = RESTS + <usize>(rest - 1) * REST_BYTES;
  const needs = load<u32>(how);
  let from = load<u32>(<usize>load<u32>(ENTRIES_FOUND), 12);
  let to = load<u32>(<usize>load<u32>(ENTRIES_FOUND, 4), 12);
  // A line with an end that can't be read is wrong, whatever else it says.
  if (from === 0 || to === 0) return false;
  if ((needs & NEEDS_ENDS) === 0) from = to = 0;
  else {
    from >>= 1;
    to >>= 1;
    if (from === 0 || to === 0) return false;
  }
  const kind = kindAt(from, to, rest, portsOf(how));
  if (kind === 0) return false;
  let sum: f64 = 0;
  const countSlot = <u32>load<u8>(how, 6);
  if (countSlot !== NO_SLOT) {
    sum = slotAt(countSlot);
    if (!(sum <= MOST_COUNT)) return false;
  }
  const firstSlot = <u32>load<u8>(how, 4);
  const lastSlot = <u32>load<u8>(how, 5);
  let first: f64 = 0;
  let last: f64 = 0;
  if (firstSlot !== NO_SLOT) {
    first = timeIn(firstSlot, (needs & FIRST_IS_TEXT) !== 0);
    if (isNaN(first)) return false;
  }
  if (lastSlot !== NO_SLOT) {
    last = lastSlot === firstSlot ? first : timeIn(lastSlot, (needs & LAST_IS_TEXT) !== 0);
    if (isNaN(last)) return false;
  }
  store<f64>(kind, load<f64>(kind, 16) + 1, 16);
  store<f64>(kind, load<f64>(kind, 24) + sum, 24);
  if (first < load<f64>(kind, 32)) store<f64>(kind, first, 32);
  if (last > load<f64>(kind, 40)) store<f64>(kind, last, 40);
  return true;
}

function slotAt(slot: u32): f64 {
  return load<f64>(SLOTS_FOUND + (<usize>slot << 3));
}

/** As `timeIn` of line-rest.ts reads it. */
function timeIn(slot: u32, isText: bool): f64 {
  const value = slotAt(slot);
  if (isText) return value;
  if (!(value >= 0 && value < 1e14)) return NaN;
  return value < 1e11 ? value * 1000 : value;
}

/** The classes of the ports of the line that was scanned last, as far as lines of a kind have the same ones. */
function portsOf(how: usize): u32 {
  const needs = load<u32>(how);
  let classes: u32 = 0;
  if ((needs & NEEDS_PORT) !== 0) {
    const slot = <u32>load<u8>(how, 8);
    if (slot !== NO_SLOT) classes = load<u16>(PORT_CLASSES + (<usize>(<u32>slotAt(slot) & 0xffff) << 1));
  }
  if ((needs & NEEDS_CLIENT) !== 0) {
    const slot = <u32>load<u8>(how, 7);
    if (slot !== NO_SLOT)
      classes |= <u32>load<u16>(CLIENT_CLASSES + (<usize>(<u32>slotAt(slot) & 0xffff) << 1)) << 16;
  }
  return classes;
}

/** Where a kind is; 0 where it isn't there. */
function kindAt(from: u32, to: u32, rest: u32, ports: u32): usize {
  let place = hashOfKind(from, to, rest, ports) & (places - 1);
  while (true) {
    const number = load<u32>(PLACES + (<usize>place << 2));
    if (number === 0) return 0;
    const at = KINDS + <usize>(number - 1) * KIND_BYTES;
    if (
      load<u32>(at) === from && load<u32>(at, 4) === to && load<u32>(at, 8) === rest && load<u32>(at, 12) === ports
    )
      return at;
    place = (place + 1) & (places - 1);
  }
}

function put(at: usize, number: u32): void {
  let place = hashOfKind(load<u32>(at), load<u32>(at, 4), load<u32>(at, 8), load<u32>(at, 12)) & (places - 1);
  while (load<u32>(PLACES + (<usize>place << 2)) !== 0) place = (place + 1) & (places - 1);
  store<u32>(PLACES + (<usize>place << 2), number);
}

function grow(): void {
  places <<= 1;
  memory.fill(PLACES, 0, <usize>places << 2);
  for (let i: u32 = 0; i < kinds; i++) put(KINDS + <usize>i * KIND_BYTES, i + 1);
}

function hashOfKind(from: u32, to: u32, rest: u32, ports: u32): u32 {
  let hash: u64 = ((<u64>from << 32) | to) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 29) ^ ((<u64>rest << 32) | ports)) * 0xbf58476d1ce4e5b9;
  return <u32>(hash >> 32);
}
