import {
  beginsLikeJson,
  decoded,
  FoundReader,
  tooLarge,
  type FileSelection,
  type FileSource,
} from "./found-reader.js";
import { DISK } from "./disk.js";
import { isSubmodule } from "./submodules.js";
import { trackedFiles } from "./tracked-files.js";
import type { Environment } from "./find-program.js";
import { readRegularFile } from "./read-file.js";
import type { FileInput } from "../cluster/load/input.js";

/** Where the input comes from; the path `-` is standard input. */
export interface InputOptions extends FileSelection {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** The name under which standard input is shown. */
  readonly stdinName: string;
  /** Where git is found, which tells what of `node_modules` comes with the repository; without it, nothing is asked. */
  readonly env?: Environment;
}

/** Reads the inputs one by one, so that no more than one file's bytes are held at a time. */
export async function* readInputs(options: InputOptions): AsyncGenerator<FileInput> {
  const reader = new FoundReader(options, {
    tree: DISK,
    read: (path, limit) => readRegularFile(path, limit, false),
    isSubmodule,
    ...(options.env === undefined ? {} : { tracked: trackedBy(options.env) }),
  });
  for (const path of options.paths) {
    if (path === "-") yield await readStdin(options);
    else yield* reader.below(path);
    if (reader.isOver) return;
  }
}

function trackedBy(env: Environment): NonNullable<FileSource["tracked"]> {
  return (folder) => trackedFiles(folder, env);
}

async function readStdin({ stdin, stdinName, limits }: InputOptions): Promise<FileInput> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let limit: number | undefined;
  for await (const chunk of stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    length += bytes.length;
    chunks.push(bytes);
    if (length <= limits.fileSize) continue;
    limit ??= beginsLikeJson(Buffer.concat(chunks)) ? limits.namedJsonSize : limits.fileSize;
    if (length > limit) return tooLarge(stdinName, limit);
  }
  return decoded(stdinName, { bytes: Buffer.concat(chunks) }, true, limits);
}
