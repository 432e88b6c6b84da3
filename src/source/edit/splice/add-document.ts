import { cutStream } from "../../manifest/stream.js";
import { isSameValue } from "../same-value.js";
import { fileStyle } from "../style.js";
import { layoutOf } from "../read-layout.js";
import { linesBeside } from "../lines-beside.js";
import { Refused, type Json } from "../edit.js";
import type { SourceFile } from "../../manifest/source.js";

/**
 * The text of a file with one more document behind the last one, indented as that one is; behind JSON, another JSON value.
 * A file without a last line break gets none.
 * @throws {Refused} where the last document cannot be read, or would not stay as it is
 */
export function withDocument(file: SourceFile, value: Json): string {
  const { text } = file;
  const style = fileStyle(text);
  const { lineBreak } = style;
  const cuts = cutStream(file);
  const last = cuts.at(-1);
  if (last === undefined || last.problem !== undefined) throw new Refused("unreadable");
  const lastText = text.slice(last.start, last.end);
  const layout = layoutOf(lastText, style);
  // The document that a last `---` opens is there already, and empty.
  const isOpen = /^(?:---)?\s*$/.test(lastText);
  const separator = isOpen || layout.isJson ? [] : ["---"];
  const hasLastBreak = text === "" || text.endsWith("\n");
  const added = [...separator, ...linesBeside(layout, value)].join(lineBreak);
  const result = hasLastBreak ? text + added + lineBreak : text + lineBreak + added;

  const texts = cutStream({ ...file, text: result }).map(({ start, end }) => result.slice(start, end));
  const before = isOpen ? cuts.length - 1 : cuts.length;
  const isLastKept = isOpen || isSameValue(layoutOf(texts[before - 1] ?? "", style).value, layout.value);
  const isAdded = isSameValue(layoutOf(texts[before] ?? "", style).value, value);
  if (texts.length !== before + 1 || !isLastKept || !isAdded) throw new Refused("unverified");
  return result;
}
