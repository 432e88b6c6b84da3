import { createGzip } from "node:zlib";
import { createWriteStream, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { rename } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { beforeExit } from "../input/api/exit-guard.js";
import { cannotWrite, inBlocks, isOfSystem, temporaryBeside } from "./output.js";
import { resolve } from "node:path";
import type { Io } from "./io.js";

/**
 * Writes a snapshot to a file that nobody else may read, and that appears only when it is complete; compressed where its
 * name ends in `.gz`.
 * @throws {UsageError} where it cannot be written
 */
export async function writeSnapshot(pieces: Iterable<string>, file: string, io: Io): Promise<void> {
  const path = resolve(io.cwd(), file);
  const temporary = temporaryBeside(path);
  // The header that zlib writes has no time: equal texts are equal bytes.
  const compressed = file.endsWith(".gz") ? createGzip() : new PassThrough();
  // A run that is interrupted leaves nothing behind.
  const forget = beforeExit(() => rmSync(temporary, { force: true }));
  try {
    await pipeline(
      Readable.from(inBlocks(pieces)),
      compressed,
      createWriteStream(temporary, { flags: "wx", mode: 0o600 }),
    );
    await rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw isOfSystem(error) ? cannotWrite(file, error) : error;
  } finally {
    forget();
  }
}
