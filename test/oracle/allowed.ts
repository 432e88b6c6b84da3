/**
 * Where the program is stricter than Kubernetes on purpose: it refuses to say what a text means that Kubernetes reads, so
 * that nothing is taken for green. Each is described in docs/reading.md; nothing may be allowed in the other direction.
 */
export const STRICTER: ReadonlyMap<string, string> = new Map([
  ["unicode-line-break", "a line break that editors and reviewers do not see"],
  [
    "control-character",
    "a control character anywhere in a document, or a byte-order mark that Kubernetes loses text behind",
  ],
  ["null-key", "a null key in a value that a later key replaces: Kubernetes drops it before it looks"],
  ["number-key", "a key that is no number of JSON, replaced in the same way"],
  ["number-not-finite", "an infinite number that is replaced in the same way"],
  ["depth", "collections deeper than 64, which no object of Kubernetes has"],
  ["alias-budget", "aliases that add more than 100,000 nodes"],
  [
    "invalid-utf-8",
    "bytes that are no UTF-8 anywhere in a file: Kubernetes reads the documents in front of them",
  ],
  ["invalid-utf-16", "half a character at the end of a file in UTF-16"],
  ["too-many-duplicates", "more than 20 keys of one document written twice"],
]);
