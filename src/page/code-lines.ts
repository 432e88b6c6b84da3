import { h } from "./dom.js";
import type { LinesData, PageData } from "./model.js";

/** Lines that are shown before and behind those that are meant. */
const AROUND = 1;

/** Lines of a policy as they are written, with their numbers; those that are meant are marked. */
export function codeLines(
  { sources }: PageData,
  lines: LinesData | undefined,
  whole = false,
): HTMLElement | undefined {
  const source = lines === undefined ? undefined : sources[lines[0]];
  if (lines === undefined || source === undefined) return undefined;
  const [, first, last] = lines;
  const from = whole ? source.first : Math.max(source.first, first - AROUND);
  const to = whole
    ? source.first + source.lines.length - 1
    : Math.min(source.first + source.lines.length - 1, last + AROUND);
  const code = h("pre", { class: "code" });
  for (let line = from; line <= to; line++) {
    const text = source.lines[line - source.first] ?? "";
    const isMeant = !whole && line >= first && line <= last;
    code.append(h("span", { class: "no" }, String(line)), " ", isMeant ? h("mark", {}, text) : text, "\n");
  }
  return code;
}
