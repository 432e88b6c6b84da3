import { isGithub } from "./runner.js";
import { defuse, encode } from "../report/encode.js";
import type { Io } from "./io.js";

/**
 * Writes what files hold, or a patch of it, to standard output: as it is, for whoever applies or reads it gets just that.
 * But a terminal is not sent what would command it, and the log of a CI runner no line that it would execute.
 * @param what it is called where something of it had to be changed
 */
export function writeFileText(text: string, what: string, { stdout, stderr, env }: Io): void {
  if (stdout.isTTY === true) {
    stdout.write(text.split("\n").map(shown).join("\n"));
    return;
  }
  const safe = isRunner(env) && stdout.isFile !== true ? text.split("\n").map(defuse).join("\n") : text;
  stdout.write(safe);
  if (safe === text) return;
  stderr.write(
    `anp: broke up lines that this CI runner would execute: the ${what} differs from the files\n` +
      "     redirect standard output to a file to get the exact text\n",
  );
}

function shown(line: string): string {
  return defuse(encode(line));
}

/** True where the output is a log whose lines may be commands. */
function isRunner(env: Io["env"]): boolean {
  return isGithub({ env }) || env["TF_BUILD"] !== undefined;
}
