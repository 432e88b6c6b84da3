import { defuse } from "./encode.js";
import { placeText } from "./place.js";
import { wrapped } from "./columns.js";
import { stringWidth } from "./string-width.js";
import type { Place } from "../cluster/problems/problem.js";
import type { View } from "./view.js";

/** A line of plain text in as many as the width asks for. */
export function folded(text: string, indent: number, { width }: Pick<View, "width">): string[] {
  return wrapped(text, width, indent).map(defuse);
}

/** A text in as many lines as the width asks for, its place behind the last one or below it. */
export function* placedLines(text: string, at: Place | undefined, view: View): Generator<string> {
  const { paint, width } = view;
  const indent = text.length - text.trimStart().length + 2;
  const lines = [...folded(text, indent, view)];
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
