import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { rowOf, Session, type Compared } from "./session.js";
import type { Text } from "./text.js";

/** A row of a file that is compared. What it says of the reading is held against the oracle too. */
interface Row {
  readonly text?: string;
  readonly yaml?: string;
  readonly base64?: string;
  readonly documents?: readonly unknown[];
  readonly error?: string | null;
}

/**
 * Compares every row of files with the oracle, and prints those that differ as such rows.
 * @returns how many differ
 */
export async function compareFiles(
  root: string,
  paths: readonly string[],
  isMinimised: boolean,
): Promise<number> {
  const session = new Session(root);
  let compared = 0;
  let different = 0;
  let stricter = 0;
  for (const path of paths) {
    const rows = rowsOf(readFileSync(path, "utf8"));
    for (let at = 0; at < rows.length; at += 500) {
      const batch = rows.slice(at, at + 500);
      const results = await session.compare(batch.map(textOf), true);
      for (const [index, each] of results.entries()) {
        compared++;
        if (!agrees(batch[index] as Row, each)) {
          different++;
          console.log(`${path}: the row does not say what Kubernetes reads: ${rowOf(each)}`);
        } else if (each.comparison.type === "different") {
          different++;
          console.log(rowOf(isMinimised ? await session.smallest(each) : each));
        } else if (each.comparison.type === "stricter") stricter++;
      }
    }
  }
  session.close();
  console.error(`${compared} texts compared, ${different} differ, ${stricter} read more strictly on purpose`);
  return different;
}

function rowsOf(content: string): Row[] {
  if (content.trimStart().startsWith("[")) return JSON.parse(content) as Row[];
  return content
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}

function textOf({ text, yaml, base64 }: Row): Text {
  const given = text ?? yaml;
  if (given !== undefined) return given;
  if (base64 === undefined) throw new Error("a row has neither text nor base64");
  return Buffer.from(base64, "base64");
}

/** Rows may say what Kubernetes reads; then it must be so, apart from the words of the error. */
function agrees({ documents, error }: Row, { theirs, ours }: Compared): boolean {
  if (documents === undefined) return true;
  const isSame = isDeepStrictEqual(theirs.documents, documents) || ours.ambiguous.size > 0;
  return isSame && (theirs.error !== undefined) === (error !== undefined && error !== null);
}
