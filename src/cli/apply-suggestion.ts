import { conjunction } from "../base/text/list.js";
import { defuse, encode } from "../report/encode.js";
import { isComplete, type Incompleteness } from "../cluster/load/incomplete.js";
import { fileAccessOf } from "./replace-file.js";
import { STANDARD_INPUT, type Sources } from "./sources.js";
import { UsageError } from "./exit.js";
import { writeManifests, type ManifestWriting } from "./write-manifests.js";
import type { Io } from "./io.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Suggestions } from "../questions/suggest/suggest.js";

/** What is written, and where it comes from. */
export interface Applying {
  /** The number of the suggestion, as it is printed. */
  readonly number: number;
  readonly found: Suggestions;
  readonly sources: Sources;
  readonly options: CommandSourceOptions;
  readonly incompleteness: Incompleteness;
}

/**
 * Writes a suggestion to the files that it edits: all of them, or none. Nothing is written where part of the input was not
 * read: what the edit does is not known then.
 * @throws {UsageError | OutputError} where it edits something else than files, or one cannot be written
 */
export function applySuggestion(applying: Applying, io: Io): void {
  const { number, found, sources, options, incompleteness } = applying;
  const say = (text: string): void => void io.stderr.write(`${defuse(text)}\n`);
  if (!isComplete(incompleteness)) {
    say("nothing written: the input is incomplete");
    return;
  }
  const { patch, amendments } = found.suggestions[number - 1] ?? {};
  if (patch === undefined || amendments === undefined)
    throw new UsageError(`suggestion ${number} cannot be written as a patch`, "make the edit by hand");
  const standardInput = options.stdinFilename ?? STANDARD_INPUT;
  const writings = [...patch.files].map(([file, { text }]): ManifestWriting => ({
    type: "replaced",
    file,
    text,
  }));
  for (const { name, isStored, text } of patch.files.keys()) {
    if (name === standardInput)
      throw new UsageError("--apply writes files, and this edits standard input", "name the file with -f");
    // What is to be added beside an object of a cluster is in no file yet.
    if (isStored === true || text === "")
      throw new UsageError(
        `--apply writes files, and this changes the cluster: ${name}`,
        "change the object with kubectl, or name its manifest with -f",
      );
  }
  writeManifests(writings, fileAccessOf(sources.paths, options, io), io);
  const names = [...patch.files.keys()].map(({ name }) => encode(name));
  say(`wrote suggestion ${number} to ${conjunction(names)}`);
}
