import { locate } from "../../source/manifest/locate.js";
import type { Place } from "./problem.js";
import type { Span } from "../../source/manifest/source.js";

/** The offsets of a place in its file. */
export function spanOf(place: Place): Span {
  return "span" in place ? place.span : locate(place);
}
