import type { FileBytes } from "./read-file.js";

/** The bytes of a file, unless git keeps its content elsewhere or encrypted: then nobody knows what it is. */
export function withoutStandIn(read: FileBytes): FileBytes {
  if (read.bytes === undefined) return read;
  const text = Buffer.from(read.bytes.subarray(0, LARGEST_POINTER)).toString("latin1");
  if (text.startsWith("\0GITCRYPT\0")) return { reason: "git-crypt" };
  if (read.bytes.length < LARGEST_POINTER && POINTER.test(text)) return { reason: "git-lfs" };
  return read;
}

/** Git LFS takes nothing of this size or more for a pointer. */
const LARGEST_POINTER = 1024;

/** A key and its value on each line, the version first. */
const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n(?:[a-z][a-z0-9.-]* [^\r\n]+(?:\r?\n|$))+$/;
