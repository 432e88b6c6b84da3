import ignore from "ignore";

/** Matches paths from a config's folder, with `/` between their parts. */
export interface PathPatterns {
  /** @throws {PatternsTooCostly} */
  readonly matches: (path: string, isFolder: boolean) => boolean;
}

/** Thrown where patterns would take too long to compare: they are part of the input. */
export class PatternsTooCostly extends Error {}

/** Patterns as gitignore writes them, in their order. */
export function pathPatterns(patterns: readonly string[]): PathPatterns {
  if (patterns.length === 0) return { matches: () => false };
  const matcher = ignore({ ignorecase: false }).add([...patterns]);
  const costs = patterns.map(costsOf);
  let left = MOST_STEPS;
  return {
    matches: (path, isFolder) => {
      // A path without any part is the folder itself.
      if (path === "" || path.startsWith("../")) return false;
      const parts = path.split("/");
      const longest = Math.max(...parts.map(({ length }) => length));
      for (const { spans, stars } of costs) left -= parts.length ** (spans + 1) + longest ** stars;
      if (left < 0) throw new PatternsTooCostly("its patterns take too long to compare with this many paths");
      return matcher.ignores(isFolder ? `${path}/` : path);
    },
  };
}

/** Steps of comparing; a large repository with a long list of patterns takes a hundredth. */
const MOST_STEPS = 5_000_000_000;

/** More of them in one pattern nobody writes, and each multiplies what comparing takes. */
const MOST_STARS = 3;
const MOST_SPANS = 2;
const LONGEST_PATTERN = 1000;

/** What is wrong with a pattern; undefined where nothing is. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > LONGEST_PATTERN) return `a pattern has at most ${LONGEST_PATTERN} characters`;
  if (/[\0\r\n]/.test(pattern)) return "a pattern is one line";
  if (/^!?\.{0,2}\/?$|^!?\/$/.test(pattern)) return `${JSON.stringify(pattern)} matches nothing`;
  if (/(^|\/)\.\.(\/|$)/.test(pattern)) return `${JSON.stringify(pattern)} leaves the config's folder`;
  const { spans, stars } = costsOf(pattern);
  if (spans > MOST_SPANS) return `a pattern has at most ${MOST_SPANS} ${"`**`"}`;
  if (stars > MOST_STARS) return `a part of a pattern has at most ${MOST_STARS} ${"`*`"}`;
  return undefined;
}

/** How often a pattern spans folders, and the most stars that one of its parts has. */
function costsOf(pattern: string): { readonly spans: number; readonly stars: number } {
  const parts = pattern.split("/");
  return {
    spans: parts.filter((part) => part.includes("**")).length,
    stars: Math.max(...parts.map((part) => part.replaceAll("**", "*").split("*").length - 1)),
  };
}
