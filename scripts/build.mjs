// Bundles the program and the library into dist/: one ESM build with splitting, so that a command loads what it uses.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { textImportsOfEsbuild } from "./text-imports.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
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
  plugins: [textImportsOfEsbuild],
  // CommonJS dependencies (commander) ask for require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/meta.json`, JSON.stringify(result.metafile));
