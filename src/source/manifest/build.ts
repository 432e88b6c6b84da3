import type { Keep } from "./composed.js";

/** What to build of a node: all, some parts, or nothing: then it is only looked through. */
export type Build = true | Keep | undefined;

/** What to build of the value of a key; lists pass it through. */
export function partOf(build: Build, key: string): Build {
  if (build === undefined || build === true) return build;
  return Object.hasOwn(build, key) ? build[key] : undefined;
}
