// Installs what the lockfile names and builds dist/, each only where it is missing or out of date; with --types also the
// declarations. Needs nothing but Node and npm, so that `npm test` and `npm run demo` work on a fresh clone.
import { execSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.anp-lockfile`;
const lockfile = createHash("sha256")
  .update(readFileSync(`${root}package-lock.json`))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lockfile) {
  execSync("npm ci", { cwd: root, stdio: "inherit" });
  writeFileSync(stamp, lockfile);
}

const built = `${root}dist/meta.json`;
const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
if (["src", "schemas", "scripts", "package.json"].some((path) => newest(`${root}${path}`) > builtAt)) {
  await import("./build.mjs");
}
// A build starts from an empty folder, so that declarations that are there are those of this one.
if (process.argv.includes("--types") && !existsSync(`${root}dist/types/index.d.ts`))
  await import("./build-types.mjs");

/** When the newest file below a path was changed, in milliseconds. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(`${path}/${name}`)));
}
