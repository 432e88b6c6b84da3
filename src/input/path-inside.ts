import { sep } from "node:path";
import { realpathSync } from "node:fs";
import { namesBelow } from "./path-names.js";

/**
 * The names that lead from a folder to a path inside of it, which need not exist; `undefined` for a path outside. Links
 * are followed as far as they lead into the folder (`/tmp` may be one), not inside of it.
 * @param root the folder, without links in its path
 */
export function pathInside(root: string, path: string): readonly string[] | undefined {
  const lexical = namesBelow(root, path);
  if (lexical !== undefined) return lexical;
  const names = path.split(sep);
  for (let length = 1; length <= names.length; length++) {
    const real = realPath(names.slice(0, length).join(sep) || sep);
    if (real === undefined) return undefined;
    const entered = namesBelow(root, real);
    if (entered !== undefined) return [...entered, ...names.slice(length)];
  }
  return undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
