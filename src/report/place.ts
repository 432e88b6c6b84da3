import { oncePer } from "../collections/once-per.js";
import { encode } from "./encode.js";
import { LineIndex, type LineColumn, type SourceFile, type Span } from "../manifest/source.js";
import { locate } from "../manifest/locate.js";
import { pathOf, pointer } from "../manifest/origin.js";
import type { Document } from "../manifest/document.js";
import type { Place } from "../diagnostics/problem.js";

/** A place for people and programs: lines and columns from 1, the end exclusive; offsets from 0. */
export interface ShownPlace {
  readonly file: string;
  readonly document: number;
  /** A JSON pointer into the document. */
  readonly path: string;
  readonly start: LineColumn & { readonly offset: number };
  readonly end: LineColumn & { readonly offset: number };
}

/** The lines of a file, found once. */
export const linesOf = oncePer((file: SourceFile) => new LineIndex(file.text));

/** The offsets of a place in its file. */
export function spanOf(place: Place): Span {
  return "span" in place ? place.span : locate(place);
}

/** The name of a document's file as people know it: helm's own path where it wrote one. */
export function fileName({ file, sourceComment }: Document): string {
  return sourceComment ?? file.name;
}

export function showPlace(place: Place): ShownPlace {
  const { document } = place;
  const { start, end } = spanOf(place);
  const lines = linesOf(document.file);
  return {
    file: fileName(document),
    document: document.index,
    path: "span" in place ? "" : pointer(pathOf(place)),
    start: { ...lines.at(start), offset: start },
    end: { ...lines.at(end), offset: end },
  };
}

/** `file:line:column`, encoded. */
export function placeText(place: Place): string {
  const { file, start } = showPlace(place);
  return encode(`${file}:${start.line}:${start.column}`);
}

/** `file:line:column, :line:column`: a file that stands before is not repeated. */
export function placesText(places: readonly Place[]): string {
  const shown = places.map(showPlace);
  const texts = shown.map(({ file, start }, i) => {
    const isSameFile = i > 0 && shown[i - 1]?.file === file;
    return `${isSameFile ? "" : file}:${start.line}:${start.column}`;
  });
  return encode(texts.join(", "));
}
