import { EVENT_ID, SCALAR_STYLE, type Event } from "js-yaml";
import { flowAndQuoteRegions, type Region } from "./flow-regions.js";
import type { Reindentation } from "./reindentation.js";

/** How much a repaired text may grow, so that a hostile one cannot ask for gigabytes of blanks. */
const MAX_GROWTH = 1_000_000;

/**
 * Kubernetes' reader accepts flow collections and quoted scalars whose following lines are indented less than YAML
 * asks for (`args: [` with its `]` under the key). Leading blanks mean nothing inside either, so all of a document's
 * such lines are indented at once; {@link isHarmless} checks afterwards that nothing else was touched.
 *
 * @returns undefined where there is no such line
 */
export function reindent(text: string): Reindentation | undefined {
  const inserted: { at: number; count: number; before: number }[] = [];
  const parts: string[] = [];
  let copied = 0;
  let growth = 0;
  for (const region of flowAndQuoteRegions(text)) {
    for (const lineStart of lineStartsIn(text, region)) {
      const indent = indentAt(text, lineStart);
      const count = region.column + 1 - indent;
      if (count <= 0 || isEmptyFrom(text, lineStart + indent)) continue;
      if (growth + count > MAX_GROWTH) return undefined;
      parts.push(text.slice(copied, lineStart), " ".repeat(count));
      inserted.push({ at: lineStart + growth, count, before: growth });
      growth += count;
      copied = lineStart;
    }
  }
  if (inserted.length === 0) return undefined;
  parts.push(text.slice(copied));
  return { text: parts.join(""), inserted };
}

function* lineStartsIn(text: string, region: Region): Generator<number> {
  for (let i = text.indexOf("\n", region.start); i !== -1 && i < region.end; i = text.indexOf("\n", i + 1))
    yield i + 1;
}

function indentAt(text: string, lineStart: number): number {
  let i = lineStart;
  while (text.charCodeAt(i) === 0x20) i++;
  return i - lineStart;
}

function isEmptyFrom(text: string, at: number): boolean {
  const ch = text[at];
  return ch === "\n" || ch === "\r";
}

/** True where every blank that was put in lies inside a quoted scalar or a flow collection, as the parser saw them. */
export function isHarmless(reindentation: Reindentation, events: readonly Event[]): boolean {
  const ranges = meaninglessRanges(events);
  let next = 0;
  return reindentation.inserted.every(({ at }) => {
    while (next < ranges.length && (ranges[next]?.end ?? 0) < at) next++;
    const range = ranges[next];
    return range !== undefined && range.start < at;
  });
}

/** Outermost flow collections (up to where the next token begins) and quoted scalars, in order. */
function meaninglessRanges(events: readonly Event[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const open: boolean[] = [];
  let flowStart = -1;
  for (const event of events) {
    if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
      const isFlow = event.style === 2;
      if (isFlow && flowStart === -1) {
        flowStart = event.start;
        open.push(true);
      } else {
        closeAt(ranges, event.start);
        open.push(false);
      }
    } else if (event.type === EVENT_ID.POP) {
      if (open.pop() === true) {
        // The closing bracket has no offset of its own: the range ends where the next token begins.
        ranges.push({ start: flowStart, end: Infinity });
        flowStart = -1;
      }
    } else if (event.type === EVENT_ID.SCALAR && event.valueStart !== -1) {
      closeAt(ranges, event.valueStart);
      const quoted = event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED;
      if (quoted && flowStart === -1) ranges.push({ start: event.valueStart, end: event.valueEnd });
    } else if (event.type === EVENT_ID.DOCUMENT) open.push(false);
  }
  return ranges;
}

function closeAt(ranges: { start: number; end: number }[], offset: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === Infinity) last.end = offset;
}
