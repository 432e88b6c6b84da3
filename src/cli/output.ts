import { collectValues } from "./collect.js";
import { appendFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { GROUPS } from "./option-groups.js";
import { Option, type Command } from "commander";
import { cannotWrite } from "./write-failure.js";
import { inBlocks, writeWholeFile } from "./write-file.js";
import { nearest } from "../base/text/nearest.js";
import { UsageError } from "./exit.js";
import { viewFor, type ViewOptions } from "./view.js";
import type { Io, OutputStream } from "./io.js";
import type { Reporters } from "../report/reporter.js";

/** A format with where it goes: standard output, or a file. */
export interface Output<F extends string> {
  readonly format: F;
  readonly file: string | undefined;
}

/** Adds `-o, --output FORMAT[=FILE]`, the same on every command. */
export function addOutputOption(command: Command, reporters: Reporters<never>, fallback: string): Command {
  return command
    .optionsGroup(GROUPS.output)
    .addOption(
      new Option(
        "-o, --output <format[=file]>",
        `${formatsOf(reporters).join(", ")} (repeatable; default: ${fallback})`,
      ).argParser(collectValues),
    );
}

/** The names of formats, in their order. */
function formatsOf<F extends string>(reporters: Reporters<never, F>): F[] {
  return Object.keys(reporters) as F[];
}

/** Reads the values of `-o`. @throws {UsageError} for a format that the command does not have */
export function parseOutputs<F extends string>(
  values: readonly string[] | undefined,
  reporters: Reporters<never, F>,
  fallback: NoInfer<F>,
): Output<F>[] {
  const formats = formatsOf(reporters);
  const outputs = (values ?? [fallback]).map((value): Output<F> => {
    const equals = value.indexOf("=");
    const name = equals === -1 ? value : value.slice(0, equals);
    const format = formats.find((each) => each === name);
    if (format === undefined) {
      const [meant] = nearest(name, formats);
      const known = `formats are ${formats.join(", ")}`;
      throw new UsageError(
        `unknown format "${name}"`,
        meant === undefined ? known : `did you mean ${meant}? ${known}`,
      );
    }
    const file = equals === -1 ? undefined : value.slice(equals + 1);
    if (file === "") throw new UsageError(`-o ${value} needs a file name`);
    return { format, file };
  });
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError(
      "only one output can go to standard output",
      "write the others to files: -o sarif=results.sarif",
    );
  }
  return outputs;
}

/** What a report is written for: a file is no terminal, whatever standard output is. */
export function outputStream(
  file: string | undefined,
  { stdout }: Io,
): Pick<OutputStream, "isTTY" | "columns" | "rows"> {
  return file === undefined ? stdout : {};
}

/** @throws {UsageError} where what is written would replace a file that was read */
export function keepInputs(
  outputs: readonly Pick<Output<string>, "file">[],
  inputs: readonly { readonly name: string }[],
  io: Io,
  hint = "use another file name",
): void {
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  if (files.length === 0) return;
  const read = new Set(inputs.map(({ name }) => realPath(name, io)));
  for (const file of files) {
    if (read.has(realPath(file, io))) throw new UsageError(`${file} is one of the input files`, hint);
  }
}

/** A path without links; as it is given where nothing is there. */
function realPath(path: string, io: Io): string {
  const absolute = resolve(io.cwd(), path);
  try {
    return realpathSync(absolute);
  } catch {
    return absolute;
  }
}

/** Writes a report piece by piece: to standard output, or to a file that appears only when it is complete. */
export function writeReport(pieces: Iterable<string>, file: string | undefined, io: Io): void {
  if (file !== undefined && file !== "/dev/stdout") writeWholeFile(file, io.cwd(), pieces);
  else for (const piece of inBlocks(pieces)) io.stdout.write(piece);
}

/** Writes a report in each format that is asked for. */
export function writeReports<R, F extends string>(
  report: R,
  reporters: Reporters<R, F>,
  outputs: readonly Output<F>[],
  options: ViewOptions,
  io: Io,
): void {
  for (const { format, file } of outputs) {
    const view = viewFor(options, outputStream(file, io), io.env, io.cwd());
    writeReport(reporters[format](report, view), file, io);
  }
}

/** Adds text to a file. @throws {UsageError | OutputError} where it cannot be written */
export function appendToFile(text: string, file: string, io: Io): void {
  try {
    appendFileSync(resolve(io.cwd(), file), text);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}
