import type { Problem } from "../../../cluster/problems/problem.js";

/** The edits that swap the ends of a reversed range; the problem is at its end, and its start is the first related place. */
export function swappedRange(
  { at, related = [] }: Problem,
  { start, end }: { readonly start?: string; readonly end: string },
): Problem["fix"] {
  const from = related[0]?.at;
  const [first, last] = [Number(start), Number(end)];
  if (from === undefined || !("step" in at) || !("step" in from)) return undefined;
  if (!Number.isInteger(first) || !Number.isInteger(last) || first === last) return undefined;
  return [
    { type: "set", at: from, value: last },
    { type: "set", at, value: first },
  ];
}
