import type { Command } from "commander";
import type { Ending } from "./ending.js";
import type { Io } from "./io.js";

/** Adds one command to the program; `done` takes what a run comes to. */
export type Register = (program: Command, io: Io, done: (ending: Ending) => void) => void;
