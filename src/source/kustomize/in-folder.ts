import { KUSTOMIZATION_NAMES, readKustomization, type Kustomization } from "./kustomization.js";
import { meantPath } from "./meant-path.js";
import { oncePer } from "../../base/collections/once-per.js";
import { isRemote, parentOf, resolvedPath } from "./paths.js";
import { Unbuildable } from "./unbuildable.js";
import type { KustomizeOptions } from "./options.js";

/** The kustomization in a folder; undefined where there is none. */
export function kustomizationIn(folder: string, at: KustomizeOptions["at"]): string | undefined {
  return KUSTOMIZATION_NAMES.map((name) => resolvedPath(folder, name)).find(
    (path) => at(path).type === "file",
  );
}

/** A kustomization is read once, however many name it. */
export const kustomizationOf = oncePer(readKustomization);

/** The kustomization at a path. @throws {Unbuildable} where none is there, or another one beside it */
export function kustomizationAt(path: string, { at }: KustomizeOptions): Kustomization {
  const found = at(path);
  if (found.type !== "file") throw new Unbuildable("build-missing", path, path);
  const folder = parentOf(path);
  const [other] = KUSTOMIZATION_NAMES.flatMap((name) => {
    const beside = resolvedPath(folder, name);
    const there = at(beside);
    return beside !== path && there.type === "file" ? [there.file.name] : [];
  });
  if (other !== undefined) throw new Unbuildable("build-two-kustomizations", other, found.file.name);
  return kustomizationOf(found.file);
}

/**
 * The kustomization of a folder that another one names.
 * @param text as it is written, relative to that one's folder
 * @throws {Unbuildable} where it is not there, not to be read, or not what is asked for
 */
export function kustomizationNamed(
  folder: string,
  text: string,
  from: Kustomization,
  isComponent: boolean,
  options: KustomizeOptions,
): { readonly path: string; readonly kustomization: Kustomization } {
  const { name } = from.file;
  if (isRemote(text)) throw new Unbuildable("build-remote", text, name);
  const at = resolvedPath(folder, text);
  const found = options.at(at);
  if (found.type === "outside") throw new Unbuildable("build-outside", text, name);
  if (found.type === "unreadable") throw new Unbuildable("build-unreadable", text, name);
  const path = kustomizationIn(at, options.at);
  if (path === undefined && found.type !== "missing")
    throw new Unbuildable("build-no-kustomization", text, name);
  if (path === undefined)
    throw new Unbuildable("build-missing", text, name, { meant: meantPath(folder, text, options, from) });
  const kustomization = kustomizationAt(path, options);
  if (kustomization.isComponent !== isComponent)
    throw new Unbuildable("build-invalid", isComponent ? "components" : "resources", name);
  return { path, kustomization };
}
