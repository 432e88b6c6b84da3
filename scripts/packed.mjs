// The archive that is published, packed and unpacked.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Packs the project and unpacks the archive into a folder.
 * @returns the folder of the package, the paths of the files in it, and the archive's own
 */
export function unpackedPackage(work) {
  const output = run("npm", ["pack", "--silent", "--json", "--pack-destination", work], root);
  const [{ filename, files }] = JSON.parse(output.slice(output.indexOf("[\n")));
  const archive = join(work, filename);
  run("tar", ["-xzf", archive], work);
  return { folder: join(work, "package"), paths: files.map(({ path }) => path), archive };
}

function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
