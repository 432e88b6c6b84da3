import { PAIR_SHARES } from "../../questions/matrix/pair-share.js";
import type { RowBlock } from "../../questions/survey/survey.js";
import type { ShareCounts } from "../../questions/survey/pair-counts.js";

const NAMES: Readonly<Record<Exclude<RowBlock["kind"], "namespace">, string>> = {
  nodes: "nodes",
  addresses: "external addresses",
  names: "domain names",
  future: "future pods",
};

/** A place of the map as people call it. */
export function placeName({ kind, name }: Pick<RowBlock, "kind" | "name">): string {
  return kind === "namespace" ? name : NAMES[kind];
}

/** What a pair comes to, as people read it in a page. */
export const SHARE_WORDS = {
  allowed: "allowed",
  part: "partly allowed",
  unknown: "unknown",
  undefined: "undefined",
  denied: "denied",
} as const;

/** `3 allowed, 2 partly allowed, 5 denied`. */
export function sharesText(counts: ShareCounts): string {
  return PAIR_SHARES.flatMap((each) =>
    counts[each] === 0 ? [] : [`${counts[each]} ${SHARE_WORDS[each]}`],
  ).join(", ");
}

/** All pairs that were counted. */
export function totalOf(counts: ShareCounts): number {
  return PAIR_SHARES.reduce((sum, each) => sum + counts[each], 0);
}

/** The pairs of all places together. */
export function sumOf(all: readonly (readonly ShareCounts[])[]): ShareCounts {
  const sum = { allowed: 0, part: 0, unknown: 0, undefined: 0, denied: 0 };
  for (const row of all) for (const each of row) for (const share of PAIR_SHARES) sum[share] += each[share];
  return sum;
}
