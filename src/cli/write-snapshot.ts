import { createGzip } from "node:zlib";
import { createWriteStream, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { rename } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { beforeExit } from "../input/api/exit-guard.js";
import { cannotWrite, isOfSystem } from "./write-failure.js";
import { inBlocks, isDevice, temporaryBeside } from "./write-file.js";
import { resolve } from "node:path";
import type { Io } from "./io.js";

/**
 * Writes a snapshot to a file that nobody else may read, and that appears only when it is complete; compressed where its
 * name ends in `.gz`.
 * @throws {UsageError | OutputError} where it cannot be written
 */
export async function writeSnapshot(pieces: Iterable<string>, file: string, io: Io): Promise<void> {
  const path = resolve(io.cwd(), file);
  const temporary = temporaryBeside(path);
  // The header that zlib writes has no time: equal texts are equal bytes.
  const compressed = file.endsWith(".gz") ? createGzip() : new PassThrough();
  const write = (to: string, flags: string): Promise<void> =>
    pipeline(Readable.from(inBlocks(pieces)), compressed, createWriteStream(to, { flags, mode: 0o600 }));
  // A run that is interrupted leaves nothing behind.
  const forget = beforeExit(() => rmSync(temporary, { force: true }));
  try {
    if (isDevice(path)) await write(path, "a");
    else {
      await write(temporary, "wx");
      await rename(temporary, path);
    }
  } catch (error) {
    rmSync(temporary, { force: true });
    throw isOfSystem(error) ? cannotWrite(file, error) : error;
  } finally {
    forget();
  }
}
