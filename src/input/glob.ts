/**
 * True where a path matches a glob: `*` and `?` stay inside one part, `**` spans parts. A glob without a slash matches the
 * last part of a path, wherever it is. Compared part by part with two pointers, never by a compiled pattern: a hostile
 * glob cannot cost more than the product of its length and the path's.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const wanted = glob.split("/").filter((part) => part !== "" && part !== ".");
  if (!glob.includes("/")) return parts.length > 0 && matchesPart(glob, parts.at(-1) ?? "");
  return matchesParts(wanted, parts);
}

/** True for text that is a glob rather than a path. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

/** The folder that a glob begins in: its parts before the first with a wildcard. */
export function globRoot(glob: string): string {
  const parts = glob.split("/");
  const fixed = parts.slice(0, parts.findIndex(isGlob));
  return fixed.length === 0 ? "." : fixed.join("/") || "/";
}

/** How many folders deep below {@link globRoot} a glob can match: without bounds where it has `**`. */
export function globDepth(glob: string): number {
  const parts = glob.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("**") ? Infinity : parts.length - parts.findIndex(isGlob);
}

function matchesParts(wanted: readonly string[], parts: readonly string[]): boolean {
  return twoPointers(
    wanted.length,
    parts.length,
    (i) => wanted[i] === "**",
    (i, j) => matchesPart(wanted[i] ?? "", parts[j] ?? ""),
  );
}

function matchesPart(wanted: string, part: string): boolean {
  return twoPointers(
    wanted.length,
    part.length,
    (i) => wanted[i] === "*",
    (i, j) => wanted[i] === "?" || wanted[i] === part[j],
  );
}

/** Matches a pattern with stars against a text: on a mismatch, the last star takes one more. */
function twoPointers(
  patternLength: number,
  textLength: number,
  isStar: (i: number) => boolean,
  matches: (i: number, j: number) => boolean,
): boolean {
  let i = 0;
  let j = 0;
  let starAt = -1;
  let starTook = 0;
  while (j < textLength) {
    if (i < patternLength && isStar(i)) {
      starAt = i++;
      starTook = j;
    } else if (i < patternLength && matches(i, j)) {
      i++;
      j++;
    } else if (starAt !== -1) {
      i = starAt + 1;
      j = ++starTook;
    } else return false;
  }
  while (i < patternLength && isStar(i)) i++;
  return i === patternLength;
}
