import type { Command } from "commander";
import type { ExitCode } from "./exit.js";
import type { Io } from "./io.js";

/** Adds one command to the program; `done` takes the exit code that a run comes to. */
export type Register = (program: Command, io: Io, done: (code: ExitCode) => void) => void;
