import { fileName, linesOf, wholeSpanOf } from "../place.js";
import { Interned } from "./interned.js";
import type { LinesData, SourceData } from "../../page/model.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Span } from "../../source/manifest/source.js";

/** Of a policy no more lines, and of a line no more characters, are put into a page. */
const MOST_LINES = 400;
const LONGEST_LINE = 300;

/** The texts of policies that a page shows, each once. Nothing that stands before or behind a policy is in them. */
export class PolicySources {
  readonly #texts = new Interned<SourceData>();

  get all(): readonly SourceData[] {
    return this.#texts.all;
  }

  /**
   * Where something of a policy is written.
   * @param policy the policy, of which the text is shown; what is written elsewhere is shown by itself
   */
  linesOf(at: Origin, policy: Origin): LinesData {
    const { file } = at.document;
    const [own, whole] = [wholeSpanOf(at), wholeSpanOf(policy)];
    const isWithin = policy.document.file === file && whole.start <= own.start && own.end <= whole.end;
    const shown = isWithin ? whole : own;
    const lines = linesOf(file);
    const number = this.#texts.of(JSON.stringify([file.name, shown.start, shown.end]), () => ({
      file: fileName(at.document),
      first: lines.at(shown.start).line,
      lines: textLines(file.text, shown, lines.at(shown.start).column - 1),
    }));
    return [number, lines.at(own.start).line, lines.at(Math.max(own.start, lastOf(file.text, own) - 1)).line];
  }
}

/** The end of what is written in a span, without the blanks and line breaks behind it. */
function lastOf(text: string, { start, end }: Span): number {
  let last = end;
  while (last > start && /\s/.test(text[last - 1] ?? "")) last--;
  return last;
}

function textLines(text: string, span: Span, column: number): readonly string[] {
  const written = text.slice(span.start, lastOf(text, span)).split(/\r\n|[\r\n]/, MOST_LINES);
  // What stands before it on its first line belongs to something else, but for how far it is indented.
  const indent = " ".repeat(Math.min(column, 12));
  return written.map((line, i) =>
    `${i === 0 ? indent : ""}${line}`.replaceAll("\t", "  ").slice(0, LONGEST_LINE),
  );
}
