import { listBits, PartScan, type ScanList, type ScanSide } from "./part-scan.js";

/** A column whose cells are looked at: the lists that they are put on, and the slot of a number or time, from 0. */
export interface ScannedColumn {
  readonly lists: readonly ScanList[];
  readonly slot?: number;
  /** True for a slot of ports. */
  readonly isPort?: boolean;
  /** The end whose address it is. */
  readonly addressOf?: ScanSide | undefined;
}

/** How cells are written. */
export interface CellStyle {
  /** One blank between cells, or a comma with blanks around it that aren't a part of them. */
  readonly separator: " " | ",";
  /** Another character that means something in such lines, and isn't looked at. */
  readonly leaves: '"' | ",";
  /** Seven letters in lower case with which, in any case, a cell of each header ends. */
  readonly headerWord: string;
}

/** Columns beyond are left to the reader of whole lines. */
const MOST_COLUMNS = 200;

/**
 * Scans lines of cells. A slot may be empty or `-`, else it has a whole number or a time in UTC. Quotes, white space but blanks, and what
 * isn't ASCII are left to the reader of whole lines, as are lines that may be a header, or have other columns.
 */
export class CellsScan extends PartScan {
  /** @param columns in their order, an undefined one for each that means nothing */
  constructor(columns: readonly (ScannedColumn | undefined)[], { separator, leaves, headerWord }: CellStyle) {
    super();
    if (!isScanned(columns)) throw new Error("invariant: lines of so many columns are left to their reader");
    const word = Buffer.from(`\0${headerWord}`, "latin1").readBigUInt64LE();
    this.code.beginColumns(separator.charCodeAt(0), leaves.charCodeAt(0), word);
    for (const column of columns) {
      const { lists, slot = -1, isPort = false, addressOf }: ScannedColumn = column ?? { lists: [] };
      const side = addressOf === undefined ? 0 : addressOf + 1;
      this.code.addColumn(listBits(lists), slot + 1, isPort ? 1 : 0, side);
    }
  }

  protected override lookNext(start: number, end: number): number {
    return this.code.scanNextCells(start, end);
  }

  protected override look(start: number, end: number): number {
    return this.code.scanCells(start, end);
  }
}

/** False for more columns than a scan takes. */
export function isScanned(columns: readonly unknown[]): boolean {
  return columns.length > 0 && columns.length <= MOST_COLUMNS;
}
