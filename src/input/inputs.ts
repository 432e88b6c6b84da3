import { decodeBytes } from "../manifest/bytes.js";
import { mayHoldPolicy } from "../load/may-hold-policy.js";
import { readRegularFile, type FileBytes } from "./read-file.js";
import { Walk, type Found, type WalkOptions } from "./walk.js";
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
  const walk = new Walk(
    options.paths.filter((path) => path !== "-"),
    options,
  );
  for (const path of options.paths) {
    if (path === "-") yield await readStdin(options);
    else {
      for (const found of walk.below(path)) {
        const input = toInput(found, options.limits, budget);
        yield input;
        // One finding says that a limit was passed; more of them would only repeat it.
        if (input.type === "unreadable" && OVER_LIMIT.has(input.reason)) return;
      }
    }
  }
}

const OVER_LIMIT: ReadonlySet<string> = new Set(["too-many-files", "total-too-large"]);

/** What was read so far. */
interface Budget {
  files: number;
  bytes: number;
}

function toInput(found: Found, limits: InputLimits, budget: Budget): Input {
  const { path } = found;
  switch (found.type) {
    case "excluded":
      return { type: "other", name: path, reason: "excluded" };
    case "chart":
      return { type: "unreadable", name: path, reason: "helm-template" };
    case "refused":
      return unreadable(path, found);
    case "kustomization":
      return kustomization(path, readFile({ ...found, isNamed: false }, limits, budget));
    case "file":
      return readFile(found, limits, budget);
  }
}

/** `kubectl apply` reads a kustomization as a manifest too: where it may hold a policy, it is one. */
function kustomization(name: string, input: Input): Input {
  if (input.type === "file" && !mayHoldPolicy(input.file.text))
    return { type: "other", name, reason: "kustomization" };
  return input;
}

function readFile(
  { path, real, isNamed }: Omit<Extract<Found, { type: "file" }>, "type">,
  limits: InputLimits,
  budget: Budget,
): Input {
  budget.files++;
  if (budget.files > limits.files)
    return unreadable(path, { reason: "too-many-files", detail: String(limits.files) });
  const isNamedJson = isNamed && path.endsWith(".json");
  const read = readRegularFile(real, isNamedJson ? limits.namedJsonSize : limits.fileSize, false);
  if (read.bytes !== undefined) {
    budget.bytes += read.bytes.length;
    const total = isNamedJson ? Math.max(limits.totalSize, limits.namedJsonSize) : limits.totalSize;
    if (budget.bytes > total) return unreadable(path, { reason: "total-too-large", detail: String(total) });
  }
  return decoded(path, read, isNamed, limits);
}

function decoded(name: string, read: FileBytes, isNamed: boolean, limits: InputLimits): Input {
  if (read.bytes === undefined) return unreadable(name, read);
  // Only JSON may be larger than a YAML file: reading YAML takes ten times the memory.
  if (read.bytes.length > limits.fileSize && !beginsLikeJson(read.bytes))
    return tooLarge(name, limits.fileSize);
  const { file, problem } = decodeBytes(name, read.bytes);
  if (problem === undefined) return { type: "file", file, isNamed };
  const { code, offset, text, at } = problem;
  return { type: "unreadable", name, reason: code, detail: String(offset), place: { text, at } };
}

function unreadable(
  name: string,
  { reason, detail }: Pick<Extract<Input, { type: "unreadable" }>, "reason" | "detail">,
): Input {
  return { type: "unreadable", name, reason, ...(detail === undefined ? {} : { detail }) };
}

function tooLarge(name: string, limit: number): Input {
  return unreadable(name, { reason: "file-too-large", detail: String(limit) });
}

/** True where the first character is `{`, behind blanks and a byte-order mark. */
function beginsLikeJson(bytes: Uint8Array): boolean {
  return /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

async function readStdin({ stdin, stdinName, limits }: InputOptions): Promise<Input> {
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
