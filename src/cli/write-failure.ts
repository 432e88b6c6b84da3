import { OutputError, UsageError } from "./exit.js";

/** What the system says where something could not be written, in words. */
export function writeFailure(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const words = WORDS.get(code ?? "");
  return words === undefined ? (code ?? "unknown error") : `${words} (${code})`;
}

/**
 * What a file that cannot be written is: a place where nothing can be written is the caller's mistake; a device that
 * takes no more has left the output incomplete.
 */
export function cannotWrite(file: string, error: unknown): UsageError | OutputError {
  const message = `cannot write ${file}: ${writeFailure(error)}`;
  return isOfDevice(error) ? new OutputError(message) : new UsageError(message);
}

/** True for what the system says, a full disk for instance. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function isOfDevice(error: unknown): boolean {
  return DEVICE.has((error as NodeJS.ErrnoException).code ?? "");
}

const DEVICE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO"]);

const WORDS: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "no space left on the device"],
  ["EDQUOT", "the disk quota is used up"],
  ["EFBIG", "the file would be too large"],
  ["EIO", "the device fails"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOENT", "there is no such folder"],
  ["ENOTDIR", "a file is in the place of a folder"],
  ["EISDIR", "it is a folder"],
]);
