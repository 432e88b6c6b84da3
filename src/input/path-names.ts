import nodePath, { type PlatformPath } from "node:path";

/** How a system writes paths: this one's, unless tests ask for another's. */
export type PathStyle = Pick<PlatformPath, "sep" | "relative" | "resolve" | "isAbsolute">;

/**
 * A path as reports, globs and other programs write it, with slashes. On Windows a backslash separates names; elsewhere
 * it may be part of one, and stays.
 */
export function withSlashes(path: string, { sep }: PathStyle = nodePath): string {
  return sep === "/" ? path : path.split(sep).join("/");
}

/** A path as seen from a folder, with slashes. */
export function pathFrom(folder: string, path: string, style: PathStyle = nodePath): string {
  return withSlashes(style.relative(folder, style.resolve(folder, path)), style);
}

/**
 * The names that lead from a folder to a path inside of it: none to the folder itself, `undefined` to a path outside, which
 * on Windows may be one on another drive.
 */
export function namesBelow(
  folder: string,
  path: string,
  style: PathStyle = nodePath,
): readonly string[] | undefined {
  const way = style.relative(folder, style.resolve(folder, path));
  if (way === "") return [];
  const names = way.split(style.sep);
  return style.isAbsolute(way) || names[0] === ".." ? undefined : names;
}
