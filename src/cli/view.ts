import { GROUPS } from "./option-groups.js";
import { Option, type Command } from "commander";
import { ASCII, UNICODE, type View } from "../report/view.js";
import { linksFor } from "./hyperlinks.js";
import { painterFor, type ColourChoice } from "./colour.js";
import type { Io, OutputStream } from "./io.js";

/** The options that say how a report looks, of every command that draws. */
export interface ViewOptions {
  readonly color?: ColourChoice;
  readonly ascii?: boolean;
}

/** Adds the options of a command that draws: with arrows, bars, marks. */
export function addViewOptions(command: Command): Command {
  return addColourOptions(command).option("--ascii", "use only ASCII in anp's own output");
}

/** Adds the options of a command that prints plain text. */
export function addColourOptions(command: Command): Command {
  const coloured = command
    .optionsGroup(GROUPS.output)
    .addOption(new Option("--color <when>", "colours").choices(["auto", "always", "never"]).default("auto"));
  return addDebugOption(coloured);
}

/** Adds the option of a command that prints nothing but a line or two. */
export function addDebugOption(command: Command): Command {
  return command.optionsGroup(GROUPS.output).option("--debug", "show the stack trace of an internal error");
}

/** Where there is no terminal: as wide as a log or a page can show. */
const PIPED_WIDTH = 100;

/** Below that nobody reads: a program that runs another one may set anything. */
const LEAST_TOLD = 40;

/** Of a terminal whose height is not known. */
const USUAL_ROWS = 50;

/**
 * How a stream shows reports: its colours, its size, and ASCII where the locale is not UTF-8.
 * @param cwd the folder that paths begin in; without it, nothing is linked
 */
export function viewFor(
  { color = "auto", ascii = false }: ViewOptions,
  stream: Pick<OutputStream, "isTTY" | "columns" | "rows">,
  env: Io["env"],
  cwd?: string,
): View {
  const symbols = ascii || !isUtf8(env) ? ASCII : UNICODE;
  const link = cwd === undefined || color === "never" ? undefined : linksFor(stream, env, cwd);
  return {
    ...(link === undefined ? {} : { link }),
    paint: painterFor(color, stream, env),
    symbols,
    width: stream.columns ?? toldColumns(env) ?? PIPED_WIDTH,
    height: stream.isTTY === true ? (stream.rows ?? USUAL_ROWS) : Infinity,
  };
}

/** What the environment says of the width, where that is one that a report can have. */
function toldColumns({ COLUMNS = "" }: Io["env"]): number | undefined {
  const columns = /^\d{1,4}$/.test(COLUMNS) ? Number(COLUMNS) : 0;
  return columns >= LEAST_TOLD ? columns : undefined;
}

/** No locale at all is what most CI runners and containers have; their logs are UTF-8. */
function isUtf8(env: Io["env"]): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find(
    (each) => each !== undefined && each !== "",
  );
  return locale === undefined || /utf-?8/i.test(locale);
}
