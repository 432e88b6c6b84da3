import { resolve } from "node:path";
import { decodeBytes } from "../manifest/bytes.js";
import { readRegularFile, type FileBytes } from "./read-file.js";
import { walk, type Found, type WalkOptions } from "./walk.js";
import type { Input } from "../load/input.js";
import type { InputLimits } from "./limits.js";

/** Where the input comes from. */
export interface InputOptions extends WalkOptions {
  /** Files, folders and globs; `-` is standard input. */
  readonly paths: readonly string[];
  readonly limits: InputLimits;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** The name under which standard input is shown. */
  readonly stdinName: string;
}

/** Reads the inputs one by one, so that no more than one file's bytes are held at a time. */
export async function* readInputs(options: InputOptions): AsyncGenerator<Input> {
  const budget = { files: 0, bytes: 0 };
  for (const path of options.paths) {
    if (path === "-") yield await readStdin(options);
    else {
      for (const found of walk([path], options)) {
        const input = toInput(found, options, budget);
        yield input;
        // One finding says that a limit was passed; more of them would only repeat it.
        if (input.type === "unreadable" && OVER_LIMIT.has(input.reason)) return;
      }
    }
  }
}

const OVER_LIMIT: ReadonlySet<string> = new Set(["too-many-files", "total-too-large"]);

function toInput(found: Found, options: InputOptions, budget: { files: number; bytes: number }): Input {
  const { path } = found;
  switch (found.type) {
    case "excluded":
    case "kustomization":
      return { type: "other", name: path, reason: found.type };
    case "chart":
      return { type: "unreadable", name: path, reason: "helm-template" };
    case "refused":
      return {
        type: "unreadable",
        name: path,
        reason: found.reason,
        ...(found.detail === undefined ? {} : { detail: found.detail }),
      };
    case "file":
      return readFile(path, found.isNamed, options, budget);
  }
}

function readFile(
  path: string,
  isNamed: boolean,
  options: InputOptions,
  budget: { files: number; bytes: number },
): Input {
  const { limits, cwd, followsLinks } = options;
  budget.files++;
  if (budget.files > limits.files)
    return { type: "unreadable", name: path, reason: "too-many-files", detail: String(limits.files) };
  const isNamedJson = isNamed && path.endsWith(".json");
  const read = readRegularFile(
    resolve(cwd, path),
    isNamedJson ? limits.namedJsonSize : limits.fileSize,
    followsLinks,
  );
  if (read.bytes !== undefined) {
    budget.bytes += read.bytes.length;
    const total = isNamedJson ? Math.max(limits.totalSize, limits.namedJsonSize) : limits.totalSize;
    if (budget.bytes > total)
      return { type: "unreadable", name: path, reason: "total-too-large", detail: String(total) };
  }
  return decoded(path, read, isNamed);
}

function decoded(name: string, read: FileBytes, isNamed: boolean): Input {
  if (read.bytes === undefined) {
    const { reason, detail } = read;
    return { type: "unreadable", name, reason, ...(detail === undefined ? {} : { detail }) };
  }
  const { file, problem } = decodeBytes(name, read.bytes);
  if (file !== undefined) return { type: "file", file, isNamed };
  return { type: "unreadable", name, reason: problem.code, detail: String(problem.offset) };
}

async function readStdin({ stdin, stdinName, limits }: InputOptions): Promise<Input> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    length += bytes.length;
    if (length > limits.namedJsonSize)
      return {
        type: "unreadable",
        name: stdinName,
        reason: "file-too-large",
        detail: String(limits.namedJsonSize),
      };
    chunks.push(bytes);
  }
  return decoded(stdinName, { bytes: Buffer.concat(chunks) }, true);
}
