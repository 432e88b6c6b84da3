import { commitAll, type StagedFile } from "./write-file.js";
import { join } from "node:path";
import { namesBelow } from "../input/path-names.js";
import { writeFileText } from "./file-text.js";
import { joinStreams } from "../source/manifest/join-streams.js";
import { stageReplacement, type FileAccess, type FileReplacement } from "./replace-file.js";
import { stageBelow } from "./stage-below.js";
import { UsageError } from "./exit.js";
import { writeReport } from "./output.js";
import type { ConversionRun } from "../questions/convert/run.js";
import type { Destination } from "./convert-options.js";
import type { Io } from "./io.js";
import type { SourceFile } from "../source/manifest/source.js";

/** A text, and where it goes. */
export type ManifestWriting =
  /** To standard output, or a file that is named. */
  | { readonly type: "named"; readonly file: string | undefined; readonly text: string }
  /** To a file below a folder that is named. */
  | {
      readonly type: "below";
      readonly folder: string;
      readonly names: readonly string[];
      /** The same as one path. */
      readonly file: string;
      readonly text: string;
    }
  | ({ readonly type: "replaced" } & FileReplacement);

/**
 * What is written of a conversion: the files that change, in their place, or every manifest somewhere else.
 * @throws {UsageError} where that is no place for them
 */
export function manifestsFor(
  destination: Destination,
  { files, before }: ConversionRun,
  scope: ReadonlySet<SourceFile>,
  io: Io,
): readonly ManifestWriting[] {
  const others = new Set(before.summary.other.map(({ file }) => file));
  const manifests = [...scope].filter(({ name }) => !others.has(name));
  const textOf = (file: SourceFile): string => files.get(file)?.text ?? file.text;
  switch (destination.type) {
    case "nowhere":
      return [];
    case "stdout":
      return [{ type: "named", file: undefined, text: joined(manifests.map(textOf)) }];
    case "file":
      return [{ type: "named", file: destination.path, text: joined(manifests.map(textOf)) }];
    case "folder":
      return manifests.map((file) => {
        const folder = destination.path;
        const names = namesInside(file, io.cwd());
        return { type: "below", folder, names, file: join(folder, ...names), text: textOf(file) };
      });
    case "in-place":
      return [...files].map(([file, { text }]) => ({ type: "replaced", file, text }));
  }
}

/**
 * Writes texts where they go: all of them, or none where one of them has no place.
 * @throws {UsageError | OutputError} where one cannot be written
 */
export function writeManifests(writings: readonly ManifestWriting[], reach: FileAccess, io: Io): void {
  const staged: (readonly [string, StagedFile])[] = [];
  try {
    for (const writing of writings) {
      if (writing.type === "replaced") staged.push([writing.file.name, stageReplacement(writing, reach)]);
      else if (writing.type === "below")
        staged.push([writing.file, stageBelow({ ...writing, pieces: [writing.text] }, reach)]);
      else if (writing.file === undefined) writeFileText(writing.text, "stream", io);
      else writeReport([writing.text], writing.file, io);
    }
  } catch (error) {
    for (const [, each] of staged) each.discard();
    throw error;
  }
  commitAll(staged);
}

/** @throws {UsageError} for texts that cannot be one */
function joined(texts: readonly string[]): string {
  const stream = joinStreams(texts);
  if (stream === undefined)
    throw new UsageError("JSON and other files can't be joined into one", "use --out-dir");
  return stream;
}

/** The names below the current folder. @throws {UsageError} for a file outside of it */
function namesInside({ name }: SourceFile, cwd: string): readonly string[] {
  const names = namesBelow(cwd, name);
  if (names === undefined)
    throw new UsageError(`${name} is outside of the current folder`, "use --file or --in-place");
  return names;
}
