import { gunzipSync } from "node:zlib";
import { decoded } from "./found-reader.js";
import { isGzip } from "./gzip.js";
import { MissingPathError } from "./walk.js";
import { readNamedFile } from "./named-file.js";
import type { FileBytes } from "./read-file.js";
import type { FileInput } from "../cluster/load/input.js";
import type { InputOptions } from "./inputs.js";

/**
 * Reads a snapshot, or what `kubectl get -o json` or `-o yaml` printed, either of them also compressed with gzip: objects
 * that a server has stored. The path `-` is standard input.
 * @throws {MissingPathError} where there is no such file
 */
export async function* readSnapshot(
  path: string,
  options: Pick<InputOptions, "limits" | "cwd" | "followsLinks" | "stdin" | "stdinName">,
): AsyncGenerator<FileInput> {
  const { limits, stdin, stdinName } = options;
  const limit = limits.namedJsonSize;
  const read = path === "-" ? await readUpTo(stdin, limit) : readNamedFile(path, options, limit);
  if (read.bytes === undefined && read.detail === "ENOENT") throw new MissingPathError(path);
  const input = decoded(path === "-" ? stdinName : path, inflated(read, limit), true, limits);
  yield input.type === "file" ? { ...input, isStored: true } : input;
}

async function readUpTo(stream: InputOptions["stdin"], limit: number): Promise<FileBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    chunks.push(bytes);
    length += bytes.length;
    if (length > limit) return overLimit(limit);
  }
  return { bytes: Buffer.concat(chunks) };
}

function overLimit(limit: number): FileBytes {
  return { reason: "file-too-large", detail: String(limit) };
}

/** What gzip has compressed as it was; a file that would be larger than the limit is never inflated beyond it. */
function inflated(read: FileBytes, limit: number): FileBytes {
  if (read.bytes === undefined || !isGzip(read.bytes)) return read;
  try {
    return { bytes: gunzipSync(read.bytes, { maxOutputLength: limit }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") return overLimit(limit);
    return { reason: "broken-gzip", detail: code ?? "" };
  }
}
