import { blockLines, commentLines, jsonLines } from "./print.js";
import { blockStyle, jsonUnit } from "./style.js";
import { isSameValue } from "./change.js";
import { layoutOf } from "./read-layout.js";
import { Refused, type Json } from "./edit.js";
import { rootPlace, type Layout } from "./layout.js";
import type { NewObject } from "./rewriting.js";

/** The lines of a new object beside a document, written as that one is. */
export function linesBeside(layout: Layout, value: Json): string[] {
  if (layout.root.isFlow !== true) return blockLines(value, blockStyle(layout, rootPlace(layout)));
  return layout.text.includes("\n") ? jsonLines(value, jsonUnit(layout)) : [JSON.stringify(value)];
}

/**
 * A document behind another one: YAML with its separator and its comment, JSON behind JSON without.
 * @param isBeforeYaml true where YAML follows, which JSON must be separated from
 * @throws {Refused} where it would not say what it should
 */
export function newDocument(layout: Layout, { value, comment }: NewObject, isBeforeYaml: boolean): string {
  const isYaml = !layout.isJson || isBeforeYaml;
  const lines = linesBeside(layout, value);
  const text = (isYaml ? ["---", ...commentLines(comment), ...lines] : lines).join(layout.lineBreak);
  if (!isSameValue(layoutOf(text, layout).value, value)) throw new Refused("unverified");
  return text;
}
