// The sources as the tests load them: compiled once for all runs, processes and files, file by file, and loaded by Node itself.
// Vitest would compile them anew in every run, and load them more slowly.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { textImportsOfEsbuild } from "./text-imports.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = `${ROOT}src/`;
const BUILDS = `${ROOT}reports/sources`;

/** What the compiled files are made of. */
const PARTS = [
  "src",
  "schemas",
  "scripts/built-sources.mjs",
  "scripts/text-imports.mjs",
  "node_modules/esbuild/package.json",
];

/** A build that no run has asked for in so many days is deleted. */
const KEPT_DAYS = 2;

/** Compiles the sources, where it has not been done for what they are now. @returns the folder that has them */
async function builtSources() {
  const folder = `${BUILDS}/${hashOf(PARTS.flatMap((path) => filesIn(`${ROOT}${path}`)))}`;
  const now = new Date();
  if (!existsSync(folder)) {
    // Another run may do the same: whoever is first has made it.
    const unfinished = `${BUILDS}/unfinished-${process.pid}`;
    await compile(unfinished);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
    for (const each of readdirSync(BUILDS))
      if (statSync(`${BUILDS}/${each}`).mtimeMs < now.getTime() - KEPT_DAYS * 86_400_000)
        rmSync(`${BUILDS}/${each}`, { recursive: true, force: true });
  }
  utimesSync(folder, now, now);
  return folder;
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const text = readFileSync(file);
    hash.update(`${file.slice(ROOT.length)} ${text.length}\n`).update(text);
  }
  return hash.digest("hex").slice(0, 16);
}

async function compile(outdir) {
  mkdirSync(outdir, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: filesIn(SOURCES).filter((path) => /(?<!\.d)\.ts$/.test(path)),
    outbase: SOURCES,
    outdir,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    sourcemap: "linked",
    sourcesContent: false,
    plugins: [modulesStay, textImportsOfEsbuild],
    logLevel: "warning",
  });
}

/** A module stays a file of its own: what is imported from it is shared by all that import it. */
const modulesStay = {
  name: "modules-stay",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path, external: true },
    );
  },
};

// Each project of the tests reads the configuration again.
const BUILT = Symbol.for("anp.builtSources");

/** For Vitest: what tests import of the sources is taken as it is compiled. While a person watches, Vitest compiles what changes. */
export function compiledSources() {
  let isWatching = false;
  return {
    name: "compiled-sources",
    enforce: "pre",
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    async resolveId(specifier, importer) {
      if (isWatching || importer === undefined || !/^\.{1,2}\/.*\.[jt]s$/.test(specifier)) return undefined;
      const path = resolve(dirname(importer), specifier);
      if (!path.startsWith(SOURCES)) return undefined;
      const folder = await (globalThis[BUILT] ??= builtSources());
      const id = `${folder}/${path.slice(SOURCES.length).replace(/\.ts$/, ".js")}`;
      return existsSync(id) ? { id, external: true } : undefined;
    },
  };
}
