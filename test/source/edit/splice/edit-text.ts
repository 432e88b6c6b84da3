import { applyEdits } from "../../../../src/source/edit/splice/apply.js";
import { child, rootOrigin, type Origin, type PathStep } from "../../../../src/source/manifest/origin.js";
import { readDocuments } from "../../../../src/source/manifest/read.js";
import type { Edit, Json } from "../../../../src/source/edit/edit.js";
import type { SourceFile } from "../../../../src/source/manifest/source.js";

/** Steps, or for paths without odd keys `spec/ingress/0`. */
type Path = string | readonly PathStep[];

/** An edit of one document of a text. */
export type TextEdit =
  | { readonly insert: Json; readonly into: Path; readonly index: number; readonly document?: number }
  | { readonly set: Path; readonly to: Json; readonly document?: number }
  | { readonly remove: Path; readonly document?: number }
  | { readonly rename: Path; readonly to: string }
  | { readonly unwrap: Path }
  | { readonly add: Json };

/** A text with edits, or the code of why not. */
export function editText(text: string, ...edits: readonly TextEdit[]): string {
  const result = applyTo({ name: "policy.yaml", text }, edits);
  return result.refused ?? result.text;
}

/** What editing a file gives. */
export function applyTo(file: SourceFile, edits: readonly TextEdit[]): ReturnType<typeof applyEdits> {
  const documents = [...readDocuments(file)].map(({ document }) => document);
  const origin = (path: Path, index = 0): Origin => {
    const document = documents[index];
    if (document === undefined) throw new Error(`no document ${index}`);
    return child(rootOrigin(document), ...stepsOf(path));
  };
  return applyEdits(
    file,
    edits.map((edit): Edit => {
      if ("add" in edit) return { type: "add-document", file, value: edit.add };
      if ("rename" in edit) return { type: "rename", at: origin(edit.rename), key: edit.to };
      if ("unwrap" in edit) return { type: "unwrap", at: origin(edit.unwrap) };
      if ("set" in edit) return { type: "set", at: origin(edit.set, edit.document), value: edit.to };
      if ("remove" in edit) return { type: "remove", at: origin(edit.remove, edit.document) };
      const at = origin(edit.into, edit.document);
      return { type: "insert-item", at, index: edit.index, value: edit.insert };
    }),
  );
}

function stepsOf(path: Path): readonly PathStep[] {
  if (typeof path !== "string") return path;
  return path.split("/").map((text) => (/^\d+$/.test(text) ? Number(text) : text));
}
