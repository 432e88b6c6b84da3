import { fixedParts } from "./placeholder.js";
import type { Labels } from "./labels.js";

/** A label that the input doesn't tell in whole. */
export interface UntoldLabel {
  /** Its key, or what stands in its place. */
  readonly key: string;
  /** True where every object gets it; false where some may not (a node may lack a zone). */
  readonly always: boolean;
  /** What stands in the place of its value, which no server takes: `${APP}`. */
  readonly written?: string;
  /** Set where no server takes the key: `${KEY}`. */
  readonly isKeyUntold?: true;
}

/** Something with labels of which some are not told. */
export interface HasLabels {
  readonly labels: Labels;
  readonly untoldLabels: readonly UntoldLabel[];
}

/** What is open about one label. */
export interface OpenLabel {
  /** True where only its value is open. */
  readonly isThere: boolean;
  /** The values that it may have. */
  readonly values: readonly string[] | "any";
  /** What stands in the place of its value. */
  readonly written?: string;
  /** What stands in the place of a key, which may be this one. */
  readonly writtenKey?: string;
}

/** What the input leaves open about the label with a key; undefined where it tells its value, or that it is missing. */
export function openLabel(key: string, { labels, untoldLabels }: HasLabels): OpenLabel | undefined {
  if (untoldLabels.length === 0) return undefined;
  const own = untoldLabels.find((each) => each.isKeyUntold === undefined && each.key === key);
  if (own !== undefined) {
    const isThere = own.always || labels[key] !== undefined;
    return { isThere, values: "any", ...(own.written === undefined ? {} : { written: own.written }) };
  }
  // No mapping has a key twice: what is written under this one is not what a placeholder stands for.
  if (labels[key] !== undefined) return undefined;
  const perhaps = untoldLabels.filter((each) => each.isKeyUntold && mayBecome(each.key, key));
  const [first] = perhaps;
  if (first === undefined) return undefined;
  const values = perhaps.some(({ written }) => written !== undefined)
    ? "any"
    : perhaps.flatMap((each) => labels[each.key] ?? []);
  return { isThere: false, values, writtenKey: first.key };
}

/** True where a key may come of a text once its placeholders are replaced; a mask may hide any key. */
function mayBecome(text: string, key: string): boolean {
  const fixed = fixedParts(text);
  if (fixed === undefined) return true;
  const { start, end } = fixed;
  return key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end);
}
