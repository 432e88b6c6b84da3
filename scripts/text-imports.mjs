// What is imported as text, in dist/ and in the tests: `import code from "./file.js?code"` is the program that a module is,
// in one piece, so that a worker starts from it wherever the rest of the program lies; `?browser` is the same for a page;
// `import style from "./style.css"` is a style sheet without its comments; `import bad from "./bad.yaml"` is a manifest as it is
// written.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { relative, resolve } from "node:path";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const IMPORT = /\.js\?(?:code|browser)$/;
const MANIFEST = /\.yaml$/;
const STYLE = /\.css$/;

const HOW = {
  code: { format: "cjs", platform: "node", target: "node20.19", minifySyntax: true, minifyWhitespace: true },
  browser: {
    format: "iife",
    platform: "browser",
    target: ["chrome114", "firefox115", "safari16.4"],
    minify: true,
  },
  style: { minify: true, target: ["chrome114", "firefox115", "safari16.4"] },
};

/** @param how `code` for Node, `browser` for a page, `style` for a style sheet */
async function codeOf(path, how) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [path],
    bundle: true,
    write: false,
    legalComments: "none",
    logLevel: "warning",
    ...HOW[how],
  });
  return outputFiles[0].text.trimEnd();
}

function howOf(specifier) {
  return specifier.endsWith("?browser") ? "browser" : "code";
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
      namespace: howOf(path),
    }));
    for (const how of ["code", "browser"])
      onLoad({ filter: /./, namespace: how }, async ({ path }) => ({
        contents: await codeOf(resolve(ROOT, path), how),
        loader: "text",
      }));
    onLoad({ filter: STYLE }, async ({ path }) => ({
      contents: await codeOf(path, "style"),
      loader: "text",
    }));
    onLoad({ filter: MANIFEST }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};

/** For Rolldown, which makes dist/, and for Vite, which runs the tests. */
export const textImportsOfVite = {
  name: "text-imports",
  enforce: "pre",
  resolveId(specifier, importer) {
    if (importer !== undefined && STYLE.test(specifier))
      return `\0style:${resolve(importer, "..", specifier)}.txt`;
    if (!IMPORT.test(specifier) || importer === undefined) return undefined;
    return `\0${howOf(specifier)}:${sourceOf(specifier, resolve(importer, ".."))}`;
  },
  async load(id) {
    if (MANIFEST.test(id)) return moduleOf(await readFile(id, "utf8"));
    const [, how, path] = /^\0(code|browser|style):(.*?)(?:\.txt)?$/.exec(id) ?? [];
    if (how === undefined) return undefined;
    return moduleOf(await codeOf(path, how));
  },
};

/** A module of one text. Its kind is said: by the end of its name, Rolldown would take the module itself for a text. */
function moduleOf(text) {
  return { code: `export default ${JSON.stringify(text)};`, moduleType: "js" };
}
