/** A text to read. Offsets everywhere are UTF-16 units into `text`, which has no byte-order mark. */
export interface SourceFile {
  /** The name that people see: a path as given, or the name of standard input. */
  readonly name: string;
  readonly text: string;
  /** True where the bytes were UTF-16: such a file is read, and not edited. */
  readonly utf16?: boolean;
  /** Set for an object that a server has stored: the name is its own, and the text was made up to show it. */
  readonly isStored?: true;
  /** Set for objects that nobody has written: they are taken to be there. */
  readonly isAssumed?: true;
}

/** A half-open range of offsets in one source file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place for people: lines and columns count from 1, columns in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Where the lines of a text begin; a line ends at LF, CR LF or a lone CR, as in YAML. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    if (!text.includes("\r")) {
      for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) this.#starts.push(i + 1);
      return;
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const isBreak = code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a);
      if (isBreak) this.#starts.push(i + 1);
    }
  }

  /** Line and column of an offset. */
  at(offset: number): LineColumn {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** The offset at which a line (from 1) begins, or undefined behind the last one. */
  startOf(line: number): number | undefined {
    return this.#starts[line - 1];
  }
}
