import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { cannotWrite, isOfSystem, realPath, temporaryBeside, writeReport } from "./output.js";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { joinStreams } from "../manifest/join-streams.js";
import { UsageError } from "./exit.js";
import type { ConversionRun } from "../convert/run.js";
import type { Destination } from "./convert-options.js";
import type { Io } from "./io.js";
import type { SourceFile } from "../manifest/source.js";

/** A text, and where it goes. */
export type Writing =
  | { readonly type: "new"; readonly path: string | undefined; readonly text: string }
  | { readonly type: "replaced"; readonly file: SourceFile; readonly text: string };

/**
 * What is written of a conversion: the files that change, in their place, or every manifest somewhere else.
 * @throws {UsageError} where that is no place for them
 */
export function manifestsFor(
  destination: Destination,
  { files, before }: ConversionRun,
  scope: ReadonlySet<SourceFile>,
  io: Io,
): readonly Writing[] {
  const others = new Set(before.summary.other.map(({ file }) => file));
  const manifests = [...scope].filter(({ name }) => !others.has(name));
  const textOf = (file: SourceFile): string => files.get(file)?.text ?? file.text;
  switch (destination.type) {
    case "nowhere":
      return [];
    case "stdout":
      return [{ type: "new", path: undefined, text: joined(manifests.map(textOf)) }];
    case "file":
      return [{ type: "new", path: destination.path, text: joined(manifests.map(textOf)) }];
    case "folder":
      return manifests.map((file) => {
        return { type: "new", path: pathBelow(destination.path, file, io), text: textOf(file) };
      });
    case "in-place":
      return [...files].map(([file, { text }]) => ({ type: "replaced", file, text }));
  }
}

/** Writes texts where they go. @throws {UsageError} where one cannot be written */
export function writeManifests(writings: readonly Writing[], io: Io): void {
  for (const writing of writings) {
    if (writing.type === "replaced") replaceFile(writing.file, writing.text, io);
    else {
      if (writing.path !== undefined) makeFolder(dirname(writing.path), io);
      writeReport([writing.text], writing.path, io);
    }
  }
}

function makeFolder(path: string, io: Io): void {
  try {
    mkdirSync(resolve(io.cwd(), path), { recursive: true });
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** @throws {UsageError} for texts that cannot be one */
function joined(texts: readonly string[]): string {
  const stream = joinStreams(texts);
  if (stream === undefined)
    throw new UsageError("JSON and other files cannot be joined to one", "write them with --out-dir");
  return stream;
}

/** @throws {UsageError} for a file outside of the current folder */
function pathBelow(folder: string, { name }: SourceFile, io: Io): string {
  const below = relative(io.cwd(), resolve(io.cwd(), name));
  if (below.startsWith("..") || isAbsolute(below))
    throw new UsageError(`${name} is outside of the current folder`, "use --file or --in-place");
  return join(folder, below);
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Writes a file anew, in one step and with its own permissions.
 * @throws {UsageError} where it has changed since it was read, or cannot be written
 */
export function replaceFile(file: SourceFile, text: string, io: Io): void {
  const { name } = file;
  const path = realPath(name, io);
  const temporary = temporaryBeside(path);
  try {
    const now = readFileSync(path, "utf8");
    const mark = now.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    if (now.slice(mark.length) !== file.text)
      throw new UsageError(`${name} has changed since it was read`, "run it again");
    const descriptor = openSync(temporary, "wx");
    try {
      writeFileSync(descriptor, mark + text);
    } finally {
      closeSync(descriptor);
    }
    chmodSync(temporary, statSync(path).mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw isOfSystem(error) ? cannotWrite(name, error) : error;
  }
}
