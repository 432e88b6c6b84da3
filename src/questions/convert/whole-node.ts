import { field, items, type Node } from "../../source/manifest/node.js";
import { oncePer } from "../../base/collections/once-per.js";
import { pathOf, rootOrigin } from "../../source/manifest/origin.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { DocumentReading } from "../../source/manifest/document.js";
import type { SourceFile } from "../../source/manifest/source.js";

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
