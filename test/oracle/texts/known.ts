import { readdirSync, readFileSync } from "node:fs";
import type { Text } from "../text.js";

/** Texts longer than this are mutated by parts, so that many can be read in a minute. */
const LONGEST = 1200;

export interface Known {
  /** Every text of the project, as it is. */
  readonly whole: readonly Text[];
  /** Parts of them that are worth changing. */
  readonly parts: readonly string[];
}

/** The rows of the tables of readings, and every fixture that is YAML or JSON. @param root of the project */
export function knownTexts(root: string): Known {
  const fixtures = `${root}fixtures/`;
  const rows = ["yaml-as-kubernetes.json", "streams-as-kubernetes.jsonl"].flatMap((name) =>
    rowsOf(readFileSync(`${fixtures}${name}`, "utf8")),
  );
  const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && /\.(?:ya?ml|json)$/.test(each.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((path) => !path.endsWith("-as-kubernetes.json"))
    .toSorted()
    .map((path) => readFileSync(path));
  const parts = new Set(rows);
  for (const file of files) for (const part of partsOf(file.toString())) parts.add(part);
  return { whole: [...rows, ...files], parts: [...parts] };
}

function rowsOf(content: string): string[] {
  const rows = content.startsWith("[")
    ? (JSON.parse(content) as { readonly yaml: string }[])
    : content
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { readonly text: string });
  return rows.map((row) => ("yaml" in row ? row.yaml : row.text));
}

/** A short text as it is; a long one by documents, and those by lines. */
function partsOf(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  const documents = text.split(/^(?=---)/m);
  if (documents.length > 1) return documents.flatMap(partsOf);
  const parts: string[] = [];
  let part = "";
  for (const line of text.split(/(?<=\n)/)) {
    if (line.length > LONGEST) continue;
    if (part.length + line.length > LONGEST) {
      parts.push(part);
      part = "";
    }
    part += line;
  }
  return part === "" ? parts : [...parts, part];
}
