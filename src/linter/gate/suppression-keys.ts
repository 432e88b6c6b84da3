import { commentsIn } from "../../source/manifest/comments.js";
import { oncePer } from "../../base/collections/once-per.js";
import { pathOf, pointer, type PathStep } from "../../source/manifest/origin.js";
import { positionsOf } from "../../source/manifest/positions.js";
import type { PositionNode } from "../../source/manifest/position-node.js";
import type { Document } from "../../source/manifest/document.js";
import type { Span } from "../../source/manifest/source.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/** What a suppression of a rule is known by; texts are compared with those of the same call alone. */
export type SuppressionKey = (suppression: Suppression, rule: string) => string;

/**
 * What a suppression of a rule is known by when its file is renamed and lines move: the object, where in it the suppression is, what
 * is written there, and until when. Not its reason: that may be worded better.
 */
export function suppressionKeys(): SuppressionKey {
  // A line may be as long as a file, and have any number of comments above it: it is in each key as a number.
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  return ({ subject = "", until, covers }, rule) => {
    switch (covers.type) {
      case "line": {
        const { document, line } = covers;
        const path = pathAt(document, line.start, line.end);
        return JSON.stringify([rule, subject, path, numberOf(writtenOn(document, line)), until]);
      }
      case "object":
        return JSON.stringify([rule, subject, pathTextOf(pathOf(covers.origin)), until]);
      case "files":
        return "";
    }
  };
}

/** What is written on a line, without its comment and what only lays it out. */
function writtenOn(document: Document, line: Span): string {
  const known = linesOf(document);
  let text = known.get(line.start);
  if (text === undefined) {
    const starts = commentStarts(document);
    const next = starts[lowerBound(starts, line.start)] ?? Infinity;
    text = document.file.text.slice(line.start, Math.min(next, line.end)).replaceAll(/\s+/g, " ").trim();
    known.set(line.start, text);
  }
  return text;
}

const linesOf = oncePer((_document: Document) => new Map<number, string>());

const commentStarts = oncePer((document: Document) => commentsIn(document).map(({ start }) => start));

/** The place of the first number that is not below another one, in ascending numbers. */
function lowerBound(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The path of the first value that begins in a range, without positions in lists; empty where none does. */
function pathAt(document: Document, start: number, end: number): string {
  const { starts, paths } = pathsIn(document);
  const first = lowerBound(starts, start);
  return (starts[first] ?? Infinity) <= end ? (paths[first] ?? "") : "";
}

/** Where the values of a document begin, in their order. */
const pathsIn = oncePer((document: Document): { starts: readonly number[]; paths: readonly string[] } => {
  const found: { readonly start: number; readonly path: string }[] = [];
  const visit = (node: PositionNode, path: string): void => {
    for (const [step, { key, node: below }] of node.children) {
      const own = `${path}${pathTextOf([step])}`;
      found.push({ start: (key ?? below.span).start, path: own });
      visit(below, own);
    }
  };
  visit(positionsOf(document), "");
  const sorted = found.toSorted((a, b) => a.start - b.start);
  return { starts: sorted.map(({ start }) => start), paths: sorted.map(({ path }) => path) };
});

function pathTextOf(path: readonly PathStep[]): string {
  return pointer(path.map((step) => (typeof step === "number" ? "*" : step)));
}
