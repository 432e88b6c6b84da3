import { renderedFrom } from "../base/text/rendered-name.js";
import { withMore } from "../base/text/list.js";
import { oncePer } from "../base/collections/once-per.js";
import { encode } from "./encode.js";
import { LineIndex, type LineColumn, type SourceFile, type Span } from "../source/manifest/source.js";
import { spanOf } from "../cluster/problems/span-of.js";
import { locateWhole } from "../source/manifest/locate.js";
import { pathOf, pointer, type PathStep } from "../source/manifest/origin.js";
import type { Document } from "../source/manifest/document.js";
import type { Place } from "../cluster/problems/problem.js";

/** A place for people and programs: lines and columns from 1, the end exclusive; offsets from 0. */
export interface ShownPlace {
  /** The name of the file; of an object that a server has stored, its own: `shop/networkpolicy/web`. */
  readonly file: string;
  /** True for such an object: lines are those of a text that was made up to show it. */
  readonly isStored: boolean;
  readonly document: number;
  /** A JSON pointer into the document. */
  readonly path: string;
  readonly start: LineColumn & { readonly offset: number };
  readonly end: LineColumn & { readonly offset: number };
}

/** The lines of a file, found once. */
export const linesOf = oncePer((file: SourceFile) => new LineIndex(file.text));

/** The offsets of all that is written there: of a whole policy, or a whole rule. */
export function wholeSpanOf(place: Place): Span {
  return "span" in place ? place.span : locateWhole(place);
}

/** The name of a document's file as people know it: helm's own path where it wrote one. */
export function fileName({ file, sourceComment }: Document): string {
  return sourceComment ?? file.name;
}

/** A file's name as a path of a repository: `k8s/a.yaml` for `.\\k8s\\a.yaml`. Two slashes in front would name a host. */
export function repositoryPath(file: string): string {
  return (renderedFrom(file) ?? file)
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/^\/{2,}/, "/");
}

/**
 * A place as people see it: lines and columns from 1, offsets in UTF-16 units. It takes a second pass over the
 * document.
 */
export function showPlace(place: Place): ShownPlace {
  const { document } = place;
  const { start, end } = spanOf(place);
  const lines = linesOf(document.file);
  return {
    file: fileName(document),
    isStored: document.file.isStored === true,
    document: document.index,
    path: "span" in place ? "" : pointer(pathOf(place)),
    start: { ...lines.at(start), offset: start },
    end: { ...lines.at(end), offset: end },
  };
}

/** `file:line:column`, or `shop/networkpolicy/web .spec.ingress[0]` for an object that a server has stored; encoded. */
export function placeText(place: Place): string {
  return encode(fileName(place.document)) + encode(behindName(place));
}

/** Places beyond these are counted. */
const MOST_PLACES = 4;

/** `file:line:column, :line:column`: a file that stands before is not repeated. */
export function placesText(places: readonly Place[]): string {
  const more = places.length - MOST_PLACES;
  const texts = places.slice(0, more > 1 ? MOST_PLACES : undefined).map((place, i) => {
    const before = places[i - 1];
    const file = fileName(place.document);
    const isSameFile = before !== undefined && fileName(before.document) === file;
    return `${isSameFile ? "" : encode(file)}${encode(behindName(place))}`;
  });
  return more > 1 ? withMore(texts, more) : texts.join(", ");
}

function behindName(place: Place): string {
  if (place.document.file.isStored === true) return "span" in place ? "" : dottedPath(pathOf(place));
  const { line, column } = linesOf(place.document.file).at(spanOf(place).start);
  return `:${line}:${column}`;
}

/** ` .spec.ingress[0].ports`, as kubectl's JSON paths are written; nothing for the root. */
function dottedPath(path: readonly PathStep[]): string {
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    return /^[\w-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return path.length === 0 ? "" : ` ${steps.join("")}`;
}
