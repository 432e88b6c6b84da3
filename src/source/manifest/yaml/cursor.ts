import { CR, DOT, END, LF, MINUS, endsWord } from "./characters.js";

/** A position in a range of a text, with the line that it is in. All offsets are UTF-16 units of the whole text. */
export class Cursor {
  readonly text: string;
  /** Where the range ends. */
  readonly end: number;
  at: number;
  /** Where the line of the position begins. */
  lineStart: number;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.end = end;
    this.at = start;
    this.lineStart = start;
  }

  /** The character at the position, or one behind it. */
  code(further = 0): number {
    const at = this.at + further;
    return at < this.end ? this.text.charCodeAt(at) : END;
  }

  /** Counts from 0. */
  get column(): number {
    return this.at - this.lineStart;
  }

  /**
   * Goes behind the line break at the position: LF, CR LF or CR. CR CR LF is one break as well: kubectl drops one CR
   * at each line's end before its reader sees the text.
   */
  passBreak(): void {
    if (this.code() === CR) {
      if (this.code(1) === LF) this.at++;
      else if (this.code(1) === CR && this.code(2) === LF) this.at += 2;
    }
    this.at++;
    this.lineStart = this.at;
  }

  passBlanks(): void {
    while (this.code() === 0x20 || this.code() === 0x09) this.at++;
  }

  /** Goes to where the line of the position ends. */
  passLine(): void {
    for (let code = this.code(); code !== LF && code !== CR && code !== END; code = this.code()) this.at++;
  }

  /** True where `---` or `...` begins a line, by itself or with a blank behind it. */
  isAtDocumentMarker(): boolean {
    if (this.at !== this.lineStart) return false;
    const mark = this.code();
    if (mark !== MINUS && mark !== DOT) return false;
    return this.code(1) === mark && this.code(2) === mark && endsWord(this.code(3));
  }
}
