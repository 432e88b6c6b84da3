// One program file with Node inside (a single executable application), for the platform and the Node that run this.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inject } from "postject";
import { textImportsOfEsbuild } from "../text-imports.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Marks the place in Node's program that takes the application; Node's documentation names it. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Makes the executable.
 * @param folder where it is written, with the name of the platform: `anp-0.1.0-linux-x64`
 * @returns its path
 */
export async function makeExecutable(folder, version) {
  const isWindows = process.platform === "win32";
  const isMac = process.platform === "darwin";
  const path = join(folder, `anp-${version}-${process.platform}-${process.arch}${isWindows ? ".exe" : ""}`);
  const work = join(folder, "executable");
  mkdirSync(work, { recursive: true });
  try {
    await bundle(join(work, "anp.cjs"));
    const config = {
      main: "anp.cjs",
      output: "anp.blob",
      disableExperimentalSEAWarning: true,
      // Code that V8 has compiled belongs to this very Node, which is the one that goes into the file.
      useCodeCache: true,
    };
    writeFileSync(join(work, "sea.json"), JSON.stringify(config));
    execFileSync(process.execPath, ["--experimental-sea-config", "sea.json"], { cwd: work, stdio: "ignore" });
    copyFileSync(process.execPath, path);
    chmodSync(path, 0o755);
    if (isMac) execFileSync("codesign", ["--remove-signature", path]);
    await inject(path, "NODE_SEA_BLOB", readFileSync(join(work, "anp.blob")), {
      sentinelFuse: FUSE,
      ...(isMac ? { machoSegmentName: "NODE_SEA" } : {}),
    });
    // A program without a signature does not start on Apple's processors: this one is signed by nobody.
    if (isMac) execFileSync("codesign", ["--sign", "-", path]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return path;
}

/** Everything in one CommonJS file: such an application cannot load others. */
async function bundle(outfile) {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: 'import { start } from "./src/cli/start.js"; void start("anp");',
      resolveDir: root,
      loader: "ts",
    },
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    legalComments: "none",
    plugins: [textImportsOfEsbuild],
    logLevel: "warning",
  });
}
