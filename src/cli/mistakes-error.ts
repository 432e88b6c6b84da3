import { placeText } from "../report/place.js";
import { UsageError } from "./exit.js";
import type { FileMistake } from "../cluster/problems/strict-reader.js";

/** More mistakes than these are counted. */
const MOST_MISTAKES = 10;

/** What is wrong with a file that is read strictly. */
export function mistakesError(mistakes: readonly FileMistake[]): UsageError {
  const texts = mistakes.map(({ at, message }) => `${placeText(at)}: ${message}`);
  const more = texts.length - MOST_MISTAKES;
  return new UsageError(
    texts[0] ?? "",
    ...texts.slice(1, MOST_MISTAKES),
    ...(more > 0 ? [`and ${more} more`] : []),
  );
}
