import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import { pathInside } from "./path-inside.js";
import type { ValueOrCode, TreeEntry, EntryType, FileTree } from "./file-tree.js";

/** A file, link or submodule, with the id of its object. */
interface TreeLeaf {
  readonly type: "file" | "link" | "submodule";
  readonly id: string;
}

interface Folder {
  readonly type: "folder";
  readonly nodes: Map<string, TreeLeaf | Folder>;
  /** What has a name that nothing can be looked up by. */
  readonly closed: TreeEntry[];
}

/** Counts bytes. As on Linux: what has a longer path could not be checked out. */
const LONGEST_PATH = 4096;

/** The files of one commit, standing where they would be checked out. */
export class GitTree implements FileTree {
  readonly #root: string;
  readonly #top = newFolder();

  /** @param root the folder that the commit's paths begin in, without links */
  constructor(root: string) {
    this.#root = root;
  }

  /** Adds what a line of `git ls-tree` tells. A tree may be forged: no name is trusted to be one, or to come once. */
  add(mode: string, id: string, path: Uint8Array): void {
    const type = mode === "120000" ? "link" : mode === "160000" ? "submodule" : "file";
    let folder = this.#top;
    for (let start = 0; ;) {
      const slash = path.indexOf(SLASH, start);
      const isLast = slash === -1;
      const end = isLast ? path.length : slash;
      const bytes = path.subarray(start, end);
      const name = new TextDecoder().decode(bytes);
      const known = folder.nodes.get(name);
      const fault = end > LONGEST_PATH ? "path too long" : faultOf(name, bytes, known, isLast);
      if (fault !== undefined) {
        const isFile = isLast && type !== "submodule";
        folder.closed.push({ name, type: isFile ? "file" : "folder", closed: fault });
        return;
      }
      const node = known ?? (isLast ? { type, id } : newFolder());
      folder.nodes.set(name, node);
      if (node.type !== "folder") return;
      folder = node;
      start = end + 1;
    }
  }

  typeOf(path: string): ValueOrCode<EntryType> {
    const node = this.#find(path);
    if (node === undefined) return { code: "ENOENT" };
    return node.type === "submodule" ? { code: node.type } : { value: node.type };
  }

  real(path: string): ValueOrCode<string> {
    if (this.#find(path) === undefined) return { code: "ENOENT" };
    return { value: join(this.#root, ...(pathInside(this.#root, path) ?? [])) };
  }

  entries(path: string): ValueOrCode<readonly TreeEntry[]> {
    const node = this.#find(path);
    if (node?.type !== "folder") return { code: node === undefined ? "ENOENT" : "ENOTDIR" };
    const named = [...node.nodes].map(([name, { type }]): TreeEntry =>
      type === "submodule" ? { name, type: "folder", closed: type } : { name, type },
    );
    return { value: [...named, ...node.closed] };
  }

  /** The id of the file at a path. */
  fileId(path: string): string | undefined {
    const node = this.#find(path);
    return node?.type === "file" ? node.id : undefined;
  }

  /** What stands at a path, or the link or submodule on the way to it. */
  #find(path: string): TreeLeaf | Folder | undefined {
    let node: TreeLeaf | Folder | undefined = this.#top;
    const names = pathInside(this.#root, path);
    if (names === undefined) return undefined;
    for (const name of names) {
      if (node?.type === "file") return undefined;
      if (node?.type !== "folder") return node;
      node = node.nodes.get(name);
    }
    return node;
  }
}

const SLASH = 0x2f;

function newFolder(): Folder {
  return { type: "folder", nodes: new Map(), closed: [] };
}

function faultOf(
  name: string,
  bytes: Uint8Array,
  known: TreeLeaf | Folder | undefined,
  isLast: boolean,
): string | undefined {
  if (!isUtf8(bytes)) return "name not UTF-8";
  if (/^\.{0,2}$/.test(name)) return "name with a meaning of its own";
  if (known !== undefined && (isLast || known.type !== "folder")) return "name used twice";
  return undefined;
}
