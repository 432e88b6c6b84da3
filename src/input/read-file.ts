import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { InputProblem } from "../cluster/problems/not-read.js";

/** A file's bytes, or why they were not read. */
export type FileBytes =
  | { readonly bytes: Uint8Array }
  | { readonly bytes?: never; readonly reason: InputProblem; readonly detail?: string };

/**
 * Reads a regular file, at most `limit` bytes of it. Whatever else hides behind the name (a FIFO that would block, a
 * device, a symbolic link out of the tree) is refused after it is open, so that nothing can be swapped in between.
 */
export function readRegularFile(path: string, limit: number, followsLinks: boolean): FileBytes {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (followsLinks ? 0 : constants.O_NOFOLLOW);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    return failure(error);
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { reason: "not-a-file" };
    if (stat.size > limit) return { reason: "file-too-large", detail: String(limit) };
    return readUpTo(descriptor, limit, stat.size);
  } catch (error) {
    return failure(error);
  } finally {
    closeSync(descriptor);
  }
}

/** A file may grow while it is read, and those of /proc say that they are empty: the cap holds whatever the size said. */
function readUpTo(descriptor: number, limit: number, size: number): FileBytes {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return { bytes: buffer.subarray(0, length) };
    length += count;
    if (length > limit) return { reason: "file-too-large", detail: String(limit) };
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
  }
}

function failure(error: unknown): FileBytes {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "ELOOP" || code === "EMLINK") return { reason: "symbolic-link" };
  if (code === "ENXIO" || code === "EISDIR") return { reason: "not-a-file" };
  return { reason: "not-readable", detail: code };
}
