import { behindComments } from "../../manifest/blanks.js";
import { childPlace, endOf, type Layout, type WrittenValue } from "../layout.js";
import type { PathStep } from "../../manifest/origin.js";

/** An entry of a flow collection. What lies between two entries has blanks, comments and one comma. */
export interface FlowEntry {
  readonly step: PathStep;
  /** Among the entries of its collection, from 0. */
  readonly index: number;
  readonly place: WrittenValue;
  readonly start: number;
  readonly end: number;
}

/**
 * The entries of a flow collection, or of JSON.
 * @returns undefined where they are not written one behind the other: merged, written twice, behind `?`
 */
export function flowEntries({ text }: Layout, collection: WrittenValue): readonly FlowEntry[] | undefined {
  const { node } = collection;
  if (node.isFlow !== true) return undefined;
  const entries: FlowEntry[] = [];
  let from = node.span.start + 1;
  for (const step of node.children.keys()) {
    const place = childPlace(collection, step);
    if (place === undefined) return undefined;
    const index = entries.length;
    if (index > 0) {
      from = behindComments(text, from);
      if (text[from++] !== ",") return undefined;
    }
    const start = behindComments(text, from);
    const valueStart = place.node.span.start;
    if (place.key === undefined ? start > valueStart : start !== place.key.start) return undefined;
    from = endOf(place);
    entries.push({ step, index, place, start, end: from });
  }
  let end = behindComments(text, from);
  if (text[end] === "," && entries.length > 0) end = behindComments(text, end + 1);
  return end === node.span.end - 1 ? entries : undefined;
}
