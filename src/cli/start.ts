import { main } from "./main.js";
import { setV8Flag } from "./v8-flags.js";
import type { ProgramName } from "./program-name.js";

/** Runs the command line of this process. */
export async function start(name: ProgramName): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), process, name, () => {
    setV8Flag("compile-less");
    setV8Flag("inline-less");
  });
}
