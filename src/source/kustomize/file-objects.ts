import { asKustomizeReads } from "./as-written.js";
import { field, items, type Node } from "../manifest/node.js";
import { idOf } from "./resource.js";
import { isMapping } from "../manifest/value.js";
import { oncePer } from "../../base/collections/once-per.js";
import { readDocuments } from "../manifest/read.js";
import { rootOrigin } from "../manifest/origin.js";
import { typeOf } from "./transformers.js";
import type { SourceFile } from "../manifest/source.js";

/** The values of a file's documents, empty ones left out. @param refuse called where one cannot be read */
export function documentsOf(file: SourceFile, refuse: () => never): readonly Node[] {
  return readOnce(file).nodes ?? refuse();
}

/** A file is read once, however many kustomizations name it: what is found in it is then found at one place. */
const readOnce = oncePer((file: SourceFile): { readonly nodes: readonly Node[] | undefined } => {
  const nodes: Node[] = [];
  for (const { document, value, problem, rest, duplicates, collisions } of readDocuments(file)) {
    if (problem !== undefined || rest !== undefined || duplicates.length + collisions.length > 0)
      return { nodes: undefined };
    if (value === undefined || value === null) continue;
    const node = { value, origin: rootOrigin(document) };
    // A list is a JSON patch, which kustomize reads as kubectl reads all else.
    const read = isMapping(value) ? asKustomizeReads(node) : node;
    if (read === undefined) return { nodes: undefined };
    nodes.push(read);
  }
  // Kustomize cuts at lines of dashes alone, and takes the first of several JSON values.
  const cuts = file.text.match(/^---/gm)?.length ?? 0;
  return { nodes: nodes.length > cuts + 1 ? undefined : nodes };
});

/** The objects of a file, those of lists one by one. @param refuse called where one has no kind or name */
export function nodesOfFile(file: SourceFile, refuse: () => never): readonly Node[] {
  return documentsOf(file, refuse).flatMap((node): readonly Node[] => {
    const [, kind] = typeOf(node);
    const list = field(node, "items");
    const all = kind.endsWith("List") && list !== undefined ? items(list) : [node];
    for (const each of all) {
      const { kind: own, name } = idOf(each);
      if (own === "" || name === "") refuse();
    }
    return all;
  });
}
