import * as fc from "fast-check";
import type { Json } from "../../../src/source/edit/edit.js";

/**
 * Writes a value as block YAML by chance, line by line and without a library: keys behind `?`, values further in or less
 * far in than their key, quotes of both sorts, flow style over several lines, comments and blank lines at any indentation.
 * Each comment, and each quoted text, is unlike all others.
 */
export class StyledYaml {
  readonly #numbers: readonly number[];
  #next = 0;
  #comments = 0;

  /** @param numbers what decides, used one after the other */
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  document(value: Json): string {
    return [...this.#collection(value, 0), ...this.#between(0)].join("\n") + "\n";
  }

  /** The lines of a collection whose entries begin at a column. */
  #collection(value: Json, column: number): string[] {
    const pad = " ".repeat(column);
    if (Array.isArray(value))
      return (value as readonly Json[]).flatMap((item) => [
        ...this.#between(column),
        ...this.#behind(`${pad}-`, item, column),
      ]);
    return Object.entries(value as object).flatMap(([key, each]: [string, Json]) => {
      const above = this.#between(column);
      if (!this.#isOneOf(6))
        return [...above, ...this.#behind(`${pad}${this.#text(key)}:`, each, column, true)];
      const question = `${pad}?${" ".repeat(1 + this.#below(9))}${this.#text(key)}${this.#comment()}`;
      return [...above, question, ...this.#between(column), ...this.#behind(`${pad}:`, each, column, true)];
    });
  }

  /** A value behind a key, a dash or a colon. */
  #behind(head: string, value: Json, column: number, mayStandAtKey = false): string[] {
    const isEmpty = typeof value !== "object" || value === null || Object.keys(value).length === 0;
    if (isEmpty || this.#isOneOf(5)) return this.#flow(head, value, column);
    const isCompact = !mayStandAtKey || head.trimEnd().endsWith(" :") || head.trim() === ":";
    if (isCompact && !this.#isOneOf(3)) {
      const blanks = " ".repeat(1 + this.#below(5));
      const [first = "", ...rest] = this.#compact(value, column + head.trimStart().length + blanks.length);
      return [head + blanks + first, ...rest];
    }
    const least = mayStandAtKey && Array.isArray(value) ? 0 : 1;
    const lines = this.#collection(value, column + least + this.#below(5));
    return [`${head}${this.#comment()}`, ...lines];
  }

  /** The lines of a collection whose first entry stands behind something else: nothing may come before it. */
  #compact(value: Json, column: number): string[] {
    const comments = this.#comments;
    for (;;) {
      const lines = this.#collection(value, column);
      const first = lines.findIndex((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
      if (first === 0 || this.#comments > comments + 1000)
        return [(lines[first] ?? "").trimStart(), ...lines.slice(first + 1)];
      if (first > 0) return [(lines[first] ?? "").trimStart(), ...lines.slice(first + 1)];
    }
  }

  /** A value in flow style or a scalar, in one line or several. */
  #flow(head: string, value: Json, column: number): string[] {
    const parts = this.#tokens(value);
    const lines: string[] = [];
    let line = `${head}${" ".repeat(1 + this.#below(3))}`;
    for (const [i, part] of parts.entries()) {
      line += part;
      if (i < parts.length - 1 && /[[{,]$/.test(part) && this.#isOneOf(6)) {
        lines.push(line.trimEnd() + this.#comment());
        line = " ".repeat(column + 1 + this.#below(6));
      } else if (part.endsWith(",") || part.endsWith(":")) line += " ";
    }
    return [...lines, line.trimEnd() + this.#comment()];
  }

  /** A value in flow style, cut where a line may be broken. */
  #tokens(value: Json): string[] {
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).flatMap((item) => this.#listed(this.#tokens(item)));
      return ["[", ...trimmed(items), "]"];
    }
    if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value).flatMap(([key, each]: [string, Json]) => {
        const [first = "", ...rest] = this.#tokens(each);
        return this.#listed([`${this.#text(key)}: ${first}`, ...rest]);
      });
      return ["{", ...trimmed(entries), "}"];
    }
    return [typeof value === "string" ? this.#text(value) : JSON.stringify(value)];
  }

  #listed(tokens: readonly string[]): string[] {
    return [...tokens.slice(0, -1), `${tokens.at(-1) ?? ""},`];
  }

  #text(text: string): string {
    const isPlain =
      /^[A-Za-z][A-Za-z./-]*[A-Za-z]$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
    switch (this.#below(4)) {
      case 0:
        return JSON.stringify(text);
      case 1:
        return `'${text.replaceAll("'", "''")}'`;
      default:
        return isPlain ? text : JSON.stringify(text);
    }
  }

  /** Comments and blank lines in front of an entry. */
  #between(column: number): string[] {
    if (!this.#isOneOf(4)) return [];
    const blanks = [column, column, 0, column + 2][this.#below(4)] ?? 0;
    const comment = `${" ".repeat(blanks)}# comment ${++this.#comments}.`;
    return [[comment], [comment, ""], ["", comment], [""]][this.#below(4)] ?? [];
  }

  #comment(): string {
    return this.#isOneOf(5) ? `${" ".repeat(1 + this.#below(3))}# comment ${++this.#comments}.` : "";
  }

  #isOneOf(many: number): boolean {
    return this.#below(many) === 0;
  }

  #below(limit: number): number {
    const number = this.#numbers[this.#next++ % this.#numbers.length] ?? 0;
    return (number + this.#next) % limit;
  }
}

function trimmed(tokens: readonly string[]): string[] {
  return tokens.map((token, i) => (i === tokens.length - 1 ? token.replace(/,$/, "") : token));
}

/** What decides the style of a text. */
export const styleNumbers: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(999), {
  minLength: 20,
  maxLength: 200,
});

/** The comments of a text. */
export function styledComments(text: string): readonly string[] {
  return (text.match(/# comment \d+\./g) ?? []).toSorted();
}
