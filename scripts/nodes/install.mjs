// Other releases of Node, as npm's package `node` brings them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The majors that are tried, of those that `engines` lets in. */
export const MAJORS = [20, 22, 24, 26];

/**
 * Installs the newest Node of a major version, unless it is there already.
 * @param folder where releases are kept, each in a folder of its own
 * @returns the path of the program
 * @throws Error where npm cannot install it, or what it installed does not run
 */
export function installNode(major, folder) {
  const home = join(folder, `node-${major}`);
  const program = join(home, "node_modules/node/bin/node");
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "private": true }\n');
    execFileSync("npm", ["install", "--no-save", "--no-package-lock", `node@${major}`], {
      cwd: home,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`${program} is ${version}`);
  return program;
}
