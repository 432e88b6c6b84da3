// What is imported as text, in dist/ and in the tests: `import code from "./file.js?code"` is the program that a module is,
// in one piece, so that a worker starts from it wherever the rest of the program lies; `import bad from "./bad.yaml"` is a
// manifest as it is written.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { relative, resolve } from "node:path";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const IMPORT = /\.js\?code$/;
const MANIFEST = /\.yaml$/;

async function codeOf(path) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    legalComments: "none",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
  });
  return outputFiles[0].text;
}

/** The TypeScript file that an import means. */
function sourceOf(specifier, folder) {
  return resolve(folder, specifier.replace(IMPORT, ".ts"));
}

/** For esbuild, which makes dist/. */
export const textImportsOfEsbuild = {
  name: "text-imports",
  setup({ onResolve, onLoad }) {
    // esbuild writes the path into a comment: it must be the same wherever the project lies.
    onResolve({ filter: IMPORT }, ({ path, resolveDir }) => ({
      path: relative(ROOT, sourceOf(path, resolveDir)),
      namespace: "code",
    }));
    onLoad({ filter: /./, namespace: "code" }, async ({ path }) => ({
      contents: await codeOf(resolve(ROOT, path)),
      loader: "text",
    }));
    onLoad({ filter: MANIFEST }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};

/** For Vite, which runs the tests. */
export const textImportsOfVite = {
  name: "text-imports",
  enforce: "pre",
  resolveId(specifier, importer) {
    if (!IMPORT.test(specifier) || importer === undefined) return undefined;
    return `\0code:${sourceOf(specifier, resolve(importer, ".."))}`;
  },
  async load(id) {
    if (MANIFEST.test(id)) return `export default ${JSON.stringify(await readFile(id, "utf8"))};`;
    if (!id.startsWith("\0code:")) return undefined;
    return `export default ${JSON.stringify(await codeOf(id.slice("\0code:".length)))};`;
  },
};
