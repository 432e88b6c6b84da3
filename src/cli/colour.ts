import { Chalk, type ChalkInstance } from "chalk";
import { PLAIN, type Painter } from "../report/view.js";
import type { Io, OutputStream } from "./io.js";

/** The values of `--color`; `auto` colours a terminal only. */
export type ColourChoice = "auto" | "always" | "never";

/** True where a stream gets colours: it is a terminal, unless `--color`, `FORCE_COLOR` or `NO_COLOR` says otherwise. */
function wantsColour(
  choice: ColourChoice,
  stream: Pick<OutputStream, "isTTY" | "columns">,
  env: Io["env"],
): boolean {
  if (choice !== "auto") return choice === "always";
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/** The painter of a stream. */
export function painterFor(
  choice: ColourChoice,
  stream: Pick<OutputStream, "isTTY" | "columns">,
  env: Io["env"],
): Painter {
  return wantsColour(choice, stream, env) ? colours(new Chalk({ level: 1 })) : PLAIN;
}

function colours(chalk: ChalkInstance): Painter {
  const byVerdict = {
    allowed: chalk.green.bold,
    denied: chalk.red.bold,
    undefined: chalk.yellow.bold,
    unknown: chalk.yellow.bold,
    mixed: chalk.yellow.bold,
    incomplete: chalk.red.bold,
  };
  const byLevel = { error: chalk.red.bold, warning: chalk.yellow.bold, info: chalk.blue.bold };
  return {
    verdict: (verdict, text) => byVerdict[verdict](text),
    level: (level, text) => byLevel[level](text),
    dim: (text) => (text === "" ? "" : chalk.dim(text)),
    bold: (text) => (text === "" ? "" : chalk.bold(text)),
    place: (text) => (text === "" ? "" : chalk.cyan(text)),
    patch: (line, text) => (line === "added" ? chalk.green(text) : chalk.red(text)),
  };
}
