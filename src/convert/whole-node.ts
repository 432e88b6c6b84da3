import { field, items, type Node } from "../manifest/node.js";
import { oncePer } from "../collections/once-per.js";
import { pathOf, rootOrigin } from "../manifest/origin.js";
import { readDocuments } from "../manifest/read.js";
import type { DocumentReading } from "../manifest/document.js";
import type { SourceFile } from "../manifest/source.js";

/** An object with all of its fields: of some kinds only those are read that decide flows. */
export function wholeNode({ origin }: Node): Node {
  const { document } = origin;
  const reading = readingsOf(document.file)[document.index];
  let node: Node | undefined = { value: reading?.value ?? null, origin: rootOrigin(document) };
  for (const step of pathOf(origin)) node = typeof step === "number" ? items(node)[step] : field(node, step);
  if (node === undefined) throw new Error("invariant: what was read once can be read again");
  return node;
}

const readingsOf = oncePer((file: SourceFile): readonly DocumentReading[] => [...readDocuments(file)]);
