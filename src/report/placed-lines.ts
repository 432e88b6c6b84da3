import { placeText } from "./place.js";
import { wrapped } from "./columns.js";
import stringWidth from "fast-string-width";
import type { Place } from "../cluster/problems/problem.js";
import type { View } from "./view.js";

/** A text in as many lines as the width asks for, its place behind the last one or below it. */
export function* placedLines(text: string, at: Place | undefined, { paint, width }: View): Generator<string> {
  const indent = text.length - text.trimStart().length + 2;
  const lines = wrapped(text, width, indent);
  yield* lines.slice(0, -1);
  const last = lines.at(-1) ?? "";
  if (at === undefined) {
    yield last;
    return;
  }
  const place = placeText(at);
  if (stringWidth(last) + stringWidth(place) + 2 <= width) yield `${last}  ${paint.place(place)}`;
  else {
    yield last;
    yield `${" ".repeat(indent)}${paint.place(place)}`;
  }
}
