import { commentLines } from "../lines.js";
import { isSameValue } from "../same-value.js";
import { layoutOf } from "../read-layout.js";
import { linesBeside } from "../lines-beside.js";
import { Refused } from "../edit.js";
import type { Layout } from "../layout.js";
import type { NewObject } from "./rewriting.js";

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
