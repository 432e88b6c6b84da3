// The scanner of lines of cells: see scan-table.as, and cells-scan.ts, which says what it is for. It takes printable ASCII alone: quotes,
// white space but blanks, and other characters are left to the reader of whole lines.
import {
  add, address, addBytes, beginLine, COLUMNS, endLine, hasSlot, IS_NUMBER, kept, REST, SHORT,
} from "./scan-table";
import { slotValue } from "./slot-value";

// A column: the lists its cells are on, their slot (from 1), whether they are ports, of which end they are the address.
const COLUMN_BYTES: usize = 16;
const MOST_COLUMNS: u32 = 200;

let columns: u32 = 0;
let separator: u8 = 0;
let quote: u8 = 0;
/** Eight bytes in lower case, the first one 0: a line with a cell that ends so may be a header. */
let headerWord: u64 = 0;

/** Begins to describe lines. @param other a byte that is left to the reader of whole lines @param header seven letters, as bytes behind a zero */
export function beginColumns(between: u8, other: u8, header: u64): void {
  columns = 0;
  separator = between;
  quote = other;
  headerWord = header;
}

/** The next column of lines. @returns false where there are too many */
export function addColumn(lists: u32, slot: u32, isPort: bool, side: u32): bool {
  if (columns >= MOST_COLUMNS) return false;
  const at = COLUMNS + <usize>columns * COLUMN_BYTES;
  columns++;
  store<u32>(at, lists);
  store<u32>(at, slot, 4);
  store<u32>(at, isPort, 8);
  store<u32>(at, side, 12);
  hasSlot(slot);
  return true;
}

/** Looks at the line between two places of the input; the byte at its end is overwritten. @returns false for one that is left to the reader */
export function scanCells(start: usize, end: usize): bool {
  store<u8>(end, 0);
  return cellsEnd(start) === end && endLine();
}

/**
 * Looks at the line that begins at a place, which has others behind it up to the end of the input. @returns the place behind its end; 0 for
 * one that is left to the reader, or whose end isn't there
 */
export function scanNextCells(start: usize, end: usize): usize {
  store<u8>(end, 0);
  let at = cellsEnd(start);
  if (at === 0) return 0;
  if (load<u8>(at) === 0x0d) at++;
  return load<u8>(at) === 0x0a && endLine() ? at + 1 : 0;
}

/** The place behind the last column, where no cell goes on; 0 for a line that is left to the reader. */
function cellsEnd(start: usize): usize {
  beginLine();
  const stop = i8x16.splat(separator);
  const other = i8x16.splat(quote);
  const last = COLUMNS + <usize>columns * COLUMN_BYTES;
  let at = start;
  for (let column = COLUMNS; column < last; column += COLUMN_BYTES) {
    let from = at;
    while (true) {
      const bytes = v128.load(at);
      const stops = i8x16.bitmask(
        v128.or(
          v128.or(i8x16.eq(bytes, stop), i8x16.eq(bytes, other)),
          // What is beyond ASCII is below zero.
          i8x16.lt_s(bytes, i8x16.splat(0x20)),
        ),
      );
      if (stops === 0) {
        at += 16;
        continue;
      }
      at += ctz(stops);
      break;
    }
    let to = at;
    const byte = load<u8>(at);
    const isLast = column + COLUMN_BYTES === last;
    if (isLast ? byte !== 0 && byte !== 0x0a && byte !== 0x0d : byte !== separator) return 0;
    if (!isLast) at++;
    if (separator !== 0x20) {
      while (from < to && load<u8>(from) === 0x20) from++;
      while (to > from && load<u8>(to - 1) === 0x20) to--;
    } else if (to === from) return 0;
    if (!take(from, to, column)) return 0;
  }
  return at;
}

/** Takes down a cell. @returns false for a line that is left to the reader of whole lines */
function take(from: usize, to: usize, column: usize): bool {
  const length = <u32>(to - from);
  // Letters of ASCII in lower case; other characters are changed to what is no letter.
  if (length >= 7 && ((load<u64>(to - 8) & ~<u64>0xff) | 0x2020202020202000) === headerWord) return false;
  const number = <u32>(column - COLUMNS) + 1;
  const slot = load<u32>(column, 4);
  if (slot !== 0) {
    const isEmpty = length === 0 || (length === 1 && load<u8>(from) === 0x2d);
    const kind = isEmpty ? 16 : slotValue(from, to, slot - 1, load<u32>(column, 8) !== 0, true);
    if (kind === 0) return false;
    add(REST, number, kind);
  }
  let lists = load<u32>(column);
  if (lists === 0) return true;
  const side = load<u32>(column, 12);
  if (side !== 0 && length !== 0) address(side, number, from, length);
  const id = length > SHORT ? kept(from, length) : 0;
  if (id === 0 && length > SHORT) return false;
  for (let list: u32 = 0; lists !== 0; list++, lists >>= 1)
    if (lists & 1) {
      if (id === 0) addBytes(list, number, from, length);
      else add(list, number, IS_NUMBER | id);
    }
  return true;
}
