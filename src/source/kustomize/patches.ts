import { meantPath } from "./meant-path.js";
import { documentsOf } from "./file-objects.js";
import { field, textOf, type Node } from "../manifest/node.js";
import { resolvedPath } from "./paths.js";
import { SharedWriting } from "./shared-values.js";
import { strategicMerge } from "./strategic-merge.js";
import { typeOf } from "./transformers.js";
import { Unbuildable } from "./unbuildable.js";
import { withWrittenLabels } from "./as-written.js";
import { withField } from "./parts.js";
import { withMetadata, type Resource } from "./resource.js";
import type { Kustomization, KustomizePatch } from "./kustomization.js";
import type { SourceFile } from "../manifest/source.js";
import type { KustomizeOptions } from "./options.js";

/**
 * The documents of a patch, which is written in a kustomization or in a file that it names.
 * @throws {Unbuildable} where they cannot be read
 */
export function patchDocuments(
  folder: string,
  { at, isPath, writesLabels }: KustomizePatch,
  kustomization: Kustomization,
  options: KustomizeOptions,
): readonly Node[] {
  const { file } = kustomization;
  const text = textOf(at) ?? "";
  const read = (source: SourceFile, refuse: () => never): readonly Node[] => {
    const all = patchesOf(source, refuse);
    return writesLabels === true ? all.map(withWrittenLabels) : all;
  };
  if (!isPath)
    return read({ name: file.name, text: `${text}\n` }, () => {
      throw new Unbuildable("build-patch", "a patch in it that cannot be read", file.name);
      // Its values are where its text is.
    }).map(({ value }) => ({ value, origin: at.origin }));
  const path = resolvedPath(folder, text);
  const found = options.at(path);
  switch (found.type) {
    case "file":
      return read(found.file, () => {
        throw new Unbuildable("build-unreadable", found.file.name, file.name);
      });
    case "outside":
    case "unreadable":
      throw new Unbuildable(`build-${found.type}`, text, file.name);
    default:
      throw new Unbuildable("build-missing", text, file.name, {
        meant: meantPath(folder, text, options, kustomization),
      });
  }
}

/** The documents of a patch. What begins with a bracket is JSON to kustomize, not YAML in flow style. */
function patchesOf(file: SourceFile, refuse: () => never): readonly Node[] {
  if (file.text.startsWith("[") && !isJson(file.text)) refuse();
  return documentsOf(file, refuse);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Merges a patch into an object, which keeps its kind, name and namespace; none is left where the patch deletes it. */
export function merged(resource: Resource, patch: Node, count: (steps: number) => void): readonly Resource[] {
  const [apiVersion, kind] = typeOf(resource.node);
  const metadata = field(resource.node, "metadata");
  const writing = new SharedWriting(resource.shared);
  const changed = strategicMerge(resource.node, patch, { apiVersion, kind, count, writing });
  if (changed === undefined) return [];
  const { shared, ...finished } = writing.finished(changed, count);
  let { node } = finished;
  for (const key of ["apiVersion", "kind"]) {
    const kept = field(resource.node, key);
    if (kept !== undefined) node = withField(node, key, kept);
  }
  for (const key of ["name", "namespace"]) node = withMetadata(node, key, field(metadata, key));
  return [{ ...resource, node, shared }];
}
