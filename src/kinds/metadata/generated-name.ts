/** How much of a prefix is kept. */
const LONGEST_PREFIX = 58;

/** What the server appends at random, as a stand-in that is always the same. */
const SUFFIX = "xxxxx";

/** The name that the server makes of `generateName`, but for its five random letters. */
export function generatedName(prefix: string): string {
  return `${prefix.slice(0, LONGEST_PREFIX)}${SUFFIX}`;
}
