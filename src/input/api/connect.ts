import { ClusterError } from "./cluster-error.js";
import { contextsOf, kubeconfigFiles, refuseScanned, type Context, type Contexts } from "./kubeconfig.js";
import { existsSync } from "node:fs";
import { findProgram, type Environment } from "../find-program.js";
import { InPod, isInPod, podCredentials, SERVICE_ACCOUNT, type PodCredentials } from "./in-pod.js";
import { KubectlGet } from "./kubectl-get.js";
import { KubectlProxy } from "./kubectl-proxy.js";
import { nearest } from "../../base/text/nearest.js";
import type { ApiTransport } from "./transport.js";
import type { Kubectl } from "./kubectl.js";

/** Which cluster is meant, as kubectl would choose it. */
export interface ClusterChoice {
  /** A context; the current one where none is named. */
  readonly context?: string | undefined;
  readonly kubeconfig?: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
  /** Files, folders and globs that are read in the same run: no kubeconfig is taken from them. */
  readonly roots: readonly string[];
  /** Where a pod's service account has its files. */
  readonly serviceAccount?: string;
  /** Takes what a login plugin says to the user, line by line. */
  readonly onMessage?: (line: string) => void;
}

/** A cluster that can be asked. */
export interface ClusterConnection {
  /** How it is shown: `context prod`, `in-cluster`. */
  readonly name: string;
  /** The namespace that is meant where none is named. */
  readonly namespace: string | undefined;
  readonly transport: ApiTransport;
}

const OTHER_WAYS = "use -f FILE for manifests, or --snapshot FILE for a saved cluster";

/**
 * Finds the cluster, and a way to it.
 * @param idle how long nothing may arrive, in milliseconds
 * @throws {ClusterError} where there is no kubectl, no kubeconfig, no such context
 */
export async function connect(
  choice: ClusterChoice,
  idle: number,
  signal: AbortSignal,
): Promise<ClusterConnection> {
  const { context, kubeconfig, cwd, env, roots, onMessage } = choice;
  const files = kubeconfigFiles(kubeconfig, cwd, env);
  refuseScanned(files, roots, cwd, env);
  if (kubeconfig !== undefined && !files.some(existsSync))
    throw new ClusterError("no-cluster", `kubeconfig not found: ${kubeconfig}`, OTHER_WAYS);
  const isNamed = context !== undefined || kubeconfig !== undefined;
  const folder = choice.serviceAccount ?? SERVICE_ACCOUNT;
  const pod = isNamed ? undefined : podCredentials(env, folder);
  const program = findProgram("kubectl", cwd, env);
  if (program === undefined) {
    if (pod !== undefined && !files.some(existsSync)) return inPod(pod, idle);
    if (pod === undefined && !isNamed && isInPod(env)) throw withoutCredentials(folder);
    throw new ClusterError(
      "no-cluster",
      "kubectl is not on PATH; anp reads clusters through your kubectl",
      OTHER_WAYS,
    );
  }
  const options = kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`];
  const kubectl: Kubectl = { program, options, cwd, env, say: onMessage ?? (() => undefined) };
  const contexts = await contextsOf(kubectl, signal);
  if (contexts.all.length === 0 && pod !== undefined) return inPod(pod, idle);
  const { name, namespace } = contextNamed(context ?? contexts.current, contexts);
  const ofContext: Kubectl = { ...kubectl, options: [...options, `--context=${name}`] };
  const proxy = await KubectlProxy.start(ofContext, idle, signal);
  return { name: `context ${name}`, namespace, transport: proxy ?? new KubectlGet(ofContext, idle) };
}

/** A pod without kubectl that has no token and certificate, or may not read them. */
function withoutCredentials(folder: string): ClusterError {
  return new ClusterError(
    "no-cluster",
    `this pod has no kubectl, and no readable token and ca.crt in ${folder}`,
    "set automountServiceAccountToken: true to use its service account",
    OTHER_WAYS,
  );
}

function inPod(credentials: PodCredentials, idle: number): ClusterConnection {
  return { name: "in-cluster", namespace: credentials.namespace, transport: new InPod(credentials, idle) };
}

/** How many contexts are named to somebody who named another one. */
const SHOWN = 8;

/** @throws {ClusterError} */
function contextNamed(name: string | undefined, { all }: Contexts): Context {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  if (all.length === 0) {
    const what =
      name === undefined
        ? "no cluster to ask: kubectl has no current context"
        : `the kubeconfig has no context ${JSON.stringify(name)}`;
    throw new ClusterError("no-cluster", what, OTHER_WAYS);
  }
  const names = all.slice(0, SHOWN).map((each) => each.name);
  const known = `contexts are ${names.join(", ")}${all.length > SHOWN ? `, and ${all.length - SHOWN} more` : ""}`;
  if (name === undefined)
    throw new ClusterError(
      "no-cluster",
      "no cluster to ask: kubectl has no current context",
      `use --context: ${known}`,
      OTHER_WAYS,
    );
  const [meant] = nearest(
    name,
    all.map((each) => each.name),
  );
  throw new ClusterError(
    "no-cluster",
    `the kubeconfig has no context ${JSON.stringify(name)}`,
    meant === undefined ? known : `did you mean ${meant}? ${known}`,
    OTHER_WAYS,
  );
}
