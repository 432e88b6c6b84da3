import { compareTexts } from "../../base/collections/compare-texts.js";
import { KINDS, removes, type Amendment } from "./amendment.js";
import type { EditBreadth } from "./breadth.js";
import type { Edit, Json } from "../../source/edit/edit.js";
import type { Effects } from "./effects.js";
import type { Outcome } from "../../semantics/evaluate/entry.js";

/** What decides which of several suggestions is better. */
export interface Ranked {
  readonly amendments: readonly Amendment[];
  readonly verdict: Outcome;
  readonly leavesNameDenied: boolean;
  readonly breadth: EditBreadth;
  /** What they open and close, where that has been counted. */
  readonly effects?: Effects | undefined;
}

/**
 * Compares suggestions, the better one first: what leaves nothing denied, what needs no last resort, what puts a mistake
 * right; then by the other flows that they turn the same way as the asked one, by those that they turn the other way, by
 * their length, and by the kind of edit.
 */
export function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(a.leavesNameDenied) - Number(b.leavesNameDenied) ||
    lastResorts(a) - lastResorts(b) ||
    replacements(b) - replacements(a) ||
    sameWay(a) - sameWay(b) ||
    otherWay(a) - otherWay(b) ||
    sizeOf(a.amendments) - sizeOf(b.amendments) ||
    kindOf(a) - kindOf(b) ||
    compareTexts(textOf(a), textOf(b))
  );
}

/** Leaves out what takes out something whole and does more than is asked for, where other suggestions do without. */
export function gentle<T extends Ranked>(suggestions: readonly T[]): readonly T[] {
  const isGentle = (each: T): boolean =>
    sameWay(each) + otherWay(each) === 0 || !each.amendments.some(removes);
  const found = suggestions.filter(isGentle);
  return found.length > 0 ? found : suggestions;
}

function lastResorts({ amendments }: Ranked): number {
  return amendments.filter(({ lastResort }) => lastResort !== undefined).length;
}

function replacements({ amendments }: Ranked): number {
  return amendments.filter(({ kind }) => kind === "replace-value").length;
}

function sameWay(ranked: Ranked): number {
  const { opens, closes } = countsOf(ranked);
  return ranked.verdict === "allowed" ? opens : closes;
}

function otherWay(ranked: Ranked): number {
  const { opens, closes } = countsOf(ranked);
  return ranked.verdict === "allowed" ? closes : opens;
}

function countsOf({ effects, breadth }: Ranked): EditBreadth {
  return effects === undefined ? breadth : { opens: effects.opens.length, closes: effects.closes.length };
}

function kindOf({ amendments }: Ranked): number {
  return Math.max(-1, ...amendments.map(({ kind }) => KINDS.indexOf(kind)));
}

/** About how many lines edits change. */
function sizeOf(amendments: readonly Amendment[]): number {
  return amendments.flatMap(({ edits }) => edits.map(linesOfEdit)).reduce((sum, lines) => sum + lines, 0);
}

function linesOfEdit(edit: Edit): number {
  return "value" in edit ? linesOf(edit.value) : 1;
}

function linesOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value))
    return (value as readonly Json[]).map(linesOf).reduce((sum, lines) => sum + lines, 0);
  return Object.values(value)
    .map((each) => linesOf(each) + (typeof each === "object" ? 1 : 0))
    .reduce((sum, lines) => sum + lines, 0);
}

function textOf({ amendments }: Ranked): string {
  return JSON.stringify(
    amendments.map(({ document, edits }) => [
      document.file.name,
      document.index,
      edits.map((edit) => ("value" in edit ? edit.value : edit.type)),
    ]),
  );
}
