// Bundles the program and the library into dist/: one ESM build with splitting, so that a command loads what it uses.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { textImportsOfEsbuild } from "./text-imports.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
// What a build remembers is no other build's: the code may differ, whatever the version says.
const hash = createHash("sha256");
for (const path of ["src", "schemas"]) {
  const names = readdirSync(`${root}${path}`, { recursive: true, withFileTypes: true });
  for (const each of names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted())
    hash.update(each.slice(root.length)).update(readFileSync(each));
}
hash.update(readFileSync(`${root}package-lock.json`));
const result = await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/start.ts", "src/index.ts"],
  entryNames: "[name]",
  chunkNames: "chunks/[name]-[hash]",
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  metafile: true,
  define: { ANP_BUILD: JSON.stringify(hash.digest("hex").slice(0, 16)) },
  plugins: [textImportsOfEsbuild],
  // CommonJS dependencies (commander) ask for require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/meta.json`, JSON.stringify(result.metafile));
// The manual is made of the same table as the help.
writeFileSync(`${root}dist/anp.1`, execFileSync(process.execPath, [`${root}bin/anp.js`, "__manual"]));
