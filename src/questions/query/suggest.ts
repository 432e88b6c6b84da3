import { nearest } from "../../base/text/nearest.js";

/** The names that a person may have meant, nearest first; none where nothing is near. */
export function nearestNames(name: string, candidates: readonly string[]): readonly string[] {
  return nearest(name, candidates).slice(0, 3);
}
