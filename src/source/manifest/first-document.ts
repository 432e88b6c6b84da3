import { oncePer } from "../../base/collections/once-per.js";
import { readDocuments } from "./read.js";
import { textIn, type DocumentReading } from "./document.js";
import type { SourceFile } from "./source.js";

/** The documents of a file to programs that take the first one: kustomize and helm drop the others without a word. */
export interface DocumentsOfFile {
  /** Undefined for a file of no document. */
  readonly first: DocumentReading | undefined;
  /** Those behind it that hold something, or cannot be read. */
  readonly later: readonly DocumentReading[];
}

/** Tells the first document of a file from those behind it. */
export const firstDocument = oncePer((file: SourceFile): DocumentsOfFile => {
  const [first, ...others] = [...readDocuments(file)].filter((each) => !isHead(each));
  return {
    first,
    later: others.filter(({ value, rest }) => value !== null || rest !== undefined),
  };
});

/** Comments in front of the first `---`: to kubectl's cutting a document of its own, to YAML a part of the one behind it. */
function isHead({ document, value, rest }: DocumentReading): boolean {
  return document.index === 0 && value === null && rest === undefined && !/^---/m.test(textIn(document));
}
