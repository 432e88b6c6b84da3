import { beginsLine, behindEntry, column, indentation, lineStart, nextLine } from "../lines.js";
import { blockStyle, flowStyle } from "../style.js";
import { flowStyleText } from "../../manifest/print/flow.js";
import { insertion, type Splice } from "./splice.js";
import { isList, isMapping, type Value } from "../../manifest/value.js";
import { isSameValue } from "../same-value.js";
import type { Json } from "../edit.js";
import type { Layout, WrittenValue } from "../layout.js";

/** What is put around a value: the keys and lists from the outside to it; undefined stands for a list of one item. */
type Wrappers = readonly (string | undefined)[];

/**
 * Puts a collection further in: into a list of its own, or below a key. What is written of it keeps its bytes, but for the
 * blanks in front of its lines.
 * @returns undefined where the new value is not the old one in something, or it is not written so that it can be moved
 */
export function wrapping(layout: Layout, place: WrittenValue, old: Value, value: Json): Splice[] | undefined {
  const wrappers = layout.isJson || isEmpty(old) ? [] : wrappersOf(old, value as Value);
  if (wrappers === undefined || wrappers.length === 0) return undefined;
  return place.node.isFlow === true ? inFlow(layout, place, wrappers) : inBlock(layout, place, wrappers);
}

function isEmpty(value: Value): boolean {
  return isList(value) ? value.length === 0 : !isMapping(value) || Object.keys(value).length === 0;
}

/** What is around the old value in the new one; empty where they are the same. */
function wrappersOf(old: Value, value: Value): Wrappers | undefined {
  const wrappers: (string | undefined)[] = [];
  for (let inner: Value = value; ;) {
    if (isSameValue(old, inner)) return wrappers;
    const [[key, only] = [], ...others] = isList(inner)
      ? inner.map((item) => [undefined, item] as const)
      : isMapping(inner)
        ? Object.entries(inner)
        : [];
    if (only === undefined || others.length > 0) return undefined;
    wrappers.push(key);
    inner = only;
  }
}

function inFlow(layout: Layout, place: WrittenValue, wrappers: Wrappers): Splice[] {
  const { start, end } = place.node.span;
  const style = flowStyle(layout, place);
  const { mapping, list } = style.isPadded;
  const opening = wrappers.map((key) =>
    key === undefined ? `[${list ? " " : ""}` : `{${mapping ? " " : ""}${flowStyleText(key, style)}: `,
  );
  const closing = wrappers
    .toReversed()
    .map((key) => (key === undefined ? `${list ? " " : ""}]` : `${mapping ? " " : ""}}`));
  return [insertion(start, opening.join("")), insertion(end, closing.join(""))];
}

/** The lines of a block collection below its key, moved to the right, below lines for what is around it. */
function inBlock(layout: Layout, place: WrittenValue, wrappers: Wrappers): Splice[] | undefined {
  const { text, lineBreak } = layout;
  const { key, node } = place;
  const { start } = node.span;
  if (key === undefined || node.isFlow !== false || !beginsLine(text, start)) return undefined;
  const at = column(text, start);
  const { step } = blockStyle(layout, place);
  let head = "";
  let by = 0;
  for (const wrapper of wrappers) {
    if (wrapper === undefined) {
      head += "- ";
      by += "- ".length;
    } else {
      by += step;
      head += `${flowStyleText(wrapper, flowStyle(layout, place))}:${lineBreak}${" ".repeat(at + by)}`;
    }
  }
  const splices = [insertion(start, head)];
  const end = behindEntry(text, node.span.end, column(text, key.start));
  const first = nextLine(text, start);
  for (let line = first; line < end; line = nextLine(text, line)) {
    const blanks = indentation(text, line).length;
    const isBlank = /^[ \t]*\r?$/.test(text.slice(line, nextLine(text, line)).replace(/\n$/, ""));
    if (!isBlank && blanks >= at) splices.push(insertion(line, " ".repeat(by)));
  }
  return lineStart(text, start) < first ? splices : undefined;
}
