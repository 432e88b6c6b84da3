// `import code from "./file.js?code"` is the program that a module is, in one piece, as text: a worker starts from it
// wherever the rest of the program lies, in dist/ and in the tests.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { relative, resolve } from "node:path";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const IMPORT = /\.js\?code$/;

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
export const codeImportsOfEsbuild = {
  name: "code-imports",
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
  },
};

/** For Vite, which runs the tests. */
export const codeImportsOfVite = {
  name: "code-imports",
  enforce: "pre",
  resolveId(specifier, importer) {
    if (!IMPORT.test(specifier) || importer === undefined) return undefined;
    return `\0code:${sourceOf(specifier, resolve(importer, ".."))}`;
  },
  async load(id) {
    if (!id.startsWith("\0code:")) return undefined;
    return `export default ${JSON.stringify(await codeOf(id.slice("\0code:".length)))};`;
  },
};
