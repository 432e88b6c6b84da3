import { contentPaths } from "./content-paths.js";
import { createHash } from "node:crypto";
import { byName } from "./folder-entries.js";
import { join } from "node:path";
import { pathFrom } from "./path-names.js";
import type { FileSource } from "./found-reader.js";

/** The SHA-256 of some content in hex, or why it has none. */
export type ContentHash =
  | { readonly sha256: string; readonly why?: never }
  | { readonly sha256?: never; readonly why: string };

/** More than any chart has: whoever accepts a folder has looked at it. */
const MOST_FILES = 10_000;
const MOST_BYTES = 512_000_000;

/**
 * The hash of a file, or of a folder with all that is in it. That of a file is what `sha256sum` prints. That of anything else is the
 * hash of what `sha256sum` prints for all of its files, which is a line `HASH  ./PATH` each, in the order of their paths. What is
 * not there (a submodule that is not checked out) has no content: it may become anything.
 * @param begin files and folders, without links
 * @param from the folder that the printed paths begin in
 * @param root the folder that holds all that these name elsewhere
 */
export async function contentHash(
  begin: readonly string[],
  from: string,
  root: string,
  source: FileSource,
): Promise<ContentHash> {
  const [only, ...others] = begin;
  const reader = new HashReader(source);
  if (only !== undefined && others.length === 0 && source.tree.typeOf(only).value === "file")
    return reader.ofFile(only);
  const content = await contentPaths(begin, root, source);
  if (content.paths === undefined) return content;
  for (const path of content.paths) {
    const why = await reader.below(path);
    if (why !== undefined) return { why };
  }
  if (reader.hashes.size === 0) return { why: "there is no file in it" };
  const lines = [...reader.hashes].map(([path, hash]) => ({ shown: shownFrom(from, path), hash }));
  lines.sort((a, b) => Buffer.compare(Buffer.from(a.shown), Buffer.from(b.shown)));
  const text = lines.map(({ shown, hash }) => lineOf(hash, shown)).join("");
  return { sha256: createHash("sha256").update(text).digest("hex") };
}

class HashReader {
  readonly hashes = new Map<string, string>();
  readonly #source: FileSource;
  #bytes = 0;

  constructor(source: FileSource) {
    this.#source = source;
  }

  /** Reads all that is at a path. @returns why that is not possible */
  async below(path: string): Promise<string | undefined> {
    const { value: type } = this.#source.tree.typeOf(path);
    if (type === "file") {
      if (this.hashes.size >= MOST_FILES) return `it has more than ${MOST_FILES} files`;
      const { sha256, why } = await this.ofFile(path);
      if (sha256 !== undefined) this.hashes.set(path, sha256);
      return why;
    }
    // What a link leads to may change, and the link does not.
    if (type === "link") return `${path} is a link`;
    const entries = type === "folder" ? this.#source.tree.entries(path).value : undefined;
    if (entries === undefined) return `${path} can't be read`;
    for (const { name, closed } of byName(entries)) {
      if (name === ".git") continue;
      const why =
        closed === undefined ? await this.below(join(path, name)) : `${join(path, name)}: ${closed}`;
      if (why !== undefined) return why;
    }
    return undefined;
  }

  async ofFile(path: string): Promise<ContentHash> {
    const read = await this.#source.read(path, MOST_BYTES - this.#bytes);
    if (read.bytes === undefined) return { why: `${path} can't be read (${read.reason})` };
    this.#bytes += read.bytes.length;
    return { sha256: createHash("sha256").update(read.bytes).digest("hex") };
  }
}

/** A name with a line break stands in one line, so that no other files have the same lines. */
function lineOf(hash: string, shown: string): string {
  const escaped = shown.replaceAll(/[\\\n\r]/g, (each) => ESCAPES[each] ?? each);
  return `${escaped === shown ? "" : "\\"}${hash}  ${escaped}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r" };

function shownFrom(from: string, path: string): string {
  const way = pathFrom(from, path);
  return way.startsWith("../") ? way : `./${way}`;
}
