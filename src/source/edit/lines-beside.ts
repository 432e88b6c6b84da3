import { blockLines } from "../manifest/print/block.js";
import { jsonLines } from "../manifest/print/flow.js";
import { blockStyle, jsonUnit } from "./style.js";
import { rootPlace, type Layout } from "./layout.js";
import type { Json } from "./edit.js";

/** The lines of a new object beside a document, written as that one is. */
export function linesBeside(layout: Layout, value: Json): string[] {
  if (layout.root.isFlow !== true) return blockLines(value, blockStyle(layout, rootPlace(layout)));
  return layout.text.includes("\n") ? jsonLines(value, jsonUnit(layout)) : [JSON.stringify(value)];
}
