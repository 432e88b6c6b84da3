// The numbers and times of lines: what a text of digits, a fraction or a time of RFC 3339 is.
import { KINDS_FOUND, SLOTS_FOUND } from "./scan-table";

// @ts-ignore: a decorator of AssemblyScript
@inline
export function isDigit(byte: u32): bool {
  return byte - 0x30 <= 9;
}

/** The first byte from a place on that is no digit. */
export function digitsEnd(at: usize): usize {
  while (true) {
    const digits = i8x16.lt_u(i8x16.sub(v128.load(at), i8x16.splat(0x30)), i8x16.splat(10));
    const others = i8x16.bitmask(digits) ^ 0xffff;
    if (others !== 0) return at + ctz(others);
    at += 16;
  }
}

/**
 * Takes down a number or time. @returns 1 for a number, 2 for one as a text, 3 for a time, 4 and 5 for a number and a text of 0,
 * 6 and 7 of 1, 8 for a number with a fraction; 0 for anything else
 */
export function slotValue(first: usize, last: usize, slot: u32, isPort: bool, isText: bool): u32 {
  const place = SLOTS_FOUND + (<usize>slot << 3);
  if (last === first) return 0;
  const whole = digitsEnd(first);
  if (whole >= last) {
    if (last - first > 15) return 0;
    const number = digits(first, last);
    if (isPort && number > 0xffff) return 0;
    store<f64>(place, <f64>number);
    const kind: u32 = (isText ? 2 : 1) + (number === 0 ? 3 : number === 1 ? 5 : 0);
    store<u8>(KINDS_FOUND + slot, kind);
    return kind;
  }
  const value = isText ? timeOf(first, last) : isPort ? NaN : fractionOf(first, whole, last);
  if (isNaN(value)) return 0;
  const kind: u32 = isText ? 3 : 8;
  store<f64>(place, value);
  store<u8>(KINDS_FOUND + slot, kind);
  return kind;
}

/**
 * A number of seconds or milliseconds with a fraction, as JSON.parse reads it, to the last bit: the bits that fit behind the point are
 * divided out, and the rest is rounded. Not a number for anything else, and for what comes to a whole number.
 */
function fractionOf(first: usize, point: usize, last: usize): f64 {
  const count = last - point - 1;
  if (load<u8>(point) !== 0x2e || point - first > 15 || count < 1 || count > 9 || digitsEnd(point + 1) !== last) return NaN;
  const whole = digits(first, point);
  if (whole < 1 << 20) return NaN;
  const bits = clz<u64>(whole) - 11;
  let scale: u64 = 1;
  for (let i: usize = 0; i < count; i++) scale *= 10;
  // Below 2^30 and 33 bits more.
  const scaled = digits(point + 1, last) << bits;
  let fraction = scaled / scale;
  const left = (scaled % scale) << 1;
  if (left > scale || (left === scale && (fraction & 1) !== 0)) fraction++;
  if ((fraction & ((<u64>1 << bits) - 1)) === 0) return NaN;
  return <f64>((whole << bits) + fraction) / <f64>(<u64>1 << bits);
}

/** The number that up to sixteen digits are. */
function digits(from: usize, end: usize): u64 {
  // The last sixteen bytes, with zeros for those that are before the number: it takes as long for one digit as for all.
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const isOwn = i8x16.ge_u(lanes, i8x16.splat(<i8>(16 - (end - from))));
  const single = v128.and(i8x16.sub(v128.load(end - 16), i8x16.splat(0x30)), isOwn);
  const tens = i16x8.mul(v128.and(single, i16x8.splat(0xff)), i16x8.splat(10));
  const two = i16x8.add(tens, i16x8.shr_u(single, 8));
  const four = i32x4.dot_i16x8_s(two, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
  const first = <u64>i32x4.extract_lane(four, 0) * 10_000 + <u64>i32x4.extract_lane(four, 1);
  const last = <u64>i32x4.extract_lane(four, 2) * 10_000 + <u64>i32x4.extract_lane(four, 3);
  return first * 100_000_000 + last;
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
