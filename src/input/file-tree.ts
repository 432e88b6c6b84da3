/** What stands at a path; `special` is a device, FIFO or socket. */
export type EntryType = "file" | "folder" | "link" | "special";

/** One name in a folder, whether on the disk or in a commit. */
export interface TreeEntry {
  readonly name: string;
  readonly type: EntryType;
  /** Set where it cannot be opened, whatever is asked: why. */
  readonly closed?: string;
}

/** An answer, or the code of the reason why there is none: `ENOENT` for what is not there. */
export type ValueOrCode<T> =
  | { readonly value: T; readonly code?: never }
  | { readonly value?: never; readonly code: string };

/** Files in folders, as a walk sees them: those of the disk, or of a git revision. Paths are absolute. */
export interface FileTree {
  /** What stands at a path; a link is not followed. */
  typeOf(path: string): ValueOrCode<EntryType>;
  /** The one path of what a path leads to, with no link in it. */
  real(path: string): ValueOrCode<string>;
  /** What is in a folder, in any order. */
  entries(folder: string): ValueOrCode<readonly TreeEntry[]>;
}

/** What the system says where nothing of a name can be there. */
const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/** True for the code of a path at which nothing is. */
export function isAbsent(code: string): boolean {
  return ABSENT.has(code);
}
