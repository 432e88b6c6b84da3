import { oncePer } from "../../base/collections/once-per.js";
import { pathOf, pointer, type PathStep } from "../../source/manifest/origin.js";
import { positionsOf } from "../../source/manifest/positions.js";
import type { PositionNode } from "../../source/manifest/position-node.js";
import type { Document } from "../../source/manifest/document.js";
import type { Suppression } from "../../cluster/problems/suppression.js";

/**
 * What a suppression of a rule is known by when its file is renamed and lines move: the object, where in it the suppression is, what
 * is written there, and until when. Not its reason: that may be worded better.
 */
export function suppressionKey({ subject = "", until, covers }: Suppression, rule: string): string {
  switch (covers.type) {
    case "line": {
      const { document, line } = covers;
      const text = document.file.text.slice(line.start, line.end).slice(0, LONGEST_LINE);
      const written = text.replace(/(^|\s)#.*$/, "").replaceAll(/\s+/g, " ");
      return JSON.stringify([rule, subject, pathAt(document, line.start, line.end), written.trim(), until]);
    }
    case "object":
      return JSON.stringify([rule, subject, pathTextOf(pathOf(covers.origin)), until]);
    case "files":
      return "";
  }
}

const LONGEST_LINE = 500;

/** The path of the first value that begins in a range, without positions in lists; empty where none does. */
function pathAt(document: Document, start: number, end: number): string {
  const { starts, paths } = pathsIn(document);
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (starts[low] ?? Infinity) <= end ? (paths[low] ?? "") : "";
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
