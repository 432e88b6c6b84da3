// Gets what the gate's checks need beside the project, so that none of them waits for it: the releases of Node that the package
// is tried with, into the named folder, and the programs in Go that the oracle and the validation ask. What can't be had is no
// failure here: the check that needs it fails and says why. `node scripts/gate-tools.mjs FOLDER`
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundled } from "../test/oracle/bundled.mjs";
import { installNode, MAJORS } from "./nodes/install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, script, folder, major] = process.argv;

if (major === undefined) {
  // Downloads take the network's time, and compilers the processor's: both at once.
  const installing = MAJORS.map((each) =>
    ended(spawn(process.execPath, [script, folder, each], { stdio: "inherit" })),
  );
  const { LineProgram } = await bundled("test/oracle/line-program.ts");
  for (const name of ["decoder", "validator"]) {
    try {
      LineProgram.build(root, name);
    } catch (error) {
      console.error(`${name}: ${error.message}`);
    }
  }
  await Promise.all(installing);
} else installNode(Number(major), folder);

function ended(child) {
  return new Promise((resolve) => child.on("close", resolve));
}
