import { encode } from "../report/encode.js";
import { withMore } from "../base/text/list.js";

/** How many files a line names. */
const NAMED = 4;

/** The names of files that were written, encoded; of many, the first ones and how many more. */
export function filesText(names: readonly string[]): string {
  const shown = names.length > NAMED + 1 ? names.slice(0, NAMED) : names;
  return withMore(shown.map(encode), names.length - shown.length);
}
