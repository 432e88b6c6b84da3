import { checkCuts } from "../cuts.js";
import { fileStyle } from "../style.js";
import type { Cut } from "../../manifest/stream.js";
import type { SourceFile, Span } from "../../manifest/source.js";

/** What stands in the place of a document. */
export interface NewTexts {
  /** The document's among those of its file. */
  readonly index: number;
  readonly text: string;
  /** Documents behind it, each with its separator, without a last line break. */
  readonly behind: readonly string[];
}

/**
 * The text of a file with other documents; those that are not named stay as they are.
 * @throws {Refused} where it would be read as other documents
 */
export function withDocuments(
  file: SourceFile,
  cuts: readonly Cut[],
  documents: readonly NewTexts[],
): string {
  const { text } = file;
  const { lineBreak } = fileStyle(text);
  const byIndex = new Map(documents.map((document) => [document.index, document]));
  const wanted: { start: number; end?: number }[] = [];
  let result = "";
  let done = 0;
  for (const [index, { start, end, syntax }] of cuts.entries()) {
    result += text.slice(done, start);
    done = end;
    const isJson = syntax === "json";
    const { text: own, behind } = byIndex.get(index) ?? { text: text.slice(start, end), behind: [] };
    wanted.push({ start: result.length, ...(isJson ? { end: result.length + own.length } : {}) });
    result += own;
    const hasBreak = !isJson && own.endsWith("\n");
    for (const document of behind) {
      if (!hasBreak) result += lineBreak;
      const isYaml = document.startsWith("---");
      wanted.push({ start: result.length, ...(isYaml ? {} : { end: result.length + document.length }) });
      result += document + (hasBreak ? lineBreak : "");
    }
  }
  result += text.slice(done);
  // A YAML document ends where the next one begins.
  const spans = wanted.map(({ start, end }, i): Span => ({
    start,
    end: end ?? wanted[i + 1]?.start ?? result.length,
  }));
  checkCuts(file, result, spans);
  return result;
}
