import { chartIsLibrary, chartRefusal, SCHEMA_NAME } from "./chart-check.js";
import { decodeBytes } from "../../source/manifest/bytes.js";
import { join, posix } from "node:path";
import { KUSTOMIZATION_NAMES } from "../../source/kustomize/kustomization.js";
import { kustomizationFolders } from "./kustomization-folders.js";
import { Staging } from "./staging.js";
import { pathFrom } from "../path-names.js";
import { renderedName } from "../../base/text/rendered-name.js";
import { runLimited, type ProgramLimits } from "./run-limited.js";
import { shellWord } from "../../base/text/shell-word.js";
import type { BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { Environment } from "../find-program.js";
import type { FileSource } from "../found-reader.js";
import type { Rendered } from "../../cluster/load/rendered.js";

/** A program that renders, as it is started. */
export interface RenderProgram {
  /** Absolute. */
  readonly path: string;
  /** How people call it: `kubectl kustomize`. */
  readonly name: string;
  readonly args: readonly string[];
}

/** How something is rendered. */
export interface Rendering {
  readonly source: FileSource;
  readonly program: RenderProgram;
  readonly limits: ProgramLimits;
  readonly env: Environment;
  readonly signal?: AbortSignal;
}

/** What is rendered: its path, without links, and the name that people see. */
export interface RenderedFolder {
  readonly real: string;
  readonly shown: string;
}

/** Bases are found in the folder that they may be in, without links. */
export interface RenderedKustomization extends RenderedFolder {
  readonly root: string;
}

/** Renders a kustomization with kustomize, of copies of the files that it may reach, after its bases have been looked at. */
export async function renderKustomization(
  { real, shown, root }: RenderedKustomization,
  rendering: Rendering,
): Promise<Rendered> {
  const { source, program } = rendering;
  const walked = await kustomizationFolders(real, root, source);
  const of = openable(real, shown, source);
  if (typeof walked === "string") return { doubt: doubtOf("render-refused", walked, of) };
  return inStaging(source, async (staging) => {
    for (const folder of walked) {
      const why = await staging.copy(folder, pathFrom(root, folder), (name) => name === "node_modules");
      if (why !== undefined) return { doubt: doubtOf("render-refused", why, of) };
    }
    const args = [...program.args, "--load-restrictor=LoadRestrictionsRootOnly", `./${pathFrom(root, real)}`];
    return rendered(args, { of, command: `${program.name} ${shellWord(shown)}` }, staging, rendering);
  });
}

/**
 * Renders a chart with helm, of copies of its files without their schemas: a schema may be one of another server. Pods of `helm test`
 * are left out: no installation starts them.
 */
export async function renderChart(
  { real, shown }: RenderedFolder,
  options: readonly string[],
  rendering: Rendering,
): Promise<Rendered | "library"> {
  const { source, program } = rendering;
  const of = join(shown, "Chart.yaml");
  const refusal = await chartRefusal(real, source);
  if (refusal !== undefined) return { doubt: doubtOf("render-refused", refusal, of) };
  if (await chartIsLibrary(real, source)) return "library";
  return inStaging(source, async (staging) => {
    const why = await staging.copy(real, "chart", (name) => name === SCHEMA_NAME);
    if (why !== undefined) return { doubt: doubtOf("render-refused", why, of) };
    const args = [...program.args, "release-name", "./chart", "--skip-tests", ...options];
    const command = `${program.name} ${shellWord(shown)}`;
    const result = await rendered(args, { of, command }, staging, rendering);
    if (result.file === undefined) return result;
    return { file: { ...result.file, text: withOpenablePaths(result.file.text, shown, command) } };
  });
}

/** Helm names each template by the chart's name; people open it by its path. */
function withOpenablePaths(text: string, shown: string, command: string): string {
  return text.replaceAll(/^# Source: [^/\r\n]+\/([^\r\n]+)$/gm, (_line, path: string) => {
    const below = posix.join(shown.replaceAll("\\", "/"), path);
    return `# Source: ${renderedName(below, command)}`;
  });
}

interface RenderedAs {
  /** The file that people open. */
  readonly of: string;
  readonly command: string;
}

async function rendered(
  args: readonly string[],
  { of, command }: RenderedAs,
  staging: Staging,
  { program, limits, env, signal }: Rendering,
): Promise<Rendered> {
  const output = await runLimited({
    program: program.path,
    args,
    cwd: staging.tree,
    env: environmentFor(staging, env),
    limits,
    ...(signal === undefined ? {} : { signal }),
  });
  if (output.bytes === undefined)
    return { doubt: doubtOf("render-failed", `${program.name}: ${staging.withoutPaths(output.why)}`, of) };
  const { file } = decodeBytes(renderedName(of, command), output.bytes);
  if (file === undefined)
    return { doubt: doubtOf("render-failed", `${program.name} prints something else than UTF-8 text`, of) };
  return { file };
}

/** All that a program is told of where it runs: no credentials, proxies, clusters, plugins, and no program to start. */
function environmentFor({ home, programs }: Staging, env: Environment): Environment {
  const system = Object.fromEntries(
    ["SystemRoot", "SYSTEMROOT", "windir"].flatMap((key) =>
      env[key] === undefined ? [] : [[key, env[key]]],
    ),
  ) as Environment;
  return {
    ...system,
    HOME: home,
    USERPROFILE: home,
    APPDATA: home,
    LOCALAPPDATA: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    TMPDIR: home,
    TEMP: home,
    TMP: home,
    PATH: programs,
    LC_ALL: "C",
  };
}

async function inStaging(
  source: FileSource,
  render: (staging: Staging) => Promise<Rendered>,
): Promise<Rendered> {
  const staging = new Staging(source);
  try {
    return await render(staging);
  } finally {
    staging.remove();
  }
}

/** The kustomization's own file. */
function openable(real: string, shown: string, { tree }: FileSource): string {
  const name = KUSTOMIZATION_NAMES.find((each) => tree.typeOf(join(real, each)).value === "file");
  return posix.join(shown.replaceAll("\\", "/"), name ?? "kustomization.yaml");
}

function doubtOf(code: "render-refused" | "render-failed", text: string, file: string): BuildDoubt {
  return { code, text, file };
}
