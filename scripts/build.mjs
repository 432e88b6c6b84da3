// Bundles the program and the library into dist/: one ESM build with splitting, so that a command loads what it uses.
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { chunkGroups } from "./chunk-groups.mjs";
import { textImportsOfVite } from "./text-imports.mjs";

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
const bundle = await rolldown({
  cwd: root,
  input: { start: "src/cli/start.ts", index: "src/index.ts" },
  platform: "node",
  transform: { target: "node20.19", define: { ANP_BUILD: JSON.stringify(hash.digest("hex").slice(0, 16)) } },
  plugins: [textImportsOfVite],
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir: `${root}dist`,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: { groups: chunkGroups(root) },
  comments: false,
  // Half of a start is reading code. Names stay, so that --debug can show where something went wrong.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
await bundle.close();
const modules = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/meta.json`, JSON.stringify({ inputs: modules.map((id) => relative(root, id)) }));
// The manual is made of the same table as the help.
writeFileSync(`${root}dist/anp.1`, execFileSync(process.execPath, [`${root}bin/anp.js`, "__manual"]));
