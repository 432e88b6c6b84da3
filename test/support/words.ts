/** Words that say nothing by themselves. */
const EMPTY = new Set(["a", "an", "the", "of", "is", "are", "in", "for", "to", "and", "or", "that", "with"]);

/** The words of a name or of a sentence in lower case, without those that say nothing; a plural is its singular. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "" && !EMPTY.has(word))
    .map((word) => word.replace(/(?<=..)s$/, ""));
}
