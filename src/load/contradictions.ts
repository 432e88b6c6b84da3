import { locate } from "../manifest/locate.js";
import type { DocumentReading } from "../manifest/document.js";
import type { Origin } from "../manifest/origin.js";
import type { Span } from "../manifest/source.js";

/**
 * Places at which a document says two things: a key that is written twice, and keys that become one when they are stored
 * (which value the server keeps is not defined). Neither value is taken (S-IN-3, S-IN-6).
 */
export function contradictions({ duplicates, collisions }: DocumentReading): readonly Span[] {
  return [...duplicates, ...collisions].map(({ second }) => second);
}

/** True for a place inside of an object; of a list's items, only the one that holds it is in doubt. */
export function isInside({ start }: Span, object: Origin): boolean {
  if (object.step === undefined) return true;
  const whole = locate({ ...object, part: "value" });
  return start >= whole.start && start < endOf(object, whole);
}

/** Where an item of a list ends: where the next one begins, or the list. */
function endOf(object: Origin, whole: Span): number {
  const { parent, step } = object;
  if (parent === undefined || typeof step !== "number") return whole.end;
  const next = locate({ ...object, step: step + 1 });
  return next.start > whole.start ? next.start : locate(parent).end;
}
