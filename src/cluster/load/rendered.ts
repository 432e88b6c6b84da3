import type { BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** What another program has made of a chart or a kustomization, or why there is nothing of it. */
export type Rendered =
  | { readonly file: SourceFile; readonly doubt?: never }
  | { readonly file?: never; readonly doubt: BuildDoubt };

/**
 * Has a kustomization rendered by another program.
 * @param folder its path, without links
 * @param shown its name
 */
export type RenderKustomization = (folder: string, shown: string) => Promise<Rendered>;
