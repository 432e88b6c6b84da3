import { collect } from "./collect.js";
import {
  appendFileSync,
  closeSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Option, type Command } from "commander";
import { UsageError } from "./exit.js";
import type { Io, OutputStream } from "./io.js";

/** A format with where it goes: standard output, or a file. */
export interface Output<F extends string> {
  readonly format: F;
  readonly file: string | undefined;
}

/** Adds `-o, --output FORMAT[=FILE]`, the same on every command. */
export function addOutputOption(command: Command, formats: readonly string[], fallback: string): Command {
  return command.addOption(
    new Option(
      "-o, --output <format[=file]>",
      `${formats.join(", ")} (repeatable; default: ${fallback})`,
    ).argParser(collect),
  );
}

/** Reads the values of `-o`. @throws {UsageError} for a format that the command does not have */
export function parseOutputs<F extends string>(
  values: readonly string[] | undefined,
  formats: readonly F[],
  fallback: F,
): Output<F>[] {
  const outputs = (values ?? [fallback]).map((value): Output<F> => {
    const equals = value.indexOf("=");
    const name = equals === -1 ? value : value.slice(0, equals);
    const format = formats.find((each) => each === name);
    if (format === undefined)
      throw new UsageError(`"${name}" is no output format`, `formats are ${formats.join(", ")}`);
    const file = equals === -1 ? undefined : value.slice(equals + 1);
    if (file === "") throw new UsageError(`-o ${value} names no file`);
    return { format, file };
  });
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError(
      "only one output can go to standard output",
      "give the others a file: -o sarif=results.sarif",
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
  hint = "give the report another name",
): void {
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  if (files.length === 0) return;
  const read = new Set(inputs.map(({ name }) => realPath(name, io)));
  for (const file of files) {
    if (read.has(realPath(file, io)))
      throw new UsageError(`${file} is one of the files that were read`, hint);
  }
}

/** A path without links; as it is given where nothing is there. */
export function realPath(path: string, io: Io): string {
  const absolute = resolve(io.cwd(), path);
  try {
    return realpathSync(absolute);
  } catch {
    return absolute;
  }
}

/** Writes a report piece by piece: to standard output, or to a file that appears only when it is complete. */
export function writeReport(pieces: Iterable<string>, file: string | undefined, io: Io): void {
  if (file === undefined) {
    for (const piece of inBlocks(pieces)) io.stdout.write(piece);
    return;
  }
  const path = resolve(io.cwd(), file);
  const temporary = temporaryBeside(path);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(temporary, "wx");
    for (const piece of inBlocks(pieces)) writeFileSync(descriptor, piece);
    closeSync(descriptor);
    descriptor = undefined;
    renameSync(temporary, path);
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    rmSync(temporary, { force: true });
    throw isOfSystem(error) ? cannotWrite(file, error) : error;
  }
}

/** Where a file is written until it is complete. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.anp-${process.pid}-${Date.now()}.tmp`);
}

/** True for what the system says, a full disk for instance. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** How much is written at once: a write for each line would cost more than the line. */
const BLOCK = 1 << 16;

/** Joins short pieces; a long one is passed on as it is. */
export function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let block: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    const isLong = piece.length >= BLOCK;
    if (length > 0 && (isLong || length >= BLOCK)) {
      yield block.join("");
      block = [];
      length = 0;
    }
    if (isLong) yield piece;
    else {
      block.push(piece);
      length += piece.length;
    }
  }
  if (length > 0) yield block.join("");
}

/** Adds text to a file. @throws {UsageError} where it cannot be written */
export function appendToFile(text: string, file: string, io: Io): void {
  try {
    appendFileSync(resolve(io.cwd(), file), text);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** What a file that cannot be written is to the caller. */
export function cannotWrite(file: string, error: unknown): UsageError {
  return new UsageError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code ?? "unknown error"}`);
}

/** Lines as pieces of a report. */
export function* asLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
