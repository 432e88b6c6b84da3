import { behindComments } from "./blanks.js";

/** A flow collection or quoted scalar that spans lines: from its first character to behind its last. */
export interface Region {
  readonly start: number;
  readonly end: number;
  /** The column (from 0) of its first character. */
  readonly column: number;
}

/**
 * Finds the outermost flow collections and quoted scalars of a YAML text that span lines, in one pass. A guess where the
 * text is no YAML: the caller checks with the parser what it did with the answer.
 */
export function flowAndQuoteRegions(text: string): Region[] {
  return new Scanner(text).regions();
}

/**
 * Where a root that is a flow collection or a quoted scalar ends, if something that is no comment follows it.
 * @returns undefined where the root is something else, or is the key of a mapping
 */
export function flowOrQuoteRootEnd(text: string): number | undefined {
  const first = behindComments(text, 0);
  const start = /^---\s/.test(text.slice(first, first + 4)) ? behindComments(text, first + 3) : first;
  if (!/[[{"']/.test(text[start] ?? "")) return undefined;
  const end = new Scanner(text, start).skipRoot();
  const isKey = /^[^\S\n]*:(?:\s|$)/.test(text.slice(end, end + 200));
  const hasMore = behindComments(text, end) < text.length;
  return isKey || !hasMore ? undefined : end;
}

class Scanner {
  readonly #text: string;
  #position = 0;
  readonly #found: Region[] = [];

  constructor(text: string, start = 0) {
    this.#text = text;
    this.#position = start;
  }

  /** Passes over the flow collection or quote at the position; returns where it ends. */
  skipRoot(): number {
    const ch = this.#text[this.#position];
    if (ch === '"' || ch === "'") this.#quote(ch);
    else this.#flow();
    return this.#position;
  }

  regions(): Region[] {
    while (this.#position < this.#text.length) this.#line();
    return this.#found;
  }

  /** One line of block context; a flow collection or quote in it may take the position some lines further. */
  #line(): void {
    const lineStart = this.#position;
    this.#blanks();
    const indent = this.#position - lineStart;
    let atToken = true;
    for (;;) {
      const ch = this.#text[this.#position];
      if (ch === undefined) return;
      if (ch === "\n") {
        this.#position++;
        return;
      }
      if (ch === "#" && this.#isAfterBlank()) this.#skipTo("\n");
      else if (atToken && (ch === "[" || ch === "{")) atToken = this.#region(lineStart, () => this.#flow());
      else if (atToken && (ch === '"' || ch === "'"))
        atToken = this.#region(lineStart, () => this.#quote(ch));
      else if (atToken && (ch === "|" || ch === ">")) return this.#block(indent);
      else if (atToken && (ch === "&" || ch === "!")) this.#word();
      else {
        atToken = this.#isIndicator(ch) || (atToken && /\s/.test(ch));
        this.#position++;
      }
    }
  }

  #region(lineStart: number, skip: () => void): false {
    const start = this.#position;
    skip();
    if (this.#text.slice(start, this.#position).includes("\n")) {
      this.#found.push({ start, end: this.#position, column: start - lineStart });
    }
    return false;
  }

  #flow(): void {
    let depth = 0;
    let atToken = true;
    do {
      const ch = this.#text[this.#position];
      if (ch === undefined) return;
      if (atToken && (ch === '"' || ch === "'")) {
        this.#quote(ch);
        atToken = false;
        continue;
      }
      if (ch === "#" && this.#isAfterBlank()) {
        this.#skipTo("\n");
        continue;
      }
      if (ch === "[" || ch === "{") depth++;
      else if (ch === "]" || ch === "}") depth--;
      atToken = "[{,:?\n".includes(ch) || (atToken && /\s/.test(ch));
      this.#position++;
    } while (depth > 0);
  }

  #quote(mark: string): void {
    this.#position++;
    for (;;) {
      const ch = this.#text[this.#position];
      if (ch === undefined) return;
      this.#position += mark === '"' && ch === "\\" ? 2 : 1;
      if (ch !== mark) continue;
      if (mark === "'" && this.#text[this.#position] === "'") this.#position++;
      else return;
    }
  }

  /** Passes over a block scalar: its header, then every line that is empty or indented deeper than its parent. */
  #block(parentIndent: number): void {
    this.#skipTo("\n");
    this.#position++;
    while (this.#position < this.#text.length) {
      const lineStart = this.#position;
      this.#blanks();
      const ch = this.#text[this.#position];
      if (ch !== "\n" && ch !== "\r" && this.#position - lineStart <= parentIndent) {
        this.#position = lineStart;
        return;
      }
      this.#skipTo("\n");
      this.#position++;
    }
  }

  #word(): void {
    while (/\S/.test(this.#text[this.#position] ?? " ")) this.#position++;
  }

  #blanks(): void {
    while (this.#text[this.#position] === " ") this.#position++;
  }

  #isAfterBlank(): boolean {
    return this.#position === 0 || /\s/.test(this.#text[this.#position - 1] ?? "");
  }

  /** `-`, `:` and `?` open a new token where a blank follows. */
  #isIndicator(ch: string): boolean {
    return (ch === "-" || ch === ":" || ch === "?") && /\s/.test(this.#text[this.#position + 1] ?? "\n");
  }

  #skipTo(mark: string): void {
    const found = this.#text.indexOf(mark, this.#position);
    this.#position = found === -1 ? this.#text.length : found;
  }
}
