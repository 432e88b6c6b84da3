import { firstAtLeast } from "./first-at-least.js";
import { scan } from "../manifest/yaml/scanner.js";
import { TOKEN } from "../manifest/yaml/tokens.js";
import type { Span } from "../manifest/source.js";

/** The comments of a document's text, and the aliases in it; both in ascending order. */
export interface Marks {
  /** Each from its `#` to the end of its line. */
  readonly comments: readonly Span[];
  readonly aliases: readonly Span[];
}

/** Finds what is a comment or an alias, and not a part of a text that looks like one. */
export function marksIn(text: string): Marks {
  const { kinds, starts, ends, comments } = scan(text, 0, text.length);
  const aliases = kinds.flatMap((kind, i) =>
    kind === TOKEN.ALIAS ? [{ start: starts[i] ?? 0, end: ends[i] ?? 0 }] : [],
  );
  return { comments: spansOf(comments), aliases };
}

/** Spans from their starts and ends in turn. */
function spansOf(offsets: readonly number[]): Span[] {
  return Array.from({ length: offsets.length / 2 }, (_, i) => ({
    start: offsets[2 * i] ?? 0,
    end: offsets[2 * i + 1] ?? 0,
  }));
}

/** Which comments of a text have been written into the new one: each is to be written once. */
export class CommentLedger {
  readonly #text: string;
  readonly #marks: Marks;
  readonly #isTaken: boolean[];

  constructor(text: string, marks: Marks) {
    this.#text = text;
    this.#marks = marks;
    this.#isTaken = marks.comments.map(() => false);
  }

  /** True where no comment of a range has been written yet. */
  isFree(start: number, end: number): boolean {
    const { comments } = this.#marks;
    for (let i = firstFrom(comments, start); i < comments.length; i++) {
      if ((comments[i]?.start ?? end) >= end) return true;
      if (this.#isTaken[i] === true) return false;
    }
    return true;
  }

  /** True where an alias begins in a range. */
  hasAlias(start: number, end: number): boolean {
    const alias = this.#marks.aliases[firstFrom(this.#marks.aliases, start)];
    return alias !== undefined && alias.start < end;
  }

  /** Notes that the comments of a range are written, and gives the text of those that were not yet. */
  take(start: number, end: number): string[] {
    const { comments } = this.#marks;
    const taken: string[] = [];
    for (let i = firstFrom(comments, start); i < comments.length; i++) {
      const comment = comments[i];
      if (comment === undefined || comment.start >= end) break;
      if (this.#isTaken[i] !== true) taken.push(this.#text.slice(comment.start, comment.end));
      this.#isTaken[i] = true;
    }
    return taken;
  }

  /** The comments that have not been written. */
  left(): Span[] {
    return this.#marks.comments.filter((_, i) => this.#isTaken[i] !== true);
  }
}

function firstFrom(spans: readonly Span[], start: number): number {
  return firstAtLeast(spans, start, (span) => span.start);
}
