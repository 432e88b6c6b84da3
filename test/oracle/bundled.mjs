// Bundles a module of this folder with the sources that it is about, so that Node runs it as it is.
import { build } from "esbuild";
import { fileURLToPath, pathToFileURL } from "node:url";
import { textImportsOfEsbuild } from "../../scripts/text-imports.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param entry a module, from the root of the project; @returns what it exports */
export async function bundled(entry) {
  const outfile = `${root}node_modules/.cache/anp/${entry.replace(/\.ts$/, ".mjs")}`;
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    // Modules find files of the project from where they lie, which is as deep as the entry.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(root + entry).href) },
    sourcemap: "inline",
    plugins: [textImportsOfEsbuild],
    logLevel: "warning",
  });
  return import(outfile);
}
