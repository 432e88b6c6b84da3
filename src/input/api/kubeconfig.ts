import { ClusterError } from "./cluster-error.js";
import { delimiter, join, resolve } from "node:path";
import { existsSync, realpathSync } from "node:fs";
import { globRoot, isGlob } from "../glob.js";
import { isObject } from "./read-json.js";
import { pathInside } from "../path-inside.js";
import { runKubectl, type Kubectl } from "./kubectl.js";
import type { Environment } from "../find-program.js";

/** A context of the kubeconfig. */
export interface Context {
  readonly name: string;
  /** The namespace that it names. */
  readonly namespace: string | undefined;
}

/** The contexts that kubectl knows, and which one it takes where none is named. */
export interface Contexts {
  readonly all: readonly Context[];
  readonly current: string | undefined;
}

/** Where the kubeconfig is looked for: a file that is given, else those of KUBECONFIG, else the usual one. */
export function kubeconfigFiles(given: string | undefined, cwd: string, env: Environment): readonly string[] {
  if (given !== undefined) return [resolve(cwd, given)];
  const listed = (env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  if (listed.length > 0) return listed.map((path) => resolve(cwd, path));
  const home = homeFolder(env);
  return home === undefined ? [] : [join(resolve(cwd, home), ".kube", "config")];
}

/**
 * Refuses a kubeconfig that whoever wrote the scanned files may have written too: it names programs that are run.
 * @param roots files, folders and globs that are scanned
 * @throws {ClusterError}
 */
export function refuseScanned(
  files: readonly string[],
  roots: readonly string[],
  cwd: string,
  env: Environment,
): void {
  for (const file of files.filter((each) => existsSync(each))) {
    const paths = [file, realPath(file) ?? file];
    for (const root of roots) {
      const real = realPath(resolve(cwd, isGlob(root) ? globRoot(root) : root));
      if (real === undefined || paths.every((path) => pathInside(real, path) === undefined)) continue;
      throw new ClusterError(
        "no-cluster",
        `kubeconfig ${file} is among the input files and is not used: it may name programs to run`,
        ...homeHint(root, real, env),
        "move it out of the folder, or use another one with --kubeconfig",
      );
    }
  }
}

/** What to do where the usual kubeconfig is scanned because everything at home is. */
function homeHint(root: string, real: string, env: Environment): string[] {
  const home = homeFolder(env);
  const realHome = home === undefined ? undefined : realPath(home);
  if (realHome === undefined || pathInside(real, realHome) === undefined) return [];
  const what = real === realHome ? "is" : "holds";
  return [`${root} ${what} your home folder: name the folder of the manifests instead`];
}

function homeFolder(env: Environment): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Asks kubectl for its contexts; secrets stay with it. @throws {ClusterError} where it cannot read the kubeconfig */
export async function contextsOf(kubectl: Kubectl, signal: AbortSignal): Promise<Contexts> {
  const { isSuccess, output, message } = await runKubectl(
    kubectl,
    ["config", "view", "--output=json"],
    signal,
  );
  if (!isSuccess) throw new ClusterError("no-cluster", `kubectl cannot read the kubeconfig: ${message}`);
  const view = viewIn(output);
  const all = (view.contexts ?? []).flatMap((each) =>
    typeof each?.name === "string"
      ? { name: each.name, namespace: each.context?.namespace || undefined }
      : [],
  );
  return { all, current: view["current-context"] || undefined };
}

/** What is called kubectl may be any program. @throws {ClusterError} */
function viewIn(output: string): ConfigView {
  try {
    const view: unknown = JSON.parse(output);
    if (isObject(view) && Array.isArray(view["contexts"] ?? [])) return view;
  } catch {
    // Told below.
  }
  throw new ClusterError("no-cluster", "kubectl config view did not print a kubeconfig");
}

/** What `kubectl config view` prints, as far as it is read. */
interface ConfigView {
  readonly contexts?:
    | readonly ({
        readonly name?: unknown;
        readonly context?: { readonly namespace?: string } | null;
      } | null)[]
    | null;
  readonly "current-context"?: string;
}
