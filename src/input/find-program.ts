import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file that a program's name stands for on PATH. Folders that may hold what others wrote are passed over: the working
 * folder, folders relative to it, and `node_modules/.bin`, which npm puts first.
 * @param isTrusted false for one that is passed over as well
 */
export function findProgram(
  name: string,
  cwd: string,
  env: Environment,
  isTrusted: (path: string) => boolean = () => true,
): string | undefined {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return (env["PATH"] ?? env["Path"] ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && resolve(folder) !== resolve(cwd))
    .filter((folder) => !folder.split(/[\\/]/).includes("node_modules"))
    .map((folder) => join(folder, file))
    .find((path) => isExecutable(path) && isTrusted(path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
