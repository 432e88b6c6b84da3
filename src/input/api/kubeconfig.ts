import { ClusterError } from "./cluster-error.js";
import { delimiter, join, resolve } from "node:path";
import { existsSync, realpathSync } from "node:fs";
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
  const home = env["HOME"] ?? env["USERPROFILE"];
  return home === undefined || home === "" ? [] : [join(resolve(cwd, home), ".kube", "config")];
}

/**
 * Refuses a kubeconfig that whoever wrote the scanned files may have written too: it names programs that are run.
 * @throws {ClusterError}
 */
export function refuseScanned(files: readonly string[], roots: readonly string[], cwd: string): void {
  const realRoots = roots.flatMap((root) => realPath(resolve(cwd, root)) ?? []);
  for (const file of files) {
    const paths = [file, realPath(file) ?? file];
    const root = realRoots.find((root) => paths.some((path) => pathInside(root, path) !== undefined));
    if (root !== undefined && existsSync(file))
      throw new ClusterError(
        "no-cluster",
        `the kubeconfig ${file} lies among the files that are read, and is not used: it may name programs to run`,
        "move it out of the folder, or name another one with --kubeconfig",
      );
  }
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
  throw new ClusterError("no-cluster", "kubectl config view printed something that is no kubeconfig");
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
