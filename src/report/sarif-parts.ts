import { encode } from "./encode.js";
import { renderedFrom } from "../base/text/rendered-name.js";
import { repositoryPath, type ShownPlace } from "./place.js";

/** Text without links: SARIF reads `[text](target)` as one. */
export function sarifText(text: string): string {
  return encode(text).replaceAll("](", "] (");
}

/** One line at the most: code scanning shows narrow regions where the finding is. */
export function sarifLocation({ file, isStored, path, start, end }: ShownPlace): Record<string, unknown> {
  if (isStored) return { logicalLocations: [{ fullyQualifiedName: `${file}${path}`, kind: "object" }] };
  // What a program has rendered has other lines than the file that people open.
  if (renderedFrom(file) !== undefined)
    return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: 1 } } };
  const isOneLine = start.line === end.line && end.column > start.column;
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      region: {
        startLine: start.line,
        startColumn: start.column,
        endLine: start.line,
        endColumn: isOneLine ? end.column : start.column + 1,
      },
    },
  };
}

/** A relative, percent-encoded URI. */
function uriOf(file: string): string {
  return repositoryPath(file)
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}
